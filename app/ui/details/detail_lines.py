"""What the details of a shipment and of a visit share: lines about signs, telephone numbers, and links to photos."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWidgets import QWidget

from app.domain.board.row import Reason, Row
from app.domain.board.signs import DOUBTS, Sign
from app.domain.phones import Phone
from app.domain.views.columns import Table
from app.domain.views.details import Listed, ShipmentDetail, VisitDetail
from app.domain.views.sign_texts import REASON_TEXTS, SIGN_OF_REASON, SIGN_TEXTS, signs_of
from app.ui.appearance.formats import parsed_date
from app.ui.appearance.icons import MARKS, TextTone
from app.ui.calls.message_box import message_about
from app.ui.calls.phone_line import Contacts, PhoneLine
from app.ui.details.row_reasons import When, reason, reason_of_clock, state_name
from app.ui.widgets.detail_parts import DetailParts, RowLink
from app.ui.widgets.labels import plain_label


def phone_lines(
    detail: ShipmentDetail | VisitDetail, key: str, parts: DetailParts, contacts: Contacts
) -> list[PhoneLine]:
    """Return a line for each number in a cell; none if the cell holds no number that can be dialled."""
    return [_line(phone, detail, parts, contacts) for phone in parts.formats.phones(detail.cells[key])]


def _line(phone: Phone, detail: ShipmentDetail | VisitDetail, parts: DetailParts, contacts: Contacts) -> PhoneLine:
    line = PhoneLine(phone, parts.theme)
    line.call_asked.connect(contacts.call)
    line.chat_asked.connect(partial(_write, detail, parts, contacts))
    return line


def _write(detail: ShipmentDetail | VisitDetail, parts: DetailParts, contacts: Contacts, phone: Phone) -> None:
    contacts.write(phone, message_about(detail, parts.formats, parts.say))


@dataclass(frozen=True)
class PhotoLink:
    """A photo of a visit; `is_identity` if it shows an identity card."""

    visit_id: int
    address: str = field(repr=False)
    is_identity: bool = False


def photo_url(address: str) -> QUrl | None:
    """Return the address of a photo if it is http or https; else None."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    is_web = url.scheme() in ("https", "http") and bool(url.host()) and not url.userInfo()
    return url if url.isValid() and is_web else None


class SignLines(QObject):
    """Builds the lines. What the first sentence explains is not explained again."""

    def __init__(self, parts: DetailParts, follow: Callable[[RowLink], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._follow = follow

    def build(self, detail: ShipmentDetail, doubtful: Sequence[str], *, is_visit_told: bool = False) -> QWidget:
        """Return the sentence, a line for each further sign, and a link to the listing that replaces this one.

        `doubtful` are the carrier's names of the fields that make its data odd.
        """
        why, say = detail.why, self._parts.say
        explained = why.decision.signs
        doubt = next((sign for sign in DOUBTS if sign in explained), None)
        text = reason(why, self._when(detail), say, is_visit_told=is_visit_told)
        sentence = plain_label(text, tone=_tone(doubt), selectable=True)
        said: list[QWidget] = [sentence]
        signs = signs_of(why.row.signs)
        for sign in signs:
            reasons = [one for one in REASON_TEXTS if one in why.reasons and SIGN_OF_REASON[one] is sign]
            lines = [self._reason(one, detail) for one in reasons]
            if not lines and sign not in explained:
                lines = [self._line(sign, detail, doubtful)]
            said += [plain_label(line, tone=_tone(sign), selectable=True) for line in lines]
        if detail.leads_to is not None:
            said.append(self._parts.buttons([self._link(detail.leads_to, detail)]))
        return self._parts.column(said)

    def _day(self, detail: ShipmentDetail) -> date:
        return parsed_date(str(detail.cells["date"])) or self._parts.formats.today

    def _when(self, detail: ShipmentDetail) -> When:
        day, formats = self._day(detail), self._parts.formats
        return lambda at: formats.clock(at, day)

    def _line(self, sign: Sign, detail: ShipmentDetail, doubtful: Sequence[str]) -> str:
        say, row = self._parts.say, detail.why.row
        name, meaning = say(SIGN_TEXTS[sign].name), say(SIGN_TEXTS[sign].meaning)
        if sign is Sign.CLOCK:
            meaning = reason_of_clock(detail.why, self._when(detail), say) or meaning
        elif sign is Sign.DECIDED_LATER and row.outcome is not row.state:
            meaning = self.tr("On its own day it ended as: {outcome}.").format(outcome=self._outcome(row))
        elif sign is Sign.ODD_DATA and doubtful:
            meaning = self.tr("What the carrier sent cannot be read or contradicts itself: {names}.")
            meaning = meaning.format(names=", ".join(doubtful))
        return f"{name}: {meaning}"

    def _reason(self, reason: Reason, detail: ShipmentDetail) -> str:
        """Return the line of a sign that says why the row has it."""
        say = self._parts.say
        text = REASON_TEXTS[reason].filled(outcome=self._outcome(detail.why.row))
        return f"{say(SIGN_TEXTS[SIGN_OF_REASON[reason]].name)}: {say(text)}"

    def _outcome(self, row: Row) -> str:
        return state_name(row.outcome, None, self._parts.say)

    def _link(self, listed: Listed, detail: ShipmentDetail) -> QWidget:
        day = self._parts.formats.short_date(listed.day.date)
        if listed.day.date < self._day(detail):
            text = self.tr("Delivered on {day}").format(day=day)
        elif listed.day.date > self._day(detail):
            text = self.tr("Listed again on {day}").format(day=day)
        elif listed.day.carrier != detail.carrier:
            text = self.tr("Listed by {carrier}").format(carrier=listed.day.carrier)
        else:
            text = self.tr("Listed in manifest {manifest}").format(manifest=listed.manifest or "—")
        link = RowLink(Table.SHIPMENTS, listed.row_id, listed.day.date, listed.day.carrier)
        return self._parts.link(text, text, lambda: self._follow(link))


def _tone(sign: Sign | None) -> str:
    """Return the tone of a line; none if the row is not in doubt."""
    if sign is None:
        return ""
    return MARKS[sign].tone.value if sign in DOUBTS else TextTone.DIM.value
