"""The reasons that the site offers for failed deliveries; a removed one stays, since follow-ups still name it."""

import sqlite3
from collections.abc import Mapping

from app.domain.calls.reasons import BUILT_IN, LONGEST_MESSAGE, LONGEST_NAME, CallReason, Reasons
from app.domain.contract.json_text.storable_text import storable
from app.domain.follow_ups import known_step


def stored_reasons(db: sqlite3.Connection) -> Reasons:
    """Return the site's reasons; it offers those that come with the program while it has changed none."""
    rows = db.execute(
        "SELECT place, key, name, message, closes, again_minutes, next_step FROM call_reason ORDER BY place, id"
    ).fetchall()
    kept = [(place, _reason(*row)) for place, *row in rows]
    offered = tuple(one for place, one in kept if place is not None)
    removed = tuple(one for place, one in kept if place is None and one.key != _FIRST_CONTACT)
    first_message = next((one.message for _, one in kept if one.key == _FIRST_CONTACT), "")
    return Reasons(offered or BUILT_IN, removed, first_message)


_FIRST_CONTACT = ""
"""The key of the row that has the message of a first contact; no reason has it."""


_INSERT = (
    "INSERT INTO call_reason (key, place, name, message, closes, again_minutes, next_step) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (key) DO "
)
_MOVE = _INSERT + "UPDATE SET place = excluded.place"
_REPLACE = (
    f"{_MOVE}, name = excluded.name, message = excluded.message, closes = excluded.closes,"
    " again_minutes = excluded.again_minutes, next_step = excluded.next_step"
)
_ADD = _INSERT + "NOTHING"
_COUNT = "SELECT count(*) FROM call_reason"
_MOST = 500
_BUILT_IN = frozenset(one.key for one in BUILT_IN)


def save_reasons(db: sqlite3.Connection, reasons: Reasons, before: Reasons) -> None:
    """Save what the user changed in the site's reasons, in the caller's transaction.

    What another window saved since then stays: the reasons that it added or changed.
    """
    shown = {one.key for one in before.offered}
    for place, one in enumerate(reasons.offered):
        db.execute(_MOVE if one in before.offered else _REPLACE, _row(one, place))
    for one in reasons.removed:
        db.execute(_MOVE if one.key in shown else _ADD, _row(one, None))
    if reasons.first_message != before.first_message:
        db.execute(_REPLACE, _row(CallReason(_FIRST_CONTACT, message=reasons.first_message), None))


def keep_names(db: sqlite3.Connection, names: Mapping[str, str]) -> None:
    """Keep what another desk calls its reasons, in the caller's transaction; those known here keep their names.

    They are not offered, like removed ones. Beyond a number of them a reason is shown by its key.
    """
    for key, name in names.items():
        if key not in _BUILT_IN and db.execute(_COUNT).fetchone()[0] < _MOST:
            db.execute(_ADD, _row(CallReason(key, name), None))


def _row(one: CallReason, place: int | None) -> tuple[object, ...]:
    name, message = storable(one.name.strip()[:LONGEST_NAME]), storable(one.message.strip()[:LONGEST_MESSAGE])
    return one.key, place, name, message, one.closes, one.again_minutes, one.next_step


def _reason(key: str, name: str, message: str, closes: int, again_minutes: int, next_step: str | None) -> CallReason:
    return CallReason(key, name, message, bool(closes), again_minutes, known_step(next_step))
