"""Numbers and words looked for: which are nowhere in a day, and where in all cached days the others are."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from app.board.reading.base_reader import BaseReader
from app.board.reading.column_sql import STATE, TABLES, VISIT_STATE, VISIT_STATUS
from app.board.reading.query_sql import FEW, VISIT_TEXT, all_in, match_any, match_of, unsure_of, words_of
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import Hit
from app.facts.column_names import IDENTIFIER_COLUMNS

MOST_LOOKED_THROUGH = 100_000
"""Of what no index helps to find, so many rows are looked through, those of the newest days."""

_MOST_TRIGRAMS = 64
"""Of a word of one or two letters that begins more of the index's trigrams, many texts hold it, as a rule."""

_ITS_DAY = TABLES[Table.VISITS].of_the_day
_KNOWN = " UNION ".join(
    f"SELECT lower({identifier}) FROM {source} AND lower({identifier}) IN (SELECT bare FROM wanted)"  # noqa: S608
    for identifier, source in (
        *(
            (f"s.{one}", "day d JOIN shipment s ON s.day_id = d.id WHERE d.carrier = :carrier AND d.date = :date")
            for one in ("number", *IDENTIFIER_COLUMNS)
        ),
        ("k.value", f"visit v JOIN visit_key k ON k.visit_id = v.id WHERE ({_ITS_DAY})"),
    )
)
_UNKNOWN = f"""
    WITH wanted AS MATERIALIZED (SELECT key AS place, lower(value) AS bare FROM json_each(:numbers))
    SELECT place FROM wanted WHERE bare <> '' AND bare NOT IN ({_KNOWN}) ORDER BY place
"""  # noqa: S608 - our own expressions

_SHIPMENT = f"""
    SELECT s.id, d.carrier, d.date, s.number, s.recipient, {TABLES[Table.SHIPMENTS].columns["shown_status"]}, {STATE}
"""
_MATCHING = """
    SELECT shipment_text_fts.rowid FROM shipment_text_fts {text}
    WHERE shipment_text_fts MATCH :match AND {within} LIMIT :few
"""
_THESE = f"""
    {_SHIPMENT}
    FROM (
        SELECT s.id FROM json_each(:ids) AS listed CROSS JOIN shipment s ON s.id = listed.value
        CROSS JOIN day d ON d.id = s.day_id AND d.loaded_at IS NOT NULL
        ORDER BY d.date DESC, d.carrier, s.id LIMIT :limit
    ) AS latest
    CROSS JOIN shipment s ON s.id = latest.id CROSS JOIN day d ON d.id = s.day_id
    LEFT JOIN visit v ON v.id = s.visit_id ORDER BY d.date DESC, d.carrier, s.id
"""  # noqa: S608 - our own expressions
_OF_DAY = f"""
    {_SHIPMENT}
    FROM shipment_text_fts CROSS JOIN shipment s ON s.id = shipment_text_fts.rowid {{text}}
    CROSS JOIN day d ON d.id = s.day_id LEFT JOIN visit v ON v.id = s.visit_id
    WHERE shipment_text_fts MATCH :match AND s.day_id = :day
          AND shipment_text_fts.rowid BETWEEN :first AND :last AND {{within}}
    ORDER BY shipment_text_fts.rowid
"""
_ONE_BY_ONE = f"""
    {_SHIPMENT}
    FROM day d CROSS JOIN shipment s ON s.day_id = d.id CROSS JOIN shipment_text t ON t.id = s.id
    LEFT JOIN visit v ON v.id = s.visit_id
    WHERE d.id = :day AND {{within}} ORDER BY s.position
"""
_VISITS = f"""
    SELECT v.id, '', v.date, coalesce(v.numbers, v.tracking_id, v.id), v.contact, {VISIT_STATUS}, {VISIT_STATE}
    FROM (SELECT id FROM visit WHERE is_alone AND date >= :since ORDER BY date DESC, at DESC LIMIT :most) AS newest
    CROSS JOIN visit v ON v.id = newest.id
    WHERE {{within}} ORDER BY v.date DESC, v.at DESC LIMIT :limit
"""  # noqa: S608 - our own expressions


class SearchReader(BaseReader):
    """Looks for them."""

    def unknown_numbers(self, day: Day, numbers: Sequence[str]) -> list[str]:
        """Return those of these numbers that no shipment and no visit of the day has, in their order.

        Spaces around a number and whether its letters are small make no difference; blank ones are passed over.
        """
        listed = json.dumps([one.strip() for one in numbers])
        values: dict[str, object] = {"numbers": listed, "carrier": day.carrier, "date": day.date.isoformat()}
        return [numbers[place] for (place,) in self._all(_UNKNOWN, values)]

    def hits(self, words: str, limit: int, most: int = MOST_LOOKED_THROUGH) -> list[Hit]:
        """Return the rows of all cached days and carriers that hold these words, the latest days first.

        These are shipments, and visits that belong to none. For words of less than three letters that many shipments
        hold there is no index, and none for visits: where there are no longer words beside them, the latest `most` rows
        or some more are looked through, and what is older is not found.

        Raises:
            SettingsError: too many words.
        """
        looked_for = words_of(words)
        if not looked_for:
            return []
        found = self._shipments_with(looked_for, limit, most)
        is_full = bool(found) and len(found) == limit  # then older ones would not be among the first
        found += self._visits_with(looked_for, limit, most, found[-1].day.date if is_full else date.min)
        return sorted(found, key=lambda hit: hit.day.date, reverse=True)[:limit]

    def _shipments_with(self, words: list[str], limit: int, most: int) -> list[Hit]:
        """Find the latest of them: all at once and then in order, or day after day where there are too many."""
        ids = self.few_with(words)
        match = match_of(words)
        if ids is None and not match:
            return self._day_by_day(*_looking_for(words, "", _ONE_BY_ONE), limit, most)
        if ids is None:
            return self._day_by_day(*_looking_for(words, match, _OF_DAY), limit, None)
        found = self._all(_THESE, {"ids": json.dumps(ids), "limit": limit})
        return [_hit(Table.SHIPMENTS, row) for row in found]

    def few_with(self, words: list[str]) -> list[int] | None:
        """Return the ids of the shipments of all days that hold words; None where these are many, or no index tells.

        Those of a hidden day, of which a part is written, are among them.
        """
        with self.at_one_moment():
            match = match_of(words)
            if not match:
                beginning = [self._trigrams_beginning_with(word) for word in words]
                if [] in beginning:
                    return []
                match = " AND ".join(match_any(some) for some in beginning if some)
            if not match:
                return None
            sql, values = _looking_for(words, match, _MATCHING)
            ids = [row[0] for row in self._all(sql, values | {"few": FEW})]
            return ids if len(ids) < FEW else None

    def _trigrams_beginning_with(self, word: str) -> list[str] | None:
        """Return the trigrams of all texts that begin with a word of one or two letters; None where these are many.

        Two line ends close a text, so that each of its letters begins one. The index makes letters small in its own
        way: what `fold` leaves as a capital, such as the `No` of `№`, and other letters where they are not ASCII.
        """
        if not word.isascii():
            return None
        self._all("CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab(main, shipment_text_fts, instance)")
        found: list[str] = []
        since = small = word.lower()
        while len(found) < _MOST_TRIGRAMS:
            row = self._one("SELECT term FROM term WHERE term >= ? LIMIT 1", [since])
            if row is None or not row[0].startswith(small):
                return found
            found.append(row[0])
            since = row[0] + "\0"  # the next one: `>` would go through all places where this one stands
        return None

    def _day_by_day(self, sql: str, values: dict[str, object], limit: int, most: int | None) -> list[Hit]:
        """Look at the newest days until there are enough hits, or `most` shipments were looked through, None: all."""
        hits: list[Hit] = []
        looked_through = 0
        for (day,) in self._all("SELECT id FROM day WHERE loaded_at IS NOT NULL ORDER BY date DESC, carrier"):
            if most is None:  # the index is asked, for the range of the day's ids
                ((first, last),) = self._all("SELECT min(id), max(id) FROM shipment WHERE day_id = ?", [day])
                values |= {"first": first, "last": last}
            found = self._all(f"{sql} LIMIT :limit", values | {"day": day, "limit": limit - len(hits)})
            hits += [_hit(Table.SHIPMENTS, row) for row in found]
            if len(hits) >= limit:
                break
            if most is not None:
                looked_through += self._all("SELECT count(*) FROM shipment WHERE day_id = ?", [day])[0][0]
                if looked_through >= most:
                    break
        return hits

    def _visits_with(self, words: list[str], limit: int, most: int, since: date) -> list[Hit]:
        values: dict[str, object] = {"most": most, "limit": limit, "since": since.isoformat()}
        within = " AND ".join(all_in(VISIT_TEXT, words, values))
        return [_hit(Table.VISITS, row) for row in self._all(_VISITS.format(within=within), values)]


def _looking_for(words: list[str], match: str, sql: str) -> tuple[str, dict[str, object]]:
    """Return a statement that asks the index for `match`, and the text for the words that it cannot be sure of."""
    values: dict[str, object] = {"match": match}
    within = all_in("t.folded", unsure_of(words), values)
    text = "CROSS JOIN shipment_text t ON t.id = shipment_text_fts.rowid" if within else ""
    return sql.format(text=text, within=" AND ".join(within) or "true"), values


def _hit(table: Table, row: tuple[Any, ...]) -> Hit:
    row_id, carrier, day, number, about, status, state = row
    return Hit(table, row_id, Day(carrier, date.fromisoformat(day)), str(number), about, status, State(state))
