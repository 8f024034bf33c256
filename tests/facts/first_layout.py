"""Stores of the first layout, one file of facts and what was derived of them, as two versions of it left them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.facts.file.generations import FIRST_LAYOUT, newest_file
from app.facts.loads.manifest_contents import by_digest
from tests.database import board_file

EARLY = """
    CREATE TABLE day (id INTEGER PRIMARY KEY, carrier TEXT NOT NULL, date TEXT NOT NULL, answer TEXT NOT NULL,
        answered_at TEXT NOT NULL, loaded_at TEXT, first_loaded_at TEXT, UNIQUE (carrier, date)) STRICT;
    CREATE TABLE skipped (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL, number TEXT, manifest TEXT,
        reason TEXT NOT NULL, fields TEXT NOT NULL) STRICT;
    CREATE TABLE manifest (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL, key TEXT NOT NULL,
        position INTEGER NOT NULL, number ANY, status TEXT, carrier_code TEXT, created_at TEXT, gone_at TEXT,
        raw TEXT NOT NULL, UNIQUE (day_id, key)) STRICT;
    CREATE TABLE shipment (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL, manifest_id INTEGER NOT NULL,
        position INTEGER NOT NULL, occurrence INTEGER NOT NULL, copies INTEGER NOT NULL DEFAULT 1, digest BLOB NOT NULL,
        first_seen_at TEXT NOT NULL, changed_at TEXT NOT NULL, gone_at TEXT, number TEXT NOT NULL, status_id TEXT,
        status TEXT, UNIQUE (manifest_id, number, occurrence)) STRICT;
    CREATE TABLE shipment_document (id INTEGER PRIMARY KEY, raw TEXT NOT NULL) STRICT;
    CREATE TABLE next_document (id INTEGER PRIMARY KEY, digest BLOB NOT NULL, raw TEXT NOT NULL) STRICT;
    CREATE VIEW document AS SELECT shipment.id AS id, coalesce(next.raw, old.raw) AS raw
        FROM shipment JOIN shipment_document AS old ON old.id = shipment.id
        LEFT JOIN next_document AS next ON next.id = shipment.id AND next.digest = shipment.digest;
    CREATE TABLE shipment_history (id INTEGER PRIMARY KEY, shipment_id INTEGER NOT NULL, at TEXT NOT NULL,
        kind TEXT NOT NULL, status_id TEXT, status TEXT, manifest TEXT) STRICT;
    CREATE TABLE notification (id INTEGER PRIMARY KEY, received_at TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT,
        visit_id INTEGER, timestamp TEXT, at TEXT, date TEXT, event TEXT, status TEXT,
        repeats INTEGER NOT NULL DEFAULT 0, path TEXT, headers TEXT NOT NULL, body BLOB NOT NULL,
        UNIQUE (visit_id, at)) STRICT;
    CREATE TABLE site (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL) STRICT;
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL, owner TEXT NOT NULL) STRICT;
    CREATE TABLE gap (id INTEGER PRIMARY KEY, since TEXT NOT NULL, until TEXT NOT NULL, cause TEXT NOT NULL) STRICT;
    CREATE TABLE follow_up (id INTEGER PRIMARY KEY AUTOINCREMENT, edit INTEGER NOT NULL, carrier TEXT, date TEXT,
        number TEXT, visit_id INTEGER, saved_at TEXT NOT NULL, saved_by TEXT NOT NULL, failure TEXT, note TEXT NOT NULL,
        called_at TEXT, next_step TEXT, acknowledged_at TEXT, acknowledged_by TEXT NOT NULL) STRICT;
"""
"""Before read marks, a heartbeat for each port, the sender's zone and loads; of shipments it kept more columns."""
LAST = """
    CREATE TABLE notification (id INTEGER PRIMARY KEY, received_at TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT,
        visit_id INTEGER, timestamp TEXT, at TEXT, date TEXT, event TEXT, status TEXT,
        repeats INTEGER NOT NULL DEFAULT 0, path TEXT, headers TEXT NOT NULL, body BLOB NOT NULL, previous_status TEXT,
        moment TEXT, applied_at TEXT, UNIQUE (visit_id, at)) STRICT;
    CREATE INDEX notification_date ON notification (date);
    CREATE TABLE site (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL, all_seen_at TEXT NOT NULL DEFAULT '',
        far_metres INTEGER NOT NULL DEFAULT 100, heard_since TEXT, first_kept_at TEXT, sender_zone TEXT,
        lag_minutes INTEGER) STRICT;
    CREATE TABLE seen (visit_id INTEGER PRIMARY KEY, received_at TEXT NOT NULL) STRICT;
    CREATE TABLE heartbeat (port INTEGER PRIMARY KEY, at TEXT NOT NULL, owner TEXT NOT NULL,
        wrong_tokens TEXT NOT NULL DEFAULT '', refused_since TEXT) STRICT;
    CREATE TABLE gap (id INTEGER PRIMARY KEY, since TEXT NOT NULL, until TEXT NOT NULL, cause TEXT NOT NULL) STRICT;
    CREATE TABLE clock_set_back (id INTEGER PRIMARY KEY, before TEXT NOT NULL, after TEXT NOT NULL) STRICT;
    CREATE TABLE deviation (id INTEGER PRIMARY KEY, source TEXT NOT NULL, place TEXT NOT NULL, what TEXT NOT NULL,
        example_class TEXT NOT NULL, example TEXT NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL,
        times INTEGER NOT NULL, UNIQUE (source, place, what, example_class)) STRICT;
    CREATE TABLE follow_up (id INTEGER PRIMARY KEY AUTOINCREMENT, edit INTEGER NOT NULL, carrier TEXT, date TEXT,
        number TEXT, visit_id INTEGER, saved_at TEXT NOT NULL, saved_by TEXT NOT NULL, failure TEXT, note TEXT NOT NULL,
        called_at TEXT, next_step TEXT, acknowledged_at TEXT, acknowledged_by TEXT NOT NULL, failures TEXT) STRICT;
    CREATE TABLE load (id INTEGER PRIMARY KEY AUTOINCREMENT, carrier TEXT NOT NULL, date TEXT NOT NULL,
        asked_at TEXT NOT NULL, answer TEXT NOT NULL, changes BLOB, skipped TEXT) STRICT;
    CREATE TABLE content (carrier TEXT NOT NULL, date TEXT NOT NULL, key TEXT NOT NULL, words BLOB NOT NULL,
        PRIMARY KEY (carrier, date, key)) STRICT;
"""
"""What was derived stood in the same file."""

_COLUMNS = """
    SELECT group_concat(name, ', ') FROM pragma_table_info(?, 'main')
    WHERE name IN (SELECT name FROM pragma_table_info(?, ?))
"""
_WORDS = (
    "SELECT shipment.id, words, digest FROM facts.content JOIN day USING (carrier, date)"
    " JOIN manifest ON manifest.day_id = day.id AND manifest.key = content.key"
    " JOIN shipment ON manifest_id = manifest.id"
)


def make_first_layout(file: Path, tables: str = LAST) -> sqlite3.Connection:
    """Make an empty file of the first layout, and return a connection to it in autocommit mode."""
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(tables)
    return db


def to_first_layout(path: Path, tables: str = LAST) -> Path:
    """Replace a store that no process has open by a file of the first layout, and return it."""
    old = path.with_name(FIRST_LAYOUT)
    with closing(make_first_layout(old, tables)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
        for part, file in {"facts": newest_file(path), "board": board_file(path)}.items():
            db.execute(f"ATTACH DATABASE ? AS {part}", (str(file),))
            for table in names:
                (columns,) = db.execute(_COLUMNS, (table, table, part)).fetchone()
                if columns is not None and not table.startswith("sqlite_"):
                    db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM {part}.{table}")
        if "shipment_document" in names:
            sent = [(row_id, by_digest(packed)[digest]) for row_id, packed, digest in db.execute(_WORDS).fetchall()]
            db.executemany("INSERT INTO shipment_document (id, raw) VALUES (?, ?)", sent)
    for one in (*path.parent.glob("facts*"), *path.parent.glob("board-*")):
        one.unlink()
    return old
