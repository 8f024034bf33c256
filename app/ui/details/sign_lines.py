"""The lines under the head of a shipment: why the row shows its status, and what its signs mean."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.domain.board.row import Mention, Row
from app.domain.board.signs import DOUBTS, Sign
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.details import Listed, ShipmentDetail
from app.domain.views.sign_texts import SIGN_TEXTS, signs_of
from app.ui.appearance.formats import parsed_date
from app.ui.appearance.roles import TextTone
from app.ui.appearance.sign_icons import MARKS
from app.ui.details.row_reasons import When, reason, reason_of_clock, state_name
from app.ui.widgets.detail_parts import DetailParts, RowLink
from app.ui.widgets.labels import plain_label

_MENTIONS = {
    Mention.AMBIGUOUS: Text("Mention", "names a number that may also mean another parcel"),
    Mention.FORMER: Text("Mention", "an earlier message named this parcel"),
    Mention.OTHER_DAY: Text("Mention", "of a day before this listing"),
}


def mention_text(mention: Mention) -> Text:
    """Return why a visit is in the timeline of a shipment although it does not count for it."""
    return _MENTIONS[mention]


class SignLines(QObject):
    """Builds the lines. What the first sentence explains is not explained again."""

    def __init__(self, parts: DetailParts, follow: Callable[[RowLink], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._follow = follow

    def build(self, detail: ShipmentDetail) -> QWidget:
        """Return the sentence, a line for each further sign, and a link to the listing that replaces this one."""
        why, say = detail.why, self._parts.say
        explained = why.decision.signs
        doubt = next((sign for sign in DOUBTS if sign in explained), None)
        sentence = plain_label(reason(why, self._when(detail), say), tone=_tone(doubt), selectable=True)
        said: list[QWidget] = [sentence]
        signs = signs_of(why.row.signs)
        is_gone_in_doubt = Sign.GONE in signs and Sign.CONTRADICTION in signs and Sign.CONTRADICTION not in explained
        for sign in signs:
            if sign in explained or (sign is Sign.CONTRADICTION and is_gone_in_doubt):
                continue
            tone = _tone(Sign.CONTRADICTION if sign is Sign.GONE and is_gone_in_doubt else sign)
            said.append(plain_label(self._line(sign, detail), tone=tone, selectable=True))
        if why.row.is_outcome_contradicted:
            text = self.tr("The first load after the day contradicts how it ended: {outcome}.")
            said.append(plain_label(text.format(outcome=self._outcome(why.row)), tone="warn", selectable=True))
        if detail.leads_to is not None:
            said.append(self._parts.buttons([self._link(detail.leads_to, detail)]))
        return self._parts.column(said)

    def _day(self, detail: ShipmentDetail) -> date:
        return parsed_date(str(detail.cells["date"])) or self._parts.formats.today

    def _when(self, detail: ShipmentDetail) -> When:
        day, formats = self._day(detail), self._parts.formats
        return lambda at: formats.clock(at, day)

    def _line(self, sign: Sign, detail: ShipmentDetail) -> str:
        say, row = self._parts.say, detail.why.row
        name, meaning = say(SIGN_TEXTS[sign].name), say(SIGN_TEXTS[sign].meaning)
        if sign is Sign.CLOCK:
            meaning = reason_of_clock(detail.why, self._when(detail), say) or meaning
        elif sign is Sign.DECIDED_LATER and row.outcome is not row.state:
            meaning = self.tr("On its own day it ended as: {outcome}.").format(outcome=self._outcome(row))
        return f"{name}: {meaning}"

    def _outcome(self, row: Row) -> str:
        return state_name(row.outcome, None, self._parts.say)

    def _link(self, listed: Listed, detail: ShipmentDetail) -> QWidget:
        if listed.day.date != self._day(detail):
            day = self._parts.formats.short_date(listed.day.date)
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
