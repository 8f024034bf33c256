"""A cache of ten days of 100,000 shipments: the newest from the demo carrier, the others derived from it."""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from app.board.reading.query_sql import VISIT_TEXT
from app.domain.folding import fold
from app.facts.column_names import STORED_COLUMNS
from app.facts.file.opening import FILE_NAME
from app.facts.loads.shipment_values import searched_text
from tests.bench.days import DAY, LOADED_AT, data_folder
from tests.database import connected

OF_A_DAY = 100_000
DAYS = 10
RARE = "Wilmer Ñustes Zárate"
"""Who waits for one parcel in about 20,000; the demo's own people share 47 surnames."""

_ONE_IN = 20_011
_COLUMNS = ("id", "day_id", "manifest_id", "position", "occurrence", "digest", "first_seen_at", "changed_at")
_INSERT = f"INSERT INTO shipment ({', '.join((*_COLUMNS, *STORED_COLUMNS))}) VALUES ({{marks}})"
_PEOPLE = ("recipient", "recipient_folded", "recipient_document_type", "recipient_document", "recipient_email")
_PHONES = ("recipient_phone",)
_ADDRESSES = ("recipient_address", "recipient_address_folded", "locality", "locality_folded", "locality_code")
_NUMBERED = ("number", "external_number", "order_number", "parcel_number", "parcel_id")
_VISITS = """
    INSERT INTO visit (id, notification_id, timestamp, at, date, received_at, status, title, address,
                       numbers, driver_id, driver, route_id, route, contact, contact_phone)
    SELECT 5000000 + id, 1, at, at || '.000000', :date, at || '.000000Z', 'completada', recipient,
           recipient_address, CASE WHEN id % 50 THEN number ELSE 'Q-' || number END, id % 97,
           'Conductor ' || (id % 97), id % 211, 'Ruta ' || (id % 211), recipient, recipient_phone
    FROM (SELECT *, :date || 'T' || time('08:00', (id % 36000) || ' seconds') AS at FROM shipment WHERE day_id = :day)
"""


def million(shared: Path) -> Path:
    """Return a data folder whose cache holds a million shipments, and a visit for each one of the newest day.

    Of fifty visits one belongs to no shipment. What the search does not read is left out of the made days: documents,
    histories. It is made once, and never written to again.
    """
    folder = shared / "million"
    if not folder.exists():
        made = shared / "making-million"
        shutil.copytree(data_folder(shared, OF_A_DAY), made)
        with connected(made / FILE_NAME) as db:
            db.isolation_level = None
            db.execute("PRAGMA board.synchronous = OFF")
            _make_days(db)
            _make_visits(db)
        made.rename(folder)
    return folder


def _make_days(db: sqlite3.Connection) -> None:
    rows = [
        dict(zip(STORED_COLUMNS, row, strict=True))
        for row in db.execute(f"SELECT {', '.join(STORED_COLUMNS)} FROM shipment ORDER BY id")
    ]
    for back in range(1, DAYS):
        db.execute("BEGIN")
        _make_day(db, back, list(_varied(rows, back)))
        db.execute("COMMIT")


def _varied(rows: Sequence[dict[str, object]], back: int) -> Iterator[dict[str, object]]:
    """Go through shipments of a day before: other numbers, and people, phones and addresses combined in another way."""
    for place, row in enumerate(rows):
        varied = dict(row)
        for columns, step in ((_PEOPLE, 7919), (_PHONES, 104_729), (_ADDRESSES, 15_485_863)):
            other = rows[(place + back * step) % len(rows)]
            varied |= {name: other[name] for name in columns}
        varied |= {name: _of_day(row[name], back) for name in _NUMBERED}
        if place % _ONE_IN == back:
            varied |= {"recipient": RARE, "recipient_folded": fold(RARE)}
        yield varied


def _of_day(number: object, back: int) -> object:
    """Return an identifier of an earlier day: the digits in its middle are others, as those of other days are."""
    if not isinstance(number, str):
        return number
    middle = len(number) // 2
    return (
        f"{number[: middle - 2]}{(int(number[middle - 2 : middle + 1]) + 37 * back) % 1000:03d}{number[middle + 1 :]}"
    )


def _make_day(db: sqlite3.Connection, back: int, rows: Sequence[dict[str, object]]) -> None:
    at, day, first = LOADED_AT.isoformat(), 1 + back, 1 + back * OF_A_DAY
    db.execute(
        "INSERT INTO day (id, carrier, date, answer, answered_at, loaded_at, first_loaded_at)"
        " SELECT ?, carrier, ?, answer, answered_at, loaded_at, first_loaded_at FROM day WHERE id = 1",
        (day, (DAY.date - timedelta(days=back)).isoformat()),
    )
    db.execute(
        "INSERT INTO manifest (id, day_id, key, position, number, status, is_in_force, carrier_code, created_at, raw)"
        " SELECT id + ? * 1000000, ?, key, position, number, status, is_in_force, carrier_code, created_at, raw"
        " FROM manifest"
        " WHERE day_id = 1",
        (back, day),
    )
    heads = [row[0] for row in db.execute("SELECT manifest_id FROM shipment WHERE day_id = 1 ORDER BY id")]
    db.executemany(
        _INSERT.format(marks=", ".join("?" * len((*_COLUMNS, *STORED_COLUMNS)))),
        (
            (first + place, day, heads[place] + back * 1_000_000, place, 1, b"", at, at, *row.values())
            for place, row in enumerate(rows)
        ),
    )
    db.executemany(
        "INSERT INTO shipment_text (id, folded) VALUES (?, ?)",
        ((first + place, searched_text(tuple(row.values()))) for place, row in enumerate(rows)),
    )
    db.execute(
        "INSERT INTO shipment_text_fts (rowid, folded) SELECT id, folded FROM shipment_text WHERE id BETWEEN ? AND ?",
        (first, first + len(rows) - 1),
    )


def _make_visits(db: sqlite3.Connection) -> None:
    db.execute("BEGIN")
    db.execute(_VISITS, {"date": DAY.date.isoformat(), "day": 1})
    db.execute("INSERT INTO visit_shipment SELECT 5000000 + id, id FROM shipment WHERE day_id = 1 AND id % 50")
    db.execute("UPDATE shipment SET visit_id = 5000000 + id WHERE day_id = 1 AND id % 50")
    db.execute("UPDATE visit SET is_unmatched = 1 WHERE id NOT IN (SELECT visit_id FROM visit_shipment)")
    db.create_function("fold", 1, fold, deterministic=True)
    db.execute(f"UPDATE visit AS v SET folded = {VISIT_TEXT}")
    db.execute("COMMIT")
