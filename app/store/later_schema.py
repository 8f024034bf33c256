"""The tables as the later migrations made them: one small function each, never edited once landed."""

from sqlite_utils import Database

from app.store.schema import migrations

__all__ = ["migrations"]


@migrations()
def let_visits_be_alone(db: Database) -> None:
    """Keep with each visit whether it belongs to no shipment: so few are looked through where none of all has an index.

    A visit that comes is weighed by whoever looks for its shipments; these may go later, and so it is weighed again.
    """
    db.execute("ALTER TABLE visit ADD COLUMN is_alone INTEGER NOT NULL DEFAULT 0")
    db.execute("UPDATE visit SET is_alone = 1 WHERE id NOT IN (SELECT visit_id FROM visit_shipment)")
    db.execute("CREATE INDEX visit_alone ON visit (date, at) WHERE is_alone")
    db.execute(
        """
        CREATE TRIGGER visit_left_alone AFTER DELETE ON visit_shipment BEGIN
            UPDATE visit SET is_alone = 1 WHERE id = old.visit_id
            AND NOT EXISTS (SELECT 1 FROM visit_shipment WHERE visit_id = old.visit_id);
        END
        """
    )


@migrations()
def let_shipments_be_in_order(db: Database) -> None:
    """Keep the texts that one most often sorts by folded as well; a shipment that was kept before has none of them."""
    for column in ("locality", "recipient", "recipient_address"):
        db.execute(f"ALTER TABLE shipment ADD COLUMN {column}_folded TEXT")


@migrations()
def let_gone_shipments_be_counted(db: Database) -> None:
    """Have those that are listed no more found without a look at all others."""
    db.execute("CREATE INDEX shipment_gone ON shipment (day_id) WHERE gone_at IS NOT NULL")


@migrations()
def let_short_words_be_found(db: Database) -> None:
    """Know which texts were kept before two line ends closed each: of those the index does not tell one or two letters.

    To index them all anew takes minutes for a million. They go with their days, or when a load brings other words.
    """
    db.execute("CREATE INDEX shipment_text_open ON shipment_text (id) WHERE substr(folded, -2) <> char(10, 10)")


@migrations()
def let_numbers_be_in_order(db: Database) -> None:
    """Have a day's shipments found in the order of their numbers: these rise with the answer, or nearly.

    From the last to the first SQLite keeps the best so far, and each row it read was better: twice any other column.
    """
    db.execute("CREATE INDEX shipment_in_order ON shipment (day_id, length(number), number)")


@migrations()
def let_visits_be_searched(db: Database) -> None:
    """Keep with each visit the folded text that the search looks through; one that was kept before has none."""
    db.execute("ALTER TABLE visit ADD COLUMN folded TEXT")


@migrations()
def keep_what_deviates(db: Database) -> None:
    """Keep what came beside the contract: one row a kind and place, and within these a class of examples, counted."""
    db.execute(
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
        """
    )
