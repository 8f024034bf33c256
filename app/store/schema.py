"""The tables, as the migrations made them: one small function each, never edited once landed."""

from typing import Final

from sqlite_utils import Database, Migrations

migrations: Final = Migrations("despacho")

STORED_COLUMNS: Final = (
    "number", "external_number", "status_id", "status", "locality_code", "locality",
    "sender", "sender_document_type", "sender_document", "sender_phone", "sender_address", "sender_email",
    "recipient", "recipient_document_type", "recipient_document", "recipient_phone", "recipient_address",
    "recipient_email", "declared_value", "provider", "promised_date", "order_number", "seller_id", "parcel_number",
    "parcel_id", "skus", "weight", "height", "width", "length",
)  # fmt: skip
"""What the table `shipment` keeps of a shipment in columns of its own; the whole of it is in `shipment_document`."""


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
