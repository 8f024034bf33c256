"""The tables, as the migrations made them: one small function each, never edited once landed."""

from typing import Final

from sqlite_utils import Database, Migrations

migrations: Final = Migrations("despacho")


@migrations()
def create_days(db: Database) -> None:
    """Keep which days were asked for, what the carrier answered, and what could not be read of it."""
    db.execute(
        """
        CREATE TABLE day (
            id INTEGER PRIMARY KEY,
            carrier TEXT NOT NULL,
            date TEXT NOT NULL,
            answer TEXT NOT NULL,
            answered_at TEXT NOT NULL,
            loaded_at TEXT,
            first_loaded_at TEXT,
            UNIQUE (carrier, date)
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE TABLE skipped (
            id INTEGER PRIMARY KEY,
            day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE,
            number TEXT,
            manifest TEXT,
            reason TEXT NOT NULL,
            fields TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute("CREATE INDEX skipped_day ON skipped (day_id)")


@migrations()
def create_manifests(db: Database) -> None:
    """Keep manifests; `key` is the number, or the place in the answer where there is none."""
    db.execute(
        """
        CREATE TABLE manifest (
            id INTEGER PRIMARY KEY,
            day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE,
            key TEXT NOT NULL,
            position INTEGER NOT NULL,
            number ANY,
            status TEXT,
            carrier_code TEXT,
            created_at TEXT,
            gone_at TEXT,
            raw TEXT NOT NULL,
            UNIQUE (day_id, key)
        ) STRICT
        """
    )


@migrations()
def create_shipments(db: Database) -> None:
    """Keep shipments, their history in the carrier's words, and each one exactly as the service sent it.

    `occurrence` tells apart one number that stands twice in one manifest; `copies` counts the rows of the day that
    share a number; `digest` is of the whole shipment, so that what did not change is not written again.
    """
    db.execute(
        """
        CREATE TABLE shipment (
            id INTEGER PRIMARY KEY,
            day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE,
            manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
            position INTEGER NOT NULL,
            occurrence INTEGER NOT NULL,
            copies INTEGER NOT NULL DEFAULT 1,
            digest BLOB NOT NULL,
            first_seen_at TEXT NOT NULL,
            changed_at TEXT NOT NULL,
            gone_at TEXT,
            number TEXT NOT NULL,
            external_number TEXT,
            status_id TEXT,
            status TEXT,
            locality_code TEXT,
            locality TEXT,
            sender TEXT,
            sender_document_type TEXT,
            sender_document TEXT,
            sender_phone TEXT,
            sender_address TEXT,
            sender_email TEXT,
            recipient TEXT,
            recipient_document_type TEXT,
            recipient_document TEXT,
            recipient_phone TEXT,
            recipient_address TEXT,
            recipient_email TEXT,
            declared_value ANY,
            provider TEXT,
            promised_date TEXT,
            order_number TEXT,
            seller_id TEXT,
            parcel_number TEXT,
            parcel_id TEXT,
            skus INTEGER NOT NULL,
            weight REAL,
            height REAL,
            width REAL,
            length REAL,
            UNIQUE (manifest_id, number, occurrence)
        ) STRICT
        """
    )
    db.execute("CREATE INDEX shipment_day ON shipment (day_id, position)")
    db.execute("CREATE INDEX shipment_number ON shipment (number)")
    db.execute(
        """
        CREATE TABLE shipment_document (
            id INTEGER PRIMARY KEY REFERENCES shipment ON DELETE CASCADE,
            raw TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE TABLE shipment_history (
            id INTEGER PRIMARY KEY,
            shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            at TEXT NOT NULL,
            kind TEXT NOT NULL,
            status_id TEXT,
            status TEXT,
            manifest TEXT
        ) STRICT
        """
    )
    db.execute("CREATE INDEX shipment_history_shipment ON shipment_history (shipment_id)")


@migrations()
def create_search(db: Database) -> None:
    """Keep each shipment's folded text in a trigram index: any part of a word is found, accents and case or not."""
    db.execute(
        """
        CREATE TABLE shipment_text (
            id INTEGER PRIMARY KEY REFERENCES shipment ON DELETE CASCADE,
            folded TEXT NOT NULL
        ) STRICT
        """
    )
    db.table("shipment_text").enable_fts(["folded"], fts_version="FTS5", tokenize="trigram", create_triggers=True)


@migrations()
def create_notifications(db: Database) -> None:
    """Keep every body that came with the right token, applied or quarantined, exactly as it came.

    `at` is the timestamp padded to six digits, `date` its day; both are empty where the body is quarantined, so that
    the key counts for what was applied alone. `outcome` is an `Outcome` other than duplicate: those are `repeats`.
    """
    db.execute(
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
            repeats INTEGER NOT NULL DEFAULT 0,
            path TEXT,
            headers TEXT NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (visit_id, at)
        ) STRICT
        """
    )
    db.execute("CREATE INDEX notification_date ON notification (date)")
    db.execute("CREATE INDEX notification_received_at ON notification (received_at)")
    db.execute("CREATE INDEX notification_aside ON notification (received_at) WHERE outcome = 'quarantined'")


@migrations()
def create_visits(db: Database) -> None:
    """Keep each visit as its newest notification gives it, what it may be found by, and the shipments it belongs to.

    `at` is the visit's timestamp padded, in the site's time; `closed_at` the same in UTC, by the zone in `site`.
    A `visit_key` of rank 0 is one of `numero_seguimientos`, one of rank 1 the `tracking_id`.
    """
    db.execute(
        """
        CREATE TABLE visit (
            id INTEGER PRIMARY KEY,
            notification_id INTEGER NOT NULL REFERENCES notification,
            timestamp TEXT NOT NULL,
            at TEXT NOT NULL,
            date TEXT NOT NULL,
            closed_at TEXT NOT NULL,
            received_at TEXT NOT NULL,
            status TEXT NOT NULL,
            previous_status TEXT,
            tracking_id TEXT,
            title TEXT,
            address TEXT,
            numbers TEXT,
            driver_id TEXT,
            driver TEXT,
            route_id TEXT,
            route TEXT,
            contact TEXT,
            contact_phone TEXT,
            contact_email TEXT,
            latitude TEXT,
            longitude TEXT,
            check_in_at TEXT,
            check_in_latitude TEXT,
            check_in_longitude TEXT,
            check_out_at TEXT,
            check_out_latitude TEXT,
            check_out_longitude TEXT,
            photo_identity TEXT,
            photo_evidence TEXT,
            check_in_distance REAL,
            check_out_distance REAL,
            dwell INTEGER
        ) STRICT
        """
    )
    db.execute("CREATE INDEX visit_date ON visit (date, at)")
    db.execute(
        "CREATE TABLE visit_key (value TEXT NOT NULL, visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE,"
        " rank INTEGER NOT NULL, PRIMARY KEY (value, visit_id)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX visit_key_visit ON visit_key (visit_id)")
    db.execute(
        "CREATE TABLE visit_shipment (visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE,"
        " shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE,"
        " PRIMARY KEY (visit_id, shipment_id)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX visit_shipment_shipment ON visit_shipment (shipment_id)")
    db.execute("CREATE TABLE site (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL) STRICT")


@migrations()
def let_shipments_have_visits(db: Database) -> None:
    """Keep with each shipment its newest visit, and whether that or the carrier says what the status is."""
    db.execute("ALTER TABLE shipment ADD COLUMN visit_id INTEGER REFERENCES visit ON DELETE SET NULL")
    db.execute("ALTER TABLE shipment ADD COLUMN visit_leads INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX shipment_visit ON shipment (visit_id) WHERE visit_id IS NOT NULL")
    for column in ("external_number", "parcel_number", "parcel_id", "order_number"):  # numbers have an index already
        db.execute(f"CREATE INDEX shipment_{column} ON shipment ({column}) WHERE {column} IS NOT NULL")


@migrations()
def create_gaps(db: Database) -> None:
    """Keep when somebody last listened, and each time in which nobody did. Times are UTC."""
    db.execute(
        "CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL, owner TEXT NOT NULL) STRICT"
    )
    db.execute(
        "CREATE TABLE gap"
        " (id INTEGER PRIMARY KEY, since TEXT NOT NULL, until TEXT NOT NULL, cause TEXT NOT NULL) STRICT"
    )


@migrations()
def let_documents_wait(db: Database) -> None:
    """Keep the documents that a load is about to change beside the old ones, until its shipments have their digests.

    Whoever reads documents reads the view `document`: it shows the new one as soon as it is the shipment's.
    """
    db.execute(
        """
        CREATE TABLE next_document (
            id INTEGER PRIMARY KEY REFERENCES shipment ON DELETE CASCADE,
            digest BLOB NOT NULL,
            raw TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE VIEW document AS
        SELECT shipment.id AS id, coalesce(next.raw, old.raw) AS raw
        FROM shipment JOIN shipment_document AS old ON old.id = shipment.id
        LEFT JOIN next_document AS next ON next.id = shipment.id AND next.digest = shipment.digest
        """
    )


@migrations()
def create_follow_ups(db: Database) -> None:
    """Keep what the desk itself knows of failed deliveries: each state that was saved, of which the latest counts.

    A row is of one shipment number of a carrier's day, so that it outlives loads, or of a visit that belongs to no
    shipment. `edit` is common to the rows that were saved at once.
    """
    db.execute(
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
            acknowledged_by TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute("CREATE INDEX follow_up_shipment ON follow_up (number, date, carrier) WHERE number IS NOT NULL")
    db.execute("CREATE INDEX follow_up_visit ON follow_up (visit_id) WHERE visit_id IS NOT NULL")
    db.execute("CREATE INDEX follow_up_edit ON follow_up (edit)")


@migrations()
def let_news_be_seen(db: Database) -> None:
    """Keep up to which news all were looked at, and beyond that which news of which visit; and what counts as far."""
    db.execute(
        "CREATE TABLE seen (visit_id INTEGER PRIMARY KEY REFERENCES visit ON DELETE CASCADE, received_at TEXT NOT NULL)"
        " STRICT"
    )
    db.execute("ALTER TABLE site ADD COLUMN all_seen_at TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE site ADD COLUMN far_metres INTEGER NOT NULL DEFAULT 100")
    db.execute("UPDATE site SET all_seen_at = coalesce((SELECT max(received_at) FROM visit), '')")


@migrations()
def let_the_file_be_cared_for(db: Database) -> None:
    """Keep when it was last cared for, and what that came to; find a notification's visit without a look at them all.

    `result` is the first day that a purge kept, or empty.
    """
    db.execute(
        "CREATE TABLE care (kind TEXT PRIMARY KEY, at TEXT NOT NULL, result TEXT NOT NULL) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX visit_notification ON visit (notification_id)")


@migrations()
def let_each_port_have_a_heartbeat(db: Database) -> None:
    """Keep when somebody last listened at each port; 0 stands for the one that is not known of what was kept before."""
    db.execute("ALTER TABLE heartbeat RENAME TO old_heartbeat")
    db.execute("CREATE TABLE heartbeat (port INTEGER PRIMARY KEY, at TEXT NOT NULL, owner TEXT NOT NULL) STRICT")
    db.execute("INSERT INTO heartbeat (port, at, owner) SELECT 0, at, owner FROM old_heartbeat")
    db.execute("DROP TABLE old_heartbeat")


@migrations()
def create_recoveries(db: Database) -> None:
    """Keep when a damaged file was set aside and this one went on from a backup, and since when something may lack."""
    db.execute(
        """
        CREATE TABLE recovery (
            id INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            reason TEXT NOT NULL,
            damaged TEXT NOT NULL,
            backup_at TEXT,
            notifications INTEGER NOT NULL,
            follow_ups INTEGER NOT NULL,
            since TEXT NOT NULL
        ) STRICT
        """
    )


@migrations()
def let_recoveries_know_days(db: Database) -> None:
    """Keep whether it could be read out of the damaged file which days had been loaded."""
    db.execute("ALTER TABLE recovery ADD COLUMN knows_days INTEGER NOT NULL DEFAULT 1")
