"""The tables of the facts: one function for each migration, never edited once released. sqlite-utils loads slowly."""

import logging
import sqlite3
from collections.abc import Callable
from typing import Final
from uuid import uuid4

from sqlite_utils import Database, Migrations

migrations: Final = Migrations("facts")

_log = logging.getLogger(__name__)


@migrations()
def create_facts(db: Database) -> None:
    """Create the tables of input that cannot be asked for again.

    `journal`: the order of the facts that the board derives from. `store`: the identity of these facts, and the last
    follow-up that was handed over.
    """
    for statement in _FACTS:
        db.execute(statement)
    db.execute("INSERT INTO store (id, identity) VALUES (1, ?)", (uuid4().hex,))


def migrate(connection: sqlite3.Connection, on_migrating: Callable[[str], object]) -> None:
    """Apply the missing migrations; `on_migrating` as in `open_for_writing`."""
    database = Database(connection)
    pending = migrations.pending(database)
    if pending and migrations.applied(database):
        on_migrating(pending[0].name)
        _log.info("Migrating the database: %s", ", ".join(one.name for one in pending))
    migrations.apply(database)


def apply_only(connection: sqlite3.Connection, names: set[str]) -> None:
    """Apply the named migrations to an empty database, up to the first that is not named."""
    database = Database(connection)
    others = [one.name for one in migrations.pending(database) if one.name not in names]
    migrations.apply(database, stop_before=others[:1] or None)


_FACTS = (
    """
    CREATE TABLE store (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        identity TEXT NOT NULL,
        handed_over INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    "CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL) STRICT",
    # Every body received with a valid token, unchanged. `at`: the timestamp padded to six digits, with `Z` where it has
    # an offset; `date`: its day; both are NULL while the body is quarantined. `moment`: the timestamp as the rule reads
    # it. `outcome`: an `Outcome` other than duplicate, which `repeats` counts. `size` and SHA-256 of a body that is
    # shortened (NULL: it is whole). `origin`: the identity of the store where it was heard (NULL: here).
    """
    CREATE TABLE notification (
        id INTEGER PRIMARY KEY,
        received_at TEXT NOT NULL,
        outcome TEXT NOT NULL,
        reason TEXT,
        visit_id INTEGER,
        timestamp TEXT,
        at TEXT,
        date TEXT,
        event TEXT,
        status TEXT,
        previous_status TEXT,
        moment TEXT,
        repeats INTEGER NOT NULL DEFAULT 0,
        applied_at TEXT,
        path TEXT,
        headers TEXT NOT NULL,
        body BLOB NOT NULL,
        size INTEGER,
        digest TEXT,
        origin TEXT,
        UNIQUE (visit_id, at)
    ) STRICT
    """,
    "CREATE INDEX notification_date ON notification (date)",
    "CREATE INDEX notification_received_at ON notification (received_at)",
    "CREATE INDEX notification_aside ON notification (received_at) WHERE outcome = 'quarantined'",
    # Each load of a day with the changes that it brought (NULL: none), and the JSON of each manifest as last sent.
    # `origin` and `origin_id`: the answer of `shared_load` that it comes from (NULL: not shared).
    """
    CREATE TABLE load (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        carrier TEXT NOT NULL,
        date TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answer TEXT NOT NULL,
        changes BLOB,
        skipped TEXT,
        origin TEXT,
        origin_id INTEGER
    ) STRICT
    """,
    "CREATE INDEX load_day ON load (carrier, date)",
    "CREATE INDEX load_unshared ON load (carrier, date) WHERE origin IS NULL",
    "CREATE INDEX load_shared ON load (origin, origin_id) WHERE origin IS NOT NULL",
    """
    CREATE TABLE content (
        carrier TEXT NOT NULL,
        date TEXT NOT NULL,
        key TEXT NOT NULL,
        words BLOB NOT NULL,
        PRIMARY KEY (carrier, date, key)
    ) STRICT
    """,
    # Each saved state of a failed delivery; the latest counts. It belongs to a shipment number of a carrier's day, or
    # to a visit without a shipment. `edit` is common to the rows of one edit; `failures`: those acknowledged;
    # `remind_at`: when to call again. Of one taken over, `origin` and `origin_id`: the identity of the store where it
    # was written, and its id there (NULL: here); `desk`: the name of that desk. `decides_at`: its time among the
    # follow-ups of its case where that is not `saved_at`; `unknown`: the fields that this version does not know, as
    # JSON; `sets`: the names of the fields that it set; `undoes`: the edit that it takes back.
    """
    CREATE TABLE follow_up (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        edit INTEGER NOT NULL,
        carrier TEXT,
        date TEXT,
        number TEXT,
        visit_id INTEGER,
        saved_at TEXT NOT NULL,
        saved_by TEXT NOT NULL,
        failure TEXT,
        note TEXT NOT NULL,
        called_at TEXT,
        next_step TEXT,
        acknowledged_at TEXT,
        acknowledged_by TEXT NOT NULL,
        failures TEXT,
        remind_at TEXT,
        assigned_to TEXT NOT NULL DEFAULT '',
        origin TEXT,
        origin_id INTEGER,
        desk TEXT,
        decides_at TEXT,
        unknown TEXT,
        sets TEXT NOT NULL,
        undoes INTEGER
    ) STRICT
    """,
    "CREATE INDEX follow_up_shipment ON follow_up (number, date, carrier) WHERE number IS NOT NULL",
    "CREATE INDEX follow_up_visit ON follow_up (visit_id) WHERE visit_id IS NOT NULL",
    "CREATE INDEX follow_up_edit ON follow_up (edit)",
    "CREATE INDEX follow_up_reminder ON follow_up (remind_at) WHERE remind_at IS NOT NULL",
    "CREATE INDEX follow_up_undoes ON follow_up (undoes) WHERE undoes IS NOT NULL",
    "CREATE INDEX follow_up_time ON follow_up (coalesce(decides_at, saved_at))",
    # The site's reasons in their order (`place` NULL: removed, but still readable).
    """
    CREATE TABLE call_reason (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        place INTEGER,
        name TEXT NOT NULL,
        message TEXT NOT NULL,
        closes INTEGER NOT NULL,
        again_minutes INTEGER NOT NULL,
        next_step TEXT
    ) STRICT
    """,
    # The site's rules (NULL: not set; `sender_zone` empty: the site's own; `day_ends_at`: `HH:MM`), the time up to
    # which all notifications are seen, and when a receiver first listened and the first notification was applied.
    """
    CREATE TABLE site (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        zone TEXT NOT NULL,
        sender_zone TEXT,
        lag_minutes INTEGER,
        far_metres INTEGER NOT NULL DEFAULT 100,
        all_seen_at TEXT NOT NULL DEFAULT '',
        heard_since TEXT,
        first_kept_at TEXT,
        day_ends_at TEXT
    ) STRICT
    """,
    "CREATE TABLE seen (visit_id INTEGER PRIMARY KEY, received_at TEXT NOT NULL) STRICT",
    # The last heartbeat of each port with the wrong tokens received there, and the reception gaps that have ended.
    """
    CREATE TABLE heartbeat (
        port INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        owner TEXT NOT NULL,
        wrong_tokens TEXT NOT NULL DEFAULT '',
        refused_since TEXT
    ) STRICT
    """,
    "CREATE TABLE gap (id INTEGER PRIMARY KEY, since TEXT NOT NULL, until TEXT NOT NULL, cause TEXT NOT NULL) STRICT",
    "CREATE TABLE clock_set_back (id INTEGER PRIMARY KEY, before TEXT NOT NULL, after TEXT NOT NULL) STRICT",
    # Deviations from the contract: a counted row for each kind, place and class of examples.
    """
    CREATE TABLE deviation (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        place TEXT NOT NULL,
        what TEXT NOT NULL,
        example_class TEXT NOT NULL,
        example TEXT NOT NULL,
        first_at TEXT NOT NULL,
        last_at TEXT NOT NULL,
        times INTEGER NOT NULL,
        UNIQUE (source, place, what, example_class)
    ) STRICT
    """,
    # When each maintenance task last ran; and the recoveries, with the time since which data may be missing.
    "CREATE TABLE care (kind TEXT PRIMARY KEY, at TEXT NOT NULL, result TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE recovery (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        reason TEXT NOT NULL,
        damaged TEXT NOT NULL,
        backup_at TEXT,
        notifications INTEGER NOT NULL,
        follow_ups INTEGER NOT NULL,
        since TEXT NOT NULL,
        knows_days INTEGER NOT NULL
    ) STRICT
    """,
    # Up to which id each kind of own facts is published; without its row nothing was ever shared. `secret`: without
    # it others cannot foresee the identities of facts.
    """
    CREATE TABLE relay (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        secret TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
        notification INTEGER NOT NULL DEFAULT 0,
        follow_up INTEGER NOT NULL DEFAULT 0,
        gap INTEGER NOT NULL DEFAULT 0,
        listening INTEGER NOT NULL DEFAULT 0,
        load INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    # Up to where each stream of the relay was read: its identity, and the number and time of the last message.
    """
    CREATE TABLE relay_stream (
        name TEXT PRIMARY KEY,
        identity TEXT NOT NULL,
        consumed INTEGER NOT NULL,
        at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    # The origins of this store, each with what it was made of: others take no fact without it.
    "CREATE TABLE own_origin (origin TEXT PRIMARY KEY, proof TEXT NOT NULL) STRICT, WITHOUT ROWID",
    # What the other desks sent: bytes on a day of the relay, and how much was set aside, with the last reason.
    """
    CREATE TABLE other_desk (
        desk TEXT PRIMARY KEY,
        day TEXT NOT NULL DEFAULT '',
        bytes INTEGER NOT NULL DEFAULT 0,
        set_aside INTEGER NOT NULL DEFAULT 0,
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT, WITHOUT ROWID
    """,
    # Each desk's answers for a day as they differ from its one before (`after`; NULL: whole), in parts. `desk`: whose
    # (empty: this one's).
    """
    CREATE TABLE shared_load (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        origin TEXT NOT NULL,
        number INTEGER NOT NULL,
        part INTEGER NOT NULL,
        parts INTEGER NOT NULL,
        is_own INTEGER NOT NULL,
        desk TEXT NOT NULL,
        carrier TEXT NOT NULL,
        date TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answer TEXT NOT NULL,
        after INTEGER,
        packed BLOB NOT NULL,
        UNIQUE (origin, number, part)
    ) STRICT
    """,
    "CREATE INDEX shared_load_day ON shared_load (carrier, date, desk, origin, number)",
    # When receivers heard (`cause` NULL), and the gaps of those of other desks (`origin` empty: of this one).
    """
    CREATE TABLE receiver_time (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        origin TEXT NOT NULL,
        desk TEXT NOT NULL,
        since TEXT NOT NULL,
        until TEXT NOT NULL,
        cause TEXT
    ) STRICT
    """,
    "CREATE INDEX receiver_time_origin ON receiver_time (origin, since)",
    # Facts that only a newer version can read, their bodies compressed.
    """
    CREATE TABLE newer_fact (
        desk TEXT NOT NULL,
        identity TEXT NOT NULL,
        kind TEXT NOT NULL,
        origin TEXT NOT NULL,
        made_at TEXT NOT NULL,
        latest TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (desk, identity)
    ) STRICT
    """,
)
