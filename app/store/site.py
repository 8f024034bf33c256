"""The site's time zone: visits come without one, and are weighed against the carrier's word by it."""

import sqlite3
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from app.store.visits import decide
from app.store.writer import Writer


def settle_zone(writer: Writer, zone: ZoneInfo) -> None:
    """See that visits are read in the site's zone; where the zone was changed, weigh them anew against the carrier."""

    def work(db: sqlite3.Connection) -> None:
        visits = db.execute("SELECT id, at FROM visit").fetchall()
        db.executemany("UPDATE visit SET closed_at = ? WHERE id = ?", [(in_utc(at, zone), one) for one, at in visits])
        decide(db, [row[0] for row in db.execute("SELECT id FROM shipment WHERE visit_id IS NOT NULL")])
        db.execute(
            "INSERT INTO site (id, zone) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET zone = excluded.zone", (zone.key,)
        )

    if writer.look(site_zone).result() != zone.key:
        writer.write(work)


def site_zone(db: sqlite3.Connection) -> str | None:
    """Return the name of the zone that visits are read in; None where it was never settled."""
    row = db.execute("SELECT zone FROM site").fetchone()
    return row[0] if row else None


def in_utc(at: str, zone: ZoneInfo) -> str:
    """Return a site's time in UTC, written as the times of loads are."""
    local = datetime.fromisoformat(at)
    try:
        return local.replace(tzinfo=zone).astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:  # the first and the last day that there is
        return local.replace(tzinfo=UTC).isoformat(timespec="microseconds")
