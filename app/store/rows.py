"""SQL for the tables: what each column is, which rows a query means, in which order."""

from dataclasses import dataclass
from datetime import date

from app.domain.columns import COLUMNS, Column, Kind, Table
from app.domain.errors import SettingsError
from app.domain.folding import fold
from app.domain.queries import RowQuery, SortKey, ValueFilter, View
from app.domain.statuses import STATUS_IDS, STATUS_NAMES, State
from app.domain.texts import Text
from app.store.schema import STORED_COLUMNS

MOST_WORDS = 100

_NAME = " ".join(f"WHEN '{status}' THEN '{name}'" for status, name in STATUS_NAMES.items())
_STATE = " ".join(f"WHEN '{status}' THEN '{state}'" for status, state in STATUS_IDS.items())
STATE = f"CASE s.status_id {_STATE} ELSE '{State.OTHER}' END"
"""The `State` of a shipment's shown status."""

_SHIPMENT = {name: f"s.{name}" for name in STORED_COLUMNS} | {
    "date": "d.date",
    "manifest_number": "m.number",
    "manifest_status": "m.status",
    "carrier_code": "m.carrier_code",
    "manifest_created_at": "m.created_at",
    "shown_status": f"coalesce(s.status, CASE s.status_id {_NAME} END)",
    "conflict": "0",
    "current": "s.gone_at IS NULL",
    "visit_id": "NULL",
    "visit_status": "NULL",
    "visit_timestamp": "NULL",
}


def _counted(state: State) -> str:
    return f"(SELECT count(*) FROM shipment s WHERE s.manifest_id = m.id AND s.gone_at IS NULL AND {STATE} = '{state}')"  # noqa: S608


_MANIFEST = {
    "number": "m.number",
    "status": "m.status",
    "carrier_code": "m.carrier_code",
    "created_at": "m.created_at",
    "shipments": "(SELECT count(*) FROM shipment s WHERE s.manifest_id = m.id AND s.gone_at IS NULL)",
    "on_its_way": _counted(State.ON_ITS_WAY),
    "delivered": _counted(State.DELIVERED),
    "exceptions": _counted(State.EXCEPTION),
    "pickup": _counted(State.PICKUP),
    "declared_value": (  # total(), because sum() of integers overflows
        "(SELECT total(s.declared_value) FROM shipment s WHERE s.manifest_id = m.id AND s.gone_at IS NULL)"
    ),
    "current": "m.gone_at IS NULL",
}


@dataclass(frozen=True)
class TableSql:
    """Where a table's rows come from: `id` is the row's id, `columns` give each `Column.key` its expression."""

    id: str
    source: str
    columns: dict[str, str]
    first_order: str


TABLES = {
    Table.SHIPMENTS: TableSql(
        "s.id",
        "shipment s JOIN manifest m ON m.id = s.manifest_id JOIN day d ON d.id = s.day_id",
        _SHIPMENT,
        "s.position",
    ),
    Table.MANIFESTS: TableSql("m.id", "manifest m JOIN day d ON d.id = m.day_id", _MANIFEST, "m.position"),
}

VIEWS = {
    View.ALL: "true",
    View.ON_ITS_WAY: f"s.gone_at IS NULL AND {STATE} = '{State.ON_ITS_WAY}'",
    View.DELIVERED: f"s.gone_at IS NULL AND {STATE} = '{State.DELIVERED}'",
    View.EXCEPTIONS: f"s.gone_at IS NULL AND {STATE} = '{State.EXCEPTION}'",
    View.PICKUP: f"s.gone_at IS NULL AND {STATE} = '{State.PICKUP}'",
    View.OTHER: f"s.gone_at IS NULL AND {STATE} = '{State.OTHER}'",
    View.AT_RISK: f"s.gone_at IS NULL AND s.promised_date <= :today AND {STATE} <> '{State.DELIVERED}'",
    View.CHANGED: "s.changed_at = d.loaded_at AND d.loaded_at <> d.first_loaded_at",
    View.REPEATED: "s.gone_at IS NULL AND s.copies > 1",
    View.GONE: "s.gone_at IS NOT NULL",
}


@dataclass(frozen=True)
class Sql:
    """A statement with its values."""

    text: str
    values: dict[str, object]


def row_ids(query: RowQuery, today: date) -> Sql:
    """Return the statement that gives the ids of the rows a query means, in its order."""
    table = TABLES[query.table]
    values: dict[str, object] = {
        "carrier": query.day.carrier,
        "date": query.day.date.isoformat(),
        "today": today.isoformat(),
    }
    conditions = ["d.carrier = :carrier", "d.date = :date"]
    if query.table is Table.SHIPMENTS:
        conditions.append(VIEWS[query.view])
    conditions += _search(query, values)
    conditions += [_filter(table, one, f"filter{nth}", values) for nth, one in enumerate(query.filters)]
    order = [_order(query.table, key) for key in query.sort]
    return Sql(
        f"SELECT {table.id} FROM {table.source} WHERE {' AND '.join(f'({one})' for one in conditions)}"  # noqa: S608
        f" ORDER BY {', '.join([*order, table.first_order])}",
        values,
    )


def _search(query: RowQuery, values: dict[str, object]) -> list[str]:
    words = list(dict.fromkeys(fold(query.search).split()))
    if len(words) > MOST_WORDS:
        raise SettingsError(Text("Error", "Search for at most {most} words at once.").filled(most=MOST_WORDS))
    if not words:
        return []
    if query.table is Table.MANIFESTS:
        searched = [TABLES[query.table].columns[column.key] for column in COLUMNS[query.table] if column.searched]
        text = " || ' ' || ".join(f"coalesce({expression}, '')" for expression in searched)
        return [_contains(f"fold({text})", word, f"word{nth}", values) for nth, word in enumerate(words)]
    conditions = [
        f"s.id IN (SELECT id FROM shipment_text WHERE {_contains('folded', word, f'word{nth}', values)})"  # noqa: S608
        for nth, word in enumerate(words)
        if len(word) < 3  # noqa: PLR2004 - a trigram index finds nothing shorter
    ]
    indexed = [_match_term(word) for word in words if len(word) >= 3]  # noqa: PLR2004
    if indexed:
        values["match"] = " AND ".join(indexed)
        conditions.append("s.id IN (SELECT rowid FROM shipment_text_fts WHERE shipment_text_fts MATCH :match)")
    return conditions


def _match_term(word: str) -> str:
    """Return a full-text term; a number written with dashes or dots is also looked for without them."""
    quoted = '"{}"'.format(word.replace('"', '""'))
    bare = "".join(filter(str.isalnum, word))
    return f'({quoted} OR "{bare}")' if bare != word and bare.isdigit() and len(bare) >= 3 else quoted  # noqa: PLR2004


def _contains(expression: str, word: str, name: str, values: dict[str, object]) -> str:
    values[name] = word
    return f"instr({expression}, :{name}) > 0"


def _filter(table: TableSql, one: ValueFilter, name: str, values: dict[str, object]) -> str:
    expression = table.columns[one.key]
    values[name] = one.value
    same = f"({expression}) IS :{name}"
    return f"NOT ({same})" if one.exclude else same


def _order(table: Table, key: SortKey) -> str:
    column = next(column for column in COLUMNS[table] if column.key == key.key)
    expression = TABLES[table].columns[key.key]
    direction = " DESC" if key.descending else ""
    return ", ".join([f"({expression}) IS NULL", *(f"{one}{direction}" for one in _sorted_by(column, expression))])


def _sorted_by(column: Column, expression: str) -> tuple[str, ...]:
    if column.kind is Kind.ID:  # shorter numbers are smaller: 9 stands before 10
        return (f"length({expression})", f"({expression})")
    if column.kind in (Kind.TEXT, Kind.STATUS):
        return (f"fold({expression})",)
    return (f"({expression})",)
