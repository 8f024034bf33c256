"""When the detail pane is visible: as the user wants it, and in a narrow window only while it is asked for."""

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QSplitter, QToolButton, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.keys import with_system_keys
from app.ui.appearance.theme import Theme, scaled
from app.ui.day_report.day_tab import DayTab
from app.ui.details.detail_pane import DetailPane
from app.ui.state.window_state import WindowState
from app.ui.tables.table_tabs import TableTabs
from app.ui.widgets.labels import tool_tip

_LEAST_TABLE = 560
"""Pixels that the table keeps beside views and detail; in a window with less room the detail is folded."""
_LEAST_BESIDE_VIEWS = 480
"""The same for a detail that was asked for; with less room it takes the place of the views."""
_WIDE, _NARROW = b"wide", b"narrow"


class DetailFold(QObject):
    """Shows and hides the detail, by a button beside the tabs and by what asks for the detail.

    Args:
        panes: the splitter of the three panes.
        views: the first of them.
        detail: the last of them.
        tabs: the middle one, which gets the button.
        day: its tab without rows, and so without details.
        state: remembers what the user wants.
        theme: for the button.
    """

    def __init__(
        self,
        panes: QSplitter,
        views: QWidget,
        detail: DetailPane,
        tabs: TableTabs,
        day: DayTab,
        state: WindowState,
        theme: Theme,
    ) -> None:
        super().__init__(panes)
        self._panes = panes
        self._views = views
        self._detail = detail
        self._tabs = tabs
        self._day = day
        self._state = state
        kept = state.layout("detail")
        self._is_wanted = kept is None or kept.contains(_WIDE)
        """Whether it is visible where there is room for it."""
        self._is_asked_for = kept is not None and kept.contains(_NARROW)
        """The same where there is none."""
        self._is_narrow = False
        self.button = QToolButton()
        self.button.setIcon(icon("panel", theme.dim))
        self.button.setCheckable(True)
        self.button.setToolTip(tool_tip(with_system_keys(self.tr("Show or hide the detail (Ctrl+I)"))))
        self.button.setAccessibleName(self.tr("Show the detail"))
        self.button.clicked.connect(self.toggle)
        tabs.setCornerWidget(self.button, Qt.Corner.TopRightCorner)
        tabs.currentChanged.connect(self.follow)
        detail.hint_changed.connect(self.follow)
        for page in tabs.pages.values():
            page.rows_shown.connect(self.follow)
        panes.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold the detail when there is no more room for it."""
        if event.type() == QEvent.Type.Resize:
            least = self._views.minimumWidth() + self._detail.minimumWidth() + scaled(_LEAST_TABLE)
            was_narrow, self._is_narrow = self._is_narrow, self._panes.width() < least
            if self._is_narrow and not was_narrow and self._panes.isVisible():
                self._is_asked_for = False
            self.follow()
        return False

    @property
    def _is_open(self) -> bool:
        return self._is_asked_for if self._is_narrow else self._is_wanted

    @Slot()
    def toggle(self) -> None:
        """Show the detail, or hide it."""
        self._show(is_open=not self._is_open)

    @Slot()
    def open(self) -> None:
        """Show the detail, since something in it is asked for."""
        self._show(is_open=True)

    def _show(self, *, is_open: bool) -> None:
        if self._is_narrow:
            self._is_asked_for = is_open
        else:
            self._is_wanted = is_open
        flags = [name for name, is_set in ((_WIDE, self._is_wanted), (_NARROW, self._is_asked_for)) if is_set]
        self._state.keep_layout("detail", QByteArray(b" ".join(flags)))
        self.follow()

    def _is_idle(self) -> bool:
        """Whether it would only take room in a narrow window: no row can be chosen."""
        front = self._tabs.front
        has_choice = front is None or bool(front.model.ids)
        return self._is_narrow and self._detail.asks_for_row and not has_choice

    @Slot()
    def follow(self) -> None:
        """Show or hide the pane; the keyboard goes from a hidden one to the table."""
        has_rows = not self._day.is_in_front
        is_shown = self._is_open and has_rows and not self._is_idle()
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is self._detail or self._detail.isAncestorOf(focused))
        beside = self._panes.width() - self._views.minimumWidth() - self._detail.minimumWidth()
        self._views.setVisible(not (is_shown and beside < scaled(_LEAST_BESIDE_VIEWS)))
        self._detail.setVisible(is_shown)
        self.button.setVisible(has_rows)
        self.button.setChecked(is_shown)
        if had_focus and not is_shown and has_rows:
            self._tabs.page.view.setFocus()
