"""The model of a table: row ids in an order, with the cells of the rows that are read."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from app.domain.column import Cell, Column, Kind
from app.domain.contract.outcomes import Outcome
from app.domain.contract.statuses import State
from app.domain.days import Scope
from app.domain.errors import AppError
from app.domain.folding import fold
from app.domain.relay.handling import Holder, case_of_shipment
from app.domain.texts import Say, Text
from app.domain.views.columns import CARRIER, address_parts, is_offered, whole_address
from app.domain.views.queries import SortKey
from app.domain.views.sign_texts import MANIFEST_UNCOUNTED, SIGN_TEXTS, signs_of, why_uncounted
from app.ui.appearance.formats import Formats, parsed_date
from app.ui.appearance.icons import CellLook, CellRole, RowLook, TextTone, mark_of
from app.ui.cells.row_table import inserted
from app.ui.widgets.labels import tool_tip

_PAGE = 60
_KEPT = 2000
_AGAIN_MS = 1000
"""The time after which unreadable cells are tried again."""
_NEW = Text("Mark", "New.")
_ROLES: dict[int, str] = {
    Qt.ItemDataRole.DisplayRole: "text",
    CellRole.STATE: "state",
    CellRole.KIND: "kind",
    CellRole.TONE: "tone",
    CellRole.MARK: "mark",
    CellRole.FIRST: "first",
    CellRole.FLASH: "flash",
    CellRole.NEW: "is_new",
    CellRole.DIMMED: "is_dimmed",
}
"""What a `CellLook` or the row's `RowLook` holds."""
_LISTS = ("shipments", "numbers")
_OF_ROW = (CellRole.FLASH, CellRole.NEW, CellRole.DIMMED)
_STATUS, _OUTCOME = Kind.STATUS, Kind.OUTCOME  # looking a member up in its class takes as long as comparing it
_CHANGED, _SIGNS, _UNSEEN, _COUNTS = 1, 2, 3, 4
"""Indexes of what follows the columns in a row's cells."""
_DAYS = ("date", "timestamp")
"""The columns with the day of a row; the first of them that a table has counts."""
_Index = QModelIndex | QPersistentModelIndex
_NO_ROW: Final = QModelIndex()
_ALIGNED = {
    False: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    True: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}


class RowsModel(QAbstractTableModel):
    """A list of row ids. Cells are read a page at a time when they are needed, and cached.

    What a cell has besides its text (state, tone, flash) is in `CellRole`. While the store cannot be read, cells are
    empty.
    """

    failed = Signal(object)
    """The `AppError` why cells cannot be read; emitted once until some can be read again."""

    def __init__(
        self,
        columns: tuple[Column, ...],
        cells: Callable[[Sequence[int]], dict[int, tuple[Cell, ...]]],
        say: Say,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        self.ids: Sequence[int] = ()
        self.shown = Scope((), date.min)
        """Whose rows they are."""
        self.formats: Formats
        self._cells = cells
        self._titles = [say(column.title) for column in columns]
        self._say = say
        self._kept: dict[int, tuple[Cell, ...]] = {}
        self._rows: dict[int, int] | None = None
        """The row of each id; made when it is first needed."""
        self._sort: tuple[SortKey, ...] = ()
        self._flashes: dict[int, float] = {}
        self._is_failing = False
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.reread)
        self._new = say(_NEW)
        places = {column.key: nth for nth, column in enumerate(columns)}
        self._followers = {places[one.key]: places[one.followed_by] for one in columns if one.followed_by in places}
        """The index of the column that belongs behind another one, by that one's."""
        self.handled_by: Callable[[frozenset[str]], Holder | None] | None = None
        """Returns who handles a shipment at another desk, which its owner's cell says; None: nobody is asked."""
        self._day = next((nth for nth, column in enumerate(columns) if column.key in _DAYS), None)
        self._closed = places.get("visit_timestamp")
        self._promise = next((nth for nth, column in enumerate(columns) if column.key == "promised_date"), None)

    def rowCount(self, parent: _Index = _NO_ROW) -> int:
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: _Index = _NO_ROW) -> int:
        """Return how many columns there are, shown or not."""
        return 0 if parent.isValid() else len(self.columns)

    def show_ids(self, ids: Sequence[int], *, is_news: bool = False, is_part: bool = False) -> bool:
        """Show these rows, and read their cells again, unless only new rows came.

        `is_news` if the user did not ask for it; `is_part` if the whole list follows soon: then the cells are read
        again.

        Returns:
            Whether persistent indexes became invalid. They stay valid if the list only got new rows.
        """
        runs = inserted(self.ids, ids) if len(self.ids) else None
        if runs is None:
            self.beginResetModel()
            self.ids, self._rows = ids, None
            if not is_part:
                self._kept.clear()
            self.endResetModel()
            return True
        for first, last in runs:
            self.beginInsertRows(QModelIndex(), first, last)
            is_last = last == runs[-1][1]
            self.ids = ids if is_last else [*self.ids[:first], *ids[first : last + 1], *self.ids[first:]]
            self._rows = None
            self.endInsertRows()
        if is_part:
            self.repaint_rows(0, len(ids) - 1)
        elif not is_news:
            self.reread()
        return False

    @Slot()
    def reread(self) -> None:
        """Drop all cached cells."""
        self._kept.clear()
        if len(self.ids):
            self.repaint_rows(0, len(self.ids) - 1)

    def forget(self, ids: Iterable[int]) -> None:
        """Drop the cached cells of these rows; they are read again when they are needed."""
        for one in ids:
            self._kept.pop(one, None)

    def repaint_rows(self, first: int, last: int) -> None:
        """Repaint these rows with cells that are read again."""
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def values(self, row: int) -> tuple[Cell, ...]:
        """Return the stored cells of a row; empty if it no longer exists or cannot be read."""
        row_id = self.ids[row]
        if row_id not in self._kept:
            first = max(0, row - _PAGE // 4)
            wanted = [one for one in self.ids[first : first + _PAGE] if one not in self._kept]
            for old in list(islice(self._kept, max(0, len(self._kept) + len(wanted) - _KEPT))):
                del self._kept[old]
            self._kept |= dict.fromkeys(wanted, ()) | self._read(wanted)
        return self._kept[row_id]

    def _read(self, wanted: Sequence[int]) -> dict[int, tuple[Cell, ...]]:
        """Read cells. Errors are emitted, since an exception while Qt paints would leave its painter open."""
        try:
            cells = self._cells(wanted)
        except AppError as error:
            if not self._is_failing:
                self.failed.emit(error)
            self._is_failing = True
            self._again.start()
            return {}
        self._is_failing = False
        return cells

    def value(self, row: int, key: str) -> Cell:
        """Return one stored cell."""
        values = self.values(row)
        return values[self.position(key)] if values else None

    def kept_with(self, key: str, wanted: Iterable[Cell]) -> list[int]:
        """Return the ids of the cached rows with one of these values in a column."""
        place, values = self.position(key), set(wanted)
        return [row_id for row_id, cells in self._kept.items() if cells and cells[place] in values]

    def position(self, key: str) -> int:
        """Return the index of a column."""
        return next(nth for nth, column in enumerate(self.columns) if column.key == key)

    def has(self, key: str) -> bool:
        """Return whether there is such a column."""
        return any(column.key == key for column in self.columns)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data of a cell for a role."""
        if not index.isValid() or index.row() >= len(self.ids):
            return None
        row, place = index.row(), index.column()
        if role in _ROLES:
            look = self.look(row, [place])
            return getattr(look if role in _OF_ROW else look.cells[0], _ROLES[role])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNED[self.columns[place].kind.is_number]
        values = self.values(row)
        return self._words(role, place, values) if values else None

    def _words(self, role: int, place: int, values: tuple[Cell, ...]) -> str | None:
        """Return the text of a cell for screen readers, its tooltip, or its description; None for another role."""
        said = self._said(self.columns[place], values)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._text(place, values)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "".join(map(tool_tip, (self._text(place, values), *self._sent(place, values), *said)))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return " ".join([*([self._new] if self._is_new(values) else []), *said])
        return None

    def look(self, row: int, places: Iterable[int]) -> RowLook:
        """Return the look of a row and of its cells in these columns."""
        values, flash = self.values(row), self._flashes.get(self.ids[row])
        if not values:
            return RowLook(flash, False, [CellLook(kind=self.columns[place].kind) for place in places])
        cells = [self._cell(place, values) for place in places]
        return RowLook(flash, self._is_new(values), cells, self._is_uncounted(values))

    def _cell(self, place: int, values: tuple[Cell, ...]) -> CellLook:
        column, value = self.columns[place], values[place]
        kind = column.kind
        state: Any = None  # both are texts, or None
        mark: Any = None
        if kind is _STATUS:
            signs: Any = values[len(self.columns) + _SIGNS]
            state, mark = values[len(self.columns)], mark_of(signs)
        elif kind is _OUTCOME and value == Outcome.QUARANTINED:
            state = "warning"
        text, first = self._text(place, values), None
        if place in self._followers:
            first = len(address_parts(*self._whole(place, values))[0])
        elif column.key == "locality" and " (" in text:  # its city, the same in most rows
            first = text.index(" (")
        elif column.key in _LISTS and ", " in text:  # of several numbers one is whole, and none is cut
            head, *more = text.split(", ")
            text = f"{head} +{len(more)}"
        elif kind is Kind.SHARE:
            first = value  # type: ignore[assignment]
        return CellLook(text, state, kind, self._tone(place, column, values), mark, first)

    def _whole(self, place: int, values: tuple[Cell, ...]) -> tuple[Cell, Cell]:
        return values[place], values[self._followers[place]]

    def _text(self, place: int, values: tuple[Cell, ...]) -> str:
        """Return the text of a cell; assistive technology reads those of hidden columns too."""
        column, value = self.columns[place], values[place]
        if place in self._followers:
            return whole_address(*self._whole(place, values))
        if column is CARRIER:
            return self.shown.short(str(value))
        if column.key == "assigned_to" and (holder := self._holder(values)) is not None:
            return " · ".join(filter(None, (self.formats.cell(column, value), holder.name)))
        if (at := self._carriers_hour(place, values)) is not None:
            return self.formats.minute(at)
        return "" if column.is_private else self.formats.cell(column, value)

    def _carriers_hour(self, place: int, values: tuple[Cell, ...]) -> datetime | None:
        """Return when the carrier said that a shipment without a visit failed, in place of the visit's time."""
        is_meant = place == self._closed and values[place] is None and values[len(self.columns)] == State.EXCEPTION
        said_at = values[len(self.columns) + _CHANGED] if is_meant else None
        return datetime.fromisoformat(str(said_at)) if said_at else None

    def show_carriers(self, shown: Scope) -> bool:
        """Show the rows of these carriers; return whether other columns are offered, or codes read in another way."""
        before, self.shown = self.shown.carriers, shown
        return before != shown.carriers and max(len(before), len(shown.carriers)) > 1

    def offers(self, column: Column) -> bool:
        """Return whether a column can be shown now."""
        return is_offered(column, self.shown.carriers)

    def _sent(self, place: int, values: tuple[Cell, ...]) -> list[str]:
        """Return a status as it was sent, or a carrier's whole code, if the cell says it in other words."""
        sent = str(values[place] or "")
        is_status = self.columns[place].kind in (_STATUS, Kind.CODED_STATUS) or self.columns[place] is CARRIER
        return [f"«{sent}»"] if is_status and fold(sent) != fold(self._text(place, values)) else []

    def text(self, row: int, key: str) -> str | None:
        """Return a value as it is copied: an address with its complement; None: there is none."""
        values, place = self.values(row), self.position(key)
        if not values or values[place] is None:
            return None
        return self._text(place, values) if place in self._followers else str(values[place])

    def _tone(self, place: int, column: Column, values: tuple[Cell, ...]) -> TextTone | None:
        if place == self._promise:
            return promise_tone(values[place], values[len(self.columns)], self.formats.today)
        if self._carriers_hour(place, values) is not None:
            return TextTone.DIM
        is_held = column.key == "assigned_to" and self._holder(values) is not None
        return TextTone.WARN if is_held else self.formats.visit_tone(column, values[place])

    def _holder(self, values: tuple[Cell, ...]) -> Holder | None:
        """Return who handles the row's case at another desk; None: nobody."""
        if self.handled_by is None:
            return None
        carrier, day, number = (values[self.position(key)] for key in (CARRIER.key, "date", "number"))
        return self.handled_by(frozenset([case_of_shipment(carrier, day, number)]))

    def _is_new(self, values: tuple[Cell, ...]) -> bool:
        """Whether a row is a failure of today that was not looked at; if more were highlighted, most rows would be."""
        is_failed = values[len(self.columns)] == State.EXCEPTION
        is_unseen = bool(values[len(self.columns) + _UNSEEN]) and self._day is not None
        return is_failed and is_unseen and parsed_date(str(values[self._day or 0])) == self.formats.today

    def is_unseen(self, row: int) -> bool:
        """Return whether a row of any day has unseen changes."""
        values = self.values(row)
        return bool(values and values[len(self.columns) + _UNSEEN])

    def _is_uncounted(self, values: tuple[Cell, ...]) -> bool:
        """Whether the figures of the day leave the row out."""
        return values[len(self.columns) + _COUNTS] == 0

    def _said(self, column: Column, values: tuple[Cell, ...]) -> list[str]:
        """Return the tooltip of a status: its signs, the gravest first, and why the figures leave the row out."""
        signs = str(values[len(self.columns) + _SIGNS] or "")
        said = []
        if column.kind in (Kind.STATUS, Kind.SIGNS):
            texts = [SIGN_TEXTS[sign] for sign in signs_of(signs)]
            said = [f"{self._say(text.name)}: {self._say(text.meaning)}" for text in texts]
        if self._is_uncounted(values):
            said.append(self._say(why_uncounted(signs) if self.has("signs") else MANIFEST_UNCOUNTED))
        return said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title, with its rank in the sort order."""
        if orientation is Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section] + self._arrow(column.key)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(self._titles[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNED[column.kind.is_number]
        return None

    def title(self, key: str) -> str:
        """Return a column's title in the user's language."""
        return self._titles[self.position(key)]

    def show_titles(self, own: Mapping[str, Text]) -> None:
        """Use these titles, by their columns' keys, instead of those that the columns have in other views."""
        self._titles = [self._say(own.get(column.key, column.title)) for column in self.columns]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def show_order(self, sort: tuple[SortKey, ...]) -> None:
        """Show the sort order in the header."""
        self._sort = sort
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def _arrow(self, key: str) -> str:
        for place, one in enumerate(self._sort, 1):
            if one.key == key:
                return (" ↓" if one.descending else " ↑") + (str(place) if len(self._sort) > 1 else "")
        return ""

    def flash(self, strengths: dict[int, float]) -> None:
        """Set how strongly rows flash, by id; 0 or absent is not at all."""
        self._flashes = strengths

    def unknown(self, ids: Iterable[int]) -> list[int]:
        """Return those of these ids that are not in the list, in their order."""
        rows = self._places()
        return [one for one in ids if one not in rows]

    def rows_of(self, ids: Collection[int]) -> list[int]:
        """Return the rows of these ids, in the order of the table."""
        rows = self._places() if ids else {}  # of 100,000 rows some 8 ms, at the first showing with no id to look up
        return sorted({rows[one] for one in ids if one in rows})

    def _places(self) -> dict[int, int]:
        if self._rows is None:
            self._rows = {one: row for row, one in enumerate(self.ids)}
        return self._rows


def promise_tone(value: Cell, state: Cell, today: date) -> TextTone | None:
    """Return the tone of a promised date: that it is past while nothing was delivered, or that it is kept."""
    if state == State.DELIVERED:
        return TextTone.DIM
    day = parsed_date(str(value)) if value is not None else None
    return TextTone.BAD if day is not None and day < today else None
