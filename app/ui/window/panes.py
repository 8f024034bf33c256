"""The panes of the window and where they stand."""

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QToolButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain.views.columns import DESK_TABLES, Table
from app.ui.appearance.icons import icon
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.details.detail_pane import DetailPane
from app.ui.notices.banner import Banner
from app.ui.receiver.steps import StepsCard
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.top_bar.top_bar import TopBar
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.flow_layout import ContentArea
from app.ui.widgets.labels import tool_tip
from app.ui.widgets.layouts import in_column, keep_room
from app.ui.widgets.system import application

_LOW = 400
"""Below this height, in pixels, the steps take one line, so that rows remain."""
NARROW = 1280
"""Pixels of the window below which the views are a rail, and the detail lies over the table once one asks for it."""
_LEAST_OVER, _SEEN = 960, 96
"""Below so many it covers the table whole; else so many of the table stay in sight."""
_WIDE, _NARROW = b"wide", b"narrow"


class _Below(ContentArea):
    """What is below the top bar; in a window too low for it, it is scrolled, to what takes the keyboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        application().focusChanged.connect(self._follow_focus)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep in sight what has the keyboard when something gets another height."""
        if watched is self.widget() and event.type() == QEvent.Type.Resize:
            self._follow_focus()
        return super().eventFilter(watched, event)

    @Slot()
    def _follow_focus(self) -> None:
        """Scroll once what was just opened has its place; not after a click: all would move below the pointer."""
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._soon.start()

    @Slot()
    def _show_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.ensureWidgetVisible(focused, 0, 0)


class Panes(QWidget):
    """The top bar, notices and steps, and under them the views, the tables and the detail beside each other."""

    def __init__(self, context: WindowContext) -> None:
        say, theme = context.say, context.theme
        # Not later: a widget that gets another parent is styled anew, with all in it.
        super().__init__(context.window)
        self.top = TopBar(say, context.clock.today, theme, self)
        self.top.date.loaded_dates = lambda *dates: (one.date for one in context.rows.loaded_days(*dates))
        below = _Below(self)
        content = QWidget(below.viewport())
        content.setObjectName("scrolled")  # the style sheet refers to it by this name
        notes = QWidget(content)
        notes.setObjectName("scrolled")
        self.banner = Banner(theme, self.top.notes, notes)
        steps = QWidget(notes)
        self.steps_card = StepsCard(theme, steps)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, content)
        self.views = ViewsPanel(say, theme, self.splitter)
        pages = [TablePage(table, context) for table in DESK_TABLES]
        self.tabs = TableTabs({page.table: page for page in pages}, self.splitter)
        self.detail = DetailPane(say, theme, self.tabs)
        self.slot = QWidget(self.tabs.beside)
        """Where the detail stands in a wide window."""
        self.slot.setMinimumWidth(self.detail.minimumWidth())
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(self.splitter.indexOf(self.tabs), 1)
        self.tabs.beside.setStretchFactor(0, 1)
        area = ContentArea(content, least=notes.maximumHeight())  # never scrolled alone: a low window is, with all
        area.setWidget(notes)
        noted = _column(notes)
        noted.addWidget(self.banner)
        noted.addWidget(steps)
        _column(steps).addWidget(self.steps_card)
        self.banner.strip_shown.connect(steps.setHidden)  # one strip at a time
        self._rows = _column(content)
        self._rows.addWidget(area)
        self._rows.addWidget(self.splitter, 1)
        self.page: QWidget | None = None
        """What has the place of the splitter."""
        self._focused: QWidget | None = None
        """What had the keyboard before."""
        below.setWidget(content)
        column = _column(self)
        column.addWidget(self.top)
        column.addWidget(below, 1)

    def show_page(self, page: QWidget | None) -> None:
        """Put a page in the place of views, tables and detail; None: them again, with the keyboard where it was."""
        if page is not None:
            self._focused = QApplication.focusWidget()
            self._rows.addWidget(page, 1)
            page.show()
        elif self.page is not None:
            self.page.hide()
        self.splitter.setVisible(page is None)
        self.page = page
        if page is None:
            focused = self._focused
            can_take = focused is not None and isValid(focused) and focused.isVisible()
            (focused if focused is not None and can_take else self.tabs.main_focus()).setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the steps in a low window."""
        super().resizeEvent(event)
        self.steps_card.fold(is_low=event.size().height() < scaled(_LOW))


def _column(parent: QWidget) -> QVBoxLayout:
    return in_column(on=parent, margins=0, spacing=0)


class PaneFocus(QObject):
    """Knows the panes from left to right, and what takes the keyboard in each."""

    def __init__(self, panes: Panes) -> None:
        super().__init__(panes)
        self._panes = panes
        self._top = top = panes.top
        self._views = panes.views
        self._tabs = tabs = panes.tabs
        self._detail = panes.detail
        self._awaited: TablePage | None = None
        """The table whose answer Enter in the search waits for."""
        top.search.rows_asked.connect(self._go_to_rows)
        top.search.returnPressed.connect(self._go_to_hits)
        for page in tabs.pages.values():
            page.rows_shown.connect(self._take_hits)
            page.typed.connect(self._begin_search)

    def step(self, step: int) -> None:
        """Move the focus to the next visible pane (1), or to the previous one (-1)."""
        panes: list[tuple[QWidget, QWidget]] = [
            (self._top, self._top.search),
            (self._views, self._views),
            (self._tabs, self._tabs.main_focus()),
            (self._detail, self._detail),
        ]
        if (calls := self._panes.page) is not None:
            held: QWidget | None = calls.focusWidget()
            panes.append((calls, held or calls))
        panes = [(pane, target) for pane, target in panes if pane.isVisible()]
        focused = QApplication.focusWidget()
        here = max((nth for nth, (pane, _) in enumerate(panes) if focused and _within(focused, pane)), default=0)
        focus(panes[(here + step) % len(panes)][1])

    def show_tab(self, place: int) -> None:
        """Bring a tab to the front, and move the focus into it."""
        self._tabs.setCurrentIndex(place)
        self._tabs.main_focus().clearFocus()  # which it may have got for another reason
        focus(self._tabs.main_focus())

    @Slot()
    def _go_to_rows(self) -> None:
        """Move the focus to the rows that were found, and select the first one if none is selected."""
        self._tabs.asked_for.emit()
        view = self._tabs.page.view
        if view.isVisible() and view.current_id() is None:
            view.stay(0)
        focus(self._tabs.main_focus())

    @Slot(str)
    def _begin_search(self, typed: str) -> None:
        """Go on in the search with what was typed in a table, instead of what was searched for before."""
        focus(self._top.search)
        self._top.search.setText(typed)  # and the cursor behind it, where the focus has selected all

    @Slot()
    def _go_to_hits(self) -> None:
        """Open the one row that was found, or go to the rows; they may still be on their way."""
        had_focus = self._top.search.hasFocus()
        self._tabs.asked_for.emit()
        if had_focus:  # a page that was open gave the keyboard to what had it before
            focus(self._top.search)
        self._awaited = self._tabs.page
        if self._tabs.rows is None:
            self._tabs.setCurrentWidget(self._awaited)
        self._take_hits()

    @Slot()
    def _take_hits(self) -> None:
        page = self._awaited
        if page is None or not page.is_answered:
            return
        self._awaited = None
        if page is not self._tabs.front or not (self._top.search.hasFocus() and page.model.ids):
            return
        if len(page.model.ids) == 1:
            page.view.stay(0)
            page.detail_asked.emit()
        else:
            self._go_to_rows()


def focus(widget: QWidget) -> None:
    """Move the keyboard focus to a widget, as a shortcut does."""
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _within(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)


class DetailFold(QObject):
    """Shows and hides the detail, by a button beside the tabs and by what asks for the detail."""

    def __init__(self, context: WindowContext, panes: Panes, button: QToolButton) -> None:
        super().__init__(panes)
        self._panes, self._slot = panes.splitter, panes.slot
        self._detail = detail = panes.detail
        self._tabs = tabs = panes.tabs
        self._state = context.state
        kept = context.state.layout("detail")
        self._is_wanted = kept is None or kept.contains(_WIDE)
        """Whether it is visible where there is room for it."""
        self._is_asked_for = kept is not None and kept.contains(_NARROW)
        """The same where there is none."""
        self._is_narrow = False
        self._is_on_page = False
        """Whether it was asked for on the map or the lanes, which it would cover for nothing until then."""
        self.button = button
        self.button.setIcon(icon("panel", context.theme.dim))
        self.button.setCheckable(True)
        keep_room(self.button)
        self.button.setToolTip(tool_tip(with_system_keys(self.tr("Show or hide the detail (Ctrl+I)"))))
        self.button.setAccessibleName(self.tr("Show the detail"))
        self.button.clicked.connect(self.toggle)
        tabs.currentChanged.connect(self._follow_tab)
        detail.emptied_or_filled.connect(self.follow)
        detail.close_asked.connect(self.toggle)
        for page in tabs.pages.values():
            page.rows_shown.connect(self.follow)
            if page.table is not Table.MANIFESTS:  # the detail of one are its shipments
                page.detail_asked.connect(self._go_to_detail)
                page.clicked.connect(self.open)
        for one in (self._panes, self._slot, tabs.beside):
            one.installEventFilter(self)
        application().focusChanged.connect(self._uncover)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold the detail when there is no more room for it, and keep it in its place."""
        if event.type() == QEvent.Type.Resize and watched is self._panes:
            was_narrow, self._is_narrow = self._is_narrow, self._panes.width() < scaled(NARROW)
            if self._is_narrow and not was_narrow and self._panes.isVisible():
                self._is_asked_for = False
            self.follow()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return False

    def _place(self) -> None:
        """Put the detail where it stands, or over the table."""
        place = self._tabs.beside.geometry()
        if not self._is_narrow:
            place = self._slot.geometry().translated(place.topLeft())
        elif not self._covers:
            place.setLeft(place.left() + scaled(_SEEN))
        self._detail.setGeometry(place)

    @property
    def _covers(self) -> bool:
        """Whether nothing of the table is in sight below the detail."""
        return self._panes.width() < scaled(_LEAST_OVER)

    @Slot()
    def _uncover(self) -> None:
        """Close the detail when what it covers gets the keyboard."""
        focused, below = QApplication.focusWidget(), self._tabs.beside
        if focused is None or not (self._is_narrow and self._detail.isVisible() and below.isAncestorOf(focused)):
            return
        if focused is not self._tabs.main_focus() or self._covers:
            self._show(is_open=False)

    @property
    def _is_open(self) -> bool:
        if self._is_page:
            return self._is_on_page
        return self._is_asked_for if self._is_narrow else self._is_wanted

    @property
    def _is_page(self) -> bool:
        """Whether the tab in front shows the rows of a table in another way."""
        return self._tabs.rows is not None and self._tabs.front is None

    @Slot()
    def _follow_tab(self) -> None:
        self._is_on_page = False
        self.follow()

    @Slot()
    def toggle(self) -> None:
        """Show the detail, of the first row where none is chosen; or hide it."""
        rows = self._tabs.rows
        if self._detail.is_empty and rows is not None:
            rows.view.stay(0)
            self.open()
        else:
            self._show(is_open=not self._is_open)

    def leave(self) -> bool:
        """Hide the detail if the keyboard is in it, or in the table beside it; return whether it was shown there."""
        focused = QApplication.focusWidget()
        panes = self._detail, self._tabs.beside
        is_left = self._detail.isVisible() and focused is not None and any(_within(focused, one) for one in panes)
        if is_left:
            self._show(is_open=False)
        return is_left

    @Slot()
    def open(self) -> None:
        """Show the detail, since something in it is asked for."""
        self._show(is_open=True)

    @Slot()
    def _go_to_detail(self) -> None:
        self.open()
        self._detail.setFocus()

    def _show(self, *, is_open: bool) -> None:
        if self._is_page:
            self._is_on_page = is_open
            self.follow()
            return
        if self._is_narrow:
            self._is_asked_for = is_open
        else:
            self._is_wanted = is_open
        flags = [name for name, is_set in ((_WIDE, self._is_wanted), (_NARROW, self._is_asked_for)) if is_set]
        self._state.keep_layout("detail", QByteArray(b" ".join(flags)))
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Show or hide the pane; the keyboard goes from a hidden one to the table."""
        rows = self._tabs.rows
        has_rows = rows is not None
        is_shown = self._is_open and has_rows and not self._detail.is_empty  # it would take room for nothing
        focused = QApplication.focusWidget()
        had_focus = focused is not None and _within(focused, self._detail)
        is_beside = is_shown and not self._is_narrow
        for page in self._tabs.pages.values():
            page.note_detail(is_shown=is_beside)
        self._detail.lie_over(is_over=self._is_narrow)
        self._slot.setVisible(is_beside)
        QApplication.sendPostedEvents(self._tabs.beside, QEvent.Type.LayoutRequest)
        self._place()
        self._detail.setVisible(is_shown)
        if is_shown and self._covers and focused is not None and self._tabs.beside.isAncestorOf(focused):
            self._detail.setFocus()
        self.button.setVisible(rows is not None and len(rows.model.ids) > 0)
        self.button.setChecked(is_shown)
        if had_focus and not is_shown and has_rows:
            self._tabs.main_focus().setFocus()
