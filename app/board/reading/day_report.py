"""Build the report of a day: figures, groups, hours, failures and gaps."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from app.board.reading.column_sql import NOT_LISTED, TABLES, VISIT_STATE, total_of
from app.board.reading.timeline import follow_up_of
from app.domain.contract.statuses import VISIT_STATUS_NAMES, State
from app.domain.days import Day
from app.domain.follow_ups import FollowUp
from app.domain.reception.listening import Gap, GapCause
from app.domain.texts import Text
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.queries import View
from app.domain.views.report import DayReport, FailureLine, Figures, Group, GroupLine, Hour, Tally

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


def report_of(
    day: Day,
    ask: Ask,
    values: Values,
    figures: Figures,
    nothing_missing: Text | None,
    counts: Mapping[View, int],
    gaps: Iterable[GapRow],
) -> DayReport:
    """Return the report of a day.

    Args:
        day: carrier and date.
        ask: runs a statement and returns its rows, all from one snapshot.
        values: the parameters of the day's expressions.
        figures: of the day.
        nothing_missing: why no notification of the day counts as missing; None: they can be missing.
        counts: the number of rows in each view.
        gaps: the reception gaps that overlap the day, as (since, until, cause).
    """
    hours = _hours(ask, values)
    loaded = ask("SELECT loaded_at FROM day WHERE carrier = :carrier AND date = :date", values)
    return DayReport(
        day=day,
        loaded_at=datetime.fromisoformat(loaded[0][0]) if loaded and loaded[0][0] else None,
        figures=figures,
        nothing_missing=nothing_missing,
        overdue=counts[View.OVERDUE],
        due_today=counts[View.DUE_TODAY],
        to_attend=counts[View.TO_ATTEND],
        to_attend_visits=counts[View.TO_ATTEND_VISITS],
        no_visit=counts[View.NO_VISIT],
        no_shipment=counts[View.NO_SHIPMENT],
        gone=counts[View.GONE],
        visits=sum(hour.total for hour in hours),
        hours=hours,
        groups=_groups(ask, values),
        failures=(*_failed_shipments(ask, values), *_failed_visits(ask, values)),
        gaps=tuple(
            Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
            for since, until, cause in gaps
        ),
    )


def _groups(ask: Ask, values: Values) -> dict[Group, tuple[GroupLine, ...]]:
    by = ", ".join(_GROUPS.values())
    found = ask(
        f"SELECT {by}, s.outcome, count(*), {total_of('s.declared_value')} FROM {_SHIPMENTS.source}"
        f" WHERE ({_SHIPMENTS.of_the_day}) AND s.counts GROUP BY 1, 2, 3, 4, 5",
        values,
    )
    return {group: _lines((row[place], row[-3:]) for row in found) for place, group in enumerate(_GROUPS)}


def _hours(ask: Ask, values: Values) -> tuple[Hour, ...]:
    found = ask(
        f"SELECT CAST(substr(v.at, 12, 2) AS INTEGER), {VISIT_STATE}, count(*)"
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
    found = ask(
        f"SELECT v.driver, s.outcome, s.state, {', '.join(cells)} FROM {_SHIPMENTS.source}"
        f" WHERE ({_SHIPMENTS.of_the_day}) AND s.counts AND '{State.EXCEPTION}' IN (s.outcome, s.state)"
        " ORDER BY s.locality IS NULL, fold(s.locality), v.at IS NULL, v.at, s.position",
        values,
    )
    return [
        FailureLine(
            number,
            recipient,
            address,
            locality,
            driver,
            status,
            closed,
            _known(follow_up),
            State(outcome),
            State(state),
        )
        for driver, outcome, state, number, recipient, address, locality, status, closed, *follow_up in found
    ]


def _failed_visits(ask: Ask, values: Values) -> list[FailureLine]:
    cells = [_VISITS.columns[key] for key in ("contact", "address", "driver", "status", "timestamp", *_FOLLOW_UP)]
    found = ask(
        f"SELECT v.id, coalesce(nullif(v.numbers, ''), v.tracking_id), {', '.join(cells)}"
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
            _known(follow_up),
            has_shipment=False,
        )
        for visit_id, number, contact, address, driver, status, closed, *follow_up in found
    ]


def _lines(rows: Iterable[tuple[Any, Sequence[Any]]]) -> tuple[GroupLine, ...]:
    """Return a line for each name, the largest first; that of unknown names comes last."""
    counted: dict[Any, list[tuple[State, int, float]]] = defaultdict(list)
    for name, (state, count, value) in rows:
        counted[name].append((State(state), count, value))
    lines = [GroupLine(name, Tally.of(group)) for name, group in counted.items()]
    return tuple(sorted(lines, key=lambda line: (line.name is None, -line.tally.total, str(line.name))))


def _known(cells: Sequence[Any]) -> FollowUp | None:
    """Return the follow-up of a failure; None: none."""
    return None if all(cell is None for cell in cells) else follow_up_of(tuple(cells))
