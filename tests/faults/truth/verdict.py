"""The verdict on a day: each row of the exports beside the truth, and beside the rule."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from app.domain.columns import Table
from app.domain.statuses import State
from tests.faults.truth.desk import Desk, utc
from tests.faults.truth.plan import TODAY, YESTERDAY, Notification
from tests.faults.truth.rule import STATES, Expected, expected_notifications, expected_rows, wall
from tests.faults.truth.story import Story

_ROUNDED = timedelta(milliseconds=1)


class Verdict(StrEnum):
    """How a row stands beside the truth; see the package's own words."""

    RIGHT = "right"
    CONTRADICTORY = "contradictory"
    MISSED = "possibly missed"
    IN_GAP = "in a gap"
    SILENTLY_WRONG = "silently wrong"


@dataclass
class Judged:
    """What came of a day, or of many."""

    rows: Counter[Verdict] = field(default_factory=Counter)
    against_the_rule: list[str] = field(default_factory=list)
    silently_wrong: list[str] = field(default_factory=list)
    unnoticed: int = 0
    """Absences of 20 s or more without a gap."""
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Judged") -> None:
        self.rows += other.rows
        self.counts += other.counts
        self.against_the_rule += other.against_the_rule
        self.silently_wrong += other.silently_wrong
        self.unnoticed += other.unnoticed

    def __str__(self) -> str:
        rows = ", ".join(f"{self.rows[one]:,} {one}" for one in Verdict)
        return f"{rows}; {', '.join(f'{count:,} {name}' for name, count in self.counts.items())}"


def judge(story: Story, desk: Desk, shipments: list[dict[str, Any]] | None = None) -> Judged:
    """Compare what the desk exports with what truly was. `shipments` is today's export, where it was made already."""
    found = Judged()
    kept = [one for one, _ in desk.kept]
    gaps = _gaps(desk)
    lost = _lost_in_gaps(story, kept, gaps)
    rows = {TODAY: shipments or desk.exported(Table.SHIPMENTS, TODAY)}
    rows[YESTERDAY] = desk.exported(Table.SHIPMENTS, YESTERDAY)
    expected = expected_rows(story.seen, kept)
    exported = Counter((day, row["numero"]) for day, listed in rows.items() for row in listed)
    for key in expected.keys() ^ exported.keys() | {key for key, times in exported.items() if times > 1}:
        found.silently_wrong.append(f"{key}: {exported[key]} rows")
    for day, listed in rows.items():
        for row in listed:
            _judge_row(found, story, day, row, expected.get((day, row["numero"])), lost)
    found.against_the_rule += _other_notifications(desk, kept)
    _look_at_visits(found, desk, kept)
    found.unnoticed = sum(
        not any(since <= begins + _ROUNDED and until >= ends - _ROUNDED for since, until in gaps)
        for begins, ends in story.absences_seen
    )
    if Counter(desk.follow_ups(TODAY)) != Counter(story.notes):
        found.against_the_rule.append("follow-ups")
    reached = {one.key for one in kept}
    found.counts += Counter(
        {
            "notifications": len(story.plan.notifications),
            "arrivals straight": len(kept) - desk.by_door,
            "arrivals by HTTP": desk.by_door,
            "lost": len({one.key for one in story.plan.notifications} - reached),
            "good loads": story.loads[0],
            "failed loads": story.loads[1],
            "absences": len(story.plan.absences),
        }
    )
    return found


def _judge_row(
    found: Judged, story: Story, day: date, row: dict[str, Any], expected: Expected | None, lost: set[str]
) -> None:
    line = story.seen.lines[day, row["numero"]]
    held = Expected(**{name: row[name] for name in Expected.__dataclass_fields__})
    if held != expected or row["vigente"] != line.is_listed or row["idPlanillaReparto"] != line.manifest:
        found.against_the_rule.append(f"{day} {held} in place of {expected}")
    state = STATES.get(row["estado"])
    if not row["vigente"] or state is line.parcel.truth(day):
        verdict = Verdict.RIGHT
    elif row["conflicto"]:
        verdict = Verdict.CONTRADICTORY
    elif row["visita_id"] is None and state in (State.DELIVERED, State.EXCEPTION):
        verdict = Verdict.MISSED
    elif row["numero"] in lost:
        verdict = Verdict.IN_GAP
    else:
        verdict = Verdict.SILENTLY_WRONG
        found.silently_wrong.append(f"{day} {held}, truly {line.parcel.truth(day)}")
    found.rows[verdict] += 1


def _gaps(desk: Desk) -> list[tuple[Any, Any]]:
    """Return the exported gaps of the days that a clock set wrong may have shown."""
    days = [TODAY + timedelta(days=one) for one in (-1, 0, 1)]
    return [(utc(one["desde"]), utc(one["hasta"])) for day in days for one in desk.exported(Table.GAPS, day)]


def _lost_in_gaps(story: Story, kept: list[Notification], gaps: list[tuple[Any, Any]]) -> set[str]:
    """Return the numbers of the parcels of which a visit changed within a gap and was never told."""
    reached = {one.key for one in kept}
    found = set()
    for one in story.plan.notifications:
        if one.key in reached:
            continue
        shown = wall(story.plan, one.at, story.offset_at(one.at))
        if any(since <= shown <= until for since, until in gaps):
            found |= {parcel.number for parcel in one.parcels}
    return found


def _other_notifications(desk: Desk, kept: list[Notification]) -> list[str]:
    rows = [*desk.exported(Table.NOTIFICATIONS, TODAY), *desk.exported(Table.NOTIFICATIONS, YESTERDAY)]
    held = [((one["visita_id"], one["timestamp"]), (one["repetidas"], one["resultado"])) for one in rows]
    expected = [(key, (times, str(outcome))) for key, (times, outcome) in expected_notifications(kept).items()]
    return [f"notification {one}" for one in sorted(set(held) ^ set(expected))] + ["twice"] * (
        len(held) - len(set(held))
    )


def _look_at_visits(found: Judged, desk: Desk, kept: list[Notification]) -> None:
    """See that each visit that was told of is shown once, with what it was told last."""
    rows = [*desk.exported(Table.VISITS, TODAY), *desk.exported(Table.VISITS, YESTERDAY)]
    held = sorted((one["visita_id"], one["timestamp"], one["estado_nuevo"]) for one in rows)
    newest = {one.visit: one for one in sorted(kept, key=lambda one: one.timestamp)}
    if held != sorted((one.visit, one.timestamp, one.status) for one in newest.values()):
        found.against_the_rule.append("visits")
