"""The header of a table: which columns are shown, their order and width, and the sort order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView, QWidget

from app.domain.column import Kind
from app.domain.contract.statuses import STATUS_NAMES
from app.domain.folding import fold
from app.domain.views.queries import SortKey
from app.ui.appearance.icons import icon_pixmap
from app.ui.appearance.pills import pill_padding
from app.ui.appearance.theme import CELL_PADDING, scaled, unscaled
from app.ui.cells.table_model import RowsModel

_WORDS = (Kind.TEXT, Kind.CODED_STATUS, Kind.REASON, Kind.FAILURE, Kind.NEXT_STEP, Kind.OUTCOME)
_WIDEST = 400  # holds a number of 40 digits
_ROLES = QPalette.ColorRole
_SIGN, _BESIDE_SIGN, _MORE, _GAP = 12, 6, 8, 4
"""Pixels of a title's sign, of what is at its right, of what both need beyond the edge of a title, and at its left."""
_ARROW = " ↓"
_MOST_FROZEN = 0.5  # share of the table's width


class ColumnsHeader(QHeaderView):
    """A click sorts, Ctrl+click sorts by one more column; dragging moves and resizes; the menu shows and hides."""

    order_changed = Signal(object)
    """The new order, a tuple of `SortKey`."""
    arranged = Signal()
    """Columns are shown, hidden, moved or resized, by whatever."""
    columns_changed = Signal()
    """The user arranged the columns."""
    reset_asked = Signal()
    """The user wants the first columns again."""
    choice_asked = Signal()
    """The user wants to choose columns."""
    values_asked = Signal(int)
    """The values of a column are to be chosen, by its section."""

    def __init__(self, model: RowsModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model, self.show_titles = model, model.show_titles
        self._is_arranging = False
        self._needed: dict[int, int] = {}
        self._chosen: list[int] = []
        """The columns of the view, shown or not."""
        self._wide: tuple[str, ...] = ()
        self.folded: list[int] = []
        """The chosen columns for which there is no room."""
        self._filtered: frozenset[str] = frozenset()
        self._pressed: QPoint | None = None
        self.order: tuple[SortKey, ...] = ()
        self._usual: tuple[SortKey, ...] = ()
        self._sign = lru_cache(maxsize=8)(lambda name, color, ratio: icon_pixmap(name, color, scaled(_SIGN), ratio))
        self.setSectionsMovable(True)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(scaled(40))
        self.setResizeContentsPrecision(0)  # a double click fits the visible rows, not all 100,000
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.sectionMoved.connect(self._note_change)
        self.sectionResized.connect(self._note_change)
        self.sectionHandleDoubleClicked.connect(self.fit)

    def show_columns(
        self, first: tuple[str, ...], kept: list[tuple[str, int, bool]], wide: tuple[str, ...] = ()
    ) -> None:
        """Show the columns as `arrangement` returned them; new ones come last, hidden unless in `first`.

        Those in `wide` are shown only if nothing was kept, and the table is wide.
        """
        available = [column.key for column in self._model.columns if self._model.offers(column)]
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
                self.resizeSection(section, scaled(width) or self._first_width(section))
                self.setSectionHidden(section, not shown)
            for section, column in enumerate(self._model.columns):
                if not self._model.offers(column):
                    self.setSectionHidden(section, True)
        self._needed, self.folded, self._wide = {}, [], () if kept else wide
        self._chosen = self.shown_places()
        self.arranged.emit()

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
            self._unfold()
            self.columns_changed.emit()
            self.arranged.emit()

    def fill(self, width: int, *, hidden_first: Callable[[Sequence[str]], Iterable[str]], is_wide: bool) -> None:
        """Give each column what it holds, and share what is left among names and addresses.

        Numbers are never narrower than they need. Where the width is too little, columns are hidden as a whole. `width`
        is in pixels; `hidden_first` returns those of the given keys whose columns may be hidden, in this order.
        """
        columns = self._model.columns
        wide = {place for place, column in enumerate(columns) if column.key in self._wide and not is_wide}
        chosen = [place for place in self._in_order() if place in self._chosen and place not in wide]
        sizes = {place: self._least_width(place) for place in chosen}
        for key in hidden_first([columns[place].key for place in chosen]):
            if sum(sizes.values()) <= width:
                break
            del sizes[self._model.position(key)]
        with self._arranging():
            for place in self._chosen:
                self.setSectionHidden(place, place not in sizes)
            for place, size in self._shared(sizes, width).items():
                self.resizeSection(place, size)
        self.folded = [place for place in chosen if place not in sizes]
        self.arranged.emit()

    def _least_width(self, place: int) -> int:
        """Return the width that a column needs: of a number all, else what it has at first, whatever the day holds."""
        first = self._first_width(place)
        is_text = self._model.columns[place].kind in _WORDS
        return first if is_text else max(self._needed.get(place, 0), first)

    def _title_width(self, section: int) -> int:
        """Return the width of a title; `sectionSizeHint` says 0 of a hidden column."""
        return self.sectionSizeFromContents(section).width()

    def _shared(self, sizes: dict[int, int], width: int) -> dict[int, int]:
        """Return these widths grown to a width: texts to what they need, then what stretches by its shares."""
        columns, grown, left = self._model.columns, dict(sizes), max(width - sum(sizes.values()), 0)
        weights = {place: columns[place].stretch or 1.0 for place in sizes if columns[place].kind in _WORDS}
        lacks = {place: max(self._needed.get(place, 0) - sizes[place], 0) for place in weights}
        remaining = sum(weights.values())
        for place in sorted(weights, key=lambda one: lacks[one] / weights[one]):
            more = min(lacks[place], int(left * weights[place] / remaining))
            grown[place], left, remaining = grown[place] + more, left - more, remaining - weights[place]
        stretched = {place: columns[place].stretch for place in sizes if columns[place].stretch}
        stretched = stretched or dict.fromkeys(sizes, 1.0)
        for place, weight in stretched.items():
            grown[place] += int(left * weight / sum(stretched.values()))
        return grown

    def measure(self) -> bool:
        """Measure what the columns need for the visible rows; return whether one needs more than ever before."""
        view, before = self.parentWidget(), self._needed
        if isinstance(view, QTableView):
            widest = scaled(_WIDEST)
            needed = {place: min(view.sizeHintForColumn(place), widest) for place in self._chosen}
            self._needed = {place: max(size, before.get(place, 0)) for place, size in needed.items()}
        return self._needed != before

    def arrangement(self) -> list[tuple[str, int, bool]]:
        """Return the columns in their order: key, width in pixels at the usual size of texts, and whether shown."""
        sections, shown = self._in_order(), {*self.shown_places()}
        widths = {section: unscaled(self.sectionSize(section)) if section in shown else 0 for section in sections}
        return [(self._model.columns[section].key, widths[section], section in shown) for section in sections]

    def shown_places(self) -> list[int]:
        """Return the indexes of the shown columns, from left to right."""
        return [section for section in self._in_order() if not self.isSectionHidden(section)]

    def chosen_places(self) -> list[int]:
        """Return the indexes of the shown columns and of those that are hidden for want of room, likewise."""
        return [section for section in self._in_order() if not self.isSectionHidden(section) or section in self.folded]

    def _in_order(self) -> list[int]:
        return [self.logicalIndex(place) for place in range(self.count())]

    def _unfold(self) -> None:
        """Show the columns without room: the user arranges them now, and the table is scrolled if needed."""
        with self._arranging():
            for section in self.folded:
                self.setSectionHidden(section, False)
        self.folded = []

    def frozen_width(self) -> int:
        """Return the width of the first column if it stays over the others, which are scrolled; else 0.

        One that would leave too little room for the others is scrolled with them.
        """
        width = self.sectionSize(self.shown_places()[0]) if self.offset() > 0 else 0
        return width if width <= self.viewport().width() * _MOST_FROZEN else 0

    def keys(self) -> tuple[list[str], list[str]]:
        """Return the keys of the shown columns, in their order, and of the others that can be shown, by title."""
        columns, shown = self._model.columns, self.chosen_places()
        others = [columns[section].key for _, section in self.offered() if section not in shown]
        return [columns[section].key for section in shown], others

    def offered(self) -> list[tuple[str, int]]:
        """Return title and section of each column that can be shown, those that are shown first, by title."""
        columns = enumerate(self._model.columns)
        titles = [(self._model.title(column.key), place) for place, column in columns if self._model.offers(column)]
        shown = self.chosen_places()
        return sorted(titles, key=lambda one: (one[1] not in shown, fold(one[0])))

    def fit(self, section: int) -> None:
        """Fit a column to the visible rows."""
        view = self.parentWidget()
        hint = view.sizeHintForColumn(section) if isinstance(view, QTableView) else 0
        self.resizeSection(section, min(max(hint, self._title_width(section)), scaled(600)))

    def _first_width(self, section: int) -> int:
        column = self._model.columns[section]
        if column.kind is Kind.STATUS:  # a pill is wider than its text, and may have a sign
            width_of = QFontMetricsF(self.font()).horizontalAdvance
            widest = max(width_of(self._model.formats.status(name)) for name in STATUS_NAMES.values())
            content = ceil(widest) + pill_padding()
        else:
            content = column.width * self.fontMetrics().horizontalAdvance("0")
        return max(content + 2 * CELL_PADDING, self._title_width(section))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Sort by the clicked column, unless it was a drag."""
        pressed = self._pressed
        self._pressed = None
        super().mouseReleaseEvent(event)
        if pressed is None or (event.position().toPoint() - pressed).manhattanLength() > 4:
            return
        section = self.logicalIndexAt(pressed)
        if section >= 0 and self.cursor().shape() is not Qt.CursorShape.SplitHCursor:
            if self._sign_of(self._rect_of(section)).contains(pressed):
                self.values_asked.emit(section)
                return
            self.sort_by(section, further=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the mouse was pressed."""
        self._pressed = event.position().toPoint() if event.button() is Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def show_filtered(self, keys: Iterable[str]) -> None:
        """Mark the columns that are filtered."""
        self._filtered = frozenset(keys)
        self.viewport().update()

    def _rect_of(self, section: int) -> QRect:
        return QRect(self.sectionViewportPosition(section), 0, self.sectionSize(section), self.height())

    @staticmethod
    def _sign_of(rect: QRect) -> QRect:
        """Return where the sign is that opens the values of a column, within the rectangle of its title."""
        side = scaled(_SIGN)
        return QRect(rect.right() - side - _BESIDE_SIGN, rect.top() + (rect.height() - side) // 2, side, side)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the size of a title with its sign, and with an arrow, so that sorting never cuts it."""
        size, arrow = super().sectionSizeFromContents(section), self.fontMetrics().horizontalAdvance(_ARROW)
        is_sorted = any(one.key == self._model.columns[section].key for one in self.order or self._usual)
        return QSize(size.width() + scaled(_MORE) + self._gap(section) + (0 if is_sorted else arrow), size.height())

    def _gap(self, section: int) -> int:
        """Return what parts the sign from a title at its left."""
        return scaled(_GAP) if self._model.columns[section].kind.is_number else 0

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a title, and the sign that opens its values: a funnel where they are filtered."""
        gap = self._gap(section)
        beside = scaled(_MORE) + gap if gap else 0
        super().paintSection(painter, rect.adjusted(0, 0, -beside, 0), section)
        painter.fillRect(rect.right() + 1 - beside, rect.bottom(), beside, 1, self.palette().color(_ROLES.Mid))
        at, is_filtered = self._sign_of(rect), self._model.columns[section].key in self._filtered
        name, role = ("filter", _ROLES.Link) if is_filtered else ("chevron-down", _ROLES.PlaceholderText)
        painter.fillRect(at.adjusted(-2, 0, 0, 0), self.palette().color(_ROLES.Base))
        painter.drawPixmap(at, self._sign(name, self.palette().color(role).name(), self.devicePixelRatioF()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the table."""
        event.ignore()

    def sort_by(self, section: int, *, further: bool = False) -> None:
        """Sort by a column: ascending, descending, then not at all; `further` keeps the other columns.

        The column by which the view is ordered anyway is turned first.
        """
        key = self._model.columns[section].key
        shown = self.order or self._usual
        now = next((one for one in shown if one.key == key), None)
        others = tuple(one for one in self.order if one.key != key) if further else ()
        if now is None:
            order = (*others, SortKey(key))
        elif now.descending and self.order:
            order = others
        else:
            turned = SortKey(key, descending=not now.descending)
            order = tuple(turned if one.key == key else one for one in shown) if further else (turned,)
            order = () if order == self._usual else order
        self.show_order(order)
        self.order_changed.emit(order)

    def show_order(self, order: tuple[SortKey, ...]) -> None:
        """Show the sort order."""
        self.order = order
        self._model.show_order(order or self._usual)

    def show_usual(self, order: tuple[SortKey, ...]) -> None:
        """Show by which column the rows are ordered where no other order is chosen."""
        self._usual = order
        self.show_order(self.order)

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
            hide.triggered.connect(lambda: self.show_column(section, shown=False))
            menu.addSeparator()
            menu.addAction(self.tr("Filter by {column}…").format(column=title)).triggered.connect(
                lambda: self.values_asked.emit(section)
            )
            menu.addSeparator()
        menu.addAction(self.tr("Choose columns…")).triggered.connect(self.choice_asked)
        menu.addAction(self.tr("Reset columns")).triggered.connect(self.reset_asked)

    def show_column(self, section: int, *, shown: bool) -> bool:
        """Show or hide a column; return whether it is as wanted, since the last one stays."""
        chosen = self.chosen_places()
        if not shown and chosen == [section]:
            return False
        if (section in chosen) is shown:
            return True
        self._unfold()
        self.setSectionHidden(section, not shown)
        if shown and self.sectionSize(section) < self._first_width(section):
            with self._arranging():
                self.resizeSection(section, self._first_width(section))
        self.columns_changed.emit()
        self.arranged.emit()
        return True
