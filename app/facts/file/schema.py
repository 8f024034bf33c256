"""The tables of facts, as the migrations made them: one small function each, never edited once landed."""

from typing import Final
from uuid import uuid4

from sqlite_utils import Database, Migrations

migrations: Final = Migrations("facts")


@migrations()
def create_facts(db: Database) -> None:
    """Keep what was said and cannot be asked again.

    `journal` says in which order facts came from which something is derived; `store` which facts these are.
    """
    for statement in _FACTS:
        db.execute(statement)
    db.execute("INSERT INTO store (id, identity) VALUES (1, ?)", (uuid4().hex,))


_FACTS = (
    "CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), identity TEXT NOT NULL) STRICT",
    "CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL) STRICT",
    # Every body that came with the right token, exactly as it came. `at` is the timestamp padded to six digits, with
    # `Z` where it says its offset, and `date` its day; both are empty where the body is quarantined. `moment` is the
    # stamp as the rule reads it. `outcome` is an `Outcome` other than duplicate: those are `repeats`.
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
        UNIQUE (visit_id, at)
    ) STRICT
    """,
    "CREATE INDEX notification_date ON notification (date)",
    "CREATE INDEX notification_received_at ON notification (received_at)",
    "CREATE INDEX notification_aside ON notification (received_at) WHERE outcome = 'quarantined'",
    # Each load of a day with what changed by it (NULL: nothing), and the carrier's words, manifest by manifest.
    """
    CREATE TABLE load (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        carrier TEXT NOT NULL,
        date TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answer TEXT NOT NULL,
        changes BLOB,
        skipped TEXT
    ) STRICT
    """,
    "CREATE INDEX load_day ON load (carrier, date)",
    """
    CREATE TABLE content (
        carrier TEXT NOT NULL,
        date TEXT NOT NULL,
        key TEXT NOT NULL,
        words BLOB NOT NULL,
        PRIMARY KEY (carrier, date, key)
    ) STRICT
    """,
    # Each state that was saved of a failed delivery, of which the latest counts: of one shipment number of a carrier's
    # day, or of a visit that belongs to no shipment. `edit` is common to the rows that were saved at once; `failures`
    # are those that an acknowledgement names.
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
        failures TEXT
    ) STRICT
    """,
    "CREATE INDEX follow_up_shipment ON follow_up (number, date, carrier) WHERE number IS NOT NULL",
    "CREATE INDEX follow_up_visit ON follow_up (visit_id) WHERE visit_id IS NOT NULL",
    "CREATE INDEX follow_up_edit ON follow_up (edit)",
    # What decides of the site (NULL: never decided; `sender_zone` empty: the site's own), up to which news all were
    # looked at, when the receiver was first heard, and when the first notification was kept.
    """
    CREATE TABLE site (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        zone TEXT NOT NULL,
        sender_zone TEXT,
        lag_minutes INTEGER,
        far_metres INTEGER NOT NULL DEFAULT 100,
        all_seen_at TEXT NOT NULL DEFAULT '',
        heard_since TEXT,
        first_kept_at TEXT
    ) STRICT
    """,
    "CREATE TABLE seen (visit_id INTEGER PRIMARY KEY, received_at TEXT NOT NULL) STRICT",
    # When somebody last listened at each port, which wrong tokens came there, and each time in which nobody listened.
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
    # What came beside the contract: one row a kind and place, and within these a class of examples, counted.
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
    # When the file was last cared for; and when a damaged one was set aside, and since when something may lack.
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
)
