"""SQL of the tables: expressions of columns, sources of rows, and conditions of views."""

import json
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from app.board.follow_up_sql import LATEST_OF_SHIPMENT, LATEST_OF_VISIT, UNSEEN, VISIT_FAILURE
from app.domain.board.signs import Sign
from app.domain.contract.statuses import DAY_OUTCOMES, VISIT_STATES, VISIT_STATUS_NAMES, State
from app.domain.days import Day, Scope
from app.domain.handover.saved_follow_up import ELSEWHERE
from app.domain.site import SiteDays
from app.domain.views.columns import CARRIER, FOLLOW_UP_COLUMNS, NOTIFICATION_COLUMNS, VISIT_COLUMNS, Table
from app.domain.views.queries import WORKED_THROUGH, View
from app.facts.column_names import STORED_COLUMNS
from app.facts.file.database import utc_text
from app.facts.site_rules import FAR_METRES

_MEANT = " ".join(f"WHEN '{status}' THEN '{state}'" for status, state in VISIT_STATES.items())
_ENDED = " ".join(f"WHEN '{state}' THEN '{code}'" for state, code in DAY_OUTCOMES.items())
_SAID = " ".join(f"WHEN '{status}' THEN '{name}'" for status, name in VISIT_STATUS_NAMES.items())
VISIT_STATUS = f"CASE v.status {_SAID} ELSE v.status END"
VISIT_STATE = f"CASE v.status {_MEANT} ELSE '{State.OTHER}' END"
STATE = "s.state"
"""SQL: the `State` of a shipment's shown status."""


def has_sign(sign: Sign) -> str:
    """Return the SQL condition that a shipment has a sign."""
    return f"instr(s.signs, '{sign}')"


_FOLLOW_UP = {column.key: column.key for column in FOLLOW_UP_COLUMNS} | {
    key: f"nullif({key}, '')" for key in ("note", "acknowledged_by", "assigned_to")
}
"""SQL of each column of follow-ups."""


def _follow_ups(latest: str) -> dict[str, str]:
    return {key: f"(SELECT {kept} FROM follow_up WHERE id = {latest})" for key, kept in _FOLLOW_UP.items()}


def _is_unattended(failure: str, latest: str, condition: str = "") -> str:
    """Return the SQL condition that the latest follow-up does not acknowledge the failure of this name.

    Args:
        failure: SQL of its name.
        latest: SQL of the follow-up's id.
        condition: SQL that must hold too for it to be acknowledged.
    """
    named = f"(instr(f.failures, char(10) || {failure} || char(10)) > 0{condition})"
    return f"coalesce((SELECT NOT {named} FROM follow_up f WHERE f.id = {latest} AND f.failures IS NOT NULL), 1)"


_NAMES_NO_VISIT = " AND instr(f.failures, '_') = 0"
"""SQL condition: no visit was heard when the failure was acknowledged, so that a late one may tell of it."""
_IS_TO_ATTEND = (
    f"(s.failure IS NOT NULL AND {_is_unattended('s.failure', LATEST_OF_SHIPMENT)}"
    f" AND (s.other_failure IS NULL OR {_is_unattended('s.other_failure', LATEST_OF_SHIPMENT, _NAMES_NO_VISIT)})"
    f" AND NOT EXISTS (SELECT 1 FROM follow_up f WHERE f.id = {LATEST_OF_SHIPMENT}"
    f" AND CASE WHEN instr(f.failures, '{ELSEWHERE}') AND f.acknowledged_at IS NOT NULL"
    " THEN is_covered(f.failures, f.acknowledged_at, s.failure, s.failed_after) END))"
)
"""SQL condition: the shipment failed, and this failure is not acknowledged.

Another desk names a failure by what it saw of it: see `acknowledged_elsewhere`.
"""
NOT_LISTED = "NOT EXISTS (SELECT 1 FROM visit_shipment l WHERE l.visit_id = v.id)"
"""SQL condition: no shipment is decided by the visit."""
MAY_BE_NOT_LISTED = "v.id IN (SELECT id FROM visit WHERE is_unmatched UNION ALL SELECT visit_id FROM visit_mention)"
"""SQL condition: the visit is among those that may be `NOT_LISTED`, which have an index."""
_IS_TO_ATTEND_VISIT = (
    f"({VISIT_STATE} = '{State.EXCEPTION}' AND {NOT_LISTED} AND {_is_unattended(VISIT_FAILURE, LATEST_OF_VISIT)})"
)

_SHIPMENT = {name: f"s.{name}" for name in STORED_COLUMNS} | {
    CARRIER.key: "d.carrier",
    "date": "d.date",
    "manifest_number": "m.number",
    "manifest_status": "m.status",
    "carrier_code": "m.carrier_code",
    "manifest_created_at": "m.created_at",
    "shown_status": "s.shown_status",
    "conflict": f"{has_sign(Sign.CONTRADICTION)} > 0",
    "current": "s.gone_at IS NULL",
    "visit_id": "s.visit_id",
    "visit_status": "v.status",
    "visit_timestamp": "v.timestamp",
    "signs": "s.signs",
    "outcome": f"CASE s.outcome {_ENDED} END",
    "counts": "s.counts",
    "driver": "nullif(v.driver, '')",
    "route": "nullif(v.route, '')",
    "age": "CASE WHEN s.registered_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'"
    " THEN CAST(julianday(d.date) - julianday(substr(s.registered_at, 1, 10)) AS INTEGER) END",
    **_follow_ups(LATEST_OF_SHIPMENT),
}


def number_of(expression: str) -> str:
    """Return SQL for a number; NULL for a text such as `45.000`, which SQLite takes for more than any number."""
    return f"CASE WHEN typeof({expression}) <> 'text' THEN {expression} END"


def total_of(expression: str) -> str:
    """Return SQL that sums the numbers of an expression, rounded to cents."""
    return f"round(total({number_of(expression)}), 2)"


def _of_manifest(figure: str, condition: str = "true") -> str:
    """Return SQL for a figure over a manifest's counted shipments; if it is not in force, over its listed ones."""
    counts = "(s.counts OR NOT m.is_in_force AND s.gone_at IS NULL)"
    return f"(SELECT {figure} FROM shipment s WHERE s.manifest_id = m.id AND {counts} AND {condition})"


_MANIFEST = {
    CARRIER.key: "d.carrier",
    "number": "m.number",
    "status": "m.status",
    "carrier_code": "m.carrier_code",
    "created_at": "m.created_at",
    "progress": _of_manifest(f"CAST(100 * total({STATE} <> '{State.ON_ITS_WAY}') / count(*) AS INTEGER)"),
    "shipments": _of_manifest("count(*)"),
    "on_its_way": _of_manifest("count(*)", f"{STATE} = '{State.ON_ITS_WAY}'"),
    "delivered": _of_manifest("count(*)", f"{STATE} = '{State.DELIVERED}'"),
    "exceptions": _of_manifest("count(*)", f"{STATE} = '{State.EXCEPTION}'"),
    "pickup": _of_manifest("count(*)", f"{STATE} = '{State.PICKUP}'"),
    "declared_value": _of_manifest(total_of("s.declared_value")),  # total(): sum() of integers overflows
    "current": "m.gone_at IS NULL",
}

_SHIPMENTS_OF_VISIT = (
    "(SELECT group_concat(number, ', ') FROM (SELECT DISTINCT number FROM visit_shipment"
    " JOIN shipment ON shipment.id = shipment_id WHERE visit_shipment.visit_id = v.id ORDER BY number))"
)
_COMPLEMENT_OF_VISIT = (
    "(SELECT group_concat(complement, ' / ') FROM (SELECT DISTINCT s.complement FROM visit_shipment l"
    " JOIN shipment s ON s.id = l.shipment_id WHERE l.visit_id = v.id AND s.complement IS NOT NULL ORDER BY s.id))"
)
_VISIT = {column.key: f"v.{column.key}" for column in VISIT_COLUMNS if column.key != "shipments"} | {
    "shipments": _SHIPMENTS_OF_VISIT,
    "complement": _COMPLEMENT_OF_VISIT,
    "hour": "substr(v.at, 12, 2) || ':00'",
    **_follow_ups(LATEST_OF_VISIT),
}

_NOTIFICATION = {column.key: f"n.{column.key}" for column in NOTIFICATION_COLUMNS if column.key != "raw"} | {
    "raw": "body_text(n.body_start)",  # the detail shows all of it
    **{key: f"(SELECT {key} FROM visit WHERE id = n.visit_id)" for key in ("driver", "contact")},
}

CHOSEN = "d.carrier IN (SELECT value FROM json_each(:carriers))"
"""SQL condition: the day is of a carrier that is shown."""
_OF_THE_DAY = f"{CHOSEN} AND d.date = :date"


class TableSql(NamedTuple):
    """SQL of a table: the row's id, the source of rows, and the expression of each `Column.key`."""

    id: str
    source: str
    columns: dict[str, str]
    first_order: str
    of_the_day: str
    """Condition: the row belongs to the day of a carrier that is shown. A visit belongs to every carrier, unless its
    shipments are of others alone."""
    extras: tuple[str, str, str, str, str]
    """The `State` of the row's status, when the row last changed, its signs, whether its newest notification is unseen,
    and whether the day's figures count it."""


TABLES = {
    Table.SHIPMENTS: TableSql(
        "s.id",
        "shipment s JOIN day d ON d.id = s.day_id"
        " LEFT JOIN manifest m ON m.id = s.manifest_id LEFT JOIN visit v ON v.id = s.visit_id",
        _SHIPMENT,
        "d.carrier, s.position",
        _OF_THE_DAY,
        (STATE, "max(s.changed_at, coalesce(v.received_at, ''))", "s.signs", UNSEEN, "s.counts"),
    ),
    Table.VISITS: TableSql(
        "v.id",
        "visit v",
        _VISIT,
        "v.at DESC, v.id DESC",
        "v.date = :date AND (:carriers = '[]' OR NOT EXISTS (SELECT 1 FROM visit_shipment l WHERE l.visit_id = v.id)"
        " OR EXISTS (SELECT 1 FROM visit_shipment l JOIN shipment s ON s.id = l.shipment_id"
        f" JOIN day d ON d.id = s.day_id WHERE l.visit_id = v.id AND {CHOSEN}))",
        (VISIT_STATE, "v.received_at", "NULL", UNSEEN, "1"),
    ),
    Table.MANIFESTS: TableSql(
        "m.id",
        "manifest m JOIN day d ON d.id = m.day_id",
        _MANIFEST,
        "d.carrier, m.position",
        _OF_THE_DAY,
        ("NULL", "NULL", "NULL", "NULL", "m.is_in_force"),
    ),
    Table.NOTIFICATIONS: TableSql(
        "n.id",
        "notification n",
        _NOTIFICATION,
        "n.received_at DESC, n.id DESC",
        "n.date = :date OR n.received_at >= :day_begins AND n.received_at < :day_ends",
        (VISIT_STATE.replace("v.status", "n.status"), "n.received_at", "NULL", "NULL", "1"),
    ),
}

VIEWS = {
    View.ALL: "true",
    View.ON_ITS_WAY: f"s.counts AND {STATE} = '{State.ON_ITS_WAY}'",
    View.DELIVERED: f"s.counts AND {STATE} = '{State.DELIVERED}'",
    View.EXCEPTIONS: f"s.counts AND {STATE} = '{State.EXCEPTION}'",
    View.PICKUP: f"s.counts AND {STATE} = '{State.PICKUP}'",
    View.OTHER: f"s.counts AND {STATE} = '{State.OTHER}'",
    View.DELIVERED_LATER: "s.counts AND s.is_delivered_later",
    View.OVERDUE: f"s.counts AND s.promised_date < :today AND {STATE} <> '{State.DELIVERED}'",
    View.DUE_TODAY: f"s.counts AND s.promised_date = :today AND {STATE} <> '{State.DELIVERED}'",
    View.CHANGED: "s.changed_at = d.loaded_at AND d.loaded_at <> d.first_loaded_at",
    View.REPEATED: has_sign(Sign.TWO_MANIFESTS),
    View.NOT_IN_FORCE: has_sign(Sign.NOT_IN_FORCE),
    View.GONE: "s.gone_at IS NOT NULL",
    View.CONFLICTS: has_sign(Sign.CONTRADICTION),
    View.MISSED: has_sign(Sign.POSSIBLY_MISSED),
    View.AMBIGUOUS: has_sign(Sign.AMBIGUOUS),
    View.DOUBTFUL: " OR ".join(has_sign(one) for one in (Sign.CLOCK, Sign.OTHER_DAY, Sign.ODD_DATA)),
    View.NO_VISIT: "s.counts AND s.visit_id IS NULL",
    View.NO_SHIPMENT: "v.is_unmatched",
    View.TO_ATTEND: _IS_TO_ATTEND,
    View.TO_ATTEND_VISITS: _IS_TO_ATTEND_VISIT,
    View.FAR_AWAY: f"v.check_in_distance > {FAR_METRES}",
    View.ONE_SPOT: "v.id IN (SELECT value FROM json_each(:one_spot))",
    View.BACKWARDS: "v.dwell < 0",
}
"""SQL condition of each view. ALL applies to every table, the others to the one in `VIEW_TABLES`."""
VIEWS[View.MINE] = (
    f"{_IS_TO_ATTEND} AND (SELECT assigned_to FROM follow_up WHERE id = {LATEST_OF_SHIPMENT})"
    " = (SELECT nullif(own_name(), ''))"
)
VIEWS[View.EARLIER] = VIEWS[View.TO_ATTEND]
VIEWS[View.EARLIER_VISITS] = f"{MAY_BE_NOT_LISTED} AND {VIEWS[View.TO_ATTEND_VISITS]}"
_OF_EARLIER_DAYS = {
    View.EARLIER: f"{CHOSEN} AND d.date < min(:date, :today) AND d.loaded_at IS NOT NULL",
    View.EARLIER_VISITS: "v.date < min(:date, :today)",
}


def rows_of(table: TableSql, view: View) -> str:
    """Return the SQL condition of a view's days: the day itself, or the earlier days (of shipments: the carrier's)."""
    return _OF_EARLIER_DAYS.get(view, table.of_the_day)


def order_of(table: TableSql, view: View) -> str:
    """Return the default order of a view's rows: the latest day first, and of what is to attend the oldest failure."""
    if view in WORKED_THROUGH:
        return f"v.at IS NULL, v.at, {table.first_order}"
    return f"d.date DESC, {table.first_order}" if view is View.EARLIER else table.first_order  # visits are so anyway


class Sql(NamedTuple):
    """A statement with its values."""

    text: str
    values: dict[str, object]


def site_day(day: date, days: SiteDays) -> tuple[str, str]:
    """Return the begin and end of a day of the site, as stored times."""
    return utc_text(days.begin(day)), utc_text(days.end(day))


def named(day: Day | Scope) -> dict[str, object]:
    """Return the parameters that name the rows of a day."""
    return {"carriers": json.dumps(day.carriers), "date": day.date.isoformat()}


def day_values(day: Day | Scope, today: date, days: SiteDays) -> dict[str, object]:
    """Return the parameters of `of_the_day` and the views; quarantined bodies go by the site's day."""
    begins, ends = site_day(day.date, days)
    offset = datetime.combine(day.date, time(12), days.zone).utcoffset() or timedelta()
    return named(day) | {
        "today": today.isoformat(),
        "day_begins": begins,
        "day_ends": ends,
        "site_offset": f"{offset // timedelta(minutes=1):+} minutes",
        "since_day_end": f"{-days.ends_at.hour * 60 - days.ends_at.minute} minutes",
        "one_spot": "[]",
    }
