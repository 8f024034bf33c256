"""Follow-ups as desks tell each other what they noted."""

import sqlite3
from collections.abc import Iterator

from app.domain.handover.document import read_entry, read_reasons, written_entry
from app.domain.handover.entry import Case, Entry
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.call_reasons import keep_names, stored_reasons
from app.facts.handover.hand_over import identity, stored_entries
from app.facts.handover.merge_cases import IS_MERGED
from app.facts.handover.take_over import EntrySaver, check_entries
from app.facts.sharing.forms import read, written
from app.facts.sharing.relay_state import OlderCopyError, last_used

_OWN = f"""
    f.id IN (
        SELECT f.id FROM follow_up AS f WHERE f.id > :after AND f.id <= (SELECT handed_over FROM store)
        AND (f.origin IS NULL OR f.origin = (SELECT identity FROM store) AND f.origin_id = f.id)
        AND coalesce(NOT ({IS_MERGED}), true) ORDER BY f.id LIMIT :limit
    )
"""
"""What was merged follows from the others: each desk merges for itself."""


_IS_OTHER = "SELECT 1 FROM follow_up WHERE id = ? AND origin IS NULL AND (saved_at, saved_by) <> (?, ?)"


def has_new_follow_ups(db: sqlite3.Connection) -> bool:
    """Whether follow-ups were saved that other desks cannot have yet."""
    sql = "SELECT EXISTS (SELECT 1 FROM follow_up WHERE id > (SELECT handed_over FROM store))"
    return bool(db.execute(sql).fetchone()[0])


def new_cases(db: sqlite3.Connection) -> list[Case]:
    """Return what these are about."""
    columns = ", ".join(Case._fields)
    sql = f"SELECT DISTINCT {columns} FROM follow_up WHERE id > (SELECT handed_over FROM store)"
    return [Case(*row) for row in db.execute(sql)]


def own_follow_ups(db: sqlite3.Connection, after: int, limit: int, desk: str) -> Iterator[tuple[int, SharedFact]]:
    """Yield what was noted here after an id, each with its id; `desk`: the name of this desk."""
    entries = stored_entries(db, _OWN, {"after": after, "limit": limit}, desk)
    reasons = stored_reasons(db)
    for entry in sorted(entries, key=lambda one: one.origin_id):
        keys = {str(entry.state["failure"])} if "failure" in entry.state else set()
        said = {**written_entry(entry), "reasons": reasons.own_names(keys)}
        name = f"{entry.origin}_{FactKind.FOLLOW_UP}_{entry.origin_id}"
        carrier = entry.case.carrier or ""
        yield (
            entry.origin_id,
            SharedFact(name, FactKind.FOLLOW_UP, carrier, entry.origin, entry.saved_at, written(said)),
        )


def take_follow_up(db: sqlite3.Connection, fact: SharedFact, saver: EntrySaver) -> tuple[Entry, bool]:
    """Save what another desk noted; return it, and whether it was new.

    Raises:
        ValueError, LookupError, TypeError: no version of Despacho wrote it.
        HandoverError: likewise.
        OlderCopyError: this store never wrote it, though it says so.
    """
    said = read(fact.body)
    entry, names = read_entry(said), read_reasons(said.get("reasons", {}))
    check_entries(db, [entry])
    if entry.origin == identity(db):
        if (
            entry.origin_id > last_used(db, "follow_up")
            or db.execute(_IS_OTHER, (entry.origin_id, entry.saved_at, entry.saved_by)).fetchone()
        ):
            raise OlderCopyError
        return entry, False
    if names:
        keep_names(db, names)
    return entry, bool(saver.save(entry))
