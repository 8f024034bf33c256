"""The cases of a day: those to call about, and those that are open at its end."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from app.board.follow_up_sql import LATEST_OF_SHIPMENT, LATEST_OF_VISIT
from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import (
    CHOSEN,
    MAY_BE_NOT_LISTED,
    NOT_LISTED,
    TABLES,
    VIEWS,
    VISIT_STATE,
    day_values,
    rows_of,
    site_day,
)
from app.board.reading.timeline import follow_up_of
from app.domain.calls.queue import CallCase, Reminder
from app.domain.calls.reasons import Reasons
from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.site import SiteDays, site_time
from app.domain.views.columns import FOLLOW_UP_COLUMNS, Table
from app.domain.views.details import Subject
from app.domain.views.queries import View
from app.domain.views.report import OpenCase
from app.facts.call_reasons import stored_reasons

_SHIPMENTS, _VISITS = TABLES[Table.SHIPMENTS], TABLES[Table.VISITS]
_LATEST = {Table.SHIPMENTS: LATEST_OF_SHIPMENT, Table.VISITS: LATEST_OF_VISIT}
_FAILED_AT, _FAILED_FAR, _SINCE = (
    f"iif({VISIT_STATE} = '{State.EXCEPTION}', v.{column}, NULL)" for column in ("timestamp", "check_in_distance", "at")
)
"""Of the visit of a shipment: one that delivered does not say when the carrier's word is that it failed."""
_CELLS = {
    Table.SHIPMENTS: (
        "s.id, d.date, d.carrier, s.number, s.recipient, s.recipient_document, s.recipient_phone, v.contact_phone,"
        " s.recipient_address, s.complement, s.district, s.locality, s.sender, s.content, s.pieces, s.declared_value,"
        f" nullif(v.driver, ''), {_FAILED_AT}, {_FAILED_FAR}, {_SINCE}, s.changed_at"
    ),
    Table.VISITS: (
        "v.id, v.date, '', coalesce(nullif(v.numbers, ''), v.tracking_id, v.id), v.contact, NULL, v.contact_phone,"
        " NULL, v.address, NULL, NULL, NULL, NULL, NULL, NULL, NULL, nullif(v.driver, ''), v.timestamp,"
        " v.check_in_distance, v.at, ''"
    ),
}
_FOLLOW_UP = ", ".join(f"f.{column.key}" for column in FOLLOW_UP_COLUMNS)
_NEWS = timedelta(days=1)
_LAST = "~"  # after any time
_OPEN_SHIPMENTS = f"""
    SELECT d.carrier, d.date, s.number, s.recipient, s.recipient_phone, {_FAILED_AT},
        {VIEWS[View.TO_ATTEND]}, f.saved_at, {_FOLLOW_UP}
    FROM day d CROSS JOIN shipment s ON s.day_id = d.id LEFT JOIN visit v ON v.id = s.visit_id
        LEFT JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}
    WHERE {CHOSEN} AND d.date <= :date AND d.loaded_at IS NOT NULL AND s.failure IS NOT NULL
    ORDER BY d.carrier, s.position
"""
_OPEN_VISITS = f"""
    SELECT '', v.date, coalesce(nullif(v.numbers, ''), v.tracking_id, v.id), v.contact, v.contact_phone,
        v.timestamp, {VIEWS[View.TO_ATTEND_VISITS]}, f.saved_at, {_FOLLOW_UP}
    FROM {TABLES[Table.VISITS].source} LEFT JOIN follow_up f ON f.id = {LATEST_OF_VISIT}
    WHERE (({TABLES[Table.VISITS].of_the_day}) OR {MAY_BE_NOT_LISTED} AND v.date < :date)
        AND {NOT_LISTED} AND {VISIT_STATE} = '{State.EXCEPTION}'
    ORDER BY v.id
"""


def _cases_in(table: Table, condition: str) -> str:
    sql = TABLES[table]
    return (
        f"SELECT {_CELLS[table]}, f.id, {_FOLLOW_UP} FROM {sql.source}"
        f" LEFT JOIN follow_up f ON f.id = {_LATEST[table]} WHERE {condition} ORDER BY {sql.first_order}"
    )


_CASES = {
    view: (table, _cases_in(table, f"({rows_of(TABLES[table], view)}) AND ({VIEWS[view]})"))
    for view, table in (
        (View.TO_ATTEND, Table.SHIPMENTS),
        (View.TO_ATTEND_VISITS, Table.VISITS),
        (View.EARLIER, Table.SHIPMENTS),
        (View.EARLIER_VISITS, Table.VISITS),
    )
}
_REMINDED = (
    "SELECT s.id FROM follow_up r CROSS JOIN day d ON d.carrier = r.carrier AND d.date = r.date"
    " CROSS JOIN shipment s ON s.number = r.number AND +s.day_id = d.id WHERE r.remind_at IS NOT NULL"
)
_REMINDED_VISITS = "SELECT r.visit_id FROM follow_up r WHERE r.remind_at IS NOT NULL AND r.visit_id IS NOT NULL"
_REMINDERS = (
    (
        Table.SHIPMENTS,
        (
            f"SELECT f.remind_at, d.date, d.carrier, s.id, s.number, s.recipient FROM {_SHIPMENTS.source}"
            f" JOIN follow_up f ON f.id = {LATEST_OF_SHIPMENT}"
            f" WHERE s.id IN ({_REMINDED}) AND f.remind_at IS NOT NULL AND {VIEWS[View.TO_ATTEND]}"
        ),
    ),
    (
        Table.VISITS,
        (
            "SELECT f.remind_at, v.date, '', v.id, coalesce(nullif(v.numbers, ''), v.tracking_id, v.id), v.contact"
            f" FROM {_VISITS.source} JOIN follow_up f ON f.id = {LATEST_OF_VISIT}"
            f" WHERE v.id IN ({_REMINDED_VISITS}) AND f.remind_at IS NOT NULL AND {VIEWS[View.TO_ATTEND_VISITS]}"
        ),
    ),
)


def _case(table: Table, row: Sequence[Any], carriers: tuple[str, ...], days: SiteDays) -> CallCase:
    row_id, day, of, number, recipient, document, *phones = row[:8]
    address, complement, district, locality, sender, content, pieces, value, driver = row[8:17]
    failed_at, distance, since, changed_at, follow_up = row[17:22]
    if not since:
        since = site_time(datetime.fromisoformat(changed_at), days.zone).isoformat(timespec="microseconds")
    return CallCase(
        Subject(table, row_id, carriers if table is Table.VISITS else ()),
        date.fromisoformat(day),
        of,
        str(number),
        recipient,
        document,
        tuple(dict.fromkeys(one for one in phones if one)),
        *(address, complement, district, locality),
        *(sender, content, pieces, value),
        driver,
        failed_at,
        distance,
        follow_up_of(tuple(row[22:])) if follow_up else None,
        since=since,
    )


class CaseReader(BaseReader):
    """Reads the cases of a day: what the calls need, and what is open at its end."""

    def reasons(self) -> Reasons:
        """Return the reasons that the site offers."""
        with self._failures():
            return stored_reasons(self._db)

    def people(self) -> list[str]:
        """Return who had or saved a case of late, in alphabetical order."""
        rows = self._all(
            "WITH late AS (SELECT assigned_to, saved_by FROM follow_up ORDER BY id DESC LIMIT 500)"
            " SELECT assigned_to FROM late WHERE assigned_to <> '' UNION SELECT saved_by FROM late WHERE saved_by <> ''"
            " ORDER BY 1 COLLATE NOCASE"
        )
        return [name for (name,) in rows]

    def call_cases(self, day: Day | Scope, today: date, views: Sequence[View]) -> list[CallCase]:
        """Return the cases of a day that need attention, each once, in the order of these views.

        `views` are those of what is to attend, and of earlier days; `today` is the site's date.
        """
        cases: dict[Subject, CallCase] = {}
        with self.snapshot():
            values = day_values(day, today, days := self.days())
            for view in views:
                table, sql = _CASES[view]
                for row in self._all(sql, values):
                    case = _case(table, row, day.carriers, days)
                    cases.setdefault(case.subject, case)
        return list(cases.values())

    def reminders(self) -> list[Reminder]:
        """Return the calls that are promised and still to be made, of all days and carriers."""
        found = []
        with self.snapshot():
            for table, sql in _REMINDERS:
                for at, day, carrier, row_id, number, recipient in self._all(sql, {"carriers": "[]"}):
                    subject = Subject(table, row_id)
                    when = datetime.fromisoformat(at)
                    found.append(Reminder(when, date.fromisoformat(day), carrier, subject, str(number), recipient))
        return found

    def open_cases(self, day: Day | Scope, today: date) -> list[OpenCase]:
        """Return the failed shipments and visits without a shipment, of a day and of its carriers' days before.

        The latest day comes first, and of a day what failed first; what has no hour comes last. A shipment that a
        later day lists again is open there. A number in several manifests of a day is one case.
        """
        values = day_values(day, today, self.days())
        since, _ = site_day(day.date - _NEWS, self.days()) if day.date - date.min > _NEWS else ("", "")
        cases: dict[tuple[Day, str], OpenCase] = {}
        found = [*self._all(_OPEN_SHIPMENTS, values), *self._all(_OPEN_VISITS, values)]
        for carrier, on, number, recipient, phone, failed_at, is_to_attend, saved_at, *cells in found:
            follow_up = None if saved_at is None else follow_up_of(tuple(cells))
            case = OpenCase(
                Day(carrier, date.fromisoformat(on)),
                str(number),
                recipient,
                phone,
                bool(is_to_attend),
                follow_up,
                is_news=saved_at is not None and saved_at >= since,
                failed_at=failed_at,
            )
            known = cases.get((case.day, case.number))
            if known is None or (case.is_to_attend and not known.is_to_attend):
                cases[case.day, case.number] = case
        return sorted(cases.values(), key=lambda one: (-one.day.date.toordinal(), one.failed_at or _LAST))
