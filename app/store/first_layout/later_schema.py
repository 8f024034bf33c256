"""The tables as the later migrations made them: one small function each, never edited once landed."""

from sqlite_utils import Database

from app.store.first_layout.loads_of_before import keep_loads_of_before
from app.store.first_layout.schema import migrations

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


@migrations()
def keep_since_when_the_receiver_is_heard(db: Database) -> None:
    """Keep when the receiver was first heard and the first notification was kept, which retention would remove."""
    for column in ("heard_since", "first_kept_at"):
        db.execute(f"ALTER TABLE site ADD COLUMN {column} TEXT")
    db.execute(
        """
        UPDATE site SET first_kept_at = (SELECT min(received_at) FROM notification), heard_since = (
            SELECT min(at) FROM (
                SELECT min(at) AS at FROM heartbeat
                UNION ALL SELECT min(since) FROM gap WHERE cause <> 'damage'
                UNION ALL SELECT min(received_at) FROM notification
            )
        )
        """
    )


@migrations()
def let_heartbeats_tell_of_wrong_tokens(db: Database) -> None:
    """Keep with each port when requests with a wrong token came, and since when they mean that all are refused."""
    db.execute("ALTER TABLE heartbeat ADD COLUMN wrong_tokens TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE heartbeat ADD COLUMN refused_since TEXT")


@migrations()
def let_the_site_decide(db: Database) -> None:
    """Keep the zone in which the sender writes its stamps, and how long the carrier's status may lag.

    `sender_zone` is empty where it is the site's own; what is NULL was never decided.
    """
    db.execute("ALTER TABLE site ADD COLUMN sender_zone TEXT")
    db.execute("ALTER TABLE site ADD COLUMN lag_minutes INTEGER")


@migrations()
def keep_what_the_rule_decides(db: Database) -> None:
    """Keep with each shipment what the rule says of it, and whatever the rule asks for: loads, messages, links.

    `deriving.py` works it all out when the file is next opened to write.
    """
    for column in (
        "is_odd INTEGER NOT NULL DEFAULT 0", "state TEXT NOT NULL DEFAULT 'other'", "shown_status TEXT",
        "signs TEXT NOT NULL DEFAULT ''", "is_by_visit INTEGER NOT NULL DEFAULT 0", "leads_to INTEGER",
        "outcome TEXT NOT NULL DEFAULT 'other'", "is_outcome_seen_later INTEGER NOT NULL DEFAULT 0",
        "is_outcome_contradicted INTEGER NOT NULL DEFAULT 0", "is_delivered_later INTEGER NOT NULL DEFAULT 0",
        "counts INTEGER NOT NULL DEFAULT 1", "failure TEXT", "other_failure TEXT",
        "is_settled INTEGER NOT NULL DEFAULT 1",
    ):  # fmt: skip
        db.execute(f"ALTER TABLE shipment ADD COLUMN {column}")
    for column in ("copies", "visit_leads"):
        db.execute(f"ALTER TABLE shipment DROP COLUMN {column}")
    db.execute("ALTER TABLE visit DROP COLUMN closed_at")
    db.execute("CREATE INDEX shipment_unsettled ON shipment (day_id) WHERE NOT is_settled")
    db.execute("CREATE INDEX shipment_failure ON shipment (day_id) WHERE failure IS NOT NULL")
    db.execute(
        "CREATE TABLE good_load (id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE,"
        " at TEXT NOT NULL, UNIQUE (day_id, at)) STRICT"
    )
    for at in ("first_loaded_at", "loaded_at"):
        db.execute(f"INSERT OR IGNORE INTO good_load (day_id, at) SELECT id, {at} FROM day WHERE {at} IS NOT NULL")  # noqa: S608
    db.execute("ALTER TABLE shipment_history ADD COLUMN not_yet_at TEXT")
    db.execute(
        "UPDATE shipment_history SET not_yet_at = (SELECT before.at FROM shipment_history AS before"
        " WHERE before.shipment_id = shipment_history.shipment_id AND before.id < shipment_history.id"
        " ORDER BY before.id DESC LIMIT 1) WHERE kind IN ('status', 'gone')"
    )
    db.execute("ALTER TABLE notification ADD COLUMN previous_status TEXT")
    db.execute("ALTER TABLE notification ADD COLUMN moment TEXT")
    said = "json_extract(CAST(body AS TEXT), '$.data.estado_anterior')"
    db.execute(
        f"UPDATE notification SET previous_status = CASE WHEN typeof({said}) = 'text' THEN {said} END"  # noqa: S608
        " WHERE visit_id IS NOT NULL AND json_valid(CAST(body AS TEXT))"
    )
    db.execute("UPDATE notification SET outcome = 'stored' WHERE outcome = 'stale'")
    db.execute(
        "CREATE TABLE visit_link (visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE, number TEXT NOT NULL,"
        " bond TEXT NOT NULL, names TEXT NOT NULL, PRIMARY KEY (visit_id, number)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX visit_link_number ON visit_link (number)")
    db.execute(
        "CREATE TABLE visit_mention (visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE,"
        " shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE, mention TEXT NOT NULL,"
        " PRIMARY KEY (visit_id, shipment_id)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX visit_mention_shipment ON visit_mention (shipment_id)")
    db.execute("ALTER TABLE follow_up ADD COLUMN failures TEXT")


@migrations()
def let_look_alikes_be_found(db: Database) -> None:
    """Find the numbers that look like one of a visit that matches nothing, without a look at all of a day."""
    looks = "ltrim(replace(replace(replace(lower(number), '-', ''), ' ', ''), '_', ''), '0')"
    db.execute(f"CREATE INDEX shipment_looks ON shipment ({looks})")


@migrations()
def let_what_is_applied_alone_be_the_first(db: Database) -> None:
    """Forget a body that could not be read as the first notification: only what is applied says that they arrive."""
    db.execute(
        """
        UPDATE site SET first_kept_at = (SELECT min(received_at) FROM notification WHERE outcome = 'stored')
        WHERE first_kept_at IN (SELECT received_at FROM notification WHERE outcome = 'quarantined')
        """
    )


@migrations()
def let_what_was_applied_again_stay_news(db: Database) -> None:
    """Keep when a body was applied that could not be read when it came: of that time its visit's news are."""
    db.execute("ALTER TABLE notification ADD COLUMN applied_at TEXT")


@migrations()
def let_no_setting_change_a_key(db: Database) -> None:
    """Have `at` be UTC with `Z` where the timestamp says its offset; it was by the clock of the sender's zone then.

    Where one notification was kept twice, because the zone was changed between, the second keeps its own.
    """
    db.execute(
        """
        UPDATE OR IGNORE notification SET at = substr(replace(moment, '+00:00', '') || '.000000', 1, 26) || 'Z'
        WHERE at IS NOT NULL AND moment LIKE '%+00:00'
        """
    )


@migrations()
def keep_why_rows_are_left_out(db: Database) -> None:
    """Keep with each shipment why it is in no total, and with each manifest whether it is in force."""
    db.execute("ALTER TABLE shipment ADD COLUMN left_out TEXT")
    db.execute("ALTER TABLE shipment ADD COLUMN is_counted_twice INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE manifest ADD COLUMN is_in_force INTEGER NOT NULL DEFAULT 1")


@migrations()
def weigh_visits_where_they_are_matched(db: Database) -> None:
    """Leave `visit.is_alone` to the code that matches visits: a trigger knew nothing of `visit_mention`."""
    db.execute("DROP TRIGGER visit_left_alone")


@migrations()
def keep_when_the_clock_was_set_back(db: Database) -> None:
    """Keep what the clock would have shown, and what it showed: how old a visit was at a load is not known then."""
    db.execute("CREATE TABLE clock_set_back (id INTEGER PRIMARY KEY, before TEXT NOT NULL, after TEXT NOT NULL) STRICT")


@migrations()
def let_visits_be_derived_after_their_notifications(db: Database) -> None:
    """Keep which visits have notifications that are on the disk, and that nothing was derived of yet."""
    db.execute("CREATE TABLE visit_to_derive (visit_id INTEGER PRIMARY KEY) STRICT")


@migrations()
def keep_every_load(db: Database) -> None:
    """Keep each load of a day with what changed by it, and the carrier's words compressed, manifest by manifest.

    What is kept of a day follows from these. Of days that were loaded before, they are made of what is kept.
    """
    db.execute(
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
        """
    )
    db.execute("CREATE INDEX load_day ON load (carrier, date)")
    db.execute(
        "CREATE TABLE content (carrier TEXT NOT NULL, date TEXT NOT NULL, key TEXT NOT NULL, words BLOB NOT NULL,"
        " PRIMARY KEY (carrier, date, key)) STRICT"
    )
    keep_loads_of_before(db.conn)
    for dropped in ("VIEW document", "TABLE next_document", "TABLE shipment_document"):
        db.execute(f"DROP {dropped}")
