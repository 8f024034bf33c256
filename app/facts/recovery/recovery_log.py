"""Record recoveries in the restored file, so that every process can report them."""

import sqlite3
from datetime import datetime

from app.domain.reception.gaps import Gap
from app.domain.reception.recovery import Recovery
from app.facts.file.database import utc_text
from app.facts.gaps import GAP_TOLERANCE
from app.facts.sharing.relay_state import begin_epoch

_COLUMNS = "at, reason, damaged, backup_at, notifications, follow_ups, since, knows_days"


def save_recovery(db: sqlite3.Connection, recovery: Recovery) -> None:
    """Save a recovery and the reception gap that it causes, in a transaction of its own."""
    gap = Gap.of(recovery)
    db.execute("BEGIN IMMEDIATE")
    heartbeat = (utc_text(gap.until), utc_text(gap.since - GAP_TOLERANCE))
    db.execute("UPDATE heartbeat SET at = ? WHERE at >= ?", heartbeat)  # no second gap for the same time
    if not recovery.is_whole:
        within = (gap.cause, utc_text(gap.since), utc_text(gap.until))  # from recoveries to the same backup
        db.execute("DELETE FROM gap WHERE cause = ? AND since >= ? AND until <= ?", within)
        db.execute("INSERT INTO gap (cause, since, until) VALUES (?, ?, ?)", within)
    db.execute(
        f"INSERT INTO recovery ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            utc_text(recovery.at),
            recovery.reason,
            recovery.damaged,
            utc_text(recovery.backup_at) if recovery.backup_at else None,
            recovery.notifications,
            recovery.follow_ups,
            utc_text(recovery.since),
            recovery.knows_days,
        ),
    )
    begin_epoch(db)  # its journal reuses numbers
    db.execute("COMMIT")


def last_recovery(db: sqlite3.Connection) -> Recovery | None:
    """Return the last recovery of this store; None: none."""
    row = db.execute(f"SELECT {_COLUMNS} FROM recovery ORDER BY id DESC LIMIT 1").fetchone()
    if row is None:
        return None
    at, since = datetime.fromisoformat(row[0]), datetime.fromisoformat(row[6])
    backup_at = datetime.fromisoformat(row[3]) if row[3] else None
    return Recovery(at, row[1], row[2], backup_at, row[4], row[5], since, bool(row[7]))
