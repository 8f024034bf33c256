"""SQL for a query: which rows it means, in which order."""

import json
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.board.reading.column_sql import TABLES, VIEWS, Sql, TableSql, day_values, order_of, rows_of
from app.domain.contract.statuses import STATUS_NAMES, VISIT_STATUS_NAMES
from app.domain.errors import SettingsError
from app.domain.folding import fold
from app.domain.texts import Text
from app.domain.views.columns import COLUMNS, Column, Kind, Table
from app.domain.views.queries import MOST_WORDS, RowQuery, SortKey, ValueFilter, View
from app.facts.column_names import DIGIT_SEPARATORS, FOLDED_COLUMNS, IDENTIFIER_COLUMNS, SEARCHED_VISIT_COLUMNS

_SHORTEST_INDEXED = 3  # a trigram index itself finds nothing shorter
_LONG = 10
"""Of words of so many letters the index is asked for every third trigram, not for all of them in a row."""

FEW = 2000
"""Of words that so few shipments of all days hold, these are found first, and then looked at."""
LOOKED_AT = 2000
"""So many rows of a day are looked at before the index is asked for all of them: of common words these hold enough."""
MOST_LOOKED_AT = 20_000
"""So many are looked at where the first ones let one expect that these hold enough; then the index is quicker."""

_LISTED = "(SELECT lower(value) FROM json_each(:numbers))"
_SHIPMENT_IS_LISTED = " OR ".join(f"lower(s.{one}) IN {_LISTED}" for one in ("number", *IDENTIFIER_COLUMNS))
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


_FOLDED_NAMES = " ".join(
    f"WHEN '{name}' THEN '{fold(name)}'"
    for name in dict.fromkeys([*STATUS_NAMES.values(), *VISIT_STATUS_NAMES.values()])
)
"""What the usual names of a status are folded: SQLite would ask Python at every row."""

ALL_ROWS = -1
"""As many as there are."""


class First(NamedTuple):
    """So many shipments of the day, in the carrier's order; their texts are looked at, without the index."""

    rows: int


class Found(NamedTuple):
    """The shipments of all days that hold the words: their ids as a JSON list."""

    ids: str


Among = First | Found
_IS_AMONG_THE_FIRST = """
    s.position < coalesce(
        (SELECT position FROM shipment WHERE day_id = d.id ORDER BY position LIMIT 1 OFFSET :first), 9223372036854775807
    )
"""


def row_ids(
    query: RowQuery,
    today: date,
    zone: ZoneInfo,
    one_spot: str = "[]",
    limit: int = ALL_ROWS,
    among: Among | None = None,
) -> Sql:
    """Return the statement that gives the ids of the rows a query means, in its order, as one JSON list.

    A list is one step of SQLite's, which holds up no other thread of the program; a row for each id would be as many.

    Args:
        query: which rows.
        today: the site's date.
        zone: the site's.
        one_spot: a JSON list of the visits that the view of that name holds.
        limit: how many ids at most.
        among: which rows are looked at, where those are not all of the day that hold the words.
    """
    table = TABLES[query.table]
    rows = _rows(query, today, zone, one_spot, limit, among)
    order = ", ".join([*(_order(query.table, key) for key in query.sort), order_of(table, query.view)])
    return Sql(
        f"SELECT json_group_array(id) FROM (SELECT {table.id} AS id {rows.text} ORDER BY {order} LIMIT :limit)",  # noqa: S608
        rows.values,
    )


def row_count(query: RowQuery, today: date, zone: ZoneInfo, one_spot: str = "[]") -> Sql:
    """Return the statement that gives how many rows a query means; `one_spot` as above.

    For a count SQLite would join all tables of the source; in a query within it, it leaves out those nobody asks for.
    """
    rows = _rows(query, today, zone, one_spot, ALL_ROWS, None)
    return Sql(f"SELECT count(*) FROM (SELECT 1 {rows.text} LIMIT :limit)", rows.values)  # noqa: S608 - our own expressions


def _rows(query: RowQuery, today: date, zone: ZoneInfo, one_spot: str, limit: int, among: Among | None) -> Sql:
    table = TABLES[query.table]
    values = day_values(query.day, today, zone) | {"one_spot": one_spot, "limit": limit}
    source, conditions = table.source, [rows_of(table, query.view)]
    match among:
        case First(rows):
            values["first"] = rows
            conditions.append(_IS_AMONG_THE_FIRST)
        case Found(ids):
            values["found"] = ids
            conditions.append("s.id = found.value")
            source = f"json_each(:found) AS found CROSS JOIN {source}"
    if query.view is not View.ALL:
        conditions.append(VIEWS[query.view])
    if query.numbers and query.table in _IS_LISTED:
        conditions.append(_IS_LISTED[query.table])
        values["numbers"] = json.dumps([one.strip() for one in query.numbers])
    words, text = words_of(query.search), searched_text(query.table)
    if query.table is Table.SHIPMENTS:
        text = "t.folded"
        if isinstance(among, Found):
            words = []
        elif among is None and (match := match_of(words)):
            values["match"] = match
            conditions.append("s.id IN (SELECT rowid FROM shipment_text_fts WHERE shipment_text_fts MATCH :match)")
            words = unsure_of(words)
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


def match_any(trigrams: Iterable[str]) -> str:
    """Return what the full-text index is asked for texts that hold any of these."""
    return f"({' OR '.join(map(_quoted, trigrams))})"


def can_do_without_index(words: list[str]) -> bool:
    """Return whether a look at a text finds all that the full-text index would: not so with dashes in a number."""
    return not any(map(_bare_number, words))


def unsure_of(words: list[str]) -> list[str]:
    """Return those of these words that the text of what `match_of` finds may not hold."""
    return [word for word in words if len(word) < _SHORTEST_INDEXED or _is_apart(word)]


def all_in(text: str, words: list[str], values: dict[str, object]) -> list[str]:
    """Return the conditions that an expression holds each of these words, which are put among the values."""
    values |= {f"word{nth}": word for nth, word in enumerate(words)}
    return [f"instr({text}, :word{nth}) > 0" for nth in range(len(words))]


def searched_text(table: Table) -> str:
    """Return the expression of the folded text that the search looks through in a table without a full-text index."""
    if table is Table.VISITS:
        return f"{VISIT_TEXT} || ' ' || {_folded([TABLES[table].columns['shipments']])}"
    return _folded([TABLES[table].columns[column.key] for column in COLUMNS[table] if column.searched])


def _folded(expressions: Iterable[str]) -> str:
    text = " || ' ' || ".join(f"coalesce({one}, '')" for one in expressions)
    return f"fold({text})"


def _bare(phone: str) -> str:
    """Return the expression of a phone without what some write between its digits, and others do not."""
    bare = phone
    for char in DIGIT_SEPARATORS:
        bare = f"replace({bare}, '{char}', '')"
    return bare


VISIT_TEXT = (
    f"coalesce(v.folded, {_folded([*(f'v.{one}' for one in SEARCHED_VISIT_COLUMNS), _bare('v.contact_phone')])})"
)
"""What the search looks through of a visit by itself: as it was folded when the visit came; it was not always."""


def _is_apart(word: str) -> bool:
    """Whether the index is asked for parts of a word: a long number costs it a third of what the whole does."""
    return len(word) >= _LONG and not _bare_number(word)


def _match_term(word: str) -> str:
    """Return a full-text term; a number written with dashes or dots is also looked for without them."""
    if _is_apart(word):
        last = len(word) - _SHORTEST_INDEXED
        parts = (word[at : at + _SHORTEST_INDEXED] for at in (*range(0, last, _SHORTEST_INDEXED), last))
        return " AND ".join(map(_quoted, parts))
    bare = _bare_number(word)
    return f'({_quoted(word)} OR "{bare}")' if bare else _quoted(word)


def _quoted(word: str) -> str:
    return '"{}"'.format(word.replace('"', '""'))


def _bare_number(word: str) -> str:
    """Return the digits of a number that is written with something between them; else nothing."""
    bare = "".join(filter(str.isalnum, word))
    return bare if bare != word and bare.isdigit() and len(bare) >= _SHORTEST_INDEXED else ""


def _filter(table: TableSql, one: ValueFilter, name: str, values: dict[str, object]) -> str:
    expression = table.columns[one.key]
    values[name] = one.value
    same = f"({expression}) IS :{name}"
    return f"NOT ({same})" if one.exclude else same


def _order(table: Table, key: SortKey) -> str:
    column = next(column for column in COLUMNS[table] if column.key == key.key)
    expression = TABLES[table].columns[key.key]
    direction = " DESC" if key.descending else ""
    return ", ".join(
        [f"({expression}) IS NULL", *(f"{one}{direction}" for one in _sorted_by(table, column, expression))]
    )


def _sorted_by(table: Table, column: Column, expression: str) -> tuple[str, ...]:
    if column.kind is Kind.ID:  # shorter numbers are smaller: 9 stands before 10
        return (f"length({expression})", f"({expression})")
    if column.key in FOLDED_COLUMNS and table is Table.SHIPMENTS:
        return (f"coalesce({expression}_folded, fold({expression}))",)
    if column.kind is Kind.STATUS:
        return (f"CASE ({expression}) {_FOLDED_NAMES} ELSE fold({expression}) END",)
    if column.kind is Kind.TEXT:
        return (f"fold({expression})",)
    return (f"({expression})",)
