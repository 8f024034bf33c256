"""What happened to a shipment or a visit, as lines of a timeline."""

from datetime import datetime

from PySide6.QtCore import QObject

from app.domain.board.row import Mention
from app.domain.contract.outcomes import OUTCOME_TEXTS, Outcome
from app.domain.contract.statuses import STATUS_IDS, State
from app.domain.days import HistoryEntry, HistoryKind
from app.domain.texts import Say, Text
from app.domain.views.details import NotificationLine, ShipmentDetail, VisitDetail, VisitLine
from app.ui.appearance.formats import Formats
from app.ui.follow_up.follow_up_words import FollowUpWords
from app.ui.widgets.labels import Line

_MENTIONS = {
    Mention.AMBIGUOUS: Text("Mention", "names a number that may also mean another parcel"),
    Mention.LOOK_ALIKE: Text("Mention", "names a number that looks like this one, and matches no parcel"),
    Mention.OTHER_DAY: Text("Mention", "of a day before this listing"),
}
"""Why a visit is in the timeline of a shipment although it does not count for it."""


class HistoryLines(QObject):
    """Writes what the carrier, the visits and the users said; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject) -> None:
        super().__init__(parent)
        self._say = say
        self._done = FollowUpWords(say, self)

    def of(self, detail: ShipmentDetail | VisitDetail, formats: Formats) -> list[Line]:
        """Return the lines, the latest first, in the site's zone.

        A notification that arrived after one with a later time is listed after it, and says so.
        """
        said = self._news(detail, formats) if isinstance(detail, VisitDetail) else self._visits(detail, formats)
        said += self._done.lines(detail.follow_ups, formats)
        said.sort(key=lambda one: one[0])
        lines = [line for _, line in reversed(said)]
        if isinstance(detail, VisitDetail) and any(one.is_put_in_order for one in detail.news):
            text = self.tr("In the order of what each message says was before: the times that were sent say another.")
            lines.insert(0, ("", text, "warn"))
        return lines

    def _news(self, detail: VisitDetail, formats: Formats) -> list[tuple[datetime, Line]]:
        said: list[tuple[datetime, Line]] = []
        for one in detail.news:
            stamp = formats.closed(one.timestamp)
            at = max(stamp, said[-1][0]) if one.is_put_in_order and said else stamp
            place = len(said) + 1 if len(detail.news) > 1 else 0
            said.append((at, self._news_line(one, place, len(detail.news), formats)))
        return said

    def _news_line(self, news: NotificationLine, place: int, of: int, formats: Formats) -> Line:
        said = [self.tr("{place} of {all}").format(place=place, all=of)] if place else []
        said += [
            formats.status(news.status),
            self.tr("received {time}").format(time=formats.instant(news.received_at)),
        ]
        if news.outcome is not Outcome.STORED:
            said.append(self._say(OUTCOME_TEXTS[news.outcome]))
        if news.repeats:
            said.append(self.tr("came %Ln more time(s)", "", news.repeats))
        return formats.sent_at(news.timestamp), " · ".join(said), "bad" if news.state is State.EXCEPTION else ""

    def _visits(self, detail: ShipmentDetail, formats: Formats) -> list[tuple[datetime, Line]]:
        said = [(formats.at_site(entry.at), self._carrier_line(entry, formats)) for entry in detail.history]
        for visit in detail.visits:
            said += self._visit_lines(visit, formats)
        return said

    def _carrier_line(self, entry: HistoryEntry, formats: Formats) -> Line:
        words = {
            HistoryKind.LISTED: self.tr("Listed in manifest {manifest}: {status}"),
            HistoryKind.STATUS: self.tr("Carrier's status: {status}"),
            HistoryKind.MOVED: self.tr("Moved to manifest {manifest}"),
            HistoryKind.GONE: self.tr("No longer listed"),
            HistoryKind.LISTED_AGAIN: self.tr("Listed again: {status}"),
        }
        sent = entry.status or entry.status_id
        status = f"«{sent}»" if sent else self.tr("no status")
        text = words[entry.kind].format(manifest=entry.manifest, status=status)
        state = STATUS_IDS.get(entry.status_id or "")
        bad = entry.kind is HistoryKind.GONE or (entry.kind is not HistoryKind.MOVED and state is State.EXCEPTION)
        return formats.instant(entry.at), text, "bad" if bad else ""

    def _visit_lines(self, visit: VisitLine, formats: Formats) -> list[tuple[datetime, Line]]:
        """Return the events of a visit with their times; one without a valid time takes that of the visit's closing."""
        closed = formats.closed(visit.timestamp)
        came, left = visit.check_in_at, visit.check_out_at
        lines = []
        if came is not None:
            lines.append((formats.wall(formats.sent(came)) or closed, self._check_in(came, visit, formats)))
        if left is not None:
            lines.append((formats.wall(formats.sent(left)) or closed, self._check_out(left, visit, formats)))
        text = ", ".join(
            filter(None, [self.tr("Visit: {status}").format(status=formats.status(visit.status)), visit.driver])
        )
        tone = "bad" if visit.state is State.EXCEPTION else ""
        if visit.mention is not None:
            text, tone = f"{text} · {self._say(_MENTIONS[visit.mention])}", "dim"
        return [*lines, (closed, (formats.sent_at(visit.timestamp), text, tone))]

    def _check_in(self, at: str, visit: VisitLine, formats: Formats) -> Line:
        distance = visit.check_in_distance_m
        if distance is None:
            return formats.sent_at(at), self.tr("Check-in · nothing to measure by"), ""
        text = self.tr("Check-in {distance} from the address").format(distance=formats.metres(distance))
        return formats.sent_at(at), text, "warn" if formats.is_far(distance) else ""

    def _check_out(self, at: str, visit: VisitLine, formats: Formats) -> Line:
        dwell = visit.dwell_s
        if dwell is None:
            return formats.sent_at(at), self.tr("Check-out"), ""
        if dwell < 0:
            return formats.sent_at(at), self.tr("Check-out, before its check-in"), "warn"
        return formats.sent_at(at), self.tr("Check-out · dwell time {time}").format(time=formats.seconds(dwell)), ""
