"""Detect a damaged file: SQLite reports it, or a table is missing. No other error counts as damage."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from app.facts.file.database import connect
from app.facts.file.generations import newest_file
from app.files.atomic_files import atomic_file

_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ENVIRONMENT = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_AUTH,
)  # fmt: skip
_UNDECODABLE = "Could not decode to UTF-8"
_BAD_FORMAT = "unsupported file format"  # the header was overwritten; this error has no code of its own
_MIGRATIONS_TABLE = "_sqlite_migrations"  # holds the names of the applied migrations
_PAUSE_SECONDS = 60.0


class DamagedError(sqlite3.DatabaseError):
    """SQLite can read the file, but it does not hold what Despacho wrote."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_damage(error: BaseException | None) -> bool:
    """Whether this error means that the file is damaged, or is no database."""
    if isinstance(error, UnicodeDecodeError):  # an error message of SQLite quotes a damaged schema
        return True
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    if not hasattr(error, "sqlite_errorcode"):  # raised by Python's sqlite3: a text is no UTF-8
        return is_undecodable(str(error))
    return primary_code(error) in _CODES or str(error) == _BAD_FORMAT


def is_undecodable(reason: str) -> bool:
    """Whether the reason is a text that is no UTF-8; SQLite's checks do not find those."""
    return reason.startswith(_UNDECODABLE)


def is_environment(error: BaseException) -> bool:
    """Whether something outside the file failed: a lock, the disk, permissions."""
    return isinstance(error, OSError) or (
        isinstance(error, sqlite3.DatabaseError) and primary_code(error) in _ENVIRONMENT
    )


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0: none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def find_damage(db: sqlite3.Connection, *, thorough: bool = False) -> str | None:
    """Check a file for damage that makes statements fail, and return a description; None: no damage. Slow.

    `thorough`: indexes are compared with their tables too, which takes much longer.

    Raises:
        sqlite3.DatabaseError: the check could not be made.
    """
    try:
        found = str(db.execute(f"PRAGMA main.{'integrity_check' if thorough else 'quick_check'}(1)").fetchone()[0])
        missing = _missing_tables(db) if found == "ok" else []
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_damage(error):
            return str(error)
        raise
    if missing:
        return f"the table {missing[0]} is missing"
    return None if found == "ok" else found


class DamageSuspicion:
    """Checks whether an unexpected error is caused by a damaged file; at most once a minute while it is not."""

    def __init__(self) -> None:
        self._checked = float("-inf")

    def confirm(self, db: sqlite3.Connection, error: BaseException) -> str | None:
        """Return what is damaged; None: nothing, or the last check was less than a minute ago."""
        if is_environment(error) or time.monotonic() - self._checked < _PAUSE_SECONDS:
            return None
        found = None
        with suppress(sqlite3.DatabaseError):  # the caller raises the first error
            found = find_damage(db)
        if found is None:
            self._checked = time.monotonic()
        return found


def _missing_tables(db: sqlite3.Connection) -> list[str]:
    """Return the missing tables among those that the applied migrations create."""
    from app.facts.file.schema import apply_only  # noqa: PLC0415 - sqlite-utils loads slowly

    found = tables(db)
    if _MIGRATIONS_TABLE not in found:
        return [_MIGRATIONS_TABLE]  # also if the file is empty: one that Despacho created never is
    applied = {row[0] for row in db.execute(f"SELECT name FROM {_MIGRATIONS_TABLE}")}
    with closing(connect(":memory:")) as sound:
        apply_only(sound, applied)
        return sorted(tables(sound) - found)


def tables(db: sqlite3.Connection) -> set[str]:
    """Return the tables that SQLite can use; a damaged schema may list others."""
    sql = (
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')"
        " AND name NOT LIKE 'sqlite_%'"
    )
    return {row[0] for row in db.execute(sql)}


class DamageMark:
    """A marker file that reports damage to the next process that writes, which restores the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.with_suffix(".damaged")

    def set(self, reason: str, file: Path) -> None:
        """Report that a file of the store is damaged.

        Raises:
            OSError: the marker cannot be written.
        """
        with atomic_file(self._file) as mark:
            mark.write(f"{file.name}\n{reason}".encode())

    def reason(self) -> str | None:
        """Return the reported damage of the newest file; None: none. A marker of an older file is removed."""
        try:
            name, _, reason = self._file.read_text(encoding="utf-8", errors="replace").partition("\n")
        except OSError:
            return None
        if name == newest_file(self._path).name:
            return reason or "damaged"
        self.clear()
        return None

    def disprove(self, reason: str) -> None:
        """Remove the marker if it still reports this, and not what somebody met since."""
        if self.reason() == reason:
            self.clear()

    def clear(self) -> None:
        """Remove the marker."""
        with suppress(OSError):  # `reason` removes it later, as one of an older file
            self._file.unlink(missing_ok=True)
