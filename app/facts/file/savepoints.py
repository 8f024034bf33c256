"""Isolate the items of a batch from each other's bugs, within the caller's transaction."""

import sqlite3
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeVar

from app.domain.errors import report_unhandled
from app.facts.file.corruption import is_damage

T = TypeVar("T")
U = TypeVar("U")


def in_savepoint(db: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run `work` in a savepoint and return its result; an exception undoes its changes and is raised."""
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
    """Run `work` for all items at once; if that raises, for each item alone.

    Args:
        db: to write.
        items: the batch.
        work: returns a set of results for the given items.
        on_bug: called with an item that fails alone, and its exception; the changes of that item are undone.

    Returns:
        The union of the results.

    Raises:
        sqlite3.DatabaseError: full, locked or damaged; nothing of the transaction can be saved.
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
    """Raise the error if it concerns the whole file, such as full or damaged, rather than one item."""
    if isinstance(error, sqlite3.OperationalError) or is_damage(error):
        raise error
