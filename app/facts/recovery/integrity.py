"""Check the store for damage, for `doctor` and maintenance."""

from contextlib import suppress
from pathlib import Path

from app.facts.file.corruption import DamageMark, find_damage
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current, opened_for_reading


def integrity_problem(path: Path, *, thorough: bool = False) -> str | None:
    """Return what is damaged in the store; None: nothing. The next process that writes restores it.

    Args:
        path: of the store.
        thorough: also compare indexes with their tables, which takes much longer.

    Raises:
        StoreError: it cannot be read, is no database, or was written by a newer version.
    """
    with store_failures(path):
        is_current(path)
        file = newest_file(path)
        with opened_for_reading(file) as db:
            found = find_damage(db, thorough=thorough)
        if found is None:
            return None
        with suppress(OSError):  # the folder is read-only
            DamageMark(path).set(found, file)
    return found
