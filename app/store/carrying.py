"""The store goes on in a new file with all that an open connection holds, where its own is not at its path any more."""

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from app.domain.recovery import Recovery
from app.store.damage import DamagedError, Mark, damage_in
from app.store.durably import in_place
from app.store.generations import after
from app.store.making import open_for_writing
from app.store.recoveries import keep_recovery
from app.store.recovering import write_all_into

_log = logging.getLogger(__name__)


def carry_over(path: Path, file: Path, held: sqlite3.Connection, reason: str) -> Recovery:
    """Put all that a connection holds into the next file of the store. Call with the write lock held.

    Args:
        path: of the database.
        file: that the connection opened.
        held: the connection, in no transaction.
        reason: what became of the file, for the log.

    Raises:
        OSError, sqlite3.DatabaseError: no room, not permitted, or the connection does not hold all. Nothing was
            changed.
    """
    _log.error("Of the file %s it is no longer true that all is in it (%s): it goes on in a new one", file, reason)
    with in_place(after(path, file)) as new:
        held.execute("VACUUM INTO ?", [str(new)])
        with closing(open_for_writing(new)) as db:
            found = damage_in(db)
            if found is not None:
                raise DamagedError(found)
            now = datetime.now(UTC)
            recovery = Recovery(now, reason, file.name, now, 0, 0, now)
            keep_recovery(db, recovery)
            write_all_into(db)
    Mark(path).clear()
    return recovery
