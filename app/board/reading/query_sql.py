"""SQL of a query: its conditions and its order."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, time
from typing import NamedTuple

from app.board.reading.column_sql import TABLES, VIEWS, Sql, day_values, number_of, order_of, rows_of
from app.domain.column import Column, Kind
from app.domain.contract.statuses import STATUS_NAMES, VISIT_STATUS_NAMES
from app.domain.errors import SettingsError
from app.domain.folding import fold, plain_identifier
from app.domain.site import SiteDays
from app.domain.texts import Text
from app.domain.views.columns import CLOSED_AT, COLUMNS, Table
from app.domain.views.queries import MOST_WORDS, Bound, RowQuery, SortKey, ValueFilter, View, by_column
from app.facts.column_names import DIGIT_SEPARATORS, FOLDED_COLUMNS, IDENTIFIER_COLUMNS, SEARCHED_VISIT_COLUMNS

_SHORTEST_INDEXED = 3  # a trigram index finds nothing shorter
_SPLIT_LENGTH = 10
"""For words of this length the index is asked for every third trigram, rather than for all in a row."""

MAX_FOUND = 2000
"""Words that fewer shipments of all days hold are looked up in the index first, and filtered by day afterwards."""
FIRST_SCANNED = 2000
"""Rows of a day to scan before asking the index; for common words they hold enough hits."""
MAX_SCANNED = 20_000
"""Rows to scan at most, if the first ones suggest that these hold enough hits; beyond, the index is faster."""

_LISTED = "(SELECT lower(value) FROM json_each(:numbers))"
_SHIPMENT_IS_LISTED = " OR ".join(f"lower(s.{one}) IN {_LISTED}" for one in ("number", *IDENTIFIER_COLUMNS))
_IS_LISTED = {
    Table.SHIPMENTS: _SHIPMENT_IS_LISTED,
    Table.VISITS: (
        f"EXISTS (SELECT 1 FROM visit_key k WHERE k.visit_id = v.id AND lower(k.value) IN {_LISTED})"
        " OR EXISTS (SELECT 1 FROM visit_shipment l JOIN shipment s ON s.id = l.shipment_id"
        f" WHERE l.visit_id = v.id AND ({_SHIPMENT_IS_LISTED}))"
    ),
}
"""SQL condition: an identifier of the row, or of the visit's shipments, is in a pasted list; case is ignored.

Used within a day alone. The list does not filter manifests and notifications.
"""


_FOLDED_NAMES = " ".join(
    f"WHEN '{name}' THEN '{fold(name)}'"
    for name in dict.fromkeys([*STATUS_NAMES.values(), *VISIT_STATUS_NAMES.values()])
)
"""CASE branches with the folded names of known statuses, to save a call of Python for every row."""

NO_LIMIT = -1
"""All rows."""


class FirstRows(NamedTuple):
    """Scan the texts of this many shipments of the day, in the carrier's order, without the index."""

    rows: int


class FoundRows(NamedTuple):
    """Use the shipments of all days that hold the words: their ids as a JSON list."""

    ids: str


RowSource = FirstRows | FoundRows
_IS_FIRST = """
    s.position < coalesce(
        (SELECT position FROM shipment WHERE day_id = d.id ORDER BY position LIMIT 1 OFFSET :first), 9223372036854775807
    )
"""


def row_ids(
    query: RowQuery,
    today: date,
    days: SiteDays,
    one_spot: str = "[]",
    limit: int = NO_LIMIT,
    rows_from: RowSource | None = None,
) -> Sql:
    """Return a statement for the ids of a query's rows in its order, as one JSON list.

    One row instead of one for each id: fetching a row takes the interpreter from the other threads.

    Args:
        query: filters and order.
        today: the site's date.
        days: the site's.
        one_spot: the ids in the view of that name, as a JSON list.
        limit: the maximum number of ids.
        rows_from: where to look for the words of the search; None: the index, within the day.
    """
    table = TABLES[query.table]
    rows = _rows(query, today, days, one_spot, limit, rows_from)
    order = ", ".join([*(_order(query.table, key) for key in query.sort), order_of(table, query.view)])
    return Sql(
        f"SELECT json_group_array(id) FROM (SELECT {table.id} AS id {rows.text} ORDER BY {order} LIMIT :limit)",
        rows.values,
    )


def row_count(query: RowQuery, today: date, days: SiteDays, one_spot: str = "[]") -> Sql:
    """Return a statement that counts a query's rows; parameters as of `row_ids`.

    It counts over a subquery, in which SQLite leaves out unused joins.
    """
    rows = _rows(query, today, days, one_spot, NO_LIMIT, None)
    return Sql(f"SELECT count(*) FROM (SELECT 1 {rows.text} LIMIT :limit)", rows.values)


def value_counts(query: RowQuery, key: str, most: int, today: date, days: SiteDays, one_spot: str = "[]") -> Sql:
    """Return a statement for the values of a column in a query's rows, with counts: none, then the most frequent."""
    rows = _rows(query, today, days, one_spot, NO_LIMIT, None)
    expression = TABLES[query.table].columns[key]
    found = f"SELECT ({expression}) AS value, count(*) AS times {rows.text} GROUP BY 1"
    return Sql(f"{found} ORDER BY value IS NOT NULL, times DESC, value LIMIT :most", rows.values | {"most": most})


def _rows(query: RowQuery, today: date, days: SiteDays, one_spot: str, limit: int, rows_from: RowSource | None) -> Sql:
    table = TABLES[query.table]
    values = day_values(query.day, today, days) | {"one_spot": one_spot, "limit": limit}
    source, conditions = table.source, [rows_of(table, query.view)]
    if len(query.day.carriers) == 1 and " day d " in source:  # then an index has the order of a single day's rows
        values["carrier"] = query.day.carriers[0]
        conditions.append("d.carrier = :carrier")
    match rows_from:
        case FirstRows(rows):
            values["first"] = rows
            conditions.append(_IS_FIRST)
        case FoundRows(ids):
            values["found"] = ids
            conditions.append("s.id = found.value")
            source = f"json_each(:found) AS found CROSS JOIN {source}"
    if query.view is not View.ALL:
        conditions.append(VIEWS[query.view])
    if query.numbers and query.table in _IS_LISTED:
        conditions.append(_IS_LISTED[query.table])
        values["numbers"] = json.dumps([plain_identifier(one) for one in query.numbers])
    words, text = words_of(query.search), searched_text(query.table)
    if query.table is Table.SHIPMENTS:
        text = "t.folded"
        if isinstance(rows_from, FoundRows):
            words = []
        elif rows_from is None and (match := match_of(words)):
            values["match"] = match
            conditions.append("s.id IN (SELECT rowid FROM shipment_text_fts WHERE shipment_text_fts MATCH :match)")
            words = words_to_verify(words)
        source += " CROSS JOIN shipment_text t ON t.id = s.id" if words else ""
    conditions += contains_all(text, words, values)
    for nth, some in enumerate(by_column(query.filters)):
        conditions.append(_filter(query.table, some, f"filter{nth}", values, days))
    return Sql(f"FROM {source} WHERE {' AND '.join(f'({one})' for one in conditions)}", values)


def words_of(search: str) -> list[str]:
    """Return the words of a search, folded, each once; a number as identifiers are compared.

    Raises:
        SettingsError: too many.
    """
    words = list(dict.fromkeys(map(plain_identifier, fold(search).split())))
    if len(words) > MOST_WORDS:
        raise SettingsError(Text("Error", "Search for at most {most} words at once.").filled(most=MOST_WORDS))
    return words


def match_of(words: list[str]) -> str:
    """Return the full-text expression of these words; empty: all are too short for the index."""
    return " AND ".join(_match_term(word) for word in words if len(word) >= _SHORTEST_INDEXED)


def match_any(trigrams: Iterable[str]) -> str:
    """Return the full-text expression of texts that hold any of these trigrams."""
    return f"({' OR '.join(map(_quoted, trigrams))})"


def is_scan_complete(words: list[str]) -> bool:
    """Return whether scanning texts finds all that the index would; it does not for numbers with separators."""
    return not any(map(_bare_number, words))


def words_to_verify(words: list[str]) -> list[str]:
    """Return the words that must be verified in the texts found by `match_of`."""
    return [word for word in words if len(word) < _SHORTEST_INDEXED or _is_split(word)]


def contains_all(text: str, words: list[str], values: dict[str, object]) -> list[str]:
    """Return SQL conditions that a text contains each of these words, and add their parameters to `values`."""
    values |= {f"word{nth}": word for nth, word in enumerate(words)}
    return [f"instr({text}, :word{nth}) > 0" for nth in range(len(words))]


def searched_text(table: Table) -> str:
    """Return SQL for the searched text, folded, of a table without a full-text index."""
    if table is Table.VISITS:
        return f"{VISIT_TEXT} || ' ' || {_folded([TABLES[table].columns['shipments']])}"
    return _folded([TABLES[table].columns[column.key] for column in COLUMNS[table] if column.searched])


def _folded(expressions: Iterable[str]) -> str:
    text = " || ' ' || ".join(f"coalesce({one}, '')" for one in expressions)
    return f"fold({text})"


def _bare(phone: str) -> str:
    """Return SQL for a phone number without separators."""
    bare = phone
    for char in DIGIT_SEPARATORS:
        bare = f"replace({bare}, '{char}', '')"
    return bare


VISIT_TEXT = (
    f"coalesce(v.folded, {_folded([*(f'v.{one}' for one in SEARCHED_VISIT_COLUMNS), _bare('v.contact_phone')])})"
)
"""SQL: the searched text of a visit without its shipments, as stored, or folded now where it is not stored."""


def _is_split(word: str) -> bool:
    """Whether the index is asked for parts of a word: for a long number that takes a third of the time."""
    return len(word) >= _SPLIT_LENGTH and not _bare_number(word)


def _match_term(word: str) -> str:
    """Return the full-text expression of a word; a number with separators is also searched without them."""
    if _is_split(word):
        last = len(word) - _SHORTEST_INDEXED
        parts = (word[at : at + _SHORTEST_INDEXED] for at in (*range(0, last, _SHORTEST_INDEXED), last))
        return " AND ".join(map(_quoted, parts))
    bare = _bare_number(word)
    return f'({_quoted(word)} OR "{bare}")' if bare else _quoted(word)


def _quoted(word: str) -> str:
    return '"{}"'.format(word.replace('"', '""'))


def _bare_number(word: str) -> str:
    """Return the digits of a number with separators; empty: it is none."""
    bare = "".join(filter(str.isalnum, word))
    return bare if bare != word and bare.isdigit() and len(bare) >= _SHORTEST_INDEXED else ""


def _filter(table: Table, some: Sequence[ValueFilter], name: str, values: dict[str, object], days: SiteDays) -> str:
    expression, one = TABLES[table].columns[some[0].key], some[0]
    if one.bound:
        return _within(table, some, name, values, days)
    if len(some) == 1:
        values[name] = one.value
        same = f"({expression}) IS :{name}"
        return f"NOT ({same})" if one.exclude else same
    values[name] = json.dumps([each.value for each in some if each.value is not None])
    is_one = f"({expression}) IN (SELECT value FROM json_each(:{name}))"
    return f"{is_one} OR ({expression}) IS NULL" if any(each.value is None for each in some) else is_one


_COMPARED = {Bound.FROM: ">=", Bound.TO: "<="}


def _within(table: Table, some: Sequence[ValueFilter], name: str, values: dict[str, object], days: SiteDays) -> str:
    """Return the condition of the limits of a column; times may go over the end of the day, as from 22:00 to 6:00."""
    key, joined = some[0].key, " AND "
    times = {one.bound: days.minute_of(time.fromisoformat(one.value)) for one in some if isinstance(one.value, str)}
    limited = _minute_of_day(table, key) if times else number_of(TABLES[table].columns[key])
    if len(times) > 1 and times[Bound.FROM] > times[Bound.TO]:
        joined = " OR "
    values |= {f"{name}_{one.bound}": times.get(one.bound, one.value) for one in some}
    return joined.join(f"{limited} {_COMPARED[one.bound]} :{name}_{one.bound}" for one in some if one.bound)


def _minute_of_day(table: Table, key: str) -> str:
    """Return SQL for the minute of the site's day, counted from its beginning, of the time in a column."""
    is_local = CLOSED_AT.get(table) == key
    at = "v.at, :since_day_end" if is_local else f"{TABLES[table].columns[key]}, :site_offset, :since_day_end"
    return f"CAST(strftime('%H', {at}) * 60 + strftime('%M', {at}) AS INTEGER)"


def _order(table: Table, key: SortKey) -> str:
    column = next(column for column in COLUMNS[table] if column.key == key.key)
    expression = TABLES[table].columns[key.key]
    direction = " DESC" if key.descending else ""
    # SQLite 3.46 leaves the index of numbers aside for a first term, though that is the same for all rows.
    empty_last = [] if (table, key.key) == (Table.SHIPMENTS, "number") else [f"({expression}) IS NULL"]
    return ", ".join([*empty_last, *(f"{one}{direction}" for one in _sorted_by(table, column, expression))])


def _sorted_by(table: Table, column: Column, expression: str) -> tuple[str, ...]:
    if column.kind is Kind.ID:  # 9 before 10
        return (f"length({expression})", f"({expression})")
    if column.key in FOLDED_COLUMNS and table is Table.SHIPMENTS:
        return (f"coalesce({expression}_folded, fold({expression}))",)
    if column.kind is Kind.STATUS:
        return (f"CASE ({expression}) {_FOLDED_NAMES} ELSE fold({expression}) END",)
    if column.kind in (Kind.TEXT, Kind.CODED_STATUS):
        return (f"fold({expression})",)
    return (f"({expression})",)
