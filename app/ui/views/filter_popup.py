"""The popup in which one ticks the values of a column that are to be seen, or limits a number or time."""

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLocale, QPoint, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from app.domain.column import Cell, Column, Kind
from app.domain.folding import fold
from app.domain.views.queries import Bound, ValueFilter
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import line_height, scaled
from app.ui.widgets.fitted_dialog import Popover, place
from app.ui.widgets.labels import name_field, plain_label, restyle
from app.ui.widgets.layouts import in_column, in_row

MOST_VALUES = 2000
"""Values of a column that are listed, the most frequent ones first."""
_VALUE = Qt.ItemDataRole.UserRole
_WIDTH, _LINE, _LINES, _LEAST = 320, 28, 12, 3
_AROUND = 30
_COUNT = 1
"""The places in a line of what shows its value alone, and of how many rows have it."""

_PAUSE_MS = 400
_MINUTE = 60
_MOST = 1e12
_CLOCK = re.compile(r"([01]?\d|2[0-3])(?:[:.]?([0-5]\d))?")
_NUMBER = re.compile(r"(-?\d+)(?:[.,](\d+))?")


class LimitFields(QWidget):
    """Applies what was typed after a pause; a field that is empty limits nothing.

    What cannot be read is marked, and changes nothing. A duration is typed in minutes, and 7 as a time of day is 7:00.
    """

    changed = Signal(object)
    """The limits, a tuple of `ValueFilter`."""

    def __init__(self, key: str, kind: Kind, limits: Iterable[ValueFilter], locale: QLocale) -> None:
        super().__init__()
        self._key, self._kind, self._locale = key, kind, locale
        self._factor = _MINUTE if kind is Kind.SECONDS else 1
        self._limits = {one.bound: one.value for one in limits if one.bound}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.apply)
        self.low, self.high = (QLineEdit() for _ in Bound)
        unit = {Kind.SECONDS: "min", Kind.METRES: "m"}.get(kind, "" if kind.is_number else "hh:mm")
        row = in_row(on=self, margins=0)
        for title, bound, field in (
            (self.tr("From"), Bound.FROM, self.low),
            (self.tr("To"), Bound.TO, self.high),
        ):
            name_field(field, f"{title} ({unit})" if unit else title)
            field.setPlaceholderText(unit)
            if bound in self._limits:
                field.setText(self._text(self._limits[bound]))
            row.addWidget(plain_label(title))
            row.addWidget(field, 1)
            field.textChanged.connect(self._pause.start)
            field.editingFinished.connect(self.apply)

    def clear(self) -> None:
        """Limit nothing."""
        self.low.clear()
        self.high.clear()
        self.apply()

    @Slot()
    def apply(self) -> None:
        """Tell the limits if they are others than before."""
        self._pause.stop()
        before = dict(self._limits)
        for bound, field in ((Bound.FROM, self.low), (Bound.TO, self.high)):
            text = field.text().strip()
            value = self._number(text) if self._kind.is_number else _clock(text)
            is_wrong = bool(text) and value is None
            if is_wrong is not bool(field.property("invalid")):
                restyle(field, "invalid", is_wrong)
                field.setAccessibleDescription(self.tr("This cannot be read.") if is_wrong else "")
            if value is not None:
                self._limits[bound] = value
            elif not text:
                self._limits.pop(bound, None)
        if self._limits != before:
            limits = ((one, self._limits[one]) for one in Bound if one in self._limits)
            self.changed.emit(tuple(ValueFilter(self._key, value, bound=one) for one, value in limits))

    def _text(self, value: object) -> str:
        if not isinstance(value, int | float):
            return str(value)
        number = value / self._factor
        return self._locale.toString(number, "f", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value)

    def _number(self, text: str) -> float | None:
        """Return a number as the user's language writes it, or with the other sign before its decimals."""
        number, is_number = self._locale.toDouble(text)
        if not is_number:
            match = _NUMBER.fullmatch(text)
            if match is None:
                return None
            whole, decimals = match.groups("")
            number = float(whole + decimals if len(decimals) == 3 else f"{whole}.{decimals or 0}")  # 1.234 is grouped
        return number * self._factor if abs(number) <= _MOST else None


def _clock(text: str) -> str | None:
    """Return `HH:MM` of `7`, `7:30`, `7.30` or `730`."""
    match = _CLOCK.fullmatch(text)
    return f"{int(match[1]):02}:{match[2] or '00'}" if match else None


class FilterPopup(Popover):
    """Applies as one ticks, and stays open until a click elsewhere or Esc; what is typed narrows the list.

    The counts are those under all other filters.
    """

    values_chosen = Signal(object)
    """The values that are to be seen, a tuple; empty: all."""
    sort_asked = Signal(bool)
    """Sort by the column; True: descending."""

    def __init__(
        self, column: Column, formats: Formats, own: Sequence[ValueFilter], parent: QWidget, *, is_ranged: bool
    ) -> None:
        """Open on a column with its present filters, `own`; if the column `is_ranged`, offer limits as well."""
        super().__init__(None, parent)
        title = formats.title(column)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Filter by {column}").format(column=title))
        self._column, self._formats = column, formats
        self._chosen = dict.fromkeys(one.value for one in own if one.is_chosen_value)
        self.limits = LimitFields(column.key, column.kind, own, formats.locale) if is_ranged else None
        up, down = self.tr("Sort A → Z"), self.tr("Sort Z → A")
        if is_ranged:
            up, down = self.tr("Lowest first"), self.tr("Highest first")
        self.ascending = QPushButton(f"↑  {up}", flat=True, autoDefault=False)
        self.descending = QPushButton(f"↓  {down}", flat=True, autoDefault=False)
        for button, name in ((self.ascending, up), (self.descending, down)):
            button.setProperty("entry", True)
            button.setAccessibleName(name)
        self.field = QLineEdit(placeholderText=self.tr("Find; Enter shows only the first…"))
        name_field(self.field, self.tr("Find in {column}").format(column=title))
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setHeaderHidden(True)
        self.list.setUniformRowHeights(True)
        self.list.setColumnCount(2)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(title)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(_COUNT, QHeaderView.ResizeMode.Fixed)
        self._only = self.tr("Only this")
        self.list.ensurePolished()
        self.list.header().resizeSection(
            _COUNT, self.list.fontMetrics().horizontalAdvance(self._only) + scaled(_AROUND)
        )
        self._pointed_at: tuple[QTreeWidgetItem, str] | None = None
        self._cut = ""
        self.note = plain_label(tone="dim")
        self.remove = QPushButton(self.tr("Remove filter"), flat=True, autoDefault=False)
        self._lay_out()
        self.note.hide()
        if self.limits:
            self.finished.connect(self.limits.apply)
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(self._choose_first)
        self.list.itemChanged.connect(self._apply)
        self.list.itemEntered.connect(self._offer_only)
        self.list.itemClicked.connect(self._choose_only)
        self.remove.clicked.connect(self._remove)
        self.ascending.clicked.connect(lambda: self._sort(is_descending=False))
        self.descending.clicked.connect(lambda: self._sort(is_descending=True))

    def _lay_out(self) -> None:
        self.setFixedWidth(scaled(_WIDTH))
        sorting = in_column(self.ascending, self.descending, spacing=0)
        column = in_column(sorting, on=self, margins=(12, 8, 12, 8), spacing=6)
        if self.limits:
            column.addWidget(self.limits)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addWidget(self.note)
        column.addLayout(in_row(plain_label(self.tr("Applied as you tick"), tone="dim"), 1, self.remove))

    def open_at(self, at: QPoint) -> None:
        """Open the popup at a point of the screen, as far as there is room."""
        free = self.screen().availableGeometry()
        self._chrome = (5 if self.limits else 4) * self.field.sizeHint().height() + 52
        self.resize(self.width(), min(self._chrome + _LINES * line_height(_LINE), free.height()))
        place(self, at)
        self.show_active(self.field)

    def show_counts(self, counts: Sequence[tuple[Cell, int]]) -> None:
        """List the values with how many rows hold each, at most `MOST_VALUES`; chosen ones are listed always."""
        listed = dict(counts[:MOST_VALUES])
        with QSignalBlocker(self.list):
            self._pointed_at = None
            self.list.clear()
            everything = self._add(self.tr("All"), sum(count for _, count in counts))
            if len(counts) > MOST_VALUES:  # others are not counted
                everything.setText(_COUNT, "")
            for value in [*(one for one in self._chosen if one not in listed), *listed]:
                name = self._formats.cell(self._column, value) if value is not None else ""
                item = self._add(name or self.tr("(empty)"), listed.get(value, 0))
                item.setData(0, _VALUE, value)
                is_chosen = value in self._chosen
                item.setCheckState(0, Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)
        most = self.locale().toString(MOST_VALUES)
        cut = self.tr("Only the {most} most frequent values are listed.").format(most=most)
        self._cut = cut if len(counts) > MOST_VALUES else ""
        self._mark_all()
        self._narrow(self.field.text())
        lines = min(max(self.list.topLevelItemCount(), _LEAST), _LINES) * line_height(_LINE)
        self.list.setMaximumHeight(lines + 2 * self.list.frameWidth())  # whole lines
        self.resize(self.width(), min(self.height(), self._chrome + lines))

    def _add(self, name: str, count: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.list, [name, self.locale().toString(count)])
        item.setTextAlignment(_COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def _items(self) -> list[QTreeWidgetItem]:
        """Return the lines of the values, without the first, which stands for all."""
        return [self.list.topLevelItem(row) for row in range(1, self.list.topLevelItemCount())]  # type: ignore[misc]

    def _is_all(self, item: QTreeWidgetItem) -> bool:
        return self.list.indexOfTopLevelItem(item) == 0

    def _mark_all(self) -> None:
        """Tick the line that stands for all while no value is chosen."""
        item = self.list.topLevelItem(0)
        if item is not None:
            with QSignalBlocker(self.list):
                item.setCheckState(0, Qt.CheckState.PartiallyChecked if self._chosen else Qt.CheckState.Checked)

    @Slot(str)
    def _narrow(self, words: str) -> None:
        wanted = fold(words).split()
        if (everything := self.list.topLevelItem(0)) is not None:  # limits leave rows out, whatever is ticked
            everything.setHidden(bool(wanted) or self.limits is not None)
        for item in self._items():
            known_by = fold(f"{item.text(0)} {item.data(0, _VALUE) or ''}")  # the user's own name is shown as "You"
            item.setHidden(not all(word in known_by for word in wanted))
        first = next((item for item in self._items() if not item.isHidden()), None)
        if first is not None:
            self.list.setCurrentItem(first)
        self.note.setText(self._cut if first is not None or not self._items() else self.tr("No value matches."))
        self.note.setVisible(bool(self.note.text()))

    @Slot(QTreeWidgetItem)
    def _apply(self, item: QTreeWidgetItem) -> None:
        if self._is_all(item):
            self._tick([])
            return
        value, is_chosen = item.data(0, _VALUE), item.checkState(0) is Qt.CheckState.Checked
        self._choose([*(one for one in self._chosen if one != value), *([value] if is_chosen else [])])

    @Slot(QTreeWidgetItem)
    def _offer_only(self, item: QTreeWidgetItem) -> None:
        """Offer to see the value under the pointer alone, in place of its count: names need the room."""
        with QSignalBlocker(self.list):
            if self._pointed_at is not None:
                before, count = self._pointed_at
                before.setText(_COUNT, count)
                before.setForeground(_COUNT, self.palette().text())
                self._pointed_at = None
            if self._is_all(item):
                return
            self._pointed_at = item, item.text(_COUNT)
            item.setText(_COUNT, self._only)
            item.setForeground(_COUNT, self.palette().link())

    @Slot(QTreeWidgetItem, int)
    def _choose_only(self, item: QTreeWidgetItem, column: int) -> None:
        if column == _COUNT and item.text(_COUNT) == self._only:
            self._tick([item])

    def _tick(self, items: Sequence[QTreeWidgetItem]) -> None:
        """Tick these lines alone, and show their rows; none: all rows."""
        with QSignalBlocker(self.list):
            for one in self._items():
                one.setCheckState(0, Qt.CheckState.Checked if one in items else Qt.CheckState.Unchecked)
        self._choose([one.data(0, _VALUE) for one in items])

    def _choose(self, values: Iterable[Cell]) -> None:
        self._chosen = dict.fromkeys(values)
        self._mark_all()
        self.values_chosen.emit(tuple(self._chosen))

    @Slot()
    def _choose_first(self) -> None:
        """Show the rows of the current value alone."""
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self._tick([] if self._is_all(item) else [item])
            self.accept()

    @Slot()
    def _remove(self) -> None:
        if self.limits:
            self.limits.clear()
        self._choose([])
        self.accept()

    def _sort(self, *, is_descending: bool) -> None:
        self.sort_asked.emit(is_descending)
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from the field to the list by the arrow."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)
