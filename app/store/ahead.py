"""New shipments are written ahead, slice by slice, in a hidden day that no query can ask for.

So the swap has little left to write; a load that never gets there has changed nothing, and what it leaves behind the
next one clears away.
"""

import sqlite3
from array import array
from functools import partial

from app.domain.days import Answer, Day, HistoryKind
from app.store.deciding import row_alone
from app.store.staging import StagedAnswer
from app.store.stored import DECIDED, HEAD_COLUMNS, STORED_COLUMNS

SLICE = 500
"""How many shipments one transaction writes or removes, with all that belongs to them."""

HIDDEN_DATE = "loading"
"""The date of a hidden day; it is none, and such a day has never been loaded."""

_OF_SLICE = """
    FROM staged_fresh AS fresh CROSS JOIN staged_shipment AS staged ON staged.place = fresh.place
    CROSS JOIN staged_text AS text ON text.place = fresh.place
    CROSS JOIN staged_manifest AS head ON head.place = staged.head
    CROSS JOIN staged_alone AS alone ON alone.status_id IS staged.status_id AND alone.status IS staged.status
                                    AND alone.is_odd = staged.is_odd AND alone.manifest_status IS head.status
    WHERE fresh.id BETWEEN :first AND :last
"""
_NEW = (
    f"""
    INSERT INTO manifest (day_id, key, position, {", ".join(HEAD_COLUMNS)}, raw)
    SELECT DISTINCT :hidden, head.key, head.position, {", ".join(f"head.{name}" for name in HEAD_COLUMNS)}, head.raw
    {_OF_SLICE} ON CONFLICT DO NOTHING
    """,
    f"""
    INSERT INTO shipment (id, day_id, manifest_id, position, occurrence, digest, first_seen_at, changed_at,
                          {", ".join((*STORED_COLUMNS, *DECIDED))})
    SELECT fresh.id, :hidden, (SELECT id FROM manifest WHERE day_id = :hidden AND key = head.key),
           (SELECT position FROM staged_match WHERE place = fresh.place), staged.occurrence, staged.digest, :at, :at,
           {", ".join(f"staged.{name}" for name in STORED_COLUMNS)}, {", ".join(f"alone.{name}" for name in DECIDED)}
    {_OF_SLICE}
    """,  # noqa: S608 - names of our own columns
    f"INSERT INTO shipment_text (id, folded) SELECT fresh.id, text.folded {_OF_SLICE}",
    f"""
    INSERT INTO shipment_history (shipment_id, at, kind, status_id, status, manifest)
    SELECT fresh.id, :at, '{HistoryKind.LISTED}', staged.status_id, staged.status, head.key {_OF_SLICE}
    """,
)
_CLEAR = (
    *(
        f"""
        DELETE FROM {table} WHERE id IN (
            SELECT {table}.id FROM day CROSS JOIN {table} ON {table}.day_id = day.id
            WHERE day.date = :hidden LIMIT :slice
        )
        """  # noqa: S608 - our own names
        for table in ("shipment", "manifest")
    ),
    "DELETE FROM day WHERE date = :hidden",
)
"""What is done to clear away, one after the other; each as often as it finds something."""


def write_ahead(staged: StagedAnswer, day: Day, at: str) -> int:
    """Write down what is new in a compared answer; return the id of the hidden day.

    Raises:
        LoadCancelledError: as `StagedAnswer.write`.
        StoreError: the last slice was not written.
    """
    hidden = staged.write(partial(_hide, at))
    staged.stage(partial(_decide_alone, day, at))
    ids = staged.stage(_ids)
    for start in range(0, len(ids), SLICE):
        some = ids[start : start + SLICE]
        values = {"hidden": hidden, "at": at, "first": some[0], "last": some[-1]}
        staged.write(partial(_write_slice, values))
    return hidden


def clear_away(staged: StagedAnswer) -> None:
    """Remove what no swap made visible. Nobody else may load meanwhile.

    Raises:
        LoadCancelledError: as `StagedAnswer.write`.
        StoreError: the last slice was not cleared.
    """
    while staged.stage(_is_anything_left):
        staged.write(_clear_slice)


def _hide(at: str, db: sqlite3.Connection) -> int:
    hidden: int = db.execute(
        "INSERT INTO day (carrier, date, answer, answered_at) VALUES ('', ?, ?, ?) RETURNING id",
        (HIDDEN_DATE, Answer.MANIFESTS, at),
    ).fetchone()[0]
    return hidden


def _decide_alone(day: Day, at: str, db: sqlite3.Connection) -> None:
    """Decide each kind of new shipment as if nothing else were known of it: with most of them it is so."""
    kinds = db.execute(
        "SELECT DISTINCT staged.status_id, staged.status, staged.is_odd, head.status FROM staged_fresh AS fresh"
        " CROSS JOIN staged_shipment AS staged ON staged.place = fresh.place"
        " CROSS JOIN staged_manifest AS head ON head.place = staged.head"
    ).fetchall()
    db.execute("DROP TABLE IF EXISTS staged.staged_alone")
    db.execute(f"CREATE TABLE staged.staged_alone (status_id, status, is_odd, manifest_status, {', '.join(DECIDED)})")
    db.execute("CREATE INDEX staged.staged_kind ON staged_alone (status_id, status, is_odd, manifest_status)")
    marks = ", ".join("?" * (4 + len(DECIDED)))
    rows = [(*kind, *row_alone(db, day, at, *kind)) for kind in kinds]
    db.executemany(f"INSERT INTO staged_alone VALUES ({marks})", rows)  # noqa: S608 - marks


def _ids(db: sqlite3.Connection) -> "array[int]":
    return array("q", [row[0] for row in db.execute("SELECT id FROM staged_fresh ORDER BY id")])


def _write_slice(values: dict[str, object], db: sqlite3.Connection) -> None:
    for statement in _NEW:
        db.execute(statement, values)


def _is_anything_left(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM day WHERE date = ?)", (HIDDEN_DATE,)).fetchone()[0])


def _clear_slice(db: sqlite3.Connection) -> None:
    for statement in _CLEAR:
        if db.execute(statement, {"hidden": HIDDEN_DATE, "slice": SLICE}).rowcount:
            return
