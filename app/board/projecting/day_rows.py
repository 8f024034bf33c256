"""Show a day on the board as its loads left it, writing only what differs from the rows shown before."""

import json
import sqlite3
from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import NamedTuple

from app.board.projecting.decisions import decide_numbers
from app.board.projecting.loads_only import UnvisitedRows
from app.board.projecting.visit_rows import link_visits, look_alikes_of_arrived, visits_naming
from app.domain.contract.deviations import DeviationCounts
from app.domain.contract.json_text.json_documents import read_document
from app.domain.contract.manifests import Manifest
from app.domain.contract.shipment_contract import read_shipment
from app.domain.contract.statuses import is_unknown_name, usual_names
from app.domain.days import Day
from app.domain.folding import look_of
from app.facts.column_names import DECIDED_COLUMNS, HEAD_COLUMNS, STORED_COLUMNS
from app.facts.file.failures import run_all_or_each
from app.facts.loads.day_facts import IncompleteDayError, StoredDay, digest_of
from app.facts.loads.load_history import ListingKey, ListingState, is_replaced, last_load
from app.facts.loads.shipment_values import HeadValues, searched_text, stored_values
from app.facts.site_rules import site_rules

LARGE_BYTES = 200_000
"""Packed bytes of a day from which on it is large: about 1,000 shipments, written in less than 0.2 s."""

ParsedShipments = Mapping[bytes, tuple[tuple[object, ...], str]]
"""Parsed shipments by the digests of their JSON texts: the values of `STORED_COLUMNS`, and the text for the search."""

_HEAD = ("day_id", "key", "position", "gone_at", *HEAD_COLUMNS, "raw", "words")
_MANIFEST = f"""
    INSERT INTO manifest ({", ".join(_HEAD)}) VALUES ({", ".join("?" * len(_HEAD))})
    ON CONFLICT (day_id, key) DO UPDATE SET {", ".join(f"{one} = excluded.{one}" for one in _HEAD[2:])} RETURNING id
"""
_MANIFESTS = "SELECT id, key, position, gone_at, status, words FROM manifest WHERE day_id = ?"
_STATE = ("position", "first_seen_at", "changed_at", "gone_at")
_SHIPMENT = ("id", "day_id", "manifest_id", "occurrence", "digest", "look", *_STATE, *STORED_COLUMNS, *DECIDED_COLUMNS)
_INSERT = f"INSERT INTO shipment ({', '.join(_SHIPMENT)}) VALUES ({', '.join('?' * len(_SHIPMENT))})"
_REWRITE = f"UPDATE shipment SET digest = ?, {', '.join(f'{one} = ?' for one in STORED_COLUMNS)} WHERE id = ?"
_MOVE = f"UPDATE shipment SET {', '.join(f'{one} = ?' for one in _STATE)} WHERE id = ?"
_TEXT = "INSERT INTO shipment_text (id, folded) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET folded = excluded.folded"
_UNINDEX_TEXT = """
    INSERT INTO shipment_text_fts (shipment_text_fts, rowid, folded)
    SELECT 'delete', id, folded FROM shipment_text WHERE id = ?
"""
_INDEX_TEXT = "INSERT INTO shipment_text_fts (rowid, folded) VALUES (?, ?)"
_HISTORY = """
    INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest, not_yet_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_SHOWN = f"""
    SELECT manifest.key, shipment.number, occurrence, shipment.id, digest,
           (SELECT count(*) FROM shipment_history WHERE shipment_id = shipment.id),
           {", ".join(f"shipment.{one}" for one in _STATE)}
    FROM shipment CROSS JOIN manifest ON manifest.id = manifest_id WHERE shipment.day_id = ?
"""
_IS_UNSHOWN_LARGE = """
    SELECT coalesce(sum(length(words)), 0) >= :large AND NOT EXISTS (
        SELECT 1 FROM day WHERE carrier = :carrier AND date = :date AND loaded_at IS NOT NULL
    )
    FROM content WHERE carrier = :carrier AND date = :date
"""
_IS_ODD = STORED_COLUMNS.index("is_odd")
_UNSETTLED = "SELECT number FROM shipment WHERE day_id = ? AND (? OR NOT is_settled)"
_REPEATED = """
    SELECT shipment.number FROM json_each(?) AS given CROSS JOIN shipment ON shipment.number = given.value
    GROUP BY shipment.number HAVING count(*) > 1
"""
_HAS_OTHERS = """
    SELECT shipment.number FROM temp.to_match CROSS JOIN shipment USING (id)
    WHERE EXISTS (SELECT 1 FROM shipment AS other WHERE other.number = shipment.number AND other.id <> shipment.id)
       OR EXISTS (SELECT 1 FROM visit_link WHERE visit_link.number = shipment.number)
"""


class _ShownRow(NamedTuple):
    """A shipment's row on the board: id, digest of its JSON, number of history entries, and the values of `_STATE`."""

    id: int
    digest: bytes
    entries: int
    state: tuple[object, ...]


def is_unshown_large_day(db: sqlite3.Connection, day: Day) -> bool:
    """Whether a day is large and not yet shown on the board."""
    found = db.execute(_IS_UNSHOWN_LARGE, {"carrier": day.carrier, "date": day.date.isoformat(), "large": LARGE_BYTES})
    return bool(found.fetchone()[0])


def remove_hidden(db: sqlite3.Connection) -> None:
    """Delete the parts of a large day that is not shown."""
    db.execute("DELETE FROM day WHERE carrier = ''")


def _remove(db: sqlite3.Connection, day_id: int) -> None:
    db.execute("INSERT INTO temp.to_match SELECT id FROM shipment WHERE day_id = ?", (day_id,))
    numbers = {number for (number,) in db.execute("SELECT number FROM shipment WHERE day_id = ?", (day_id,))}
    visits = visits_naming(db, "temp.to_match")
    db.execute("DELETE FROM day WHERE id = ?", (day_id,))
    decide_numbers(db, numbers | run_all_or_each(db, visits, partial(link_visits, db)), visits=visits)


def _match_and_decide(db: sqlite3.Connection, numbers: set[str]) -> None:
    """Match the changed shipments in `temp.to_match` with visits, and decide the rows that may change by it."""
    linked = run_all_or_each(db, visits_naming(db, "temp.to_match"), partial(link_visits, db))
    decide_numbers(db, numbers.union(linked, (number for (number,) in db.execute(_HAS_OTHERS))))


class DayProjection:
    """Shows a day on the board as its loads left it; `parsed` are its shipments that are parsed already.

    A large day that is not shown yet can be written in parts first, each in its own transaction, under a hidden day: a
    row of `day` with an empty carrier, whose shipments no reader sees. `show` then makes it the visible one.

    Attributes:
        is_written: whether all parts are written.
        is_dropped: whether it must not be shown, since it was loaded again or removed after its first part.

    Raises:
        ValueError, LookupError, TypeError, zlib.error: (all methods) the stored data of the day is damaged.
    """

    _db: sqlite3.Connection

    def __init__(self, day: Day, parsed: ParsedShipments) -> None:
        self.day = day
        self._kept = StoredDay()
        self.is_written = self.is_dropped = self._is_rewritten = False
        self._parsed = parsed
        self._rewritten: set[str] = set()  # keys of the manifests whose stored JSON differs from the board
        self._digests: dict[ListingKey, bytes] = {}  # of the JSON texts of their shipments
        self._statuses: dict[str, str | None] = {}  # of the manifests, by their key
        self._moved_numbers: set[str] = set()  # of equal listings the rule takes the first
        self._changed_numbers: set[str] = set()  # whose rows may have to be decided again
        self._day_id = 0
        self._manifests: dict[str, int] = {}  # their ids, by their keys
        self._last = 0  # the id of the last shipment

    def write_some(self, db: sqlite3.Connection, most: int) -> None:
        """Write the next part, at most `most` shipments, in the caller's transaction."""
        if not self._day_id:
            self._read(db)
            remove_hidden(db)
            new = "INSERT INTO day (carrier, date, answer, answered_at) VALUES ('', '', '', '') RETURNING id"
            self._begin_day(db.execute(new).fetchone()[0])
        self.is_dropped |= not self.is_current(db)
        if self.is_dropped:
            return
        batch, some = _RowBatch(db), list(islice(self._rest, most))
        (self._last,) = db.execute("SELECT coalesce(max(id), 0) FROM shipment").fetchone()
        for which, listing in some:
            self._add(batch, which, listing)
        batch.to_match.clear()  # `show` adds all of them
        batch.write()
        self.is_written = len(some) < most

    @property
    def has_parts(self) -> bool:
        """Whether a part is written."""
        return bool(self._day_id)

    def is_current(self, db: sqlite3.Connection) -> bool:
        """Whether the written parts still exist and agree with the stored loads; true without parts."""
        if not self._day_id:
            return True
        is_there = db.execute("SELECT 1 FROM day WHERE id = ? AND carrier = ''", (self._day_id,)).fetchone()
        return bool(is_there) and db is self._db and last_load(db, self.day) == self._kept.loads.last

    def show(self, db: sqlite3.Connection) -> DeviationCounts:
        """Show the day and decide its rows, in the caller's transaction; return its look-alike numbers."""
        if not self._day_id:
            self._read(db)
        loads, key = self._kept.loads, (self.day.carrier, self.day.date.isoformat())
        db.execute("DELETE FROM temp.to_match")
        row = db.execute(
            "SELECT id, loaded_at, load_id, usual_names FROM day WHERE carrier = ? AND date = ?", key
        ).fetchone()
        self._is_rewritten = row is not None and is_replaced(db, row[2])
        if not loads.answered_at:
            if row:
                _remove(db, row[0])
            return DeviationCounts()
        if self._day_id:
            self._make_visible()
        else:
            new = (
                "INSERT INTO day (carrier, date, answer, answered_at) VALUES (?, ?, '', '')"
                " ON CONFLICT (carrier, date) DO UPDATE SET answer = '' RETURNING id"
            )
            self._begin_day(db.execute(new, key).fetchone()[0])
            self._show_shipments()
        self._show_loads()
        if row is not None and row[3] != json.dumps(sorted(self._usual)):
            self._changed_numbers |= {
                which[1]
                for which, one in loads.listings.items()
                if any(is_unknown_name(entry.status_id, entry.status) for entry in one.history)
            }
        before, good = row and row[1], list(loads.good)
        is_set_back = before in good and any(at < before for at in good[good.index(before) :])
        numbers = self._changed_numbers.union(one for (one,) in db.execute(_UNSETTLED, (self._day_id, is_set_back)))
        moved = db.execute(_REPEATED, (json.dumps([*self._moved_numbers]),))
        _match_and_decide(db, numbers.union(number for (number,) in moved))
        return look_alikes_of_arrived(db, self.day)

    def _read(self, db: sqlite3.Connection) -> None:
        """Read the stored day."""
        self._db = db
        self._kept = StoredDay.read(db, self.day)
        self._rules = site_rules(db)
        self._usual = usual_names(one.status for one in self._kept.loads.listings.values())
        self._alone = UnvisitedRows(db, self.day, self._kept.loads.good, self._usual)
        self._rest = iter(self._kept.loads.listings.items())  # so ids are in the order of the first loads, as are ties

    def _begin_day(self, day_id: int) -> None:
        self._day_id = day_id
        self._manifests = self._show_manifests()
        self._check_contents()

    def _make_visible(self) -> None:
        """Make the hidden day the visible one."""
        db, key = self._db, (self.day.carrier, self.day.date.isoformat())
        db.execute("DELETE FROM day WHERE carrier = ? AND date = ?", key)  # without a shipment
        db.execute("UPDATE day SET (carrier, date) = (?, ?) WHERE id = ?", (*key, self._day_id))
        db.execute("INSERT INTO temp.to_match SELECT id FROM shipment WHERE day_id = ?", (self._day_id,))
        if site_rules(db) != self._rules:
            self._changed_numbers |= {which[1] for which in self._kept.loads.listings}

    def _show_loads(self) -> None:
        db, loads, day_id = self._db, self._kept.loads, self._day_id
        db.execute(
            "UPDATE day SET answer = ?, answered_at = ?, loaded_at = ?, first_loaded_at = ?, load_id = ?,"
            " usual_names = ? WHERE id = ?",
            (
                *(loads.answer, loads.answered_at, loads.loaded_at, next(iter(loads.good), None), loads.last),
                *(json.dumps(sorted(self._usual)), day_id),
            ),
        )
        db.execute("DELETE FROM good_load WHERE day_id = ?", (day_id,))
        db.executemany("INSERT INTO good_load (day_id, at) VALUES (?, ?)", [(day_id, at) for at in loads.good])
        db.execute("DELETE FROM skipped WHERE day_id = ?", (day_id,))
        db.executemany(
            "INSERT INTO skipped (day_id, number, manifest, reason, fields) VALUES (?, ?, ?, ?, ?)",
            [(day_id, *one) for one in loads.skipped],
        )

    def _show_manifests(self) -> dict[str, int]:
        """Write the manifests, and return their ids by key."""
        db, loads = self._db, self._kept.loads
        shown = {key: (row_id, *rest) for row_id, key, *rest in db.execute(_MANIFESTS, (self._day_id,)).fetchall()}
        ids = {key: row[0] for key, row in shown.items()}
        for key, position in sorted(loads.positions.items(), key=lambda one: one[1]):
            row_id, *state, before, words = shown.get(key, (None,) * 5)
            gone_at = loads.gone_at.get(key)
            self._statuses[key] = before
            if words != self._kept.packed[key]:
                self._rewritten.add(key)
                content = self._kept.content(key)
                self._digests |= {(key, *which): digest_of(raw) for which, raw in content.shipments.items()}
                if self._parsed:  # a huge day's JSON and its parsed shipments take too much memory together
                    self._kept.release_content(key)
                head = HeadValues.of(Manifest.model_validate(read_document(content.head)))
                values = (self._day_id, key, position, gone_at, *head, content.head, self._kept.packed[key])
                ids[key] = db.execute(_MANIFEST, values).fetchone()[0]
                self._statuses[key] = status = head.status
                if row_id is not None and status != before:  # it may have come into force, or gone out of it
                    numbers = db.execute("SELECT number FROM shipment WHERE manifest_id = ?", (row_id,))
                    self._changed_numbers |= {number for (number,) in numbers}
            elif state != [position, gone_at]:
                db.execute("UPDATE manifest SET position = ?, gone_at = ? WHERE id = ?", (position, gone_at, row_id))
        return ids

    def _show_shipments(self) -> None:
        db = self._db
        shown: dict[ListingKey, _ShownRow] = {}
        for key, number, nth, row_id, digest, entries, *state in db.execute(_SHOWN, (self._day_id,)):
            shown[key, number, nth] = _ShownRow(row_id, digest, entries, tuple(state))
        batch = _RowBatch(db)
        (self._last,) = db.execute("SELECT coalesce(max(id), 0) FROM shipment").fetchone()
        for which, listing in self._rest:
            row = shown.get(which)
            if row is None:
                self._add(batch, which, listing)
            else:
                self._change(batch, row, which, listing)
        batch.write()

    def _add(self, batch: "_RowBatch", which: ListingKey, listing: ListingState) -> None:
        """Add a shipment that is not on the board."""
        self._last += 1
        digest, values, text = self._parsed_of(which)
        status, is_odd = self._statuses[which[0]], bool(values[_IS_ODD])
        says = self._alone.row(listing.history, status, listing.gone_at, is_odd=is_odd)
        head = (self._last, self._day_id, self._manifests[which[0]], which[2], digest, look_of(which[1]))
        batch.inserted.append((*head, *_state_of(listing), *values, *says))
        batch.texts.append((self._last, text))
        batch.entries += [(self._last, *entry) for entry in listing.history]
        batch.to_match.append((self._last,))

    def _change(self, batch: "_RowBatch", row: _ShownRow, which: ListingKey, listing: ListingState) -> None:
        """Add the differences from a shipment's row."""
        if listing.position != row.state[0]:
            self._moved_numbers.add(which[1])
        if _state_of(listing) != row.state:
            batch.moved.append((*_state_of(listing), row.id))
        is_other = which[0] in self._rewritten and self._digests[which] != row.digest
        if is_other:
            digest, values, text = self._parsed_of(which)
            batch.rewritten.append((digest, *values, row.id))
            batch.texts.append((row.id, text))
        is_longer = len(listing.history) != row.entries or self._is_rewritten
        if is_longer:
            batch.add_history(row, listing, is_rewritten=self._is_rewritten)
        if is_other or is_longer:
            self._changed_numbers.add(which[1])
            batch.to_match.append((row.id,))

    def _check_contents(self) -> None:
        """Check that the rewritten manifests hold JSON for each listing, and for no other one."""
        rewritten = self._rewritten
        have_json = [which in self._digests for which in self._kept.loads.listings if which[0] in rewritten]
        if len(have_json) != len(self._digests) or not all(have_json):
            raise IncompleteDayError(self.day.carrier, self.day.date.isoformat())

    def _parsed_of(self, which: ListingKey) -> tuple[bytes, tuple[object, ...], str]:
        """Return a shipment's digest, its stored values, and its searched text."""
        digest = self._digests[which]
        read = self._parsed.get(digest)
        if read is None:
            fields = read_document(self._kept.content(which[0]).shipments[which[1:]])
            if not isinstance(fields, dict):
                raise IncompleteDayError(*which)
            values = stored_values(read_shipment(fields)[0])
            read = values, searched_text(values)
        return digest, *read


def _state_of(listing: ListingState) -> tuple[object, ...]:
    """Return the values of `_STATE` for a listing."""
    return listing.position, listing.first_seen_at, listing.changed_at, listing.gone_at


class _RowBatch:
    """Collects the rows to write for a day's shipments, and writes each kind by one statement.

    Attributes:
        arrived: ids of shipments that are new, changed, gone or listed again, to be matched with visits anew.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.inserted: list[tuple[object, ...]] = []
        self.moved: list[tuple[object, ...]] = []
        self.rewritten: list[tuple[object, ...]] = []
        self.texts: list[tuple[object, ...]] = []
        self.entries: list[tuple[object, ...]] = []
        self.to_match: list[tuple[int]] = []

    def add_history(self, row: _ShownRow, listing: ListingState, *, is_rewritten: bool) -> None:
        """Add the new entries of a listing's history; all of them if it was written anew."""
        known = row.entries
        if known > len(listing.history) or is_rewritten:
            self._db.execute("DELETE FROM shipment_history WHERE shipment_id = ?", (row.id,))
            known = 0
        self.entries += [(row.id, *entry) for entry in listing.history[known:]]

    def write(self) -> None:
        """Write the collected rows."""
        for statement, rows in (
            (_INSERT, self.inserted),
            (_MOVE, self.moved),
            (_REWRITE, self.rewritten),
            (_UNINDEX_TEXT, [(row[-1],) for row in self.rewritten]),
            (_TEXT, self.texts),
            (_INDEX_TEXT, self.texts),
            (_HISTORY, self.entries),
            ("INSERT INTO temp.to_match VALUES (?)", self.to_match),
        ):
            self._db.executemany(statement, rows)
