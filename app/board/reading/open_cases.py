"""Read the failed deliveries of a day and of the days before that are still open."""

from datetime import date, timedelta

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import MAY_BE_NOT_LISTED, NOT_LISTED, TABLES, VIEWS, VISIT_STATE, day_values, site_day
from app.board.reading.timeline import follow_up_of
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.queries import View
from app.domain.views.shift import OpenCase
from app.facts.follow_up_history import LATEST_OF_SHIPMENT, LATEST_OF_VISIT

_NEWS = timedelta(days=1)
_FOLLOW_UP = tuple(column.key for column in FOLLOW_UP_COLUMNS)
_SHIPMENTS = f"""
    SELECT d.date, s.number, s.recipient, s.recipient_phone, {VIEWS[View.TO_ATTEND]}, f.saved_at,
        {", ".join(f"f.{key}" for key in _FOLLOW_UP)}
    FROM day d CROSS JOIN shipment s ON s.day_id = d.id LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}
    WHERE d.carrier = :carrier AND d.date <= :date AND d.loaded_at IS NOT NULL AND s.failure IS NOT NULL
    ORDER BY d.date DESC, s.position
"""
_VISITS = f"""
    SELECT v.date, coalesce(nullif(v.numbers, ''), v.tracking_id, v.id), v.contact, v.contact_phone,
        {VIEWS[View.TO_ATTEND_VISITS]}, f.saved_at, {", ".join(f"f.{key}" for key in _FOLLOW_UP)}
    FROM {TABLES[Table.VISITS].source} LEFT JOIN follow_up f ON f.id = {LATEST_OF_VISIT}
    WHERE (({TABLES[Table.VISITS].of_the_day}) OR {MAY_BE_NOT_LISTED} AND v.date < :date)
        AND {NOT_LISTED} AND {VISIT_STATE} = '{State.EXCEPTION}'
    ORDER BY v.date DESC, v.at, v.id
"""


class OpenCaseReader(BaseReader):
    """Reads what is open at the end of a shift."""

    def open_cases(self, day: Day, today: date) -> list[OpenCase]:
        """Return the failed shipments of a day and of the carrier's days before, then such visits without a shipment.

        A shipment that a later day lists again is open there. A number in several manifests of a day is one case.
        """
        values = day_values(day, today, self.days())
        since, _ = site_day(day.date - _NEWS, self.days()) if day.date - date.min > _NEWS else ("", "")
        cases: dict[tuple[str, str], OpenCase] = {}
        found = [*self._all(_SHIPMENTS, values), *self._all(_VISITS, values)]
        for on, number, recipient, phone, is_to_attend, saved_at, *cells in found:
            follow_up = None if saved_at is None else follow_up_of(tuple(cells))
            case = OpenCase(
                Day(day.carrier, date.fromisoformat(on)),
                str(number),
                recipient,
                phone,
                bool(is_to_attend),
                follow_up,
                is_news=saved_at is not None and saved_at >= since,
            )
            known = cases.get((on, case.number))
            if known is None or (case.is_to_attend and not known.is_to_attend):
                cases[on, case.number] = case
        return list(cases.values())
