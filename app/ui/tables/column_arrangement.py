"""The columns of a table in each of its views: as the user left them, else the first ones, fitted to what they hold."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.domain.views.columns import Table
from app.domain.views.queries import View, first_columns, first_hidden, has_own_columns, wide_columns
from app.ui.appearance.theme import scaled
from app.ui.context.window_state import WindowState
from app.ui.tables.columns_header import ColumnsHeader

_SCROLL_BAR = 14
_WIDE = 1384
"""Pixels from which on a table is wide, at the usual size of texts."""
_PAUSE_MS = 400


class ColumnArrangement(QObject):
    """Keeps what the user changes under the view in which they did it. Widths are of the page, in pixels."""

    kept = Signal()

    def __init__(self, table: Table, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._state = state
        self._header: ColumnsHeader
        self._view = View.ALL
        self.is_measured = False
        """Whether the columns fit what they hold."""
        self._is_arranged = False
        """Whether the user has arranged them."""
        self.has_detail = False
        """Whether the detail of a row shows beside the table."""
        self._carriers: tuple[str, ...] = ()
        self._keeping = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._keeping.timeout.connect(self._keep)

    def begin(self, header: ColumnsHeader, view: View) -> None:
        """Show the columns of a view in this header, once it is made; everything else needs it."""
        self._header, self._view = header, view
        self._show()
        header.columns_changed.connect(self._note)
        header.reset_asked.connect(self.reset)

    def show_carriers(self, carriers: tuple[str, ...], width: int) -> None:
        """Show the columns for the rows of these carriers."""
        if self._keeping.isActive():
            self._keep()
        self._carriers = carriers
        self._show()
        self.fill(width)

    def show_view(self, view: View, width: int) -> None:
        """Show the columns of another view."""
        if self._keeping.isActive():
            self._keep()
        self._view = view
        self._show()
        self.fill(width)

    def fit(self, width: int) -> None:
        """Fit the columns to what they hold and to the width, once, unless the user has arranged them."""
        if not (self.is_measured or self._is_arranged):
            self.is_measured = True
            self._header.measure()
            self.fill(width)

    def fill(self, width: int) -> None:
        """Fill the width with the columns, unless the user has arranged them."""
        if not self._is_arranged:
            hidden_first = partial(first_hidden, has_detail=self.has_detail)
            self._header.fill(width - _SCROLL_BAR, hidden_first=hidden_first, is_wide=width >= scaled(_WIDE))

    def widen(self, width: int) -> None:
        """Fit the columns to numbers longer than those before, which were scrolled in or arrived."""
        if self.is_measured and self._header.measure() and not self._is_arranged:
            self.fill(width)

    @Slot()
    def reset(self) -> None:
        """Show the first columns of the view again."""
        self._keeping.stop()
        self._state.keep_columns(self._name(), [])
        self._show()
        self.fit(self._header.viewport().width() + _SCROLL_BAR)

    def _show(self) -> None:
        kept = self._state.columns(self._name())
        if not kept and not has_own_columns(self._view):
            kept = self._state.columns(self._table)
        self._is_arranged, self.is_measured = bool(kept), False
        view = self._table, self._view
        self._header.show_columns(first_columns(*view, self._carriers), kept, wide_columns(*view))

    def _name(self) -> str:
        """Return the name under which the columns of the view are kept; that of ALL is the table's."""
        return self._table if self._view is View.ALL else f"{self._table}/{self._view}"

    @Slot()
    def _note(self) -> None:
        """Leave the columns as the user has just arranged them, and keep that after a pause."""
        self._is_arranged = True
        self._keeping.start()

    @Slot()
    def _keep(self) -> None:
        self._keeping.stop()
        self._state.keep_columns(self._name(), self._header.arrangement())
        self.kept.emit()
