"""The bar of chips that shows the filters of a table, and the list of numbers that were not found."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QListWidget,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from app.domain.column import Kind
from app.domain.texts import Say, Text
from app.domain.views.columns import CARRIER, Table
from app.domain.views.queries import VIEW_TITLES, RowQuery, ValueFilter, View, by_column, said_limits
from app.ui.appearance.formats import parsed_date
from app.ui.appearance.icons import icon
from app.ui.appearance.shown_texts import elided
from app.ui.appearance.theme import Theme, line_height, scaled
from app.ui.cells.table_model import RowsModel
from app.ui.tables.narrowing import Part
from app.ui.widgets.fitted_dialog import Popover, place
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import CopyButton, CopyIcons, plain_label, shortened, tool_tip
from app.ui.widgets.layouts import in_column, in_row

_LONGEST = 40
_LEAST = 120
_END = 30  # of a chip, with the sign that removes it
_MOST_NAMED = 3
LOW = 600
"""Below this height of the window, in pixels, the bar is there only while there are filters."""
_OFFERED = {
    Table.SHIPMENTS: ("shown_status", "locality", "promised_date"),
    Table.VISITS: ("status", "driver", "route"),
    Table.MANIFESTS: ("status",),
    Table.NOTIFICATIONS: ("outcome", "status"),
}

_QUOTED = Text("FilterBar", "“{words}”")
_LINES = 10
_LINE = 28
_AROUND = 130
"""The height of what is above and below the list, with room for it."""
_BESIDE = 48
"""The width of what is beside a number: the edges, and a scroll bar."""


class MissingNumbers(Popover):
    """Opens below a button; a click elsewhere or Esc closes it."""

    number_asked = Signal(str)
    """A number to search in all days."""

    def __init__(self, numbers: Sequence[str], icons: CopyIcons, parent: QWidget) -> None:
        super().__init__(None, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Numbers not found"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Numbers not found"))
        self.list.addItems(list(numbers))
        self.list.setUniformItemSizes(True)
        line = line_height(_LINE)
        fitting = (self.screen().availableGeometry().height() - scaled(_AROUND)) // line
        self.list.setFixedHeight(min(len(numbers), _LINES, fitting) * line + 8)
        longest = self.list.fontMetrics().horizontalAdvance(max(numbers, key=len))
        self.list.setMinimumWidth(min(longest + _BESIDE, self.screen().availableGeometry().width() // 2))
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self._ask)
        self.copy = CopyButton(self.tr("all"), lambda: "\n".join(numbers), icons, has_word=True)
        self.copy.setText(self.tr("Copy all"))
        self.copy.setAutoDefault(False)
        self.global_search = QPushButton(self.tr("Search in all days"), autoDefault=False)
        self.global_search.clicked.connect(self._ask)
        in_column(
            plain_label(self.tr("No shipment and no visit of this day has:"), tone="dim"),
            self.list,
            in_row(self.global_search, self.copy, spacing=8),
            on=self,
            margins=12,
            spacing=8,
        )

    def open_below(self, widget: QWidget) -> None:
        """Open the popup."""
        self.adjustSize()
        place(self, widget.mapToGlobal(QPoint(0, widget.height() + 4)))
        self.show_active(self.list)

    @Slot()
    def _ask(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.close()
            self.number_asked.emit(item.text())


class FilterChip(QToolButton):
    """A chip, whose text ends with “…” where it has too little room; the tooltip holds the whole.

    A key presses it. So does the mouse at its end, and elsewhere asks to edit what the chip says, if `is_edited` so.
    """

    edit_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._end = ""
        self.is_edited = False
        self.setProperty("chip", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, end: str = "") -> None:
        """Show a text, with what always stands at its end."""
        self._end = end
        self.setText(text.replace("&", "&&") + end)
        self.setToolTip(tool_tip(text))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask to edit the chip where its words were clicked."""
        words = self.rect().adjusted(0, 0, -scaled(_END), 0)
        if self.is_edited and self.isDown() and words.contains(event.position().toPoint()):
            self.setDown(False)
            self.edit_asked.emit()
        else:
            super().mouseReleaseEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a long text does not widen."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), scaled(_LEAST)), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip with as much of its text as fits."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        lacking = self.sizeHint().width() - self.width()
        if lacking > 0:
            text = self.text().removesuffix(self._end)
            room = self.fontMetrics().horizontalAdvance(text) - lacking
            option.text = elided(text, self.fontMetrics(), room) + self._end
        with QPainter(self) as painter:
            self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)


class FilterBar(QFrame):
    """Shows a chip for each filter, and offers others; hidden while there is none in a low window, or no day."""

    removed = Signal(object)
    """The `ValueFilter` or `Part` to remove."""
    cleared = Signal()
    folded = Signal()
    """It may be hidden now, or shown again."""
    save_asked = Signal()
    number_asked = Signal(str)
    """A number to search in all days, since it was not found."""
    values_asked = Signal(str, QPoint)
    """The values of the column of this key are to be chosen, at a point of the screen."""

    def __init__(self, model: RowsModel, say: Say, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._say = say
        self._theme = theme
        self._shown: tuple[RowQuery | None, tuple[str, ...] | None] = (None, None)
        self._has_button = True
        self._tools = 0
        """How many widgets of others it begins with."""
        self.names: dict[tuple[ValueFilter, ...], str] = {}
        """What filters are called that have a name of their own: a driver's name instead of the number."""
        self.keys: Callable[[], tuple[list[str], list[str]]] = lambda: ([], [])
        """Returns the columns that are offered, those that are shown first."""
        self.is_loaded: Callable[[], bool] = lambda: False
        """Returns whether the day is loaded, so that there may be rows."""
        chips = QWidget()
        self._row = FlowLayout(chips, margin=0, spacing=8)
        self.columns = QPushButton(icon("columns", theme.dim), "", flat=True)
        self.show_folded(0)
        self._line = in_row((chips, 1), (self.columns, 0, Qt.AlignmentFlag.AlignTop), on=self, margins=(8, 4, 8, 4))
        self._words: FilterChip
        """The chip of the searched words, once there was one."""
        self._save: QPushButton
        self.hide()

    def say_beside_columns(self, button: QWidget) -> None:
        """Put a button at the left of that of the columns."""
        self._line.insertWidget(1, button, 0, Qt.AlignmentFlag.AlignTop)

    def begin_with(self, *tools: QWidget, last: Sequence[QWidget] = (), has_button: bool = True) -> None:
        """Show these widgets first and some last, and not what most people filter by: all has room in one line.

        `has_button` if it offers each column.
        """
        self._has_button = has_button
        shown, self._shown, self._tools = self._shown, (None, None), len(tools)
        self._row.elides = True
        self._row.clear()
        for tool in tools:
            self._row.addWidget(tool)
        for tool in last:
            self._line.addWidget(tool, 0, Qt.AlignmentFlag.AlignTop)
        self.setProperty("bar", "top")
        self.show_query(*shown)

    def show_query(self, query: RowQuery | None, missing: tuple[str, ...] | None) -> None:
        """Show a chip for each filter of a query, and buttons to clear all and to save them as a view.

        Without a day there is no query. `missing` are the numbers of its list that the day lacks; None: not known yet.
        """
        before, self._shown = self._shown, (query, missing)
        if self._shown == before or self._words_differ_alone(*before):
            return
        had_focus = any(one.hasFocus() for one in self.findChildren(QAbstractButton))
        self._row.clear(self._tools)
        if query is not None and self._has_button:
            self._add_button(len(by_column(query.filters)))
        if query is not None and query.is_narrowed:
            self._add_chips(query, missing)
        if query is not None and query.is_narrowed and not self._tools:
            self._add_action(self.tr("Clear filters"), self.cleared.emit)
            self._save = self._add_action(self.tr("Save as view…"), self.save_asked.emit)
        elif query is not None and not self._tools:
            self._add_offers(query.table)
        self.fold()
        first = self._row.itemAt(self._tools) or self._row.itemAt(0)
        button = first.widget() if first is not None else None
        if had_focus and button is not None:
            button.setFocus()

    def show_folded(self, count: int) -> None:
        """Say beside the button how many columns have no room now."""
        name = self.tr("Columns")
        self.columns.setText(f"{name} +{count}" if count else name)
        self.columns.setAccessibleName(name)

    @property
    def has_use(self) -> bool:
        """Whether there is something to filter, or may be."""
        return len(self._model.ids) > 0 or self.is_loaded()

    def fold(self) -> None:
        """Hide it while there is neither filter nor tool, if the window is low or there is nothing to filter."""
        query, is_low = self._shown[0], self.window().height() < scaled(LOW)
        is_narrowed, is_bare = query is not None and query.is_narrowed, not self._tools
        is_needed = not is_bare or (not is_low and self.has_use)
        self.setVisible(is_narrowed or (query is not None and is_needed))
        if is_narrowed and is_bare:
            self._save.setHidden(is_low)  # the menu has it
        self.folded.emit()

    def _add_button(self, filters: int) -> None:
        """Add the button that offers each column, those that are shown first."""
        button, name = QPushButton(), self.tr("Filters")
        if self._tools:
            button.setToolTip(tool_tip(name))
        else:
            button.setText(f"{name} · {filters}" if filters else name)
        button.setIcon(icon("filter", self._theme.accent if filters else self._theme.dim))
        button.setProperty("chosen", bool(filters))
        button.setAccessibleName(name)
        button.clicked.connect(lambda: self.offer_columns(button))
        self._row.addWidget(button)

    def offer_columns(self, button: QWidget) -> None:
        """Open the menu of the columns by which one can filter, below a button."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        at = button.mapToGlobal(QPoint(0, button.height()))
        more = QMenu(self.tr("Other columns"), menu)
        for keys, into in zip(self.keys(), (menu, more), strict=True):
            for key in keys:
                title = self._model.title(key).replace("&", "&&")
                into.addAction(title).triggered.connect(partial(self.values_asked.emit, key, at))
        more.menuAction().setVisible(not more.isEmpty())
        menu.addMenu(more)
        menu.popup(at)

    def _add_offers(self, table: Table) -> None:
        """Offer the columns by which most people filter."""
        is_of_several = CARRIER in self._model.columns and self._model.offers(CARRIER)
        for key in (*_OFFERED.get(table, ()), *([CARRIER.key] if is_of_several else ())):
            chip, title = FilterChip(), self._model.title(key)
            chip.setProperty("offer", True)
            chip.show_text(f"+ {title}")
            chip.setAccessibleName(self.tr("Filter by {column}").format(column=title))
            chip.clicked.connect(partial(self._ask_for_values, key, chip))
            self._row.addWidget(chip)

    def _ask_for_values(self, key: str, chip: QWidget) -> None:
        self.values_asked.emit(key, chip.mapToGlobal(QPoint(0, chip.height())))

    def _words_differ_alone(self, query: RowQuery | None, missing: tuple[str, ...] | None) -> bool:
        """Update only the chip of the searched words if nothing else changed, and return whether that was enough.

        This keeps typing fast.
        """
        shown, is_known = self._shown
        if query is None or shown is None or missing != is_known or not (query.search.strip() and shown.search.strip()):
            return False
        if query._replace(search=shown.search) != shown:
            return False
        self._name(self._words, quoted(shown.search, self._say))
        return True

    def _add_chips(self, query: RowQuery, missing: tuple[str, ...] | None) -> None:
        if query.view is not View.ALL:
            self._add_chip(self._say(VIEW_TITLES[query.view]), Part.VIEW)
        if query.search.strip():
            self._words = self._add_chip(quoted(query.search, self._say), Part.SEARCH)
        if query.numbers:
            self._add_chip(self._describe_list(query.numbers, missing), Part.NUMBERS)
            if missing:
                self._add_missing(missing)
        for some in by_column(query.filters):
            self._add_chip(self.describe(some), some[0])

    def _add_chip(self, text: str, part: ValueFilter | Part) -> FilterChip:
        chip = FilterChip()
        self._row.addWidget(chip)
        self._name(chip, text)
        chip.clicked.connect(lambda: self.removed.emit(part))
        if isinstance(part, ValueFilter):
            chip.is_edited = True
            chip.edit_asked.connect(partial(self._ask_for_values, part.key, chip))
        return chip

    def _name(self, chip: FilterChip, text: str) -> None:
        chip.show_text(text, "  ✕")
        chip.setAccessibleName(self.tr("Remove filter {filter}").format(filter=text))

    def _add_missing(self, missing: tuple[str, ...]) -> None:
        text = self.tr("%Ln not found", "", len(missing))
        if len(missing) <= _MOST_NAMED:
            text = f"{text}: {', '.join(shortened(one, _LONGEST) for one in missing)}"
        chip = FilterChip()
        chip.setProperty("tone", "warn")
        self._row.addWidget(chip)
        chip.show_text(text)
        chip.setAccessibleName(text)
        chip.clicked.connect(lambda: self._open_missing(chip, missing))

    def _open_missing(self, chip: QWidget, missing: tuple[str, ...]) -> None:
        popup = MissingNumbers(missing, CopyIcons.of(self._theme), self)
        popup.number_asked.connect(self.number_asked)
        popup.open_below(chip)

    def _add_action(self, text: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, flat=True)
        button.clicked.connect(lambda: act())
        self._row.addWidget(button)
        return button

    def _describe_list(self, numbers: tuple[str, ...], missing: tuple[str, ...] | None) -> str:
        if missing is None:
            return self.tr("%Ln number(s)", "", len(numbers))
        number = QLocale().toString
        found = number(len(numbers) - len(missing))
        return self.tr("{found} of {listed} numbers found").format(found=found, listed=number(len(numbers)))

    def describe(self, some: Sequence[ValueFilter]) -> str:
        """Return the filter of a column in words; a day as its date, which a saved view keeps, and not as today."""
        if tuple(some) in self.names:
            return self.names[tuple(some)]
        one, title = some[0], self._model.title(some[0].key)
        if one.value is None and one.exclude:
            return self.tr("{column}: with a value").format(column=title)
        if one.bound:
            return f"{title}: {said_limits(some, self._named)}"
        values = shortened(", ".join(map(self._named, some[:_LONGEST])), _LONGEST)
        return f"{title} ≠ {values}" if one.exclude else f"{title}: {values}"

    def _named(self, one: ValueFilter) -> str:
        formats, column = self._model.formats, self._model.columns[self._model.position(one.key)]
        if one.bound:
            return formats.limit(column, one.value)
        day = parsed_date(str(one.value)) if column.kind is Kind.DATE else None
        return (formats.cell(column, one.value) if day is None else formats.short_date(day)) or self.tr("(empty)")


def quoted(search: str, say: Say) -> str:
    """Return the searched words, quoted and shortened for a sentence."""
    return say(_QUOTED.filled(words=shortened(search.strip(), _LONGEST)))
