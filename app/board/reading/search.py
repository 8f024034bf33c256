"""Search numbers in a day and words in all loaded days."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import STATE, TABLES, VISIT_STATE, VISIT_STATUS, named
from app.board.reading.query_sql import (
    MAX_FOUND,
    VISIT_TEXT,
    contains_all,
    match_any,
    match_of,
    words_of,
    words_to_verify,
)
from app.domain.contract.statuses import State
from app.domain.days import Day, Scope
from app.domain.folding import plain_identifier
from app.domain.views.columns import Table
from app.domain.views.queries import Hit
from app.facts.column_names import IDENTIFIER_COLUMNS

MAX_SCANNED_HITS = 100_000
"""The number of rows to scan, of the newest days, for words that no index finds."""

_MAX_TRIGRAMS = 64
"""A short word that begins more trigrams than this is in too many texts for the index to help."""

_ITS_DAY = TABLES[Table.VISITS].of_the_day
_KNOWN_NUMBERS = " UNION ".join(
    f"SELECT lower({identifier}) FROM {source} AND lower({identifier}) IN (SELECT bare FROM wanted)"
    for identifier, source in (
        *(
            (f"s.{one}", f"day d JOIN shipment s ON s.day_id = d.id WHERE {TABLES[Table.SHIPMENTS].of_the_day}")
            for one in ("number", *IDENTIFIER_COLUMNS)
        ),
        ("k.value", f"visit v JOIN visit_key k ON k.visit_id = v.id WHERE ({_ITS_DAY})"),
    )
)
_UNKNOWN_NUMBERS = f"""
    WITH wanted AS MATERIALIZED (SELECT key AS place, lower(value) AS bare FROM json_each(:numbers))
    SELECT place FROM wanted WHERE bare <> '' AND bare NOT IN ({_KNOWN_NUMBERS}) ORDER BY place
"""

_SHIPMENT = f"""
    SELECT s.id, d.carrier, d.date, s.number, s.recipient, {TABLES[Table.SHIPMENTS].columns["shown_status"]}, {STATE}
"""
_FIND_FEW = """
    SELECT shipment_text_fts.rowid FROM shipment_text_fts {text}
    WHERE shipment_text_fts MATCH :match AND {condition} LIMIT :few
"""
_LATEST_FOUND = f"""
    {_SHIPMENT}
    FROM (
        SELECT s.id FROM json_each(:ids) AS listed CROSS JOIN shipment s ON s.id = listed.value
        CROSS JOIN day d ON d.id = s.day_id AND d.loaded_at IS NOT NULL
        ORDER BY d.date DESC, d.carrier, s.id LIMIT :limit
    ) AS latest
    CROSS JOIN shipment s ON s.id = latest.id CROSS JOIN day d ON d.id = s.day_id
    LEFT JOIN visit v ON v.id = s.visit_id ORDER BY d.date DESC, d.carrier, s.id
"""
_BY_INDEX = f"""
    {_SHIPMENT}
    FROM shipment_text_fts CROSS JOIN shipment s ON s.id = shipment_text_fts.rowid {{text}}
    CROSS JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id
    WHERE shipment_text_fts MATCH :match AND s.day_id = :day
          AND shipment_text_fts.rowid BETWEEN :first AND :last AND {{condition}}
    ORDER BY shipment_text_fts.rowid
"""
_BY_SCAN = f"""
    {_SHIPMENT}
    FROM day d CROSS JOIN shipment s ON s.day_id = d.id CROSS JOIN shipment_text t ON t.id = s.id
    LEFT JOIN visit v ON v.id = s.visit_id
    WHERE d.id = :day AND {{condition}} ORDER BY s.position
"""
_VISITS = f"""
    SELECT v.id, '', v.date, coalesce(v.numbers, v.tracking_id, v.id), v.contact, {VISIT_STATUS}, {VISIT_STATE}
    FROM (SELECT id FROM visit WHERE is_unmatched AND date >= :since ORDER BY date DESC, at DESC LIMIT :most) AS newest
    CROSS JOIN visit v ON v.id = newest.id
    WHERE {{condition}} ORDER BY v.date DESC, v.at DESC LIMIT :limit
"""


class SearchReader(BaseReader):
    """Searches numbers and words."""

    def unknown_numbers(self, day: Day | Scope, numbers: Sequence[str]) -> list[str]:
        """Return the numbers that no shipment and no visit of the day has, in their order.

        Surrounding spaces and case are ignored; blank numbers are skipped.
        """
        listed = json.dumps([plain_identifier(one) for one in numbers])
        return [numbers[place] for (place,) in self._all(_UNKNOWN_NUMBERS, named(day) | {"numbers": listed})]

    def hits(self, words: str, limit: int, most: int = MAX_SCANNED_HITS) -> list[Hit]:
        """Return the shipments, and the visits without one, of all days and carriers that hold all of these words.

        The latest days come first. There is no index of visits, nor of words of one or two letters that many shipments
        hold: where the index does not apply, about `most` of the latest rows are scanned, and older ones are not found.

        Raises:
            SettingsError: too many words.
        """
        folded = words_of(words)
        if not folded:
            return []
        found = self._shipments_with(folded, limit, most)
        is_full = bool(found) and len(found) == limit  # then older visits would be cut off
        found += self._visits_with(folded, limit, most, found[-1].day.date if is_full else date.min)
        return sorted(found, key=lambda hit: hit.day.date, reverse=True)[:limit]

    def _shipments_with(self, words: list[str], limit: int, most: int) -> list[Hit]:
        """Find the latest shipments: by one query if few hold the words, else day by day."""
        ids = self.find_few(words)
        match = match_of(words)
        if ids is None and not match:
            return self._day_by_day(*_index_query(words, "", _BY_SCAN), limit, most)
        if ids is None:
            return self._day_by_day(*_index_query(words, match, _BY_INDEX), limit, None)
        found = self._all(_LATEST_FOUND, {"ids": json.dumps(ids), "limit": limit})
        return [_hit(Table.SHIPMENTS, row) for row in found]

    def find_few(self, words: list[str]) -> list[int] | None:
        """Return the ids of the shipments of all days that hold the words; None: too many, or no index applies.

        Those of a hidden day (parts of a large day that is not shown yet) are included.
        """
        with self.snapshot():
            match = match_of(words)
            if not match:
                beginning = [self._trigrams_beginning_with(word) for word in words]
                if [] in beginning:
                    return []
                match = " AND ".join(match_any(some) for some in beginning if some)
            if not match:
                return None
            sql, values = _index_query(words, match, _FIND_FEW)
            ids = [row[0] for row in self._all(sql, values | {"few": MAX_FOUND})]
            return ids if len(ids) < MAX_FOUND else None

    def _trigrams_beginning_with(self, word: str) -> list[str] | None:
        """Return the indexed trigrams that begin with a word of one or two letters; None: too many, or not ASCII.

        Every letter of a text begins a trigram, since two line ends close the text. The index folds case in its own
        way, which agrees with `lower` for ASCII alone.
        """
        if not word.isascii():
            return None
        self._all("CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab(main, shipment_text_fts, instance)")
        found: list[str] = []
        since = small = word.lower()
        while len(found) < _MAX_TRIGRAMS:
            row = self._one("SELECT term FROM term WHERE term >= ? LIMIT 1", [since])
            if row is None or not row[0].startswith(small):
                return found
            found.append(row[0])
            since = row[0] + "\0"  # `>` would step through every occurrence of this term
        return None

    def _day_by_day(self, sql: str, values: dict[str, object], limit: int, most: int | None) -> list[Hit]:
        """Search day by day, the newest first, until `limit` hits are found or `most` shipments scanned (None: all)."""
        hits: list[Hit] = []
        scanned = 0
        for (day,) in self._all("SELECT id FROM day WHERE loaded_at IS NOT NULL ORDER BY date DESC, carrier"):
            if most is None:  # the statement uses the index within the day's ids
                ((first, last),) = self._all("SELECT min(id), max(id) FROM shipment WHERE day_id = ?", [day])
                values |= {"first": first, "last": last}
            found = self._all(f"{sql} LIMIT :limit", values | {"day": day, "limit": limit - len(hits)})
            hits += [_hit(Table.SHIPMENTS, row) for row in found]
            if len(hits) >= limit:
                break
            if most is not None:
                scanned += self._all("SELECT count(*) FROM shipment WHERE day_id = ?", [day])[0][0]
                if scanned >= most:
                    break
        return hits

    def _visits_with(self, words: list[str], limit: int, most: int, since: date) -> list[Hit]:
        values: dict[str, object] = {"most": most, "limit": limit, "since": since.isoformat()}
        condition = " AND ".join(contains_all(VISIT_TEXT, words, values))
        return [_hit(Table.VISITS, row) for row in self._all(_VISITS.format(condition=condition), values)]


def _index_query(words: list[str], match: str, sql: str) -> tuple[str, dict[str, object]]:
    """Return a statement that asks the index for `match`, and verifies in the text the words that need it."""
    values: dict[str, object] = {"match": match}
    condition = contains_all("t.folded", words_to_verify(words), values)
    text = "CROSS JOIN shipment_text t ON t.id = shipment_text_fts.rowid" if condition else ""
    return sql.format(text=text, condition=" AND ".join(condition) or "true"), values


def _hit(table: Table, row: tuple[Any, ...]) -> Hit:
    row_id, carrier, day, number, about, status, state = row
    return Hit(table, row_id, Day(carrier, date.fromisoformat(day)), str(number), about, status, State(state))
