"""The site: its time zone, by which visits are weighed against the carrier's word, and what it calls far away."""

import sqlite3
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from app.domain.errors import StoreUnusableError
from app.store.deciding import derive_all

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
    if before != wanted:
        db.execute(
            "INSERT INTO site (id, zone, far_metres) VALUES (1, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, far_metres = excluded.far_metres",
            wanted,
        )
    if before is None or before[0] != zone.key:
        derive_all(db)
    return before != wanted


def _settled(db: sqlite3.Connection) -> tuple[str, int] | None:
    row: tuple[str, int] | None = db.execute("SELECT zone, far_metres FROM site").fetchone()
    return row
