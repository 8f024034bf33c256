"""Read the course of a day and of the days before it, from which `app.domain.pace` tells the pace."""

import json
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, time, timedelta

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import TABLES, VISIT_STATE, site_day
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.pace.day_pace import DayCourse, PastPace, unheard_since
from app.domain.pace.forecast import PastDay, days_to_learn_from
from app.domain.pace.silence import Closing, DriverKey, usual_paces
from app.domain.reception.listening import Gap, GapCause
from app.domain.site_days import SiteDays
from app.domain.views.columns import Table

_CLOSED = (State.DELIVERED, State.EXCEPTION, State.PICKUP)
_DAYS_OF_DRIVERS = 7
"""Over how many past days the pace of a driver is measured."""
_NAMED = "coalesce(nullif(v.driver_id, ''), nullif(v.driver, '')) IS NOT NULL"
_IS_CLOSED = f"{VISIT_STATE} IN ('{State.DELIVERED}', '{State.EXCEPTION}')"
_CLOSED_VISITS = f"SELECT v.driver_id, v.driver, v.at FROM visit v WHERE {_IS_CLOSED} AND {_NAMED}"
_CLOSINGS = f"{_CLOSED_VISITS} AND ({TABLES[Table.VISITS].of_the_day})"
_EARLIER_CLOSINGS = f"{_CLOSED_VISITS} AND v.date >= ? AND v.date < ?"
_COUNTS = """
    SELECT s.outcome, count(*) FROM shipment s JOIN day d ON d.id = s.day_id
    WHERE d.carrier = :carrier AND d.date = :date AND d.loaded_at IS NOT NULL AND s.counts GROUP BY 1
"""
_LOADED = "SELECT date, loaded_at FROM day WHERE carrier = ? AND date < ? AND loaded_at IS NOT NULL"
_COURSES = """
    SELECT d.date, s.outcome, substr(v.at, 12, 5), count(*)
    FROM shipment s JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id AND v.date = d.date
    WHERE d.carrier = ? AND d.date IN (SELECT value FROM json_each(?)) AND s.counts GROUP BY 1, 2, 3 ORDER BY 1, 3
"""
"""The parcels of past days by outcome and by the minute of the visit that closed them on that day."""


class PaceReader(BaseReader):
    """Reads the courses of days."""

    def course(self, day: Day) -> DayCourse:
        """Return the course of a day so far, from one snapshot."""
        with self.snapshot():
            days = self.days()
            named: dict[str, object] = {"carrier": day.carrier, "date": day.date.isoformat()}
            counts = Counter({State(outcome): count for outcome, count in self._all(_COUNTS, named)})
            ((loaded_at,),) = self._all(
                "SELECT max(loaded_at) FROM day WHERE carrier = :carrier AND date = :date", named
            )
            ((heard_at,),) = self._all("SELECT max(received_at) FROM notification")
            closings = tuple(
                (driver, at.replace(tzinfo=days.zone).astimezone(UTC))
                for driver, at in map(_closing, self._all(_CLOSINGS, named))
            )
            return DayCourse(
                day,
                counts[State.ON_ITS_WAY],
                sum(counts[one] for one in _CLOSED),
                closings,
                self._gaps(day.date, day.date, days),
                datetime.fromisoformat(loaded_at) if loaded_at else None,
                datetime.fromisoformat(heard_at) if heard_at else None,
                days,
            )

    def past_pace(self, day: Day) -> PastPace:
        """Return what the days before a day tell, from one snapshot: for forecasts and the drivers' usual pace."""
        with self.snapshot():
            first = day.date - timedelta(days=min(_DAYS_OF_DRIVERS, day.date.toordinal() - 1))
            earlier = self._all(_EARLIER_CLOSINGS, (first.isoformat(), day.date.isoformat()))
            before = self.days().before_midnight
            closings = ((driver, at - before) for driver, at in map(_closing, earlier))
            return PastPace(self._past_days(day), usual_paces(closings))

    def _past_days(self, day: Day) -> tuple[PastDay, ...]:
        loads = {
            date.fromisoformat(past): datetime.fromisoformat(at)
            for past, at in self._all(_LOADED, (day.carrier, day.date.isoformat()))
        }
        dates = days_to_learn_from(day.date, loads)
        if not dates:
            return ()
        days = self.days()
        gaps = self._gaps(min(dates), max(dates), days)
        closed: defaultdict[date, Counter[int]] = defaultdict(Counter)
        still_open, untimed = Counter[date](), Counter[date]()
        for text, outcome, minute, count in self._all(
            _COURSES, (day.carrier, json.dumps([one.isoformat() for one in dates]))
        ):
            past, state = date.fromisoformat(text), State(outcome)
            if state is State.ON_ITS_WAY:
                still_open[past] += count
            elif state in _CLOSED and minute is None:
                untimed[past] += count
            elif state in _CLOSED:
                closed[past][days.minute_of(time.fromisoformat(minute))] += count
        ends = {one: datetime.fromisoformat(site_day(one, days)[1]) for one in dates}
        return tuple(
            PastDay(
                one,
                tuple(sorted(closed[one].items())),
                still_open[one],
                untimed[one],
                unheard_since(loads[one], gaps, ends[one]),
            )
            for one in dates
        )

    def _gaps(self, first: date, last: date, days: SiteDays) -> tuple[Gap, ...]:
        found = self.gaps_touching(site_day(first, days)[0], site_day(last, days)[1])
        return tuple(
            Gap(datetime.fromisoformat(since), datetime.fromisoformat(until), GapCause(cause))
            for since, until, cause in found
        )


def _closing(row: tuple[str | None, str | None, str]) -> Closing:
    """Return who closed a visit, and when by the site's clock, without a zone."""
    driver_id, driver, at = row
    return DriverKey(driver_id or None, driver or None), datetime.fromisoformat(at)
