"""The window's menu and keys."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.ui.ports.about import HelpPage
from app.ui.ports.help_places import HelpPlace

if TYPE_CHECKING:
    from app.ui.help.help_dialog import HelpDialog
    from app.ui.help.palette_commands import PaletteCommands
    from app.ui.window.window import MainWindow

GROUP, KEYS = "group", "keys"
"""Properties of an action: the title of its group, and its keys where a table answers to them itself."""


class WindowActions(QObject):
    """Everything one can do by key or menu; each action is made once, and knows its key."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._menu = QMenu(window)
        self._help: HelpDialog | None = None
        self._add_of_day()
        self._add_of_search()
        self._add_of_rows()
        self._menu.addSeparator()
        self._add_exports()
        self._menu.addSeparator()
        self._add_of_panes()
        self._add_of_program()
        window.top.menu_button.setMenu(self._menu)

    @cached_property
    def _offers(self) -> "PaletteCommands":
        from app.ui.help.palette_commands import PaletteCommands  # noqa: PLC0415 - loaded when the palette or the help is opened

        return PaletteCommands(self._window)

    def _open_palette(self) -> None:
        self._offers.open_palette()

    def _add_exports(self) -> None:
        add, window = partial(self._add, self.tr("Export and print")), self._window
        self._menu.addAction(add(self.tr("Export what I see…"), "Ctrl+E", window.exporting.export_shown))
        self._menu.addAction(add(self.tr("Export the whole day…"), "Ctrl+Shift+E", window.exporting.export_day))
        self._menu.addAction(add(self.tr("Print the day…"), "Ctrl+P", window.printing.print_day))
        self._menu.addAction(add(self.tr("Save the day as PDF…"), "", window.printing.save_day))

    def _add_of_rows(self) -> None:
        add, window = partial(self._add, self.tr("Rows")), self._window
        undo = add(self.tr("Undo"), "Ctrl+Z", window.undo_stack.undo)
        redo = add(self.tr("Redo"), "Ctrl+Shift+Z", window.undo_stack.redo)
        redo.setShortcuts([_keys("Ctrl+Shift+Z"), _keys("Ctrl+Y")])
        for action, can_changed in (
            (undo, window.undo_stack.can_undo_changed),
            (redo, window.undo_stack.can_redo_changed),
        ):
            action.setEnabled(False)
            can_changed.connect(action.setEnabled)
            self._menu.addAction(action)
        self._menu.addAction(add(self.tr("Mark all as seen"), "Ctrl+M", window.read_marks.see_all))
        add(self.tr("Acknowledge…"), "Ctrl+Return", window.follow_up_controller.acknowledge)
        add(self.tr("Add note"), "F2", window.follow_up_controller.write_note)
        add(self.tr("Copy summary"), "", window.follow_up_controller.copy_summary)
        for text, key, act in (
            (self.tr("Open detail"), "Return", lambda: window.page.detail_asked.emit()),  # noqa: PLW0108
            (self.tr("Copy rows"), "Ctrl+C", lambda: window.page.view.copy(with_titles=False)),
            (self.tr("Copy rows with titles"), "Ctrl+Shift+C", lambda: window.page.view.copy(with_titles=True)),
            (self.tr("Menu of a cell"), "Menu", self._open_cell_menu),
        ):
            add(text, "", act).setProperty(KEYS, key)  # to which the table answers itself: it is a key of texts, too

    def _add_of_program(self) -> None:
        add, window = partial(self._add, self.tr("Despacho")), self._window
        self._menu.addAction(add(self.tr("Palette…"), "Ctrl+K", self._open_palette))
        self._menu.addAction(add(self.tr("Alerts"), "Ctrl+B", window.alerts.open_under_bell))
        beside = add(self.tr("What the provider sends beside the contract…"), "", window.deviations.open)
        self._menu.addAction(beside)
        self._menu.addAction(add(self.tr("Settings…"), "Ctrl+,", window.settings_controller.open_settings))
        self._menu.addAction(add(self.tr("First steps…"), "", window.first_steps.open))
        if window.ports.start_demo is not None:
            self._menu.addAction(add(self.tr("Open the demo"), "", window.ports.start_demo))
        self._menu.addSeparator()
        pages = self._menu.addMenu(self.tr("Help"))
        for text, key, page in (
            (self.tr("Manual"), "F1", HelpPage.MANUAL),
            (self.tr("Shortcuts"), "Ctrl+F1", HelpPage.SHORTCUTS),
            (self.tr("Versions"), "", HelpPage.VERSIONS),
            (self.tr("Licences"), "", HelpPage.LICENCES),
            (self.tr("Log folder"), "", HelpPage.LOG),
        ):
            pages.addAction(add(text, key, partial(self._open_help, page)))
        for asked in (window.banner.help_asked, window.alerts.help_asked):
            asked.connect(self._open_manual)

    def _add_of_day(self) -> None:
        add, top = partial(self._add, self.tr("Day")), self._window.top
        add(self.tr("Load"), "F5", top.ask_to_load)
        add(self.tr("Carrier"), "Ctrl+L", lambda: _focus(top.carrier))
        add(self.tr("Date"), "Ctrl+D", lambda: _focus(top.date))
        add(self.tr("Today"), "Ctrl+T", top.go_to_today)
        add(self.tr("Previous day"), "Alt+Left", lambda: top.step(-1))
        add(self.tr("Next day"), "Alt+Right", lambda: top.step(1))

    def _add_of_search(self) -> None:
        add, window = partial(self._add, self.tr("Search")), self._window
        add(self.tr("Search"), "Ctrl+F", lambda: _focus(window.top.search))
        window.top.search.rows_asked.connect(self._go_to_rows)
        self._menu.addAction(add(self.tr("Search in all days…"), "Ctrl+Shift+F", window.global_search.open))
        self._menu.addAction(add(self.tr("Save as view…"), "", window.saved.save_shown))
        self._menu.addSeparator()
        add(self.tr("Clear search and filters"), "Esc", window.clear_filters)

    def _add_of_panes(self) -> None:
        add, window = partial(self._add, self.tr("Tabs and panes")), self._window
        for place in range(window.tabs.count()):
            add(window.tabs.tabText(place), f"Ctrl+{place + 1}", partial(self._show_tab, place))
        add(self.tr("Map of the visits"), "Ctrl+Shift+M", window.map.toggle)
        add(self.tr("Next pane"), "F6", lambda: self._next_pane(1))
        add(self.tr("Previous pane"), "Shift+F6", lambda: self._next_pane(-1))

    def _add(self, group: str, text: str, key: str, act: Callable[[], object]) -> QAction:
        action = QAction(text, self._window)
        action.setProperty(GROUP, group)
        if key:
            action.setShortcut(_keys(key))
        action.triggered.connect(lambda: act())  # noqa: PLW0108 - triggered says whether it is checked
        self._window.addAction(action)
        return action

    def _show_tab(self, place: int) -> None:
        self._window.tabs.setCurrentIndex(place)
        _focus(self._main_pane())

    def _next_pane(self, step: int) -> None:
        window = self._window
        panes: list[tuple[QWidget, QWidget]] = [
            (window.top, window.top.search),
            (window.views, window.views),
            (window.tabs, self._main_pane()),
            (window.map.pane.view, window.map.pane.view),
            (window.detail, window.detail),
        ]
        panes = [(pane, target) for pane, target in panes if pane.isVisible()]
        focused = QApplication.focusWidget()
        here = max((place for place, (pane, _) in enumerate(panes) if focused and _within(focused, pane)), default=0)
        _focus(panes[(here + step) % len(panes)][1])

    def _main_pane(self) -> QWidget:
        """Return what takes the keyboard in the tab in front."""
        window = self._window
        if window.day.is_in_front:
            return window.day.page.main_focus()
        return window.page.view if window.page.view.isVisible() else window.page.empty.main_button()

    @Slot()
    def _go_to_rows(self) -> None:
        """Go on to the rows that were found, to the first of them where none is under the cursor."""
        view = self._window.page.view
        if view.isVisible() and view.current_id() is None:
            view.stay(0)
        _focus(self._main_pane())

    def _open_cell_menu(self) -> None:
        view = self._window.page.view
        view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, view.rect().center()))

    def _open_help(self, page: HelpPage) -> None:
        self._help_in_front().show_page(page)

    @Slot(object)
    def _open_manual(self, place: HelpPlace) -> None:
        self._help_in_front().show_place(place)

    def _help_in_front(self) -> "HelpDialog":
        window = self._window
        if self._help is None:
            from app.ui.help.help_dialog import HelpDialog  # noqa: PLC0415 - as above

            ports = window.ports
            shortcuts = self._offers.shortcuts()
            self._help = HelpDialog(ports.about, shortcuts, window.workers, ports.language, window)
            self._help.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._help.finished.connect(self._forget_help)
        self._help.show()
        self._help.raise_()
        self._help.activateWindow()
        return self._help

    @Slot()
    def _forget_help(self) -> None:
        self._help = None


def _keys(text: str) -> QKeySequence:
    """Return keys by their English names; those of the user's language Qt would have translated one by one."""
    return QKeySequence.fromString(text)


def _within(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)


def _focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
