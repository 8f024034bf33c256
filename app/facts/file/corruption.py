"""Whether the file itself is what is wrong: SQLite says so, or a table of ours is not there. Nothing else is damage."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from app.facts.file.generations import newest_file

_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ENVIRONMENT = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_AUTH,
)  # fmt: skip
_UNDECODABLE = "Could not decode to UTF-8"
_BAD_FORMAT = "unsupported file format"  # of a header that was overwritten; SQLite gives it no code of its own
_MIGRATIONS_TABLE = "_sqlite_migrations"  # which migrations were applied
_PAUSE_SECONDS = 60.0


class DamagedError(sqlite3.DatabaseError):
    """The file does not hold what Despacho wrote, though SQLite can read it."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite says by this error that the file is damaged, or is no database."""
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes a damaged schema, as it is
        return True
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    if not hasattr(error, "sqlite_errorcode"):  # not SQLite's own: a text in it is no UTF-8, and we write no other
        return is_undecodable(str(error))
    return primary_code(error) in _CODES or str(error) == _BAD_FORMAT


def is_undecodable(reason: str) -> bool:
    """Whether a text was met that is no UTF-8, which no check of SQLite's finds."""
    return reason.startswith(_UNDECODABLE)


def is_environment(error: BaseException) -> bool:
    """Whether something outside the file failed: a lock, the disk, permissions."""
    return isinstance(error, OSError) or (
        isinstance(error, sqlite3.DatabaseError) and primary_code(error) in _ENVIRONMENT
    )


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary code; 0 where it gave none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def find_damage(db: sqlite3.Connection, *, thorough: bool = False) -> str | None:
    """Look for damage that would make a sound statement fail, and return what was found; it takes time.

    Args:
        db: of the file.
        thorough: whether the indexes are compared with their tables too, which takes much longer.

    Raises:
        sqlite3.DatabaseError: it could not be looked for.
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
    """Finds out whether an error that nobody expected comes from a damaged file: once a minute, should it not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._checked = float("-inf")

    def confirm(self, db: sqlite3.Connection, error: BaseException) -> str | None:
        """Return what is damaged; None where nothing is, or another minute has not passed."""
        if is_environment(error) or self._clock() - self._checked < _PAUSE_SECONDS:
            return None
        found = None
        with suppress(sqlite3.DatabaseError):  # what is told is the first one
            found = find_damage(db)
        if found is None:
            self._checked = self._clock()
        return found


def _missing_tables(db: sqlite3.Connection) -> list[str]:
    """Return the tables that the migrations made which are noted as applied, and that are not there."""
    from sqlite_utils import Database  # noqa: PLC0415 - whoever finds no damage waits for neither

    from app.facts.file.schema import migrations  # noqa: PLC0415 - see above

    found = tables(db)
    if _MIGRATIONS_TABLE not in found:
        return [_MIGRATIONS_TABLE]  # also where the file is empty: it has its name only once it is made
    applied = {row[0] for row in db.execute(f"SELECT name FROM {_MIGRATIONS_TABLE}")}  # noqa: S608 - our own name
    with closing(sqlite3.connect(":memory:")) as sound:
        pending = [one.name for one in migrations.pending(Database(sound)) if one.name not in applied]
        migrations.apply(Database(sound), stop_before=pending[:1] or None)
        return sorted(tables(sound) - found)


def tables(db: sqlite3.Connection) -> set[str]:
    """Return the names by which SQLite knows the tables; what the schema lists is not always what it reads."""
    sql = (
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')"
        " AND name NOT LIKE 'sqlite_%'"
    )
    return {row[0] for row in db.execute(sql)}


class DamageMark:
    """A note beside the file that whoever read it met damage: the next one who writes sees to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.with_suffix(".damaged")

    def set(self, reason: str, file: Path) -> None:
        """Say that a file of the store is damaged.

        Raises:
            OSError: that could not be said.
        """
        self._file.write_text(f"{file.name}\n{reason}", encoding="utf-8")

    def reason(self) -> str | None:
        """Return why the newest file is said to be damaged; None where it is not. One of an older file goes."""
        try:
            name, _, reason = self._file.read_text(encoding="utf-8", errors="replace").partition("\n")
        except OSError:
            return None
        if name == newest_file(self._path).name:
            return reason or "damaged"
        self.clear()
        return None

    def clear(self) -> None:
        """Take it away."""
        with suppress(OSError):  # it is seen again, and taken for an old one by then
            self._file.unlink(missing_ok=True)
