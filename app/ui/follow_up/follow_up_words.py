"""Follow-ups in words."""

from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QObject

from app.domain.follow_ups import NEXT_STEP_TEXTS, FollowUp, FollowUpEntry
from app.domain.texts import Say
from app.domain.views.columns import whole_address
from app.domain.views.details import ShipmentDetail, VisitDetail
from app.ui.appearance.formats import Formats
from app.ui.widgets.labels import Line

_LONGEST = 300  # characters of a note in a line; its field shows all of it


class FollowUpWords(QObject):
    """Writes the entries of a timeline, each by what it changed."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    def lines(self, entries: Iterable[FollowUpEntry], formats: Formats) -> list[tuple[datetime, Line]]:
        """Return a line for what each edit changed (oldest first), with its time in the site's zone.

        If an edit changed the shipments of a visit differently, a line for each change names their numbers.
        """
        edits: dict[int, dict[str, list[FollowUpEntry]]] = {}
        for entry in entries:
            if said := ", ".join(self._changes(entry.before, entry.state, formats)):
                edits.setdefault(entry.edit, {}).setdefault(said, []).append(entry)
        return [
            self._line(said, alike, formats, is_for_all=len(changes) == 1 and len(alike) > 1)
            for changes in edits.values()
            for said, alike in changes.items()
        ]

    def _line(
        self, said: str, entries: list[FollowUpEntry], formats: Formats, *, is_for_all: bool
    ) -> tuple[datetime, Line]:
        entry = entries[0]
        numbers = "" if is_for_all else ", ".join(dict.fromkeys(one.number for one in entries if one.number))
        text = f"{numbers}: {said}" if numbers else said
        own = formats.conventions.own_name
        who = self.tr("{who} at {desk}").format(who=entry.by, desk=entry.desk) if entry.desk else entry.by
        who = self.tr("You") if own and who == own else who
        if who:
            text = self.tr("{who}: {what}").format(who=who, what=text)
        return formats.at_site(entry.at), (formats.instant(entry.at), text, "")

    def _changes(self, before: FollowUp, after: FollowUp, formats: Formats) -> list[str]:
        said = []
        if after.reason != before.reason:
            reason = formats.reason(after.reason) if after.reason else self.tr("none")
            said.append(self.tr("reason {reason}").format(reason=reason))
        if after.next_step != before.next_step:
            step = self._say(NEXT_STEP_TEXTS[after.next_step]) if after.next_step else self.tr("none")
            said.append(self.tr("next step {step}").format(step=step))
        if after.called_at != before.called_at:
            said.append(self.tr("called") if after.called_at else self.tr("not called after all"))
        if after.note != before.note:
            note = after.note if len(after.note) <= _LONGEST else f"{after.note[:_LONGEST]}…"
            said.append(self.tr("note “{note}”").format(note=note) if note else self.tr("note taken away"))
        if after.assigned_to != before.assigned_to:
            is_free = not after.assigned_to
            assigned = self.tr("assigned to nobody") if is_free else self.tr("assigned to {who}")
            own = after.assigned_to == formats.conventions.own_name
            said.append(assigned.format(who=self.tr("you") if own else after.assigned_to))
        if after.remind_at is not None and after.remind_at != before.remind_at:
            said.append(self.tr("call again {time}").format(time=formats.minute(after.remind_at)))
        if after.acknowledged_at != before.acknowledged_at:
            said.append(self.tr("acknowledged") if after.acknowledged_at else self.tr("acknowledgement taken back"))
        return said

    def in_one_line(self, follow_up: FollowUp | None, formats: Formats) -> str:
        """Return the reason and the next step in one line; empty if neither is known."""
        if follow_up is None:
            return ""
        return " · ".join(
            filter(
                None,
                [
                    formats.reason(follow_up.reason) if follow_up.reason else "",
                    self._say(NEXT_STEP_TEXTS[follow_up.next_step]) if follow_up.next_step else "",
                    follow_up.note,
                ],
            )
        )


class VisitSummaries(QObject):
    """Writes summaries. They hold names and phone numbers, which the user sends on purpose; no identity document."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say

    def of_visit(self, detail: VisitDetail, formats: Formats, shipment: ShipmentDetail | None = None) -> str:
        """Return the summary of a visit; with a shipment, only the follow-up of that one."""
        cells = detail.cells
        status = formats.status(str(cells["status"]))
        head = self.tr("Visit {number}: {status}").format(number=detail.id, status=status)
        numbers = ", ".join(dict.fromkeys(one.number for one in detail.shipments)) or cells["numbers"]
        lines = [
            (self.tr("Closed"), formats.dated(formats.sent(str(cells["timestamp"] or "")))),
            (self.tr("Driver"), _joined(cells["driver"], cells["route"])),
            (self.tr("Contact"), _joined(cells["contact"], cells["contact_phone"])),
            (self.tr("Address"), whole_address(cells["address"], cells["complement"])),
            (self.tr("Shipments"), numbers),
            (self.tr("Check-in"), self._check_in(detail, formats)),
            *(self._done_of_each(detail, formats) if shipment is None else self._followed(shipment.follow_up, formats)),
        ]
        return _as_text(head, lines)

    def of_shipment(self, detail: ShipmentDetail, formats: Formats) -> str:
        """Return the summary of a shipment without a visit."""
        cells = detail.cells
        shown = cells["shown_status"]
        status = self.tr("no status") if shown is None else formats.status(str(shown))
        lines = [
            (self.tr("Recipient"), _joined(cells["recipient"], cells["recipient_phone"])),
            (
                self.tr("Address"),
                _joined(
                    whole_address(cells["recipient_address"], cells["complement"]), cells["district"], cells["locality"]
                ),
            ),
            *self._followed(detail.follow_up, formats),
        ]
        return _as_text(self.tr("Shipment {number}: {status}").format(number=cells["number"], status=status), lines)

    def _check_in(self, detail: VisitDetail, formats: Formats) -> str:
        at, metres, dwell = (detail.cells[key] for key in ("check_in_at", "check_in_distance", "dwell"))
        if at is None:
            return ""
        said = [formats.dated(formats.sent(str(at)))]
        if isinstance(metres, int | float):
            said.append(self.tr("{distance} from the address").format(distance=formats.metres(metres)))
        if isinstance(dwell, int | float) and dwell >= 0:
            said.append(self.tr("dwell time {time}").format(time=formats.seconds(dwell)))
        return " · ".join(said)

    def _done_of_each(self, detail: VisitDetail, formats: Formats) -> list[tuple[str, object]]:
        """Return the follow-up of a visit; if it differs among its shipments, a line for each number."""
        of_numbers = {
            one.number: [value for _, value in self._followed(one.follow_up, formats) if value]
            for one in detail.shipments  # those of its own day come last
            if not detail.carriers or one.day.carrier in detail.carriers
        }
        if len({tuple(said) for said in of_numbers.values()}) <= 1:
            return self._followed(detail.follow_up, formats)
        return [(number, " · ".join(map(str, said))) for number, said in of_numbers.items()]

    def _followed(self, follow_up: FollowUp | None, formats: Formats) -> list[tuple[str, object]]:
        if follow_up is None:
            return []
        reason, step = follow_up.reason, follow_up.next_step
        return [
            (self.tr("Reason"), formats.reason(reason) if reason else ""),
            (self.tr("Note"), " ".join(follow_up.note.split())),
            (self.tr("Next step"), self._say(NEXT_STEP_TEXTS[step]) if step else ""),
        ]


def _joined(*values: object) -> str:
    return " · ".join(str(value) for value in values if value)


def _as_text(head: str, lines: list[tuple[str, object]]) -> str:
    return "\n".join([head, *(f"{title}: {value}" for title, value in lines if value)])
