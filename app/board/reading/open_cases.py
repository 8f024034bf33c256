"""Read the failed deliveries of a day and of the days before that are still open."""

from datetime import date

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import NOT_LISTED, TABLES, VIEWS, VISIT_STATE, day_values
from app.board.reading.timeline import follow_up_of
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.queries import View
from app.domain.views.shift import OpenCase
from app.facts.follow_up_history import LATEST_OF_SHIPMENT

_FOLLOW_UP = tuple(column.key for column in FOLLOW_UP_COLUMNS)
_SHIPMENTS = f"""
    SELECT d.date, s.number, s.recipient, s.recipient_phone, {VIEWS[View.TO_ATTEND]}, f.id,
        {", ".join(f"f.{key}" for key in _FOLLOW_UP)}
    FROM day d CROSS JOIN shipment s ON s.day_id = d.id LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}
    WHERE d.carrier = :carrier AND d.date <= :date AND d.loaded_at IS NOT NULL AND s.failure IS NOT NULL
    ORDER BY d.date DESC, s.position
"""
_VISITS = f"""
    SELECT v.id, coalesce(nullif(v.numbers, ''), v.tracking_id), v.contact, v.contact_phone,
        {VIEWS[View.TO_ATTEND_VISITS]},
        {", ".join(TABLES[Table.VISITS].columns[key] for key in _FOLLOW_UP)}
    FROM {TABLES[Table.VISITS].source}
    WHERE ({TABLES[Table.VISITS].of_the_day}) AND {VISIT_STATE} = '{State.EXCEPTION}' AND {NOT_LISTED}
    ORDER BY v.at, v.id
"""


class OpenCaseReader(BaseReader):
    """Reads what is open at the end of a shift."""

    def open_cases(self, day: Day, today: date) -> list[OpenCase]:
        """Return the failed shipments of a day and of the carrier's days before, then its visits without a shipment.

        A shipment that a later day lists again is open there.
        """
        values = day_values(day, today, self.zone())
        cases = [
            OpenCase(
                Day(day.carrier, date.fromisoformat(on)),
                number,
                recipient,
                phone,
                bool(is_to_attend),
                None if follow_up is None else follow_up_of(tuple(cells)),
            )
            for on, number, recipient, phone, is_to_attend, follow_up, *cells in self._all(_SHIPMENTS, values)
        ]
        for visit_id, number, contact, phone, is_to_attend, *cells in self._all(_VISITS, values):
            follow_up = None if all(cell is None for cell in cells) else follow_up_of(tuple(cells))
            cases.append(OpenCase(day, str(number or visit_id), contact, phone, bool(is_to_attend), follow_up))
        return cases
