"""Notifications as desks tell each other what they heard."""

import json
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import datetime

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.journal import ChangedRows, Kind, append_entries
from app.facts.save_notification import decide_by_arrival, heard_earlier, known_copy, save_one
from app.facts.sharing.forms import read, text, time
from app.facts.sharing.relay_state import Author

_MOST_HEADERS = 100
_OWN = """
    SELECT id, received_at, path, headers, body FROM notification
    WHERE id > ? AND origin IS NULL AND size IS NULL ORDER BY id LIMIT ?
"""
"""Of a body that was shortened only its receiver keeps the beginning: it is no notification."""


def own_notifications(
    db: sqlite3.Connection, after: int, limit: int, author: Author
) -> Iterator[tuple[int, SharedFact]]:
    """Yield what was heard here after an id, each with its id."""
    for row_id, received_at, path, headers, body in db.execute(_OWN, (after, limit)):
        said = {"received_at": received_at, "path": path, "headers": json.loads(headers)} | _written_body(body)
        yield row_id, author.fact(FactKind.NOTIFICATION, row_id, received_at, said)


def take_notification(db: sqlite3.Connection, fact: SharedFact, changed: ChangedRows) -> bool:
    """Save what another receiver heard; return whether it was new. Of copies the first one heard counts.

    Raises:
        ValueError, LookupError, TypeError: no version of Despacho wrote it.
        sqlite3.DatabaseError: it cannot be saved now.
    """
    said = read(fact.body)
    received_at = fact.possible(time(said["received_at"]))
    headers = tuple((text(name), text(value)) for name, value in said["headers"][:_MOST_HEADERS])
    path = None if said.get("path") is None else text(said["path"])
    received = Received.read(_read_body(said), datetime.fromisoformat(received_at), headers, path)
    found = known_copy(db, received)
    if found is None:
        outcome = save_one(db, received, changed, origin=fact.origin)
        if not isinstance(outcome, Outcome):
            raise ValueError(str(outcome)) from outcome
        return True
    if received.change is not None and heard_earlier(db, found, received, fact.origin):
        decide_by_arrival(db, received.change)
        changed.visits.add(received.change.visit_id)
    return False


def note_first_heard(db: sqlite3.Connection) -> None:
    """Have the first notification of all desks be the first here too, in the caller's transaction."""
    sql = f"SELECT min(received_at) FROM notification WHERE outcome = '{Outcome.STORED}'"
    earlier = f"UPDATE site SET first_kept_at = ({sql}) WHERE coalesce(first_kept_at, '~') > ({sql})"
    if db.execute(earlier).rowcount > 0:
        append_entries(db, Kind.UNHEARD)


def _written_body(body: bytes) -> dict[str, str]:
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(body).decode()}


def _read_body(said: dict[str, object]) -> bytes:
    if "body" in said:
        return str(said["body"]).encode()
    return b64decode(str(said["base64"]), validate=True)
