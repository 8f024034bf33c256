"""The window's menu and shortcuts, and the buttons beside its tabs."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import EARLIER_VIEWS, View
from app.ui.alerts.alert_controller import AlertController
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.calls.call_controller import CallController
from app.ui.context.places import HelpPage, HelpPlace, Page
from app.ui.context.undo import UndoStack
from app.ui.details.current_detail import ReadMarks
from app.ui.export.export_controller import ExportController
from app.ui.follow_up.follow_up_controller import FollowUpController
from app.ui.help.deviations import Deviations
from app.ui.help.help_controller import HelpController, PaletteCommands
from app.ui.help.palette import GROUP, KEYS
from app.ui.map.day_map import DayMap
from app.ui.printing.printing import Printing
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.receiver.steps import Steps
from app.ui.search.global_search import GlobalSearch
from app.ui.settings.assistant import FirstSteps
from app.ui.settings.settings_dialog import SettingsController
from app.ui.shift.shift_dialog import Shift
from app.ui.tables.filter_bar import LOW
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import FoldedEntries, TopBar
from app.ui.views.filter_controller import FilterController
from app.ui.views.saved_views import SavedViews
from app.ui.widgets.labels import restyle
from app.ui.widgets.layouts import in_row
from app.ui.window.navigation import Navigation
from app.ui.window.panes import DetailFold, PaneFocus, Panes, focus

_SPACING, _MARGIN = 8, 8
_CALLED = (View.TO_ATTEND, View.TO_ATTEND_VISITS)
_CALLED_TOO = (*_CALLED, *EARLIER_VIEWS)
_HELP = {
    "drivers": HelpPlace(Page.BOARD, "the-drivers"),
    "map": HelpPlace(Page.EVIDENCE, "the-map"),
    "day": HelpPlace(Page.BOARD, "what-the-figures-count"),
    Table.NOTIFICATIONS: HelpPlace(Page.RECEIVING),
    "calls": HelpPlace(Page.TO_ATTEND, "call-one-recipient-after-another"),
}
"""What explains the tab in front; the other tables are the board."""


class TabActions(QWidget):
    """Shows the buttons that there is room for, and the first always, if by its icon; the menu has all of them."""

    def __init__(self, tabs: TableTabs, theme: Theme) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._icons = [icon("phone", color) for color in (theme.text, theme.on_fill)]
        self.call = QPushButton(self._icons[0], self.tr("Call"))
        self._call_text = self.call.text()
        self.export = QPushButton(icon("download", theme.text), self.tr("Export"))
        self.end_shift = QPushButton(icon("log-out", theme.text), self.tr("End shift"))
        self.of_export = QMenu(self.tr("Export"), self)
        """What the button for exports offers."""
        self.more = QToolButton()
        """Opens the menu of what is done with rows and day, and of what has no room elsewhere."""
        self.more.setIcon(icon("more", theme.text))
        self.more.setToolTip(self.tr("More"))
        self.more.setAccessibleName(self.tr("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.tr("More"), self))
        self.detail = QToolButton()
        """Shows and hides the detail."""
        self._buttons = (self.call, self.export, self.end_shift)
        self._is_loaded, self._has_rows, self._has_cases = False, False, True
        for button in self._buttons:
            button.setAccessibleName(button.text())
            button.setToolTip(button.text())
        self.export.setMenu(self.of_export)
        self.filters, self.columns = QToolButton(), QToolButton()
        """In place of the bar of filters, where a low window has none."""
        told = (self.filters, "filter", self.tr("Filters")), (self.columns, "columns", self.tr("Columns"))
        for tool, name, text in told:
            tool.setIcon(icon(name, theme.dim))
            tool.setAccessibleName(text)
            tool.setToolTip(text)
        self.filters.clicked.connect(lambda: tabs.page.filters.offer_columns(self.filters))
        self.columns.clicked.connect(lambda: tabs.page.view.choose_columns(self.columns))
        for page in tabs.pages.values():
            page.filters.folded.connect(self._fold)
        tabs.currentChanged.connect(self._fold)
        in_row(
            self.filters,
            self.columns,
            *self._buttons,
            self.more,
            self.detail,
            on=self,
            margins=(_MARGIN, 4, _MARGIN, 4),
            spacing=_SPACING,
        )
        tabs.row.addWidget(self)
        tabs.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold what the new width has no room for."""
        if event.type() == QEvent.Type.Resize:
            self._fold()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return the size of what is never folded: the first button's icon, and the two that have no text."""
        width = 2 * self.more.sizeHint().width() + self.detail.sizeHint().width() + 2 * (_SPACING + _MARGIN)
        return QSize(width, self.sizeHint().height())

    @Slot(object, object)
    def show_counts(self, _day: Day, counts: Mapping[View, int]) -> None:
        """Say how many are to be called about."""
        count = sum(counts.get(view, 0) for view in _CALLED)
        self._call_text = self.tr("Call ({count})").format(count=count) if count else self.tr("Call")
        self._has_rows, self._has_cases = any(counts.values()), any(counts.get(view) for view in _CALLED_TOO)
        self._enable()
        self.call.setToolTip(self.tr("%Ln shipment(s) to attend: several of a person are one call", "", count))
        self._fold()

    def show_loaded(self, *, is_loaded: bool) -> None:
        """Make calling the main action once a day is loaded."""
        restyle(self.call, "primary", is_loaded)
        self.call.setIcon(self._icons[is_loaded])
        self._is_loaded = is_loaded
        self._enable()

    def _enable(self) -> None:
        """Offer all of it once there is something to do it with."""
        for button in self._buttons:
            button.setEnabled(self._is_loaded or self._has_rows)
        self.call.setEnabled(self.call.isEnabled() and self._has_cases)
        self.more.setVisible(self._is_loaded or self._has_rows)

    @Slot()
    def _fold(self) -> None:
        room = self._tabs.width() - self._tabs.tabBar().sizeHint().width() - self.minimumSizeHint().width()
        front = self._tabs.front
        is_low = front is not None and front.filters.isHidden() and front.filters.has_use
        for tool in (self.filters, self.columns):
            tool.setVisible(is_low)
            if self._tabs.window().height() < scaled(LOW):  # whether they show or not, the others keep their places
                room -= tool.sizeHint().width() + _SPACING
        self._show_call(self._call_text)
        more = self.call.sizeHint().width() - self.more.sizeHint().width()
        if more > room:
            self._show_call("")
        room -= more
        for button in self._buttons[1:]:
            room -= button.sizeHint().width() + _SPACING
            button.setVisible(room >= 0)

    def _show_call(self, text: str) -> None:
        self.call.setText(text)
        restyle(self.call, "narrow", not text)


class WindowActions(QObject):
    """Makes an action for everything that can be done by key or menu; the order of the calls is that of the menu."""

    def __init__(self, window: QWidget, gear: QMenu, work: QMenu) -> None:
        """Make them; `gear` has what concerns the program, `work` what is done with rows and day."""
        super().__init__(window)
        self._window = window
        self._gear, self._menu = gear, work
        self._help = QMenu(self.tr("Help"), gear)

    def add_day(self, top: TopBar) -> None:
        """Add what chooses and loads a day; the menu has it only where the top bar has no room for it."""
        add = partial(self._add, self.tr("Day"))
        add(self.tr("Load"), "F5", top.ask_to_load)
        add(self.tr("Choose the carrier"), "Ctrl+L", lambda: focus(top.carrier))
        add(self.tr("Choose the date"), "Ctrl+D", lambda: focus(top.date))
        today = add(self.tr("Today"), "Ctrl+T", top.go_to_today)
        before = add(self.tr("Previous day"), "Alt+Left", lambda: top.step(-1))
        after = add(self.tr("Next day"), "Alt+Right", lambda: top.step(1))
        views = self._add(self.tr("Tabs and panes"), top.views_button.toolTip(), "", top.views_button.click)
        FoldedEntries(top, self._menu, (today, before, after), views)

    def add_search(self, top: TopBar, global_search: GlobalSearch, saved: SavedViews) -> None:
        """Add what searches."""
        add = partial(self._add, self.tr("Search and filters"))
        add(self.tr("Search"), "Ctrl+F", lambda: focus(top.search))
        self._menu.addAction(add(self.tr("Search in all days…"), "Ctrl+Shift+F", global_search.open))
        self._menu.addAction(add(self.tr("Save as view…"), "", saved.save_shown))
        self._menu.addSeparator()

    def add_escape(self, calls: CallController, detail_fold: DetailFold, filtering: FilterController) -> None:
        """Add what Esc does: it leaves the calls or the detail, else clears what narrows the rows."""
        escape = partial(self._add, self.tr("Search and filters"), self.tr("Clear search and filters"), "Esc")
        escape(lambda: calls.close() or detail_fold.leave() or filtering.clear())

    def add_rows(
        self,
        tabs: TableTabs,
        undo_stack: UndoStack,
        read_marks: ReadMarks,
        follow_up: FollowUpController,
        calls: CallController,
    ) -> None:
        """Add what is done with rows."""
        add = partial(self._add, self.tr("Rows"))
        undo = add(self.tr("Undo"), "Ctrl+Z", undo_stack.undo)
        redo = add(self.tr("Redo"), "Ctrl+Shift+Z", undo_stack.redo)
        redo.setShortcuts([_keys("Ctrl+Shift+Z"), _keys("Ctrl+Y")])
        for action, can_changed in ((undo, undo_stack.canUndoChanged), (redo, undo_stack.canRedoChanged)):
            action.setEnabled(False)
            can_changed.connect(action.setEnabled)
            self._menu.addAction(action)
        self._menu.addAction(add(self.tr("Call those to attend…"), "F8", calls.open))
        self._menu.addAction(add(self.tr("Mark all as seen"), "Ctrl+M", read_marks.see_all))
        self._menu.addAction(add(self.tr("Choose columns…"), "", lambda: tabs.page.view.choose_columns()))
        add(self.tr("Acknowledge…"), "Ctrl+Return", follow_up.acknowledge)
        add(self.tr("Add note"), "F2", follow_up.write_note)
        add(self.tr("Copy summary"), "", follow_up.copy_summary)
        for text, key, act in (
            (self.tr("Open detail"), "Return", lambda: tabs.page.detail_asked.emit()),
            (self.tr("Copy rows"), "Ctrl+C", lambda: tabs.page.view.copy(with_titles=False)),
            (self.tr("Copy rows with titles"), "Ctrl+Shift+C", lambda: tabs.page.view.copy(with_titles=True)),
            (self.tr("Menu of a cell"), "Menu", lambda: _open_cell_menu(tabs)),
        ):
            add(text, "", act).setProperty(KEYS, key)  # handled by the table, since text fields use these keys too
        self._menu.addSeparator()

    def add_exports(self, menu: QMenu, tabs: TableTabs, exporting: ExportController, printing: Printing) -> None:
        """Add what exports and prints, also to the button beside the tabs."""
        add = partial(self._add, self.tr("Export and print"))

        def export() -> None:
            """Export the rows in front; the day's page has none, and the workbook is its figures and all rows."""
            if tabs.rows is None:
                printing.save_workbook()
            else:
                exporting.export_shown()

        of_table = add(self.tr("Export this table…"), "Ctrl+E", export)
        menu.addAction(of_table)
        menu.aboutToShow.connect(lambda: of_table.setVisible(tabs.rows is not None))
        menu.aboutToHide.connect(lambda: of_table.setVisible(True))  # a key of what is hidden does nothing
        for text, key, act in (
            (self.tr("Workbook of the day…"), "Ctrl+Shift+E", printing.save_workbook),
            (self.tr("PDF of the day…"), "", printing.save_day),
            (self.tr("Print the day…"), "Ctrl+P", printing.print_day),
        ):
            menu.addAction(add(text, key, act))
        self._menu.addMenu(menu)

    def add_shift(self, shift: Shift) -> None:
        """Add what ends a shift, and takes one over."""
        add = partial(self._add, self.tr("Export and print"))
        self._menu.addAction(add(self.tr("End shift…"), "", shift.end))
        self._menu.addAction(add(self.tr("Take over shift…"), "", shift.take_over))
        self._menu.addSeparator()

    def add_panes(self, tabs: TableTabs, day_map: DayMap, detail_fold: DetailFold, pane_focus: PaneFocus) -> None:
        """Add what brings tabs and panes to the front."""
        add = partial(self._add, self.tr("Tabs and panes"))
        for place in range(tabs.count()):
            add(tabs.tabText(place), f"Ctrl+{place + 1}", partial(pane_focus.show_tab, place))
        add(self.tr("Show the visit on the map"), "Ctrl+Shift+M", day_map.show_current)
        add(self.tr("Show or hide the detail"), "Ctrl+I", detail_fold.toggle)
        add(self.tr("Next pane"), "F6", lambda: pane_focus.step(1))
        add(self.tr("Previous pane"), "Shift+F6", lambda: pane_focus.step(-1))

    def add_palette(self, commands: PaletteCommands, alerts: AlertController) -> None:
        """Add what lists all of this, and the alerts."""
        add = partial(self._add, self.tr("Despacho"))
        self._menu.addAction(add(self.tr("Palette…"), "Ctrl+K", commands.open_palette))
        self._menu.addAction(add(self.tr("Alerts"), "Ctrl+B", alerts.open_under_bell))

    def add_program(
        self,
        deviations: Deviations,
        settings: SettingsController,
        receiver: ReceiverController,
        first_steps: FirstSteps,
        steps: Steps,
        *,
        is_demo: bool,
    ) -> None:
        """Add what concerns the program as a whole."""
        add = partial(self._add, self.tr("Despacho"))
        self._gear.addAction(add(self.tr("Settings…"), "Ctrl+,", settings.open_settings))
        self._gear.addAction(add(self.tr("Reception…"), "", receiver.open_panel))
        self._gear.addAction(add(self.tr("First steps…"), "", first_steps.open))
        self._gear.addMenu(self._help)
        self._help.addAction(add(self.tr("Steps to receive notifications"), "", steps.show))
        self._help.addAction(add(self.tr("What the provider sends outside the contract…"), "", deviations.open))
        if not is_demo:
            self._help.addAction(add(self.tr("Open the demo"), "", first_steps.start_demo))

    def add_help(self, help_controller: HelpController, navigation: Navigation, panes: Panes) -> None:
        """Add what explains the program; the manual opens where it explains what one looks at."""

        def open_manual() -> None:
            name = panes.tabs.name if panes.page is None else "calls"
            help_controller.open_place(_HELP.get(name, HelpPlace(Page.BOARD)))

        add = partial(self._add, self.tr("Despacho"))
        self._help.addAction(add(self.tr("Manual"), "F1", open_manual))
        for text, key, page in (
            (self.tr("Shortcuts"), "Ctrl+F1", HelpPage.SHORTCUTS),
            (self.tr("Versions"), "", HelpPage.VERSIONS),
            (self.tr("Licences"), "", HelpPage.LICENCES),
            (self.tr("Log folder"), "", HelpPage.LOG),
        ):
            self._help.addAction(add(text, key, partial(help_controller.open_page, page)))
        self._help.addSeparator()
        self._help.addAction(add(self.tr("Diagnostics: notifications as sent"), "", navigation.show_bodies))

    def _add(self, group: str, text: str, key: str, act: Callable[[], object]) -> QAction:
        action = QAction(text, self._window)
        action.setProperty(GROUP, group)
        if key:
            action.setShortcut(_keys(key))
        action.triggered.connect(lambda: act())
        self._window.addAction(action)
        return action


def _keys(text: str) -> QKeySequence:
    """Return keys by their English names; Qt would translate each of them into the user's language."""
    return QKeySequence.fromString(text)


def _open_cell_menu(tabs: TableTabs) -> None:
    view = tabs.page.view
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, view.rect().center()))
