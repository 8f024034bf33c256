"""Whether the file itself is what is wrong: what SQLite says of it, and what it does not see."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlite_utils import Database

from app.domain.days import Answer
from app.domain.listening import GapCause
from app.store.generations import newest
from app.store.schema import migrations

_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ENVIRONMENT = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)
_PAUSE_SECONDS = 60.0
_OUR_VALUES: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("SELECT zone FROM site", ZoneInfo),
    ("SELECT at FROM heartbeat", datetime.fromisoformat),
    ("SELECT since FROM gap UNION SELECT until FROM gap", datetime.fromisoformat),
    ("SELECT DISTINCT cause FROM gap", GapCause),
    ("SELECT DISTINCT answer FROM day", Answer),
    ("SELECT answered_at FROM day", datetime.fromisoformat),
    ("SELECT loaded_at FROM day WHERE loaded_at IS NOT NULL", datetime.fromisoformat),
)
"""What is read back into a type of ours: few values, and none that came from outside."""


class DamagedError(sqlite3.DatabaseError):
    """The file does not hold what Despacho wrote, though SQLite can read it."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite says by this error that the file is damaged, or is no database."""
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    if not hasattr(error, "sqlite_errorcode"):  # not SQLite's own: a text in it is no UTF-8, and we write no other
        return str(error).startswith("Could not decode to UTF-8")
    return code(error) in _CODES


def is_environment(error: BaseException) -> bool:
    """Whether something outside the file failed: a lock, the disk, permissions."""
    return isinstance(error, OSError) or (isinstance(error, sqlite3.DatabaseError) and code(error) in _ENVIRONMENT)


def code(error: sqlite3.Error) -> int:
    """Return SQLite's primary code; 0 where it gave none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def damage_in(db: sqlite3.Connection) -> str | None:
    """Look for damage that would make a sound statement fail, and return what was found; it takes time."""
    try:
        found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        if found != "ok":
            return found
        if _outline(db) != _expected_outline(db):
            return "the tables are not those of Despacho"
        for sql, read in _OUR_VALUES:
            for (value,) in db.execute(sql):
                read(value)
    except sqlite3.DatabaseError as error:
        return None if is_environment(error) else str(error)
    except (ValueError, TypeError, KeyError, OSError) as error:  # all that ZoneInfo raises is among them
        return str(error)
    return None


class Suspicion:
    """Finds out whether an error that nobody expected comes from a damaged file: once a minute, should it not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked = float("-inf")

    def confirmed(self, db: sqlite3.Connection, error: BaseException) -> str | None:
        """Return what is damaged; None where nothing is, or another minute has not passed."""
        if is_environment(error) or self._clock() - self._looked < _PAUSE_SECONDS:
            return None
        found = damage_in(db)
        if found is None:
            self._looked = self._clock()
        return found


def _outline(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the names of the tables, views and indexes, each with its columns'."""
    names = [row[0] for row in db.execute("SELECT name FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")]
    return {name: [row[0] for row in db.execute("SELECT name FROM pragma_table_xinfo(?)", (name,))] for name in names}


def _expected_outline(db: sqlite3.Connection) -> dict[str, list[str]]:
    pending = [one.name for one in migrations.pending(Database(db))]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as sound:
        migrations.apply(Database(sound), stop_before=pending[:1])
        return _outline(sound)


class Mark:
    """A note beside the file that whoever read it met damage: the next one who writes sees to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.with_suffix(".damaged")

    def leave(self, reason: str, file: Path) -> None:
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
        if name == newest(self._path).name:
            return reason or "damaged"
        self.clear()
        return None

    def clear(self) -> None:
        """Take it away."""
        with suppress(OSError):  # it is seen again, and taken for an old one by then
            self._file.unlink(missing_ok=True)
