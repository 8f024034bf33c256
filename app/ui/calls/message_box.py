"""The message to a recipient: what fills it, and the box in which it is edited."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton, QWidget

from app.domain.calls.queue import CallGroup
from app.domain.calls.reasons import LONGEST_MESSAGE, Placeholder, Reasons, filled
from app.domain.column import Cell
from app.domain.phones import Phone
from app.domain.texts import Say
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_LINES = 3
_PADDING = 14
Values = Mapping[Placeholder, str]
_MOST_NUMBERS = 10
"""How many numbers, senders and contents a message names; more would fill it."""
_OF_SHIPMENT = {
    Placeholder.RECIPIENT: "recipient",
    Placeholder.NUMBER: "number",
    Placeholder.ADDRESS: "recipient_address",
    Placeholder.COMPLEMENT: "complement",
    Placeholder.SENDER: "sender",
    Placeholder.CONTENT: "content",
    Placeholder.PIECES: "pieces",
    Placeholder.VALUE: "declared_value",
}
_OF_VISIT = {
    Placeholder.RECIPIENT: "contact",
    Placeholder.NUMBER: "numbers",
    Placeholder.ADDRESS: "address",
    Placeholder.COMPLEMENT: "complement",
}
"""The columns whose cells stand for placeholders."""


class MessageBox(QWidget):
    """Offers a template for the first contact and one for each reason; the text is edited for one recipient."""

    def __init__(self, reasons: Reasons, say: Say) -> None:
        super().__init__()
        self._reasons = reasons
        self._say = say
        self._values: Mapping[Placeholder, str] = {}
        self._template = ""
        self.about = QComboBox()
        self.about.addItem(self.tr("First contact"), "")
        for key, name in reasons.names(say).items():
            self.about.addItem(name, key)
        keep_from_wheel(self.about)
        self.about.setMinimumContentsLength(1)  # it takes what room there is
        self.about.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.text = QPlainTextEdit(tabChangesFocus=True)
        name_field(self.about, self.tr("Message about"))
        self.text.setAccessibleName(self.tr("Message"))
        self.text.setFixedHeight(_LINES * self.text.fontMetrics().lineSpacing() + _PADDING)
        self.restore = QPushButton(self.tr("Restore the message"), flat=True)
        title = plain_label(self.tr("Message").upper(), heading="section", wraps=False)
        head = in_row(title, (self.about, 1), self.restore, spacing=8)
        in_column(head, self.text, on=self, margins=0, spacing=6)
        self.about.currentIndexChanged.connect(self._write)
        self.restore.clicked.connect(self._write)
        self.text.textChanged.connect(self._follow_text)

    @property
    def message(self) -> str:
        """The message as it is to be sent."""
        return self.text.toPlainText().strip()[:LONGEST_MESSAGE]

    def show_values(self, values: Mapping[Placeholder, str], key: str | None) -> None:
        """Show the message about a reason, filled with these values; what the user typed is replaced."""
        self._values = values
        self.about.setCurrentIndex(max(self.about.findData(key or ""), 0))
        self._write()

    def use_values(self, values: Mapping[Placeholder, str]) -> None:
        """Fill the message anew, for another number; what the user typed stays."""
        self._values, is_typed = values, not self.restore.isHidden()
        if not is_typed:
            self._write()

    @Slot()
    def _write(self) -> None:
        template = self._reasons.template(self.about.currentData() or None, self._say)
        values, (several, _comma, last) = self._values, self._values.get(Placeholder.NUMBER, "").rpartition(", ")
        if several and last != "…":
            template = template.replace(self.tr("your parcel") + " {", self.tr("your parcels") + " {")
            numbers = self.tr("{several} and {last}").format(several=several, last=last)
            values = {**values, Placeholder.NUMBER: numbers}
        self._template = filled(template, values)
        self.text.setPlainText(self._template)
        self._follow_text()

    @Slot()
    def _follow_text(self) -> None:
        """Offer the message as it was, once it is edited."""
        self.restore.setVisible(self.text.toPlainText() != self._template)


def values_of(group: CallGroup, formats: Formats, phone: Phone | None = None) -> Values:
    """Return the values for a message to one of a recipient's numbers; of several spellings and addresses, the first.

    Only cases that name the number count: nothing about a case goes to a number that was not given for it.

    Args:
        group: the recipient.
        formats: how times and reasons read.
        phone: one of the group's; None: the first one, if it has any.
    """
    phone = phone or next(iter(group.phones), None)
    if phone is not None:
        group = replace(group, cases=group.cases_with(phone))
    numbers = group.numbers if len(group.numbers) <= _MOST_NUMBERS else (*group.numbers[:_MOST_NUMBERS], "…")
    where = next((one for one in group.cases if one.whole_address), group.cases[0])
    said = {
        Placeholder.RECIPIENT: next(iter(group.recipients), ""),
        Placeholder.NUMBER: ", ".join(numbers),
        Placeholder.ADDRESS: where.address,
        Placeholder.COMPLEMENT: where.complement,
        Placeholder.SENDER: _each(one.sender for one in group.cases),
        Placeholder.CONTENT: _each(one.content for one in group.cases),
        Placeholder.PIECES: _sum([one.pieces for one in group.cases], formats.number),
        Placeholder.VALUE: _sum([one.value for one in group.cases], formats.money),
    }
    return _values(said, last_reason(group), group.remind_at, formats)


def _each(texts: Iterable[str | None]) -> str:
    """Return some texts, each once."""
    return ", ".join(islice(dict.fromkeys(text for text in texts if text), _MOST_NUMBERS))


def _sum(values: Sequence[Cell], write: Callable[[str | float], str]) -> str:
    """Return the sum of values; the value of one parcel as it was sent, and nothing if one of several is no number."""
    if len(values) == 1:
        return write(values[0]) if values[0] is not None else ""
    numbers = [value for value in values if isinstance(value, int | float)]
    return write(sum(numbers)) if len(numbers) == len(values) else ""


def last_reason(group: CallGroup) -> str | None:
    """Return the reason of the case that was called about last, or of any."""
    kept = [one.follow_up for one in group.cases if one.follow_up is not None and one.follow_up.reason]
    kept.sort(key=lambda one: one.called_at.timestamp() if one.called_at else 0.0)
    return kept[-1].reason if kept else None


def message_about(detail: ShipmentDetail | VisitDetail, formats: Formats, say: Say) -> str:
    """Return the message to the recipient of one row, by the template of its reason."""
    cells, kept = detail.cells, detail.follow_up
    is_shipment = isinstance(detail, ShipmentDetail)
    said = {place: cells[key] for place, key in (_OF_SHIPMENT if is_shipment else _OF_VISIT).items()}
    for place, write in ((Placeholder.PIECES, formats.number), (Placeholder.VALUE, formats.money)):
        said[place] = _sum([said.get(place)], write)
    reason = kept.reason if kept is not None else None
    remind_at = kept.remind_at if kept is not None else None
    return filled(formats.reasons.template(reason, say), _values(said, reason, remind_at, formats))


def _values(
    said: Mapping[Placeholder, Cell], reason: str | None, remind_at: datetime | None, formats: Formats
) -> Values:
    name = str(said.get(Placeholder.RECIPIENT) or "")
    return {
        **{place: str(value or "") for place, value in said.items()},
        Placeholder.RECIPIENT: name.title() if name.isupper() else name,
        Placeholder.REASON: formats.reason(reason) if reason else "",
        Placeholder.TIME: formats.minute(remind_at) if remind_at is not None else "",
    }
