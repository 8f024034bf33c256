"""What is said of each driver of a day, in words: in lists, under the pointer and for screen readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from PySide6.QtCore import QObject

from app.domain.contract.statuses import State
from app.domain.pace.lanes import FEWEST_FOR_SHARE, Lane, Silence, silence_of
from app.domain.views.report import VisitPlace
from app.ui.appearance.formats import Formats
from app.ui.drivers.day_visits import ReadVisits


class Order(StrEnum):
    """How the drivers are ordered."""

    SILENT = "silent"
    SHARE = "share"
    NAME = "name"


@dataclass(frozen=True)
class DriverLine:
    """A driver in words.

    Args:
        ago: time since the last visit; empty on any day but today.
        at: when that was.
        state: what is known of the time since; empty if it is as usual.
        is_silent: whether it is long.
        closed: deliveries of closed visits, and their share.
        failed: failures; empty if there are none.
    """

    lane: Lane
    name: str
    route: str
    ago: str
    at: str
    state: str
    is_silent: bool
    closed: str
    failed: str

    @property
    def last(self) -> str:
        """What is said of the last visit."""
        return ", ".join(filter(None, (self.ago, self.at, self.state)))

    @property
    def figures(self) -> str:
        """What is said of deliveries and failures."""
        return ", ".join(filter(None, (self.closed, self.failed)))


class DriverWords(QObject):
    """Words them; a QObject, so that its sentences are translated."""

    def lines(
        self, read: ReadVisits, formats: Formats, least: timedelta, now: datetime, order: Order = Order.SILENT
    ) -> list[DriverLine]:
        """Return a line for each driver, in this order; that of unnamed drivers comes last.

        A pause shorter than `least` is not marked; `now` is UTC.
        """
        is_today = read.day is not None and read.day.date == formats.today
        lines = [self._line(lane, read, formats, least, now if is_today else None) for lane in read.lanes]
        if order is Order.NAME:
            lines.sort(key=lambda line: (line.lane.key is None, line.name.casefold()))
        elif order is Order.SHARE:
            lines.sort(key=lambda line: (line.lane.key is None, line.lane.share, -len(line.lane.visits)))
        return lines

    def _line(
        self, lane: Lane, read: ReadVisits, formats: Formats, least: timedelta, now: datetime | None
    ) -> DriverLine:
        ago, state, is_silent = "", "", False
        if now is not None:
            last = lane.last.replace(tzinfo=formats.days.zone)
            silence = silence_of(last, least, read.gaps, read.heard_at, now)
            is_silent = silence is Silence.LONG
            known = {
                Silence.LONG: self.tr("silent"),
                Silence.GAP: self.tr("no reception since"),
                Silence.NOTHING_HEARD: self.tr("nothing received since"),
            }
            state = known.get(silence, "")
            minutes = int((now - last) / timedelta(minutes=1))
            ago = self.tr("{time} ago").format(time=formats.minutes(minutes)) if minutes > 0 else self.tr("just now")
        return DriverLine(
            lane,
            self.name(lane),
            lane.visits[-1].route or "",
            ago,
            f"{lane.last:%H:%M}",
            state,
            is_silent,
            self._closed(lane, formats),
            self.tr("%Ln failed", "", lane.failed) if lane.failed else "",
        )

    def name(self, lane: Lane) -> str:
        """Return a driver's name, with the id where another id has the same name."""
        if lane.key is None:
            return self.tr("No name")
        return f"{lane.name} ({lane.key})" if lane.shares_name and lane.key != lane.name else lane.name

    def _closed(self, lane: Lane, formats: Formats) -> str:
        closed, number = len(lane.visits), formats.number
        text = self.tr("{delivered} of {closed}").format(delivered=number(lane.delivered), closed=number(closed))
        if closed < FEWEST_FOR_SHARE:
            return text
        return f"{text} · {formats.percent(lane.delivered, closed)}"

    def state(self, state: State) -> str:
        """Return the name of a visit's status."""
        return {
            State.DELIVERED: self.tr("Delivered"),
            State.EXCEPTION: self.tr("Failed"),
            State.PICKUP: self.tr("Ready for pickup"),
            State.ON_ITS_WAY: self.tr("Out for delivery"),
            State.OTHER: self.tr("Other statuses"),
        }[state]

    def visit(self, visit: VisitPlace) -> list[str]:
        """Return what is said of a visit under the pointer: status and time, recipient, address."""
        first = f"{self.state(visit.state)} · {visit.closed_at:%H:%M}"
        return [first, *filter(None, (visit.title or str(visit.visit_id), visit.street))]

    def visits(self, lane: Lane, pauses: Sequence[tuple[datetime, datetime]]) -> str:
        """Return all visits of a driver and the pauses between them, as a screen reader reads a lane."""
        said = [(one.closed_at, f"{one.closed_at:%H:%M} {self.state(one.state)}") for one in lane.visits]
        pause = self.tr("pause from {since} to {until}")
        said += [(since, pause.format(since=f"{since:%H:%M}", until=f"{until:%H:%M}")) for since, until in pauses]
        return ", ".join(text for _, text in sorted(said, key=lambda one: one[0]))
