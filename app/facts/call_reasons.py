"""The reasons that the site offers for failed deliveries; a removed one stays, since follow-ups still name it."""

import sqlite3

from app.domain.calls.reasons import LONGEST_MESSAGE, LONGEST_NAME, USUAL_REASONS, CallReason, Reasons
from app.domain.contract.storable_text import storable
from app.domain.follow_ups import known_step


def stored_reasons(db: sqlite3.Connection) -> Reasons:
    """Return the site's reasons; those that come with the program while the site has changed none."""
    rows = db.execute(
        "SELECT place, key, name, message, closes, again_minutes, next_step FROM call_reason ORDER BY place, id"
    ).fetchall()
    offered = tuple(_reason(*row) for place, *row in rows if place is not None)
    removed = tuple(_reason(*row) for place, *row in rows if place is None)
    return Reasons(offered, removed) if offered else USUAL_REASONS


def save_reasons(db: sqlite3.Connection, reasons: Reasons) -> None:
    """Replace the site's reasons, in the caller's transaction."""
    db.execute("DELETE FROM call_reason")
    db.executemany(
        "INSERT INTO call_reason (key, place, name, message, closes, again_minutes, next_step)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                one.key,
                place if place < len(reasons.offered) else None,
                storable(one.name.strip()[:LONGEST_NAME]),
                storable(one.message.strip()[:LONGEST_MESSAGE]),
                one.closes,
                one.again_minutes,
                one.next_step,
            )
            for place, one in enumerate((*reasons.offered, *reasons.removed))
        ],
    )


def _reason(key: str, name: str, message: str, closes: int, again_minutes: int, next_step: str | None) -> CallReason:
    return CallReason(key, name, message, bool(closes), again_minutes, known_step(next_step))
