"""A day in figures, counted by the same expressions as the tables and the views: the totals are theirs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from app.domain.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.days import Day
from app.domain.followups import FollowUp
from app.domain.listening import Gap, GapCause
from app.domain.queries import View
from app.domain.report import DayReport, FailureLine, Group, GroupLine, Hour, Tally
from app.domain.statuses import VISIT_STATUS_NAMES, State
from app.store.rows import NOT_LISTED, TABLES, VIEWS, VISIT_STATE, Sql, total_of
from app.store.timeline import follow_up_of

_SHIPMENTS, _VISITS = TABLES[Table.SHIPMENTS], TABLES[Table.VISITS]
_GROUPS = {
    Group.DRIVER: "CASE WHEN v.id IS NOT NULL THEN coalesce(v.driver, '') END",
    Group.ROUTE: "CASE WHEN v.id IS NOT NULL THEN coalesce(v.route, '') END",
    Group.MANIFEST: "m.number",
    Group.LOCALITY: "s.locality",
}
_FOLLOW_UP = tuple(column.key for column in FOLLOW_UP_COLUMNS)

Values = dict[str, object]
Ask = Callable[[str, Values], list[tuple[Any, ...]]]
GapRow = tuple[str, str, str]


def report_of(day: Day, ask: Ask, values: Values, counts: Mapping[View, int], gaps: Iterable[GapRow]) -> DayReport:
    """Return a day in figures.

    Args:
        day: whose they are.
        ask: asks the file; all within one moment.
        values: what the expressions of the day are asked with.
        counts: how many rows each view holds.
        gaps: the times without ears that touch it: since, until, cause.
    """
    tally, states, groups = _tallies(ask, values)
    hours = _hours(ask, values)
    loaded = ask("SELECT loaded_at FROM day WHERE carrier = :carrier AND date = :date", values)
    return DayReport(
        day=day,
        loaded_at=datetime.fromisoformat(loaded[0][0]) if loaded and loaded[0][0] else None,
        tally=tally,
        states=states,
        at_risk=counts[View.AT_RISK],
        to_attend=counts[View.TO_ATTEND],
        to_attend_visits=counts[View.TO_ATTEND_VISITS],
        conflicts=counts[View.CONFLICTS],
        missed=counts[View.MISSED],
        no_visit=counts[View.NO_VISIT],
        no_shipment=counts[View.NO_SHIPMENT],
        gone=counts[View.GONE],
        visits=sum(hour.total for hour in hours),
        hours=hours,
        groups=groups,
        failures=(*_failed_shipments(ask, values), *_failed_visits(ask, values)),
        gaps=tuple(
            Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
            for since, until, cause in gaps
        ),
    )


def _tallies(ask: Ask, values: Values) -> tuple[Tally, dict[State, int], dict[Group, tuple[GroupLine, ...]]]:
    by = ", ".join(_GROUPS.values())
    found = ask(
        f"SELECT {by}, s.outcome, count(*), {total_of('s.declared_value')} FROM {_SHIPMENTS.source}"  # noqa: S608
        f" WHERE ({_SHIPMENTS.of_the_day}) AND s.counts GROUP BY 1, 2, 3, 4, 5",
        values,
    )
    counted = [(State(state), count, value) for *_, state, count, value in found]
    states = {state: sum(count for one, count, _ in counted if one is state) for state in State}
    groups = {group: _lines((row[place], row[-3:]) for row in found) for place, group in enumerate(_GROUPS)}
    return _tally(counted), states, groups


def _hours(ask: Ask, values: Values) -> tuple[Hour, ...]:
    found = ask(
        f"SELECT CAST(substr(v.at, 12, 2) AS INTEGER), {VISIT_STATE}, count(*)"  # noqa: S608 - our own expressions
        f" FROM {_VISITS.source} WHERE {_VISITS.of_the_day} GROUP BY 1, 2",
        values,
    )
    counts: dict[int, dict[State, int]] = defaultdict(dict)
    for hour, state, count in found:
        counts[hour][State(state)] = count
    return tuple(
        Hour(
            hour,
            of.get(State.DELIVERED, 0),
            of.get(State.EXCEPTION, 0),
            sum(count for state, count in of.items() if state not in (State.DELIVERED, State.EXCEPTION)),
        )
        for hour, of in sorted(counts.items())
    )


def _failed_shipments(ask: Ask, values: Values) -> list[FailureLine]:
    columns = ("number", "recipient", "recipient_address", "locality", "shown_status", "visit_timestamp")
    cells = [_SHIPMENTS.columns[key] for key in (*columns, *_FOLLOW_UP)]
    sql = Sql(
        f"SELECT v.driver, {', '.join(cells)} FROM {_SHIPMENTS.source}"  # noqa: S608 - our own expressions
        f" WHERE ({_SHIPMENTS.of_the_day}) AND ({VIEWS[View.EXCEPTIONS]})"
        " ORDER BY s.locality IS NULL, fold(s.locality), v.at IS NULL, v.at, s.position",
        values,
    )
    return [
        FailureLine(number, recipient, address, locality, driver, status, closed, _known(kept))
        for driver, number, recipient, address, locality, status, closed, *kept in ask(sql.text, sql.values)
    ]


def _failed_visits(ask: Ask, values: Values) -> list[FailureLine]:
    cells = [_VISITS.columns[key] for key in ("contact", "address", "driver", "status", "timestamp", *_FOLLOW_UP)]
    found = ask(
        f"SELECT v.id, coalesce(nullif(v.numbers, ''), v.tracking_id), {', '.join(cells)}"  # noqa: S608 - our own
        f" FROM {_VISITS.source} WHERE ({_VISITS.of_the_day}) AND ({NOT_LISTED})"
        f" AND {VISIT_STATE} = '{State.EXCEPTION}' ORDER BY v.at, v.id",
        values,
    )
    return [
        FailureLine(
            str(number or visit_id),
            contact,
            address,
            None,
            driver,
            VISIT_STATUS_NAMES.get(status, status),
            closed,
            _known(kept),
            has_shipment=False,
        )
        for visit_id, number, contact, address, driver, status, closed, *kept in found
    ]


def _tally(counted: Iterable[tuple[State, int, float]]) -> Tally:
    counts: dict[State, int] = defaultdict(int)
    values: dict[State, float] = defaultdict(float)
    for state, count, value in counted:
        counts[state] += count
        values[state] += value
    return Tally(
        total=sum(counts.values()),
        delivered=counts[State.DELIVERED],
        failed=counts[State.EXCEPTION],
        pickup=counts[State.PICKUP],
        value=round(sum(values.values()), 2),
        value_delivered=round(values[State.DELIVERED], 2),
        value_failed=round(values[State.EXCEPTION], 2),
    )


def _lines(rows: Iterable[tuple[Any, Sequence[Any]]]) -> tuple[GroupLine, ...]:
    """Return a line for each name, the largest first; where names are unknown, that line is the last."""
    counted: dict[Any, list[tuple[State, int, float]]] = defaultdict(list)
    for name, (state, count, value) in rows:
        counted[name].append((State(state), count, value))
    lines = [GroupLine(name, _tally(of)) for name, of in counted.items()]
    return tuple(sorted(lines, key=lambda line: (line.name is None, -line.tally.total, str(line.name))))


def _known(kept: Sequence[Any]) -> FollowUp | None:
    """Return what the desk keeps of a failure; None where it keeps nothing."""
    return None if all(cell is None for cell in kept) else follow_up_of(tuple(kept))
