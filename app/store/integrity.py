"""Whether the file is whole."""

from pathlib import Path

from app.store.failures import store_failures
from app.store.opening import is_current, opened_for_reading


def integrity_problem(path: Path) -> str | None:
    """Return what SQLite finds wrong with the file, or None where it is whole.

    Raises:
        StoreError: it cannot be read, is no database, or was made by a newer version.
    """
    with store_failures(path):
        is_current(path)
        with opened_for_reading(path) as db:
            found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    return None if found == "ok" else str(found)
