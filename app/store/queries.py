"""SQL for a query: which rows it means, in which order."""

import json
from datetime import date
from zoneinfo import ZoneInfo

from app.domain.columns import COLUMNS, Column, Kind, Table
from app.domain.errors import SettingsError
from app.domain.folding import fold
from app.domain.queries import MOST_WORDS, RowQuery, SortKey, ValueFilter, View
from app.domain.texts import Text
from app.store.rows import TABLES, VIEWS, Sql, TableSql, day_values
from app.store.stored import IDENTIFIERS

_SHORTEST_INDEXED = 3  # a trigram index finds nothing shorter

_LISTED = "(SELECT lower(value) FROM json_each(:numbers))"
_SHIPMENT_IS_LISTED = " OR ".join(f"lower(s.{one}) IN {_LISTED}" for one in ("number", *IDENTIFIERS))
_IS_LISTED = {
    Table.SHIPMENTS: _SHIPMENT_IS_LISTED,
    Table.VISITS: (
        f"EXISTS (SELECT 1 FROM visit_key k WHERE k.visit_id = v.id AND lower(k.value) IN {_LISTED})"  # noqa: S608
        " OR EXISTS (SELECT 1 FROM visit_shipment l JOIN shipment s ON s.id = l.shipment_id"
        f" WHERE l.visit_id = v.id AND ({_SHIPMENT_IS_LISTED}))"
    ),
}
"""Whether an identifier of the row, or of a shipment of the visit, is in a pasted list, in small letters or capitals.

It is asked of the rows of a day alone. A list of shipments says nothing of manifests and notifications: it leaves
those tables as they are.
"""


ALL_ROWS = -1
"""As many as there are."""


def row_ids(query: RowQuery, today: date, zone: ZoneInfo, one_spot: str = "[]", limit: int = ALL_ROWS) -> Sql:
    """Return the statement that gives the ids of the rows a query means, in its order, as one JSON list.

    A list is one step of SQLite's, which holds up no other thread of the program; a row for each id would be as many.

    Args:
        query: which rows.
        today: the site's date.
        zone: the site's.
        one_spot: a JSON list of the visits that the view of that name holds.
        limit: how many ids at most.
    """
    table = TABLES[query.table]
    rows = _rows(query, today, zone, one_spot, limit)
    order = ", ".join([*(_order(query.table, key) for key in query.sort), table.first_order])
    return Sql(
        f"SELECT json_group_array(id) FROM (SELECT {table.id} AS id {rows.text} ORDER BY {order} LIMIT :limit)",  # noqa: S608
        rows.values,
    )


def row_count(query: RowQuery, today: date, zone: ZoneInfo, one_spot: str = "[]") -> Sql:
    """Return the statement that gives how many rows a query means; `one_spot` as above.

    For a count SQLite would join all tables of the source; in a query within it, it leaves out those nobody asks for.
    """
    rows = _rows(query, today, zone, one_spot, ALL_ROWS)
    return Sql(f"SELECT count(*) FROM (SELECT 1 {rows.text} LIMIT :limit)", rows.values)  # noqa: S608 - our own expressions


def _rows(query: RowQuery, today: date, zone: ZoneInfo, one_spot: str, limit: int) -> Sql:
    table = TABLES[query.table]
    values = day_values(query.day, today, zone) | {"one_spot": one_spot, "limit": limit}
    source, conditions = table.source, [table.of_the_day]
    if query.view is not View.ALL:
        conditions.append(VIEWS[query.view])
    if query.numbers and query.table in _IS_LISTED:
        conditions.append(_IS_LISTED[query.table])
        values["numbers"] = json.dumps([one.strip() for one in query.numbers])
    words, text = words_of(query.search), searched_text(query.table)
    if query.table is Table.SHIPMENTS:
        if match := match_of(words):
            values["match"] = match
            conditions.append("s.id IN (SELECT rowid FROM shipment_text_fts WHERE shipment_text_fts MATCH :match)")
        words, text = short_of(words), "t.folded"
        source += " CROSS JOIN shipment_text t ON t.id = s.id" if words else ""
    conditions += all_in(text, words, values)
    conditions += [_filter(table, one, f"filter{nth}", values) for nth, one in enumerate(query.filters)]
    return Sql(f"FROM {source} WHERE {' AND '.join(f'({one})' for one in conditions)}", values)


def words_of(search: str) -> list[str]:
    """Return the words to look for, folded, each once.

    Raises:
        SettingsError: too many.
    """
    words = list(dict.fromkeys(fold(search).split()))
    if len(words) > MOST_WORDS:
        raise SettingsError(Text("Error", "Search for at most {most} words at once.").filled(most=MOST_WORDS))
    return words


def match_of(words: list[str]) -> str:
    """Return what the full-text index is asked for these words; empty where all are too short for it."""
    return " AND ".join(_match_term(word) for word in words if len(word) >= _SHORTEST_INDEXED)


def short_of(words: list[str]) -> list[str]:
    """Return those of these words that the full-text index does not find."""
    return [word for word in words if len(word) < _SHORTEST_INDEXED]


def all_in(text: str, words: list[str], values: dict[str, object]) -> list[str]:
    """Return the conditions that an expression holds each of these words, which are put among the values."""
    values |= {f"word{nth}": word for nth, word in enumerate(words)}
    return [f"instr({text}, :word{nth}) > 0" for nth in range(len(words))]


def searched_text(table: Table) -> str:
    """Return the expression of the folded text that the search looks through in a table without a full-text index."""
    searched = [TABLES[table].columns[column.key] for column in COLUMNS[table] if column.searched]
    if table is Table.VISITS:
        searched.append(_bare(TABLES[table].columns["contact_phone"]))
    text = " || ' ' || ".join(f"coalesce({expression}, '')" for expression in searched)
    return f"fold({text})"


def _bare(phone: str) -> str:
    """Return the expression of a phone without what some write between its digits, and others do not."""
    bare = phone
    for char in " -.()/":
        bare = f"replace({bare}, '{char}', '')"
    return bare


def _match_term(word: str) -> str:
    """Return a full-text term; a number written with dashes or dots is also looked for without them."""
    quoted = '"{}"'.format(word.replace('"', '""'))
    bare = "".join(filter(str.isalnum, word))
    is_number = bare != word and bare.isdigit() and len(bare) >= _SHORTEST_INDEXED
    return f'({quoted} OR "{bare}")' if is_number else quoted


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
