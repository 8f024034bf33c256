"""Whether the file is whole."""

from contextlib import suppress
from pathlib import Path

from app.facts.file.corruption import DamageMark, find_damage
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import is_current, opened_for_reading


def integrity_problem(path: Path, *, thorough: bool = False) -> str | None:
    """Return what is damaged in the store, or None where it is whole.

    What it finds is noted beside the file: the next one who writes restores it.

    Args:
        path: of the database.
        thorough: whether the indexes are compared with their tables too, which takes much longer.

    Raises:
        StoreError: it cannot be read, is no database, or was made by a newer version.
    """
    with store_failures(path):
        is_current(path)
        file = newest_file(path)
        with opened_for_reading(file) as db:
            found = find_damage(db, thorough=thorough)
        if found is None:
            return None
        with suppress(OSError):  # of a folder that cannot be written; what was found is told all the same
            DamageMark(path).set(found, file)
    return found
