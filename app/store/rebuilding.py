"""A day is made anew of what is kept of its loads: what the loads themselves left, but for the rows' ids."""

import sqlite3
from functools import partial

from app.domain.contract import read_shipment
from app.domain.days import Day
from app.domain.documents import read_document
from app.domain.manifests import Manifest
from app.store.contents import Content, keep_words
from app.store.deciding import decide_numbers
from app.store.isolating import all_or_each
from app.store.linking import link_visits, visits_naming
from app.store.loads import DayLoads
from app.store.staging import head_values, searched_text, stored_values
from app.store.stored import HEAD_COLUMNS, STORED_COLUMNS
from app.store.unchanged import digest_of

_CONTENTS = "SELECT key, words FROM content WHERE carrier = ? AND date = ?"
_SHIPMENT_COLUMNS = (
    "day_id", "manifest_id", "position", "occurrence", "digest", "first_seen_at", "changed_at", "gone_at",
    *STORED_COLUMNS,
)  # fmt: skip


class IncompleteDayError(ValueError):
    """What is kept of a day's loads and of its words does not belong together."""


def rebuild_day(db: sqlite3.Connection, day: Day) -> None:
    """Put what follows from a day's loads in the place of what is shown of it, in a transaction, and decide its rows.

    Raises:
        ValueError, LookupError, TypeError, zlib.error: what is kept of the day is not whole. Nothing was changed.
    """
    key = (day.carrier, day.date.isoformat())
    loads, words, contents = whole_day(db, day)
    rows = _rows(loads, contents)
    numbers, visits = _touched(db, key)
    db.execute("DELETE FROM day WHERE carrier = ? AND date = ?", key)
    if loads.answered_at:
        _insert(db, key, loads, contents, rows)
        keep_words(db, _day_id(db, key), words.items())
    now, naming = _touched(db, key)
    numbers |= now | all_or_each(db, visits | naming, partial(link_visits, db))
    decide_numbers(db, numbers)


def whole_day(db: sqlite3.Connection, day: Day) -> tuple[DayLoads, dict[str, bytes], dict[str, Content]]:
    """Return the loads of a day, and the words of its manifests by their keys, as they are kept and read.

    Raises:
        ValueError, LookupError, TypeError, zlib.error: what is kept of the day is not whole.
    """
    key = (day.carrier, day.date.isoformat())
    loads, words = DayLoads.read(db, day), dict(db.execute(_CONTENTS, key).fetchall())
    contents = {manifest: Content.read(packed) for manifest, packed in words.items()}
    listed = {(manifest, *which) for manifest, content in contents.items() for which in content.shipments}
    if listed != loads.listings.keys() or contents.keys() != loads.positions.keys():
        raise IncompleteDayError(*key)
    return loads, words, contents


def _rows(loads: DayLoads, contents: dict[str, Content]) -> list[tuple[tuple[str, str, int], tuple[object, ...]]]:
    """Return which shipments there are, in their order, and of each what follows the ids in `_SHIPMENT_COLUMNS`."""
    rows: list[tuple[tuple[str, str, int], tuple[object, ...]]] = []
    for (key, number, nth), state in sorted(loads.listings.items(), key=lambda one: one[1].position):
        raw = contents[key].shipments[number, nth]
        fields = read_document(raw)
        if not isinstance(fields, dict):
            raise IncompleteDayError(key, number)
        values = stored_values(read_shipment(fields)[0])
        times = state.first_seen_at, state.changed_at, state.gone_at
        rows.append(((key, number, nth), (state.position, nth, digest_of(raw), *times, *values)))
    return rows


def _touched(db: sqlite3.Connection, key: tuple[str, str]) -> tuple[set[str], set[int]]:
    """Return the numbers of a day's shipments, and the visits that name one or belong to one."""
    day_id = _day_id(db, key)
    if day_id is None:
        return set(), set()
    listed = f"SELECT id, number FROM shipment WHERE day_id = {day_id}"  # noqa: S608 - a number
    return {number for _, number in db.execute(listed)}, visits_naming(db, f"({listed})")


def _day_id(db: sqlite3.Connection, key: tuple[str, str]) -> int | None:
    found = db.execute("SELECT id FROM day WHERE carrier = ? AND date = ?", key).fetchone()
    return None if found is None else int(found[0])


def _insert(
    db: sqlite3.Connection,
    key: tuple[str, str],
    loads: DayLoads,
    contents: dict[str, Content],
    rows: list[tuple[tuple[str, str, int], tuple[object, ...]]],
) -> None:
    first = next(iter(loads.good), None)
    day_id: int = db.execute(
        "INSERT INTO day (carrier, date, answer, answered_at, loaded_at, first_loaded_at, load_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (*key, loads.answer, loads.answered_at, loads.loaded_at, first, loads.last),
    ).fetchone()[0]
    db.executemany("INSERT INTO good_load (day_id, at) VALUES (?, ?)", [(day_id, at) for at in loads.good])
    db.executemany(
        "INSERT INTO skipped (day_id, number, manifest, reason, fields) VALUES (?, ?, ?, ?, ?)",
        [(day_id, *one) for one in loads.skipped],
    )
    ids: dict[str, int] = {}
    for manifest, position in sorted(loads.positions.items(), key=lambda one: one[1]):
        raw = contents[manifest].head
        head = head_values(Manifest.model_validate(read_document(raw)))
        values = (day_id, manifest, position, *head, raw, loads.gone_at.get(manifest))
        ids[manifest] = db.execute(
            f"INSERT INTO manifest (day_id, key, position, {', '.join(HEAD_COLUMNS)}, raw, gone_at)"  # noqa: S608
            f" VALUES ({', '.join('?' * len(values))}) RETURNING id",
            values,
        ).fetchone()[0]
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM shipment").fetchone()
    numbered = list(enumerate(rows, last + 1))
    marks = ", ".join("?" * (1 + len(_SHIPMENT_COLUMNS)))
    db.executemany(
        f"INSERT INTO shipment (id, {', '.join(_SHIPMENT_COLUMNS)}) VALUES ({marks})",  # noqa: S608 - our own names
        [(row_id, day_id, ids[which[0]], *values) for row_id, (which, values) in numbered],
    )
    db.executemany(
        "INSERT INTO shipment_text (id, folded) VALUES (?, ?)",
        [(row_id, searched_text(values[-len(STORED_COLUMNS) :])) for row_id, (_, values) in numbered],
    )
    db.executemany(
        "INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest, not_yet_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(row_id, *entry) for row_id, (which, _) in numbered for entry in loads.listings[which].history],
    )
