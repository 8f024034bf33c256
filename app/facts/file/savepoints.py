"""A bug that one of many meets costs the others nothing; all within somebody's transaction."""

import sqlite3
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeVar

from app.domain.unhandled import report_unhandled
from app.facts.file.corruption import is_damage

T = TypeVar("T")
U = TypeVar("U")


def in_savepoint(db: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run `work`, and return what it returns; what meets a bug leaves all as it was, and the bug is raised."""
    db.execute("SAVEPOINT isolated")
    try:
        result = work()
    except Exception as error:
        raise_if_store_error(error)
        db.execute("ROLLBACK TO isolated")
        db.execute("RELEASE isolated")
        raise
    db.execute("RELEASE isolated")
    return result


def run_all_or_each(
    db: sqlite3.Connection,
    items: Collection[T],
    work: Callable[[Collection[T]], set[U]],
    on_bug: Callable[[T, Exception], object] = lambda _item, bug: report_unhandled(bug),
) -> set[U]:
    """Do the work for all items at once; where that meets a bug, for each alone.

    Args:
        db: to write.
        items: what it is done for.
        work: returns what it found.
        on_bug: called with an item whose work alone meets a bug, and the bug; the file is as it was before that work.

    Returns:
        What the work found.

    Raises:
        sqlite3.DatabaseError: full, locked, damaged: nothing of the transaction can be kept.
    """
    try:
        return in_savepoint(db, partial(work, items))
    except Exception as error:  # noqa: BLE001 - any bug
        raise_if_store_error(error)
    found: set[U] = set()
    for one in items:
        try:
            found |= in_savepoint(db, partial(work, [one]))
        except Exception as error:  # noqa: BLE001 - as above
            raise_if_store_error(error)
            on_bug(one, error)
    return found


def raise_if_store_error(error: Exception) -> None:
    """Raise what the file does, such as full or damaged: nothing of the transaction can be kept then."""
    if isinstance(error, sqlite3.OperationalError) or is_damage(error):
        raise error
