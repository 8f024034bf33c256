"""Build the report of a day: figures, groups, hours, failures and gaps."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import CHOSEN, NOT_LISTED, TABLES, VISIT_STATE, named, site_day, total_of
from app.board.reading.day_figures import IS_COUNTED
from app.board.reading.timeline import follow_up_of
from app.domain.contract.statuses import VISIT_STATUS_NAMES, State
from app.domain.days import Day, Scope
from app.domain.follow_ups import FollowUp
from app.domain.pace.day_pace import DayCourse, unheard_since
from app.domain.pace.forecast import PastDay, days_to_learn_from
from app.domain.reception.gaps import Gap
from app.domain.site import SiteDays
from app.domain.texts import Text
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table, whole_address
from app.domain.views.queries import View
from app.domain.views.report import DayReport, FailureLine, Figures, Group, GroupLine, Hour, Tally

_SHIPMENTS, _VISITS = TABLES[Table.SHIPMENTS], TABLES[Table.VISITS]
_GROUPS = {
    Group.DRIVER: "CASE WHEN v.id IS NOT NULL THEN coalesce(v.driver, '') END",
    Group.ROUTE: "CASE WHEN v.id IS NOT NULL THEN coalesce(v.route, '') END",
    Group.MANIFEST: "m.number",
    Group.LOCALITY: "s.locality",
    Group.CARRIER: "d.carrier",
}
_PIECES = f"SELECT {total_of('s.pieces')} FROM {_SHIPMENTS.source} WHERE ({_SHIPMENTS.of_the_day}) AND {IS_COUNTED}"
_FOLLOW_UP = tuple(column.key for column in FOLLOW_UP_COLUMNS)

Ask = Callable[[str], list[tuple[Any, ...]]]
_CLOSED = (State.DELIVERED, State.EXCEPTION, State.PICKUP)
_COUNTS = f"""
    SELECT s.outcome, count(*) FROM shipment s JOIN day d ON d.id = s.day_id
    WHERE {_SHIPMENTS.of_the_day} AND d.loaded_at IS NOT NULL AND {IS_COUNTED} GROUP BY 1
"""
_LOADED_AT = f"SELECT min(d.loaded_at) FROM day d WHERE {_SHIPMENTS.of_the_day}"
_LOADED = (
    f"SELECT date, min(d.loaded_at) FROM day d WHERE {CHOSEN} AND date < :date AND loaded_at IS NOT NULL GROUP BY 1"
)
_COURSES = f"""
    SELECT d.date, s.outcome, substr(v.at, 12, 5), count(*)
    FROM shipment s JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id AND v.date = d.date
    WHERE {CHOSEN} AND d.date IN (SELECT value FROM json_each(:dates)) AND s.counts GROUP BY 1, 2, 3 ORDER BY 1, 3
"""
"""The parcels of past days by outcome and by the minute of the visit that closed them on that day."""


def report_of(
    day: Day | Scope,
    ask: Ask,
    figures: Figures,
    nothing_missing: Text | None,
    counts: Mapping[View, int],
    gaps: Iterable[Gap],
) -> DayReport:
    """Return the report of a day.

    `ask` runs a statement with the parameters of the day's expressions, all from one snapshot; `counts` are those of
    the views, `gaps` overlap the day.
    """
    hours = _hours(ask)
    ((loaded_at,),) = ask(_LOADED_AT)
    return DayReport(
        day=day,
        loaded_at=datetime.fromisoformat(loaded_at) if loaded_at else None,
        figures=figures,
        nothing_missing=nothing_missing,
        overdue=counts[View.OVERDUE],
        due_today=counts[View.DUE_TODAY],
        to_attend=counts[View.TO_ATTEND],
        to_attend_visits=counts[View.TO_ATTEND_VISITS],
        no_visit=counts[View.NO_VISIT],
        no_shipment=counts[View.NO_SHIPMENT],
        gone=counts[View.GONE],
        pieces=ask(_PIECES)[0][0],
        visits=sum(hour.total for hour in hours),
        hours=hours,
        groups=_groups(ask, is_of_several=len(day.carriers) > 1),
        failures=(*_failed_shipments(ask), *_failed_visits(ask)),
        gaps=tuple(gaps),
    )


def _groups(ask: Ask, *, is_of_several: bool) -> dict[Group, tuple[GroupLine, ...]]:
    by = ", ".join(_GROUPS.values())
    found = ask(
        f"SELECT {by}, s.outcome, count(*), {total_of('s.declared_value')} FROM {_SHIPMENTS.source}"
        f" WHERE ({_SHIPMENTS.of_the_day}) AND {IS_COUNTED} GROUP BY 1, 2, 3, 4, 5, 6",
    )
    return {
        group: _lines((row[place], row[-3:]) for row in found)
        for place, group in enumerate(_GROUPS)
        if is_of_several or group is not Group.CARRIER
    }


def _hours(ask: Ask) -> tuple[Hour, ...]:
    found = ask(
        f"SELECT CAST(substr(v.at, 12, 2) AS INTEGER), {VISIT_STATE}, count(*)"
        f" FROM {_VISITS.source} WHERE {_VISITS.of_the_day} GROUP BY 1, 2",
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


def _failed_shipments(ask: Ask) -> list[FailureLine]:
    columns = ("number", "recipient", "recipient_address", "locality", "driver", "shown_status", "visit_timestamp")
    cells = [_SHIPMENTS.columns[key] for key in (*columns, *_FOLLOW_UP)]
    found = ask(
        f"SELECT s.outcome, s.state, s.pieces, s.complement, s.recipient_phone, {', '.join(cells)}"
        f" FROM {_SHIPMENTS.source}"
        f" WHERE ({_SHIPMENTS.of_the_day}) AND {IS_COUNTED} AND '{State.EXCEPTION}' IN (s.outcome, s.state)"
        " ORDER BY s.locality IS NULL, fold(s.locality), v.at IS NULL, v.at, s.position",
    )
    return [_failed_shipment(row) for row in found]


def _failed_shipment(row: tuple[Any, ...]) -> FailureLine:
    outcome, state, pieces, complement, phone, number, recipient, address, locality, driver, status, closed, *kept = row
    return FailureLine(
        number,
        recipient,
        whole_address(address, complement),
        locality,
        driver,
        status,
        closed,
        _known(kept),
        State(outcome),
        State(state),
        pieces=pieces,
        phone=phone,
    )


def _failed_visits(ask: Ask) -> list[FailureLine]:
    columns = ("contact", "contact_phone", "address", "complement", "driver", "status", "timestamp", *_FOLLOW_UP)
    cells = [_VISITS.columns[key] for key in columns]
    found = ask(
        f"SELECT v.id, coalesce(nullif(v.numbers, ''), v.tracking_id), {', '.join(cells)}"
        f" FROM {_VISITS.source} WHERE ({_VISITS.of_the_day}) AND ({NOT_LISTED})"
        f" AND {VISIT_STATE} = '{State.EXCEPTION}' ORDER BY v.at, v.id",
    )
    return [
        FailureLine(
            str(number or visit_id),
            contact,
            whole_address(address, complement),
            None,
            driver,
            VISIT_STATUS_NAMES.get(status, status),
            closed,
            _known(follow_up),
            has_shipment=False,
            phone=phone,
        )
        for visit_id, number, contact, phone, address, complement, driver, status, closed, *follow_up in found
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


class PaceReader(BaseReader):
    """Reads the courses of days."""

    def course(self, day: Day | Scope) -> DayCourse:
        """Return the course of a day so far, from one snapshot."""
        with self.snapshot():
            days = self.days()
            counts = Counter({State(outcome): count for outcome, count in self._all(_COUNTS, named(day))})
            ((loaded_at,),) = self._all(_LOADED_AT, named(day))
            ((heard_at,),) = self._all("SELECT max(received_at) FROM notification")
            return DayCourse(
                day,
                counts[State.ON_ITS_WAY],
                sum(counts[one] for one in _CLOSED),
                self._gaps(day.date, day.date, days),
                datetime.fromisoformat(loaded_at) if loaded_at else None,
                datetime.fromisoformat(heard_at) if heard_at else None,
                days,
            )

    def past_days(self, day: Day | Scope) -> tuple[PastDay, ...]:
        """Return how the days of its kind before a day went, from one snapshot."""
        with self.snapshot():
            return self._past_days(day)

    def _past_days(self, day: Day | Scope) -> tuple[PastDay, ...]:
        loads = {date.fromisoformat(past): datetime.fromisoformat(at) for past, at in self._all(_LOADED, named(day))}
        dates = days_to_learn_from(day.date, loads)
        if not dates:
            return ()
        days = self.days()
        gaps = self._gaps(min(dates), max(dates), days)
        closed: defaultdict[date, Counter[int]] = defaultdict(Counter)
        delivered: defaultdict[date, Counter[int]] = defaultdict(Counter)
        parcels, still_open, untimed = Counter[date](), Counter[date](), Counter[date]()
        for text, outcome, minute, count in self._all(
            _COURSES, named(day) | {"dates": json.dumps([one.isoformat() for one in dates])}
        ):
            past, state = date.fromisoformat(text), State(outcome)
            parcels[past] += count
            if state is State.ON_ITS_WAY:
                still_open[past] += count
            elif state in _CLOSED and minute is None:
                untimed[past] += count
            elif state in _CLOSED:
                for by_minute in (closed, delivered) if state is State.DELIVERED else (closed,):
                    by_minute[past][days.minute_of(time.fromisoformat(minute))] += count
        ends = {one: datetime.fromisoformat(site_day(one, days)[1]) for one in dates}
        return tuple(
            PastDay(
                one,
                tuple(sorted(closed[one].items())),
                still_open[one],
                untimed[one],
                unheard_since(loads[one], gaps, ends[one]),
                parcels[one],
                tuple(sorted(delivered[one].items())),
                self._visits_by_hour(Scope(day.carriers, one)),
            )
            for one in dates
        )

    def _visits_by_hour(self, day: Scope) -> tuple[int, ...]:
        visits = {hour.hour: hour.total for hour in _hours(lambda sql: self._all(sql, named(day)))}
        return tuple(visits.get(hour, 0) for hour in range(24))

    def _gaps(self, first: date, last: date, days: SiteDays) -> tuple[Gap, ...]:
        return tuple(self.gaps_touching(site_day(first, days)[0], site_day(last, days)[1]))
