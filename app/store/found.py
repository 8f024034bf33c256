"""Numbers and words looked for: which are nowhere in a day, and where in all cached days the others are."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from app.domain.columns import Table
from app.domain.days import Day
from app.domain.queries import Hit
from app.domain.statuses import State
from app.store.asking import Asking
from app.store.matching import IDENTIFIERS
from app.store.queries import all_in, match_of, searched_text, short_of, words_of
from app.store.rows import STATE, TABLES, VISIT_STATE, VISIT_STATUS

MOST_LOOKED_THROUGH = 100_000
"""Of what no index helps to find, so many rows are looked through, those of the newest days."""

_ITS_DAY = TABLES[Table.VISITS].of_the_day
_KNOWN = " UNION ".join(
    f"SELECT lower({identifier}) FROM {source} AND lower({identifier}) IN (SELECT bare FROM wanted)"  # noqa: S608
    for identifier, source in (
        *(
            (f"s.{one}", "day d JOIN shipment s ON s.day_id = d.id WHERE d.carrier = :carrier AND d.date = :date")
            for one in ("number", *IDENTIFIERS)
        ),
        ("k.value", f"visit v JOIN visit_key k ON k.visit_id = v.id WHERE ({_ITS_DAY})"),
    )
)
_UNKNOWN = f"""
    WITH wanted AS MATERIALIZED (SELECT key AS place, lower(value) AS bare FROM json_each(:numbers))
    SELECT place FROM wanted WHERE bare <> '' AND bare NOT IN ({_KNOWN}) ORDER BY place
"""  # noqa: S608 - our own expressions

_SHIPMENT = f"""
    SELECT s.id, :carrier, :date, s.number, s.recipient,
           {TABLES[Table.SHIPMENTS].columns["shown_status"]}, {STATE}
"""
_INDEXED = f"""
    {_SHIPMENT}
    FROM shipment_text_fts CROSS JOIN shipment s ON s.id = shipment_text_fts.rowid
    LEFT JOIN visit v ON v.id = s.visit_id
    WHERE shipment_text_fts MATCH :match AND shipment_text_fts.rowid BETWEEN :first AND :last AND s.day_id = :day
"""
_ONE_BY_ONE = f"""
    {_SHIPMENT}
    FROM shipment s LEFT JOIN visit v ON v.id = s.visit_id
    WHERE s.day_id = :day
"""
_VISITS = f"""
    SELECT v.id, '', v.date, coalesce(v.numbers, v.tracking_id, v.id), v.contact, {VISIT_STATUS}, {VISIT_STATE}
    FROM (SELECT id FROM visit WHERE date >= :since ORDER BY date DESC, at DESC LIMIT :most) AS newest
    CROSS JOIN visit v ON v.id = newest.id
    WHERE CASE WHEN NOT EXISTS (SELECT 1 FROM visit_shipment l WHERE l.visit_id = v.id) THEN {{words}} END
    ORDER BY v.date DESC, v.at DESC LIMIT :limit
"""  # noqa: S608 - our own expressions; the case keeps the words from being looked for where there are shipments


class Found(Asking):
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

        These are shipments, and visits that belong to none. Day after day is searched until there are enough. For
        words of less than three letters there is no index, and none for visits: where there are no longer words
        beside them, the latest `most` rows or some more are looked through, and what is older is not found.

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
        match = match_of(words)
        values: dict[str, object] = {"match": match}
        short = all_in("t.folded", short_of(words), values)
        sql = _INDEXED if match else _ONE_BY_ONE
        if short:
            within = " AND ".join(short)
            sql += f" AND EXISTS (SELECT 1 FROM shipment_text t WHERE t.id = s.id AND {within})"  # noqa: S608
        sql += " ORDER BY shipment_text_fts.rowid LIMIT :limit" if match else " ORDER BY s.position LIMIT :limit"
        hits: list[Hit] = []
        looked_through = 0
        for day_id, carrier, day in self._all(
            "SELECT id, carrier, date FROM day WHERE loaded_at IS NOT NULL ORDER BY date DESC, carrier"
        ):
            first, last, size = self._all("SELECT min(id), max(id), count(*) FROM shipment WHERE day_id = ?", [day_id])[
                0
            ]
            values |= {"day": day_id, "carrier": carrier, "date": day, "first": first, "last": last}
            values |= {"limit": limit - len(hits)}
            hits += [_hit(Table.SHIPMENTS, row) for row in self._all(sql, values)]
            looked_through += 0 if match else size
            if len(hits) >= limit or looked_through >= most:
                break
        return hits

    def _visits_with(self, words: list[str], limit: int, most: int, since: date) -> list[Hit]:
        values: dict[str, object] = {"most": most, "limit": limit, "since": since.isoformat()}
        within = " AND ".join(all_in(searched_text(Table.VISITS), words, values))
        return [_hit(Table.VISITS, row) for row in self._all(_VISITS.format(words=within), values)]


def _hit(table: Table, row: tuple[Any, ...]) -> Hit:
    row_id, carrier, day, number, about, status, state = row
    return Hit(table, row_id, Day(carrier, date.fromisoformat(day)), str(number), about, status, State(state))
