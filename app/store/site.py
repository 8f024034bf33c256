"""The site: its time zone, by which visits are weighed against the carrier's word, and what it calls far away."""

import sqlite3
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from app.domain.errors import StoreUnusableError
from app.domain.stamps import read_stamp
from app.store.visits import decide

if TYPE_CHECKING:  # it keeps visits too, when it restores them, and they are read in the site's zone
    from app.store.writer import Writer

FAR_METRES = "coalesce((SELECT far_metres FROM site), 100)"


def settle_site(writer: "Writer", zone: ZoneInfo, far_metres: int) -> None:
    """See that visits are read in the site's zone, and that what is far from an address is what the site calls so."""
    try:
        _settle_site(writer, zone, far_metres)
    except StoreUnusableError:  # the writer has restored by then what was damaged
        _settle_site(writer, zone, far_metres)


def _settle_site(writer: "Writer", zone: ZoneInfo, far_metres: int) -> None:
    if writer.look(_settled).result() != (zone.key, far_metres):
        writer.write(partial(settle, zone=zone, far_metres=far_metres))


def settle(db: sqlite3.Connection, zone: ZoneInfo, far_metres: int) -> bool:
    """Do so in a transaction; where the zone is another one, weigh the visits anew against the carrier.

    Returns:
        Whether anything was changed.
    """
    before, wanted = _settled(db), (zone.key, far_metres)
    if before is None or before[0] != zone.key:
        visits = db.execute("SELECT id, timestamp FROM visit").fetchall()
        db.executemany("UPDATE visit SET closed_at = ? WHERE id = ?", [(in_utc(at, zone), one) for one, at in visits])
        for table in ("visit", "notification"):
            _move_stamps_with_offset(db, table, zone)
        decide(db, [row[0] for row in db.execute("SELECT id FROM shipment WHERE visit_id IS NOT NULL")])
    if before != wanted:
        db.execute(
            "INSERT INTO site (id, zone, far_metres) VALUES (1, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, far_metres = excluded.far_metres",
            wanted,
        )
    return before != wanted


def _settled(db: sqlite3.Connection) -> tuple[str, int] | None:
    row: tuple[str, int] | None = db.execute("SELECT zone, far_metres FROM site").fetchone()
    return row


def site_zone(db: sqlite3.Connection) -> str | None:
    """Return the name of the zone that visits are read in; None where it was never settled, or is not known here.

    What a newer system wrote may be a zone that this one's tzdata lacks: `settle` does it anew.
    """
    settled = _settled(db)
    try:
        return ZoneInfo(settled[0]).key if settled else None
    except (ValueError, LookupError, OSError):  # all that it raises
        return None


def _move_stamps_with_offset(db: sqlite3.Connection, table: str, zone: ZoneInfo) -> None:
    """Have the times that say their own offset stand by that zone's clock, as all others in their column do."""
    rows = db.execute(
        f"SELECT id, timestamp FROM {table} WHERE timestamp GLOB '*[Zz]'"  # noqa: S608 - our own names
        " OR timestamp GLOB '*:*[-+][0-9]*'"
    ).fetchall()
    for one, timestamp in rows:
        stamp = read_stamp(timestamp)
        if stamp is not None and stamp.offset is not None:
            at = stamp.wall_in(zone).isoformat(timespec="microseconds")
            db.execute(f"UPDATE OR IGNORE {table} SET at = ?, date = ? WHERE id = ?", (at, at[:10], one))  # noqa: S608


def in_utc(timestamp: str, zone: ZoneInfo) -> str:
    """Return a sender's time, as it was sent, in UTC, written as the times of loads are."""
    stamp = read_stamp(timestamp)
    if stamp is not None and stamp.moment_utc is not None:
        return stamp.moment_utc.isoformat(timespec="microseconds")
    local = stamp.wall if stamp is not None else datetime.fromisoformat(timestamp)
    try:
        return local.replace(tzinfo=zone).astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:  # the first and the last day that there is
        return local.replace(tzinfo=UTC).isoformat(timespec="microseconds")
