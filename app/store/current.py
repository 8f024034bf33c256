"""The file that the store lives in now, open for writing: restored where it is damaged, by us or by others."""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from app.domain.errors import AppError, StoreError, StoreUnusableError
from app.domain.recovery import Recovery
from app.domain.texts import Text
from app.store.backups import back_up, backups
from app.store.damage import DamagedError, Mark, damage_in, is_damage
from app.store.durably import in_place
from app.store.failures import store_failures
from app.store.generations import newest, number
from app.store.opening import open_for_writing, opened_for_reading
from app.store.proof import proof
from app.store.recoveries import last_recovery
from app.store.recovering import recover, set_aside

_REPLACED = Text(
    "Error",
    "The file {path} was removed, moved or replaced while Despacho was running, and nothing more is written to it. "
    "Put it back, or start Despacho again.",
)
_PAUSE_SECONDS = 2.0  # after a recovery that failed

_log = logging.getLogger(__name__)


class Current:
    """The open file of one `Writer`. All is done with the write lock held.

    Args:
        path: of the database.
        on_recovered: told of each recovery, by whomever.

    Attributes:
        db: the connection.
        file: where the store lives, as far as it is known here.
    """

    db: sqlite3.Connection

    def __init__(self, path: Path, on_recovered: Callable[[Recovery], None]) -> None:
        self.file = path
        self._path = path
        self._on_recovered = on_recovered
        self._mark = Mark(path)
        self._identity = (0, 0)
        self._failure: tuple[float, StoreError] | None = None

    def open(self) -> None:
        """Open the newest file, made or migrated first; one that is damaged is restored.

        Raises:
            StoreError: newer than this program, full, or not permitted.
        """
        with store_failures(self._path):
            reason = self._proven(self._mark.reason())
            if reason is None:
                reason = self._opened_or_damaged()
            if reason is not None:
                recovery = recover(self._path, reason)
                self._open()
                self._on_recovered(recovery)
            set_aside(self._path)

    def attend(self) -> None:
        """See before a transaction that it goes to the file which the store lives in, and that that is not damaged.

        Raises:
            StoreError: the file was removed, moved or replaced, or could not be restored.
        """
        said = self._mark.reason()
        if said is not None and self._failure is not None and time.monotonic() - self._failure[0] < _PAUSE_SECONDS:
            raise self._failure[1]  # what failed just now is not tried again at once
        reason = self._proven(said)
        if reason is not None:
            self._recover(reason)
        elif number(self._path, newest(self._path)) > number(self._path, self.file):
            self._go_over()
        elif said is not None:
            self._refuse_another_file()
            self._reopen()  # this connection may be what read it wrongly
        self._refuse_another_file()

    def close(self) -> None:
        """Close the file; of the last connection that is a checkpoint, which a damaged file may refuse."""
        with suppress(sqlite3.Error):
            self.db.close()

    def _recover(self, reason: str) -> None:
        """Restore the file, and go over to the restored one."""
        try:
            with store_failures(self._path, lambda: self.file):
                recovery = recover(self._path, reason)
        except StoreError as error:
            _log.warning("The file could not be restored: %s", error)
            self._failure = time.monotonic(), error
            raise
        self._failure = None
        self._reopen()
        set_aside(self._path)
        self._on_recovered(recovery)

    def _open(self) -> None:
        file = newest(self._path)
        if not file.exists():
            if backups(self._path):  # something was in it: somebody, or what guards against viruses, took it away
                raise DamagedError("the file is missing")
            with in_place(file) as new:  # one that is empty was not left so by us
                open_for_writing(new).close()
        elif not file.stat().st_size:
            raise DamagedError("the file is empty")
        self.db = open_for_writing(file, lambda migration: back_up(self._path, datetime.now(UTC), migration))
        self.file, self._identity = file, _identity(file)

    def _opened_or_damaged(self) -> str | None:
        """Open the file, or return what is damaged in it; what a check does not find is tried once more."""
        try:
            self._open()
        except Exception as error:
            reason = self._why_damaged(error)
            if reason is None:
                raise
            if isinstance(error, DamagedError) or proof(newest(self._path), reason) is not None:
                return reason
            _log.warning("The file could not be opened (%s), though it is whole; it is tried again", error)
        else:
            return None
        try:
            self._open()
        except Exception as error:
            reason = self._why_damaged(error)
            if reason is None:
                raise
            return reason
        return None

    def _proven(self, reason: str | None) -> str | None:
        """Return what the file is said to be damaged by, if a check finds it to be; else nobody says so any more."""
        if reason is None or not newest(self._path).exists():
            return None
        if proof(newest(self._path), reason) is not None:
            return reason
        _log.warning("The file %s was said to be damaged (%s), and a check found it whole", self.file.name, reason)
        self._mark.clear()
        return None

    def _why_damaged(self, error: Exception) -> str | None:
        """Return what is wrong with a file that could not be opened; None where it is not the file that is wrong."""
        if is_damage(error):
            return str(error)
        if isinstance(error, OSError | AppError):
            return None
        with suppress(sqlite3.DatabaseError), opened_for_reading(newest(self._path)) as db:
            return damage_in(db)
        return None

    def _reopen(self) -> None:
        """Open the newest file, and close the one before only then: what fails is tried again with the next look."""
        before = self.db
        self._open()
        with suppress(sqlite3.Error):
            before.close()

    def _go_over(self) -> None:
        self._reopen()
        _log.warning("Another process restored the data; it is in %s now", self.file.name)
        recovery = last_recovery(self.db)
        if recovery is not None:
            self._on_recovered(recovery)

    def _refuse_another_file(self) -> None:
        """See that the open file is still the one at its path: what is written to a removed one is lost.

        Raises:
            StoreUnusableError: it was removed, moved or replaced.
        """
        try:
            is_same = _identity(self.file) == self._identity
        except FileNotFoundError:
            is_same = False
        if not is_same:
            raise StoreUnusableError(_REPLACED.filled(path=self.file))


def _identity(file: Path) -> tuple[int, int]:
    """Return what tells one file from another."""
    found = file.stat()
    return found.st_dev, found.st_ino
