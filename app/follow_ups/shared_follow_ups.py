"""Follow-ups as desks tell each other what they noted."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from app.domain.handover.document import read_entry, read_reasons, written_entry
from app.domain.handover.saved_follow_up import Case, SavedFollowUp
from app.domain.relay.shared_fact import LONGEST_NAME, FactKind, SharedFact
from app.facts.call_reasons import keep_names, stored_reasons
from app.facts.file.database import identity
from app.facts.sharing.forms import one_line, read
from app.facts.sharing.relay_state import Author, OlderCopyError, last_used
from app.follow_ups.hand_over import stored_entries
from app.follow_ups.merge_cases import IS_MERGED, where
from app.follow_ups.take_over import EntrySaver, check_entries

_OWN = f"""
    f.id IN (
        SELECT f.id FROM follow_up AS f WHERE f.id > :after AND f.id <= (SELECT handed_over FROM store)
        AND (f.origin IS NULL OR f.origin = (SELECT identity FROM store) AND f.origin_id = f.id)
        AND coalesce(NOT ({IS_MERGED}), true) ORDER BY f.id LIMIT :limit
    )
"""
"""What was merged follows from the others: each desk merges for itself."""


_IS_OTHER = "SELECT 1 FROM follow_up WHERE id = ? AND origin IS NULL AND (saved_at, saved_by) <> (?, ?)"


_PAST = ("called_at", "acknowledged_at")
_NAMES = ("acknowledged_by", "assigned_to")
_MOST_FIELDS, _LONGEST_STATE = 100, 64 * 1024  # characters in all
_MOST_OF_CASE = 300
"""Follow-ups of one desk about one case: each of them is compared with the others."""


def has_new_follow_ups(db: sqlite3.Connection) -> bool:
    """Whether follow-ups were saved that other desks cannot have yet."""
    sql = "SELECT EXISTS (SELECT 1 FROM follow_up WHERE id > (SELECT handed_over FROM store))"
    return bool(db.execute(sql).fetchone()[0])


def new_cases(db: sqlite3.Connection) -> list[Case]:
    """Return what these are about."""
    columns = ", ".join(Case._fields)
    sql = f"SELECT DISTINCT {columns} FROM follow_up WHERE id > (SELECT handed_over FROM store)"
    return [Case(*row) for row in db.execute(sql)]


def own_follow_ups(db: sqlite3.Connection, after: int, limit: int, author: Author) -> Iterator[tuple[int, SharedFact]]:
    """Yield what was noted here after an id, each with its id."""
    entries = stored_entries(db, _OWN, {"after": after, "limit": limit}, author.desk)
    reasons = stored_reasons(db)
    for entry in sorted(entries, key=lambda one: one.origin_id):
        keys = {str(entry.state["failure"])} if "failure" in entry.state else set()
        said = {**written_entry(entry), "reasons": reasons.own_names(keys)}
        yield entry.origin_id, author.fact(FactKind.FOLLOW_UP, entry.origin_id, entry.saved_at, said)


def take_follow_up(db: sqlite3.Connection, fact: SharedFact, saver: EntrySaver) -> tuple[SavedFollowUp, bool]:
    """Save what another desk noted; return it, and whether it was new.

    Raises:
        ValueError, LookupError, TypeError: no version of Despacho wrote it.
        HandoverError: likewise.
        OlderCopyError: this store never wrote it, though it says so.
    """
    said = read(fact.body)
    entry, names = _checked(read_entry(said), fact), read_reasons(said.get("reasons", {}))
    check_entries(db, [entry])
    if entry.origin == identity(db):
        if (
            entry.origin_id > last_used(db, "follow_up")
            or db.execute(_IS_OTHER, (entry.origin_id, entry.saved_at, entry.saved_by)).fetchone()
        ):
            raise OlderCopyError
        return entry, False
    values = {**entry.case._asdict(), "origin": entry.origin, "origin_id": entry.origin_id, "desk": entry.desk}
    of_case = f"SELECT count(*) FROM follow_up f WHERE {where(entry.case)}"
    if db.execute(f"{of_case} AND f.origin = :origin AND f.origin_id = :origin_id", values).fetchone()[0]:
        return entry, False
    if db.execute(f"{of_case} AND f.desk = :desk", values).fetchone()[0] >= _MOST_OF_CASE:
        raise ValueError(_MOST_OF_CASE)
    keep_names(db, {key: name for key, name in names.items() if key == entry.state.get("failure")})
    return entry, bool(saver.save(entry))


def _checked(entry: SavedFollowUp, fact: SharedFact) -> SavedFollowUp:
    """Return an entry as its desk can have written it, and no other: with its name, and not later than it came.

    Raises:
        ValueError: no version of Despacho wrote it.
    """
    unknown = sum(len(str(value)) for value in entry.state.values())
    names = [str(one or "") for one in (entry.case.carrier, entry.case.number, entry.state.get("failure"))]
    if entry.origin != fact.origin or len(entry.state) > _MOST_FIELDS or unknown > _LONGEST_STATE:
        raise ValueError(fact.identity)
    if any(len(one) > LONGEST_NAME for one in names):
        raise ValueError(fact.identity)
    state = {
        name: fact.possible(str(value)) if name in _PAST else one_line(str(value)) if name in _NAMES else value
        for name, value in entry.state.items()
    }
    return replace(
        entry,
        desk=fact.desk,
        saved_by=one_line(entry.saved_by),
        saved_at=fact.possible(entry.saved_at),
        decides_at=None if entry.decides_at is None else fact.possible(entry.decides_at),
        state=state,
    )
