"""The tables of the board. There are no migrations: a change of the schema or the rule means a new file."""

from typing import Final

from app.domain.contract.shipment_fields import STORED_FIELDS
from app.facts.column_names import FOLDED_COLUMNS, IDENTIFIER_COLUMNS

VERSION: Final = 10
"""Part of the file name. Raise it with each change of these tables, of the rule, or of how texts are folded."""

_REQUIRED = {"number": "TEXT NOT NULL", "skus": "INTEGER NOT NULL"}
_FIELDS = ", ".join(
    f"{column.key} {_REQUIRED.get(column.key, 'ANY' if column.kind.is_number else 'TEXT')}" for column in STORED_FIELDS
)
_FOLDED = ", ".join(f"{key}_folded TEXT" for key in FOLDED_COLUMNS)
_BY_IDENTIFIER = "\n".join(
    f"CREATE INDEX shipment_{key} ON shipment ({key}) WHERE {key} IS NOT NULL;" for key in IDENTIFIER_COLUMNS
)

BOARD: Final = f"""
CREATE TABLE applied (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, identity TEXT NOT NULL) STRICT;
CREATE TABLE pending (kind TEXT NOT NULL, key TEXT NOT NULL, rank TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT;
CREATE INDEX pending_in_order ON pending (rank);
CREATE TABLE ahead (visit_id INTEGER PRIMARY KEY, up_to INTEGER NOT NULL) STRICT;

CREATE TABLE day (
    id INTEGER PRIMARY KEY, carrier TEXT NOT NULL, date TEXT NOT NULL, answer TEXT NOT NULL, answered_at TEXT NOT NULL,
    loaded_at TEXT, first_loaded_at TEXT, load_id INTEGER NOT NULL DEFAULT 0, usual_names TEXT NOT NULL DEFAULT '[]',
    UNIQUE (carrier, date)
) STRICT;
CREATE TABLE good_load (
    id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE, at TEXT NOT NULL,
    UNIQUE (day_id, at)
) STRICT;
CREATE TABLE skipped (
    id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE, number TEXT, manifest TEXT,
    reason TEXT NOT NULL, fields TEXT NOT NULL
) STRICT;
CREATE INDEX skipped_day ON skipped (day_id);

CREATE TABLE manifest (
    id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE, key TEXT NOT NULL,
    position INTEGER NOT NULL, number ANY, status TEXT, is_in_force INTEGER NOT NULL, carrier_code TEXT,
    created_at TEXT, gone_at TEXT, raw TEXT NOT NULL, words BLOB NOT NULL DEFAULT x'', UNIQUE (day_id, key)
) STRICT;

CREATE TABLE visit (
    id INTEGER PRIMARY KEY, notification_id INTEGER NOT NULL, timestamp TEXT NOT NULL, at TEXT NOT NULL,
    date TEXT NOT NULL, received_at TEXT NOT NULL, status TEXT NOT NULL, previous_status TEXT, tracking_id TEXT,
    title TEXT, address TEXT, numbers TEXT, driver_id TEXT, driver TEXT, route_id TEXT, route TEXT, contact TEXT,
    contact_phone TEXT, contact_email TEXT, latitude TEXT, longitude TEXT, check_in_at TEXT, check_in_latitude TEXT,
    check_in_longitude TEXT, check_out_at TEXT, check_out_latitude TEXT, check_out_longitude TEXT, photo_identity TEXT,
    photo_evidence TEXT, check_in_distance REAL, check_out_distance REAL, dwell INTEGER,
    is_unmatched INTEGER NOT NULL DEFAULT 0, folded TEXT
) STRICT;
CREATE INDEX visit_date ON visit (date, at);
CREATE INDEX visit_notification ON visit (notification_id);
CREATE INDEX visit_unmatched ON visit (date, at) WHERE is_unmatched;
CREATE TABLE visit_key (
    value TEXT NOT NULL, visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE, rank INTEGER NOT NULL,
    look TEXT, date TEXT NOT NULL, arrived_on TEXT NOT NULL, PRIMARY KEY (value, visit_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_key_visit ON visit_key (visit_id);
CREATE INDEX visit_key_look ON visit_key (look);

CREATE TABLE shipment (
    id INTEGER PRIMARY KEY, day_id INTEGER NOT NULL REFERENCES day ON DELETE CASCADE,
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE, position INTEGER NOT NULL,
    occurrence INTEGER NOT NULL, digest BLOB NOT NULL, first_seen_at TEXT NOT NULL, changed_at TEXT NOT NULL,
    gone_at TEXT, look TEXT,
    {_FIELDS}, is_odd INTEGER NOT NULL, {_FOLDED},
    state TEXT NOT NULL DEFAULT 'other', shown_status TEXT, signs TEXT NOT NULL DEFAULT '',
    visit_id INTEGER REFERENCES visit ON DELETE SET NULL, is_by_visit INTEGER NOT NULL DEFAULT 0, leads_to INTEGER,
    outcome TEXT NOT NULL DEFAULT 'other', is_outcome_seen_later INTEGER NOT NULL DEFAULT 0,
    is_delivered_later INTEGER NOT NULL DEFAULT 0,
    counts INTEGER NOT NULL DEFAULT 1, failure TEXT, other_failure TEXT, failed_after TEXT,
    is_settled INTEGER NOT NULL DEFAULT 1,
    left_out TEXT, is_counted_twice INTEGER NOT NULL DEFAULT 0,
    UNIQUE (manifest_id, number, occurrence)
) STRICT;
CREATE INDEX shipment_day ON shipment (day_id, position);
CREATE INDEX shipment_number ON shipment (number);
CREATE INDEX shipment_in_order ON shipment (day_id, length(number), number);
CREATE INDEX shipment_visit ON shipment (visit_id) WHERE visit_id IS NOT NULL;
{_BY_IDENTIFIER}
CREATE INDEX shipment_gone ON shipment (day_id) WHERE gone_at IS NOT NULL;
CREATE INDEX shipment_unsettled ON shipment (day_id) WHERE NOT is_settled;
CREATE INDEX shipment_failure ON shipment (day_id) WHERE failure IS NOT NULL;
CREATE INDEX shipment_look ON shipment (look) WHERE look IS NOT NULL;
CREATE TABLE shipment_history (
    id INTEGER PRIMARY KEY,
    shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    at TEXT NOT NULL, kind TEXT NOT NULL, status_id TEXT, status TEXT, manifest TEXT, not_yet_at TEXT
) STRICT;
CREATE INDEX shipment_history_shipment ON shipment_history (shipment_id);

CREATE TABLE shipment_text (id INTEGER PRIMARY KEY REFERENCES shipment ON DELETE CASCADE, folded TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE shipment_text_fts USING fts5 (folded, tokenize = 'trigram', content = 'shipment_text');
INSERT INTO shipment_text_fts (shipment_text_fts, rank) VALUES ('automerge', 16);
CREATE TRIGGER shipment_text_ad AFTER DELETE ON shipment_text BEGIN
    INSERT INTO shipment_text_fts (shipment_text_fts, rowid, folded) VALUES ('delete', old.rowid, old.folded);
END;

CREATE TABLE visit_shipment (
    visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE,
    shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE, PRIMARY KEY (visit_id, shipment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_shipment_shipment ON visit_shipment (shipment_id);
CREATE TABLE visit_mention (
    visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE,
    shipment_id INTEGER NOT NULL REFERENCES shipment ON DELETE CASCADE, mention TEXT NOT NULL,
    PRIMARY KEY (visit_id, shipment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_mention_shipment ON visit_mention (shipment_id);
CREATE TABLE visit_link (
    visit_id INTEGER NOT NULL REFERENCES visit ON DELETE CASCADE, number TEXT NOT NULL, bond TEXT NOT NULL,
    names TEXT NOT NULL, PRIMARY KEY (visit_id, number, bond)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_link_number ON visit_link (number);
CREATE INDEX visit_link_look_alike ON visit_link (visit_id) WHERE bond = 'look_alike';
CREATE TABLE mismatched (date TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
"""
"""`applied`: the number of the last applied journal entry, and the identity of its facts.
`pending`: older entries still to apply, with kind and key as in the journal, in descending order of `rank`.
`ahead`: visits derived from all facts up to a journal entry that follows the last applied one.
`day`: one with an empty carrier holds the parts of a large day that no reader sees yet.
`visit_key.rank`: 0: one of `numero_seguimientos`, or a `tracking_id` in place of them; 1: another `tracking_id`.
`shipment_text_fts`: filled by statements, since an insert trigger takes four times as long; `automerge` 16, since
inserting takes a fifth longer with the default of four.
`day.usual_names`: JSON, see `usual_names`. `look`: see `look_of`. `visit_key.date`: of its newest message of that name.
`mismatched`: dates with shipments on which most visits match none, as far as some of these look like a shipment's.
`shipment.occurrence`: counts equal numbers within a manifest. `digest`: of its JSON text.
`manifest.key`: the number, or the position in the answer if it has none. `words`: as in the facts' table `content`."""
