"""The header of a table: which columns are shown, their order and width, and the sort order."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView, QWidget

from app.domain.contract.statuses import STATUS_NAMES, VISIT_STATES
from app.domain.views.columns import Kind
from app.domain.views.queries import SortKey
from app.ui.tables.table_model import RowsModel
from app.ui.widgets.pills import PILL_PADDING
from app.ui.widgets.theme import CELL_PADDING

_WORDS = (Kind.TEXT, Kind.CODED_STATUS, Kind.REASON)
_TIMES = (Kind.MOMENT, Kind.INSTANT)
_NARROWEST = 0.55  # share of a column's preferred width
_WIDEST = 360


class ColumnsHeader(QHeaderView):
    """A click sorts, Ctrl+click sorts by one more column; dragging moves and resizes; the menu shows and hides."""

    order_changed = Signal(object)
    """The new order, a tuple of `SortKey`."""
    columns_changed = Signal()

    def __init__(self, model: RowsModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self._first: tuple[str, ...] = ()
        self._is_arranging = False
        self._besides: int | None = None
        """A column that is shown temporarily, though the user did not choose it."""
        self._needed: dict[int, int] = {}
        self._pressed: QPoint | None = None
        self.order: tuple[SortKey, ...] = ()
        self.setSectionsMovable(True)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(40)
        self.setResizeContentsPrecision(0)  # a double click fits the visible rows, not all 100,000
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.sectionMoved.connect(self._note_change)
        self.sectionResized.connect(self._note_change)
        self.sectionHandleDoubleClicked.connect(self.fit)

    def show_columns(self, first: tuple[str, ...], kept: list[tuple[str, int, bool]]) -> None:
        """Show the columns as they were left; new ones come last, hidden unless in `first`."""
        self._first, self._besides = first, None
        available = [column.key for column in self._model.columns if not column.is_private]
        known = set(available)
        arranged = [one for one in kept if one[0] in known]
        have = {key for key, _, _ in arranged}
        behind = [key for key in (*first, *available) if key not in have]
        wanted = [*arranged, *((key, 0, key in first) for key in dict.fromkeys(behind))]
        if not any(shown for _, _, shown in wanted):
            wanted = [(key, width, key in first) for key, width, _ in wanted]
        sections = [self._model.position(key) for key, _, _ in wanted]
        self._put_in_order(sections)
        with self._arranging():
            for section, (_, width, shown) in zip(sections, wanted, strict=True):
                self.resizeSection(section, width or self._first_width(section))
                self.setSectionHidden(section, not shown)
            for section, column in enumerate(self._model.columns):
                if column.is_private:
                    self.setSectionHidden(section, True)
        self.columns_changed.emit()

    def show_besides(self, key: str | None) -> None:
        """Show a hidden column temporarily after the first one; None hides it again. This is not remembered."""
        with self._arranging():
            if self._besides is not None:
                self.setSectionHidden(self._besides, True)
                self._besides = None
            section = self._model.position(key) if key is not None else None
            if section is not None and self.isSectionHidden(section):
                self._besides = section
                self.moveSection(self.visualIndex(section), self.visualIndex(self.shown_places()[0]) + 1)
                self.setSectionHidden(section, False)
                self.resizeSection(section, self._first_width(section))

    def _put_in_order(self, sections: list[int]) -> None:
        """Move the columns with signals blocked, since the table reads all titles again at each move."""
        with QSignalBlocker(self):
            for place, section in enumerate(sections):
                self.moveSection(self.visualIndex(section), place)
        view = self.parentWidget()
        if isinstance(view, QTableView):
            view.viewport().update()

    @contextmanager
    def _arranging(self) -> Iterator[None]:
        """Set widths and hide columns without reporting it as a change by the user."""
        self._is_arranging = True
        try:
            yield
        finally:
            self._is_arranging = False

    @Slot()
    def _note_change(self) -> None:
        if not self._is_arranging:
            self.columns_changed.emit()

    def fill(self, width: int) -> None:
        """Share a width among the text columns by what they need; the others keep their width.

        If it is too little, columns of times give up what they do not need, and no title is cut.
        """
        first = {place: self._first_width(place) for place in self.shown_places()}
        needed = {place: max(self._needed.get(place, first[place]), self.sectionSizeHint(place)) for place in first}
        words = {place: needed[place] for place in first if self._model.columns[place].kind in _WORDS}
        others = {place: size for place, size in first.items() if place not in words}
        if sum(words.values()) + sum(others.values()) > width:
            others = {place: min(size, needed[place]) for place, size in others.items()}
        left = width - sum(others.values())
        with self._arranging():
            for place, size in _shared(left, words).items():
                self.resizeSection(place, max(size, int(first[place] * _NARROWEST), self.sectionSizeHint(place)))
            for place, size in others.items():
                self.resizeSection(place, size)

    def measure(self) -> None:
        """Measure what the columns of texts and times need for the visible rows."""
        view = self.parentWidget()
        if isinstance(view, QTableView):
            kinds = {place: column.kind for place, column in enumerate(self._model.columns)}
            places = [place for place in self.shown_places() if kinds[place] in (*_WORDS, *_TIMES)]
            self._needed = {place: min(view.sizeHintForColumn(place), _WIDEST) for place in places}

    def arrangement(self) -> list[tuple[str, int, bool]]:
        """Return the columns in their order: key, width, and whether shown."""
        sections = [self.logicalIndex(place) for place in range(self.count())]
        shown = {place for place in self.shown_places() if place != self._besides}
        return [
            (self._model.columns[section].key, self.sectionSize(section) if section in shown else 0, section in shown)
            for section in sections
        ]

    def shown_places(self) -> list[int]:
        """Return the indexes of the shown columns, from left to right."""
        sections = [self.logicalIndex(place) for place in range(self.count())]
        return [section for section in sections if not self.isSectionHidden(section)]

    def fit(self, section: int) -> None:
        """Fit a column to the visible rows."""
        view = self.parentWidget()
        hint = view.sizeHintForColumn(section) if isinstance(view, QTableView) else 0
        self.resizeSection(section, min(max(hint, self.sectionSizeHint(section)), 600))

    def _first_width(self, section: int) -> int:
        column = self._model.columns[section]
        if column.kind is Kind.STATUS:  # a pill is wider than its text, and may have a sign beside it
            names = list(STATUS_NAMES.values() if column.key == "shown_status" else VISIT_STATES)
            content = ceil(max(map(QFontMetricsF(self.font()).horizontalAdvance, names))) + PILL_PADDING
        else:
            content = column.width * self.fontMetrics().horizontalAdvance("0")
        return max(content + 2 * CELL_PADDING, self.sectionSizeHint(section))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Sort by the clicked column, unless it was a drag."""
        pressed = self._pressed
        self._pressed = None
        super().mouseReleaseEvent(event)
        if pressed is None or (event.position().toPoint() - pressed).manhattanLength() > 4:
            return
        section = self.logicalIndexAt(pressed)
        if section >= 0 and self.cursor().shape() is not Qt.CursorShape.SplitHCursor:
            self.sort_by(section, further=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the mouse was pressed."""
        self._pressed = event.position().toPoint() if event.button() is Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the table."""
        event.ignore()

    def sort_by(self, section: int, *, further: bool = False) -> None:
        """Sort by a column: ascending, descending, then not at all; `further` keeps the other columns."""
        key = self._model.columns[section].key
        now = next((one for one in self.order if one.key == key), None)
        others = tuple(one for one in self.order if one.key != key) if further else ()
        if now is None:
            order = (*others, SortKey(key))
        elif not now.descending:
            turned = SortKey(key, descending=True)
            order = tuple(turned if one.key == key else one for one in self.order) if further else (turned,)
        else:
            order = others
        self.show_order(order)
        self.order_changed.emit(order)

    def show_order(self, order: tuple[SortKey, ...]) -> None:
        """Show the sort order."""
        self.order = order
        self._model.show_order(order)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of a column."""
        self.menu(self.logicalIndexAt(event.pos())).exec(event.globalPos())

    def menu(self, section: int) -> QMenu:
        """Return the menu of a column; it deletes itself once closed."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, section)
        return menu

    def fill_menu(self, menu: QMenu, section: int) -> None:
        """Add the commands of a column to a menu; the menu of a cell has them too, for use by keyboard."""
        if section >= 0:
            title = self._model.title(self._model.columns[section].key)
            menu.addAction(self.tr("Sort by {column}").format(column=title)).triggered.connect(
                lambda: self.sort_by(section)
            )
            menu.addAction(self.tr("Sort also by {column}").format(column=title)).triggered.connect(
                lambda: self.sort_by(section, further=True)
            )
            menu.addAction(self.tr("Fit width")).triggered.connect(lambda: self.fit(section))
            hide = menu.addAction(self.tr("Hide {column}").format(column=title))
            hide.setEnabled(len(self.shown_places()) > 1)
            hide.triggered.connect(lambda: self._show(section, shown=False))
            menu.addSeparator()
        self._add_choice(menu)
        menu.addSeparator()
        menu.addAction(self.tr("Reset columns")).triggered.connect(lambda: self.show_columns(self._first, []))

    def _add_choice(self, menu: QMenu) -> None:
        choice = menu.addMenu(self.tr("Columns"))
        columns = enumerate(self._model.columns)
        titles = [(self._model.title(column.key), place) for place, column in columns if not column.is_private]
        for title, place in sorted(titles):
            action = choice.addAction(title)
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(place))
            action.toggled.connect(lambda shown, place=place: self._show(place, shown=shown))

    def _show(self, section: int, *, shown: bool) -> None:
        if not shown and self.shown_places() == [section]:
            return
        self._besides = None if section == self._besides else self._besides
        self.setSectionHidden(section, not shown)
        if shown and self.sectionSize(section) < self.minimumSectionSize():
            self.resizeSection(section, self._first_width(section))
        self.columns_changed.emit()


def _shared(width: int, needed: dict[int, int]) -> dict[int, int]:
    """Share a width; if it is too little, the widest columns shrink first, so that names stay readable."""
    sizes: dict[int, int] = {}
    left = max(width, 0)
    for nth, (place, need) in enumerate(sorted(needed.items(), key=lambda one: one[1])):
        sizes[place] = min(need, left // (len(needed) - nth))
        left -= sizes[place]
    wanted = sum(needed.values())
    return {place: size + left * needed[place] // wanted for place, size in sizes.items()} if wanted else sizes
