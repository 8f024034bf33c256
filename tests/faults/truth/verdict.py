"""Judges a desk's rows against the truth of a simulated world; see the package's docstring."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from app.board.reading.reader import Reader
from app.domain.views.columns import Table
from tests.faults.truth.desk import Desk
from tests.faults.truth.outages import rotated_since
from tests.faults.truth.parcels import NEVER, NEVER_SENT, STATES, Change, Parcel, State
from tests.faults.truth.plan import Plan
from tests.faults.truth.story import Story
from tests.truth import oracle
from tests.truth.oracle import Expected, Key, Site
from tests.truth.player import labelled_figures

DOUBTS = frozenset(("aviso_perdido", "contradiccion", "ambiguo", "reloj", "visita_de_otro_dia", "dato_raro"))
_LAG = 900.0  # seconds, `carrier_lag_minutes`
_ROUNDED = timedelta(seconds=1)


class Verdict(StrEnum):
    """How a row stands beside the truth."""

    RIGHT = "right"
    MARKED = "wrong and marked"
    IN_GAP = "not knowable: in a gap"
    NOT_YET = "not knowable yet"
    OTHER_DAY = "shown on the row of an earlier day"
    CORRECTED_LATER = "corrected by a message of a later day that lists it"
    BY_WRONG_CLOCKS = "not knowable: on a later day by stamp and by arrival"
    BY_NEXT_LIST = "dropped before it was delivered, which the next day's list said the evening before"
    SILENTLY_WRONG = "silently wrong"


@dataclass
class Judged:
    """What came of one look at the rows, or of many."""

    rows: Counter[Verdict] = field(default_factory=Counter)
    signs: Counter[str] = field(default_factory=Counter)
    doubtful: int = 0
    """Rows with a sign of doubt, right or wrong."""
    silently_wrong: list[str] = field(default_factory=list)
    against_the_rule: list[str] = field(default_factory=list)
    unnoticed: int = 0
    """Absences of 20 s or more, and rotated tokens, without a gap."""
    slowest: float = 0.0
    """The most seconds that it took a desk to find a rotated token."""
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """The share of the rows that carry a sign of doubt, in percent."""
        return 100 * self.doubtful / max(self.rows.total(), 1)

    def add(self, other: "Judged") -> None:
        self.rows += other.rows
        self.signs += other.signs
        self.counts += other.counts
        self.doubtful += other.doubtful
        self.silently_wrong += other.silently_wrong
        self.against_the_rule += other.against_the_rule
        self.unnoticed += other.unnoticed
        self.slowest = max(self.slowest, other.slowest)

    def __str__(self) -> str:
        rows = ", ".join(f"{self.rows[one]:,} {one}" for one in Verdict)
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{rows}; {self.share:.2f} % with a sign of doubt; {counts}"


def site_of(plan: Plan, set_backs: tuple[tuple[datetime, datetime], ...] = ()) -> Site:
    """Return what is settled at the site of a world."""
    calendar = plan.calendar
    return Site(
        plan.zone, plan.sender_zone, listening_since=calendar.start, set_backs=set_backs,
        day_ends_at=calendar.day_ends_at,
    )  # fmt: skip


def judge_rows(story: Story, rows: Mapping[Key, Expected], gaps: Sequence[tuple[datetime, datetime]]) -> Judged:
    """Compare what rows say with what truly is now.

    Args:
        rows: of the export, or of the oracle.
        gaps: that were noted by now, by the desk's clock.
    """
    found, look = Judged(), _Look(story, gaps)
    for key, row in rows.items():
        verdict = look.verdict(key, row)
        found.rows[verdict] += 1
        found.doubtful += bool(row.senales & DOUBTS)
        found.signs.update(row.senales)
        if verdict is Verdict.SILENTLY_WRONG:
            found.silently_wrong.append(look.reported(key, row))
    return found


class _Look:
    """What is true at one moment, and what of it could reach the desk."""

    def __init__(self, story: Story, gaps: Sequence[tuple[datetime, datetime]]) -> None:
        self._story, self._gaps = story, gaps
        self._now = story.desk.clock.elapsed
        self._parcels: dict[str, list[Parcel]] = {}
        for one in story.plan.parcels:
            self._parcels.setdefault(one.number, []).append(one)
        self._came = {id(one): at for one, at in reversed(story.kept)}
        self._known_days = {day for _, _, day in story.good}

    def parcel(self, key: Key) -> Parcel:
        """Return the parcel of a row, of several that had its number."""
        return next(one for one in self._parcels[key[3]] if one.is_of(key[1]))

    def verdict(self, key: Key, row: Expected) -> Verdict:
        parcel = self.parcel(key)
        if "trasladado" in row.senales or self._is_true(parcel, key, row):
            return Verdict.RIGHT
        if row.senales & DOUBTS:
            return Verdict.MARKED
        until = self._until(parcel, key, row)
        change = parcel.last_change(until)
        if change is None or self._is_shown(parcel, change, until):
            is_dropped = {"relistado", "ya_no_figura"} <= row.senales
            is_silent = not is_dropped or change is None or self._is_shown(parcel, change, until, key[1])
            return Verdict.SILENTLY_WRONG if is_silent else Verdict.BY_NEXT_LIST
        return self._of_heard(parcel, change, key, until) if self._was_received(change) else self._of_unheard(change)

    def _of_heard(self, parcel: Parcel, change: Change, key: Key, until: float) -> Verdict:
        """Return how a row stands that lacks a change which a notification told of."""
        if self._is_corrected_later(change, until):
            return Verdict.CORRECTED_LATER
        if self._is_later_by_all_clocks(change, until):
            return Verdict.BY_WRONG_CLOCKS
        return Verdict.OTHER_DAY if self._is_of_earlier_day(parcel, change, key) else Verdict.SILENTLY_WRONG

    def _of_unheard(self, change: Change) -> Verdict:
        """Return how a row stands that lacks a change which neither a notification nor a load brought."""
        sent_at = change.at if change.message is None else change.message.sent_at
        if self._now < sent_at < NEVER_SENT:
            return Verdict.NOT_YET  # it is on its way
        at = self._story.wall(sent_at if sent_at < NEVER_SENT else change.at)
        if any(since <= at <= until for since, until in self._gaps):
            return Verdict.IN_GAP
        return Verdict.NOT_YET if change.shown_at < NEVER else Verdict.SILENTLY_WRONG

    def reported(self, key: Key, row: Expected) -> str:
        parcel = self.parcel(key)
        lived = "; ".join(
            f"{self._clock(one.at)} {one.state} "
            f"({'received' if self._was_received(one) else 'not received' if one.message else 'no visit'}, "
            f"shown {self._clock(one.shown_at)})"
            for one in parcel.changes
        )
        signs = " ".join(sorted(row.senales))
        return f"{key}: {row.estado} [{signs}] now {self._clock(self._now)}; {lived}; {parcel.placements}"

    def _clock(self, at: float) -> str:
        plan = self._story.plan
        return "never" if at == NEVER else f"{plan.calendar.utc(at).astimezone(plan.zone):%d %H:%M:%S}"

    def _until(self, parcel: Parcel, key: Key, row: Expected) -> float:
        """Return the moment that a row describes: now, or where the desk knows of a later listing, before its day."""
        later = [one.day for one in parcel.placements if one.day > key[1] and one.day in self._known_days]
        return self._story.plan.calendar.begins(min(later)) if later and "relistado" in row.senales else self._now

    def _is_true(self, parcel: Parcel, key: Key, row: Expected) -> bool:
        """Tell whether a row says how the parcel stands. How a listing ended, a later sending out does not change."""
        until, state = self._until(parcel, key, row), STATES.get(row.estado)
        changes = [parcel.last_change(until)]
        if until < self._now:
            changes.append(parcel.last_change(until, with_restarts=False))
        return any(state is (State.OPEN if one is None else one.state) for one in changes)

    def _is_of_earlier_day(self, parcel: Parcel, change: Change, key: Key) -> bool:
        """Tell whether by the page it is of an earlier day's row: a delivery, or the row's day has not begun."""
        calendar = self._story.plan.calendar
        if change.state is not State.DELIVERED and calendar.begins(key[1]) <= self._now:
            return False
        return any(one.day <= calendar.day_of(change.at) < key[1] for one in parcel.placements)

    def _was_received(self, change: Change) -> bool:
        message = change.message
        if message is None or id(message) not in self._came:
            return False
        return self._story.plan.sender.names_something(message, lambda one: id(one) in self._came)

    def _is_corrected_later(self, change: Change, until: float) -> bool:
        """Tell whether a later message of its visit came from the later day: by the page it moves the visit there."""
        if change.message is None or until == self._now:
            return False
        of_visit = self._story.plan.sender.messages_of(change.message)
        return any(one.at >= until and id(one) in self._came for one in of_visit)

    def _is_later_by_all_clocks(self, change: Change, until: float) -> bool:
        """Tell whether neither the driver's clock nor the desk's says that a visit was before a later day began."""
        message = change.message
        if message is None or until == self._now:
            return False
        plan = self._story.plan
        stamp = datetime.fromisoformat(message.timestamp).replace(tzinfo=plan.sender_zone)
        return min(stamp, self._story.wall(self._came[id(message)])) >= plan.calendar.utc(until)

    def _is_shown(self, parcel: Parcel, change: Change, until: float, of: date | None = None) -> bool:
        """Tell whether a load that counts for the row showed a change, beyond what a carrier's lag explains.

        Args:
            parcel: of the row.
            change: it may have shown.
            until: the moment that the row describes.
            of: the only day whose loads are looked at; None: those of all days.
        """
        return any(
            at <= until
            and of in (None, day)
            and parcel.shown(at) is change
            and any(one.holds(at) and (one.carrier, one.day) == (carrier, day) for one in parcel.placements)
            and self._is_news(parcel, change, at)
            for at, carrier, day in self._story.good
        )

    def _known_at(self, change: Change) -> float:
        """Return when a change was, as far as the desk can know: if its clock is behind, the time of arrival."""
        came = self._came.get(id(change.message))
        is_behind = came is not None and self._story.wall(came) < self._story.plan.calendar.utc(change.at)
        return came if came is not None and is_behind else change.at

    def _is_news(self, parcel: Parcel, change: Change, at: float) -> bool:
        known = [self._known_at(one) for one in parcel.changes if one.at < change.at and self._was_received(one)]
        if not known or at - known[-1] > _LAG:
            return True
        before = [load for load, _, _ in self._story.good if load <= known[-1]]
        return not before or parcel.said(before[-1]) is not change.state


@dataclass
class Judge:
    """Judges the rows of a real desk, beside the truth and beside the oracle, whenever a story says so."""

    desk: Desk
    looks: list[Judged] = field(default_factory=list)

    def look(self, story: Story) -> None:
        """Judge all rows as they are now."""
        desk, plan = self.desk, story.plan
        exported = self._exported()
        held = {_key(day, row): _said(row) for day, row in exported}
        gaps = desk.noted()
        site = site_of(plan, desk.set_backs())
        judged = oracle.judged(site, story.events)
        expected = {one.key: one.expected for one in judged}
        found = judge_rows(story, {key: held.get(key, one) for key, one in expected.items()}, gaps)
        if len(held) < len(exported):
            found.against_the_rule.append("a row twice")
        found.against_the_rule += [
            f"{key}: {held.get(key)} in place of {expected.get(key)}"
            for key in held.keys() | expected.keys()
            if key not in held or key not in expected or held[key] != replace(expected[key], counts=True)
        ]
        if Counter(desk.follow_ups(plan.calendar.day)) != Counter(story.notes):
            found.against_the_rule.append("follow-ups")
        found.against_the_rule += [*_wrong_notifications(story, desk), *_wrong_figures(judged, desk)]
        arrived = len(story.kept)
        found.counts += Counter(
            {
                "notifications": len(plan.messages),
                "arrivals straight": arrived - desk.by_http,
                "arrivals by HTTP": desk.by_http,
                "refused": len(story.refused),
                "good loads": len(story.good),
                "failed loads": story.failed_loads,
                "absences": len(story.absences_seen),
            }
        )
        found.unnoticed = len(_unnoticed(story, gaps))
        found.slowest = max(desk.found_after, default=0.0)
        self.looks.append(found)

    def rebuild(self) -> None:
        """Derive the board anew: every row has to say the same."""
        before = self._exported()
        self.desk.writer.rebuild(lambda *_: None)
        if self._exported() != before:
            self.looks[-1].against_the_rule.append("a row says something else after a rebuild")

    def _exported(self) -> list[tuple[date, dict[str, Any]]]:
        days = self.desk.plan.calendar.days
        return [(day, row) for day in days for row in self.desk.exported(Table.SHIPMENTS, day)]


def _wrong_figures(judged: Sequence[oracle.Judged], desk: Desk) -> Iterator[str]:
    """Yield the days whose figures are not those of the oracle, which counts each parcel as delivered once."""
    with Reader.opened(desk.database) as reader:
        for carrier, day in {one.key[:2] for one in judged}:
            expected = oracle.figures_of(judged, carrier, day)
            told = labelled_figures(reader, carrier, day)
            counted = {label: told.get(label) for label in expected}
            if counted != expected:
                yield f"{carrier} {day}: {counted} in place of {expected}"


def _wrong_notifications(story: Story, desk: Desk) -> list[str]:
    """See that each notification that came is exported, with how often it came again."""
    calendar = story.plan.calendar
    days = {*calendar.days, *map(calendar.days_from, range(-3, 5))}
    exported = [row for day in days for row in desk.exported(Table.NOTIFICATIONS, day)]
    held = {(row["visita_id"], row["timestamp"]) for row in exported}
    return [f"notification {key}" for key in {one.key for one, _ in story.kept} - held]


def _key(day: date, row: dict[str, Any]) -> Key:
    return row["codigoCarrier"], day, str(row["idPlanillaReparto"]), row["numero"]


def _said(row: dict[str, Any]) -> Expected:
    signs = frozenset(row["senales"].split())
    return Expected(row["estado"], signs, row["visita_id"], row["vigente"], row["resultado_dia"], counts=True)


def _unnoticed(story: Story, gaps: Sequence[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Return the absences of 20 s or more, and the refusals of a rotated token, that no gap holds."""
    since = rotated_since(story.refused)
    refused = [] if since is None else [(story.wall(since), story.wall(story.refused[-1]))]
    return [
        (begins, ends)
        for begins, ends in [*story.absences_seen, *refused]
        if not any(since <= begins + _ROUNDED and until >= ends - _ROUNDED for since, until in gaps)
    ]
