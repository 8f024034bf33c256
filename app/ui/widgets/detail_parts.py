"""The parts of the details: headings, cards of lines, links, copy buttons, raw data."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPlainTextEdit, QPushButton, QWidget

from app.domain.column import Cell, Column, Kind
from app.domain.contract.json_text.json_documents import laid_out
from app.domain.contract.statuses import State
from app.domain.formulas import pasteable
from app.domain.texts import Say
from app.domain.views.columns import COLUMNS, Table
from app.ui.appearance.formats import Formats
from app.ui.appearance.icons import icon
from app.ui.appearance.pills import StatusPill
from app.ui.appearance.theme import CELL_PADDING, Theme
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import (
    CopyButton,
    CopyIcons,
    Line,
    WrappingButton,
    card,
    lines_grid,
    plain_label,
    restyle,
    shortened,
)
from app.ui.widgets.layouts import in_column, in_row

_BOX_LINES = (3, 18)
"""The least and the greatest height of a text box, in lines."""
_LONGEST_GIST = 60


@dataclass(frozen=True)
class RowLink:
    """A row of a table with its date; `carrier` is None for rows of every carrier."""

    table: Table
    row_id: int
    date: date
    carrier: str | None = None


class DetailParts(QObject):
    """Makes the widgets; missing values are not shown."""

    def __init__(self, say: Say, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.formats: Formats
        self.say = say
        self.theme = theme
        self.names_carrier = False
        """Whether rows of several carriers are shown."""
        self._icons = CopyIcons.of(theme)

    def head(
        self, title: str, state: str | None = None, status: str = "", about: str = "", heading: str = "title"
    ) -> QWidget:
        """Return a title, with a pill before it if there is a status; `state` is a key of `Theme.tone`."""
        head = QWidget()
        label = plain_label(title, heading=heading)
        label.line_width = 0
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = FlowLayout(head, *([] if state is None else [self.pill(state, status)]), label, margin=0, spacing=8)
        if about:
            dim = plain_label(about, tone="dim")
            dim.line_width = 0
            row.addWidget(dim)
        return head

    def closing(self, state: State, timestamp: str, day: str, far: Cell, dwell: Cell) -> list[QWidget]:
        """Return when a visit failed or delivered, how far from the address and after how long; [] without its time.

        Args:
            state: of the visit.
            timestamp: likewise, as it was sent.
            day: that of the row, which is not named.
            far: metres.
            dwell: seconds.
        """
        formats = self.formats
        wall = formats.wall(formats.sent(timestamp))
        if wall is None:
            return []
        text = self.tr("Failed at {time}") if state is State.EXCEPTION else self.tr("Delivered at {time}")
        said, at = [text.format(time=f"{wall:%H:%M}")], wall.date().isoformat()
        said += [] if at == day else [formats.day(at)]
        is_far = isinstance(far, int | float) and formats.is_far(far)
        if isinstance(far, int | float):
            said.append(self.tr("{distance} from the address").format(distance=formats.metres(far)))
        if isinstance(dwell, int | float) and dwell >= 0:
            said.append(self.tr("after {time} on site").format(time=formats.seconds(dwell)))
        text, tone = f"{', '.join(said)}.", "warn" if is_far else ""
        return [plain_label(text, heading="complement", tone=tone, selectable=True)]

    def route(self, name: str) -> str:
        """Return the name of a route, with that word before it unless it says so itself."""
        word = self.tr("route")
        says_so = word in name.casefold() or "ruta" in name.casefold()  # as carriers write it in either language
        return name if says_so else f"{word} {name}"

    def pill(self, state: str, status: str) -> StatusPill:
        """Return a pill."""
        pill = StatusPill(self.theme)
        pill.show_status(state, status)
        return pill

    def fields(self, title: str, table: Table, cells: Mapping[str, Cell], keys: Iterable[str]) -> QWidget:
        """Return a card with a line for each of these cells that has a value."""
        columns = {column.key: column for column in COLUMNS[table]}
        return self.lines(title, [self.line(columns[key], cells[key]) for key in keys if cells[key] is not None])

    def lines(self, title: str, lines: list[Line]) -> QWidget:
        """Return a card with these lines, or with a text that nothing was sent."""
        return card(title, lines_grid(lines or [("", self.tr("Nothing was sent."), "faint")]))

    def line(self, column: Column, value: Cell) -> Line:
        """Return the line of a cell with its title."""
        is_money = column.kind is Kind.MONEY and value is not None
        text = self.formats.money(value) if is_money and value is not None else self.formats.cell(column, value)
        return self.formats.title(column), text, ""

    def others(self, title: str, values: Mapping[str, object]) -> list[QWidget]:
        """Return a card with the other fields that were sent, by their names; nothing if there are none."""
        lines: list[Line] = [
            (key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), "")
            for key, value in values.items()
            if value not in (None, "", "None", "null")
        ]
        return [card(title, lines_grid(lines))] if lines else []

    def buttons(self, buttons: Iterable[QWidget]) -> QWidget:
        """Return widgets side by side, wrapped if needed."""
        line = QWidget()
        FlowLayout(line, *buttons, margin=0, spacing=8)
        return line

    def column(self, widgets: Iterable[QWidget]) -> QWidget:
        """Return related widgets below each other."""
        column = QWidget()
        in_column(*widgets, on=column, margins=0, spacing=4)
        return column

    def copies(self, values: Mapping[str, Cell | Callable[[], str]]) -> QWidget:
        """Return a copy button for each of these values by name; a callable is called on the click.

        A spreadsheet runs no copied value as a formula.
        """
        return self.buttons(
            self.copy_button(name, partial(_pasteable, value)) for name, value in values.items() if value is not None
        )

    def phone(self, value: Cell) -> Callable[[], str] | None:
        """Return a function that writes a phone number in international form; None if there is no number."""
        return None if value is None else lambda: self.formats.phone(str(value))

    def copy_button(self, text: str, value: str | Callable[[], str]) -> CopyButton:
        """Return a button that copies a value."""
        read = (lambda: value) if isinstance(value, str) else value
        return CopyButton(text, read, self._icons, has_word=True)

    def link(self, text: str, name: str, follow: Callable[[], object]) -> QPushButton:
        """Return a link with a text and an accessible name."""
        button = WrappingButton(text)
        button.setFlat(True)
        button.setProperty("link", True)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: follow())
        return button

    def fold(self, title: str, gist: str, make: Callable[[], Iterable[QWidget]]) -> QWidget:
        """Return a section that its title unfolds; what it holds is made then, and `gist` says in a few words."""
        section = QFrame()
        section.setProperty("fold", True)
        icons = [icon(name, self.theme.dim) for name in ("chevron-right", "chevron-down")]
        unfold = QPushButton(icons[0], title, flat=True)
        unfold.setCheckable(True)
        unfold.setProperty("fold", True)
        unfold.setAccessibleDescription(gist)
        held = QWidget(section)
        said = plain_label(shortened(gist, _LONGEST_GIST), tone="dim")
        said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = in_column(in_row(unfold, (said, 1)), on=section, margins=(0, 2, 0, 2))
        content_layout = in_column(on=held, margins=(0, 0, 0, 8), spacing=12)
        held.hide()
        column.addWidget(held)

        def show(wanted: bool) -> None:
            if not content_layout.count():
                for part in make():
                    content_layout.addWidget(part)
            held.setVisible(wanted)
            unfold.setIcon(icons[wanted])

        unfold.toggled.connect(show)
        return section

    def raw(self, raw: str) -> QWidget:
        """Return a button that unfolds the raw JSON."""
        part = QWidget()
        shown = QPushButton(self.tr("Show as sent (JSON)"), flat=True)
        shown.setCheckable(True)
        shown.setProperty("link", True)  # it begins where the cards above do
        column = in_column(self.buttons([shown, self.copy_button(self.tr("JSON"), raw)]), on=part, margins=0, spacing=8)

        def show(wanted: bool) -> None:
            text = part.findChild(QPlainTextEdit)
            if text is None:
                text = self.text_box(self.tr("As sent"), readable(raw))
                column.addWidget(text)
            text.setVisible(wanted)

        shown.toggled.connect(show)
        return part

    def text_box(self, name: str, text: str) -> QPlainTextEdit:
        """Return a box with a long text."""
        box = QPlainTextEdit(readOnly=True)
        box.setProperty("mono", True)
        box.setAccessibleName(name)
        box.setPlainText(text)
        lines = min(max(text.count("\n") + 2, _BOX_LINES[0]), _BOX_LINES[1])
        box.setFixedHeight(lines * box.fontMetrics().lineSpacing() + 2 * CELL_PADDING)
        return box


def _pasteable(value: Cell | Callable[[], str]) -> str:
    return pasteable(value() if callable(value) else str(value))


def readable(raw: str) -> str:
    """Return a text indented if it is JSON, else unchanged; control characters are made visible."""
    try:
        return visible(laid_out(raw))
    except (ValueError, RecursionError):
        return visible(raw)


def visible(text: str) -> str:
    """Return a text with control and other non-printable characters escaped as in JSON."""
    return "".join(char if char.isprintable() or char in "\n\t" else f"\\u{ord(char):04x}" for char in text)


class ValueLines(QWidget):
    """A grid of labels and values, some with a button. A line without a value is hidden."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icons = CopyIcons.of(theme)
        self._values: dict[str, QLabel] = {}
        self._lines: dict[str, list[QWidget]] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)

    def add(self, key: str, title: str, *, can_copy: bool = False, beside: QWidget | None = None) -> None:
        """Add a line, hidden until it has a value, with a copy button or another widget beside it."""
        label = plain_label(title, tone="dim")
        value = plain_label(selectable=True)
        label.setWordWrap(False)
        if can_copy:
            beside = CopyButton(title, value.text, self._icons)
        row = self._grid.rowCount()
        at = Qt.AlignmentFlag.AlignVCenter if beside is not None else Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label, row, 0, at)
        self._grid.addWidget(value, row, 1, 1, 1 if beside is not None else 2, at)
        self._lines[key] = [label, value]
        self._values[key] = value
        if beside is not None:
            self._grid.addWidget(beside, row, 2, at)
            self._lines[key].append(beside)
        for widget in self._lines[key]:
            widget.hide()

    def show_fact(self, key: str, text: str, tone: str = "") -> None:
        """Show a value; an empty one hides the line."""
        value = self._values[key]
        if value.text() != text:
            value.setText(text)
        restyle(value, "tone", tone)
        for widget in self._lines[key]:
            widget.setVisible(bool(text))

    def fact(self, key: str) -> str:
        """Return the value of a line; empty if it is hidden."""
        return self._values[key].text()
