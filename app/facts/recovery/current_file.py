"""Hold the current file of the store open for writing; restore it when it is damaged or missing."""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from app.domain.errors import AppError, StoreError
from app.domain.reception.recovery import MISSING, Recovery
from app.facts.file.connect import open_for_writing
from app.facts.file.corruption import DamagedError, DamageMark, is_damage, is_environment
from app.facts.file.failures import store_failures
from app.facts.file.generations import FolderWatch, generation_of, newest_file
from app.facts.recovery.backups import back_up, had_facts
from app.facts.recovery.corruption_check import confirm_damage
from app.facts.recovery.recovery_log import last_recovery
from app.facts.recovery.replaced_file import Loss, ReplacedFileDetector
from app.facts.recovery.restore import recover, set_aside_old_files
from app.files.atomic_files import atomic_database

_RETRY_SECONDS = 2.0  # after a recovery that failed

_log = logging.getLogger(__name__)


class CurrentFile:
    """The open file of one `Writer`. Call every method with the write lock held.

    `on_recovered` is called after each recovery, by this process or another, `on_false_alarm` with a report of damage
    that a check did not confirm.

    Attributes:
        db: the connection.
        file: the open file.
    """

    db: sqlite3.Connection
    _detector: ReplacedFileDetector

    def __init__(
        self, path: Path, on_recovered: Callable[[Recovery], None], on_false_alarm: Callable[[str], None]
    ) -> None:
        self.file = path
        self._path = path
        self._on_recovered = on_recovered
        self._on_false_alarm = on_false_alarm
        self._mark = DamageMark(path)
        self._folder = FolderWatch(path.parent)
        self._newest = path
        self._failure: tuple[float, StoreError] | None = None
        self._are_old_left = False
        """Whether older files could not be moved yet: Windows moves none that a reader of any process has open."""

    def open(self) -> None:
        """Open the newest file; create, migrate or restore it first where needed.

        Raises:
            StoreError: newer than this program, full, or not permitted.
        """
        with store_failures(self._path):
            reason = self._confirmed(self._mark.reason())
            if reason is None:
                reason = self._open_finding_damage(self._open)
            if reason is not None:
                recovery = recover(self._path, reason)
                self._open()
                self._on_recovered(recovery)
            try:
                self._set_aside_old_files()
            except BaseException:
                self.close()
                raise

    def ensure_current(self) -> None:
        """Before a transaction: switch to the newest file, and restore it if it is damaged or missing.

        Raises:
            StoreError: it could not be restored.
        """
        if self._folder.is_due():
            self._newest = newest_file(self._path)
        is_newest = generation_of(self._path, self._newest) <= generation_of(self._path, self.file)
        reported, loss = self._mark.reason(), self._detector.loss() if is_newest else None
        if (reported or loss) and self._failure is not None and time.monotonic() - self._failure[0] < _RETRY_SECONDS:
            raise self._failure[1]  # not retried so soon
        if loss is not None:
            self._recover(lambda: self._recover_open_file(loss))
            return
        reason = self._confirmed(reported)
        if reason is not None:
            self._recover(lambda: recover(self._path, reason))
        elif not is_newest:
            self._switch()
        elif reported is not None:
            self._reopen()  # this connection may have caused the wrong read
        elif self._are_old_left:
            self._set_aside_old_files()

    def ensure_committed(self) -> None:
        """After a commit: check that it reached the current file; otherwise copy it into a new one.

        Raises:
            StoreError: that failed; the commit may be lost when this process ends.
        """
        loss = self._detector.loss()
        if loss is not None:
            self._recover(lambda: self._recover_open_file(loss))

    def close(self) -> None:
        """Close the file. The last connection checkpoints, which fails on a damaged file."""
        with suppress(sqlite3.Error):
            self.db.close()

    def _recover(self, restore: Callable[[], Recovery]) -> None:
        """Restore the file and switch to the result."""
        try:
            with store_failures(self._path, lambda: self.file):
                recovery = restore()
        except StoreError as error:
            _log.warning("The file could not be restored: %s", error)
            self._failure = time.monotonic(), error
            raise
        self._failure = None
        self._reopen()
        self._on_recovered(recovery)

    def _recover_open_file(self, loss: Loss) -> Recovery:
        """Copy the open file into the next generation; of a truncated one only its undamaged part."""
        return recover(self._path, loss.value, self.file, self.db, is_complete=loss is not Loss.CUT)

    def _open(self) -> None:
        file = newest_file(self._path)
        if not file.exists():
            if had_facts(self._path):  # the file was removed, for example by a virus scanner
                raise DamagedError(MISSING)
            with atomic_database(file) as new:  # so that an empty file is never one of ours
                open_for_writing(new).close()
        elif not file.stat().st_size:
            raise DamagedError("the file is empty")
        db = open_for_writing(file, lambda migration: back_up(self._path, datetime.now(UTC), migration))
        self.db, self.file, self._detector = db, file, ReplacedFileDetector(file, db)

    def _confirmed(self, reason: str | None) -> str | None:
        """Return the reported damage if a check confirms it; otherwise drop the report and return None."""
        if reason is None or not newest_file(self._path).exists():
            return None
        if confirm_damage(newest_file(self._path), reason) is not None:
            return reason
        _log.warning("The file %s was reported as damaged (%s), but a check found no damage", self.file.name, reason)
        self._mark.disprove(reason)
        self._on_false_alarm(reason)
        return None

    def _open_finding_damage(self, act: Callable[[], None]) -> str | None:
        """Open the file and return its damage, if any; an error that no check confirms is retried once."""
        for is_again in (False, True):
            try:
                act()
            except DamagedError as error:
                return str(error)
            except Exception as error:
                file = newest_file(self._path)
                is_of_file = file.exists() and not (is_environment(error) or isinstance(error, AppError))
                found = confirm_damage(file, str(error)) if is_of_file else None
                if found is None and not is_damage(error):
                    raise
                if found is not None or is_again:
                    return found or str(error)
                _log.warning("The file could not be opened (%s), but is not damaged; trying again", error)
            else:
                break
        return None

    def _reopen(self) -> None:
        """Open the newest file, then close and set aside the previous one; a failure leaves that open for a retry."""
        previous = self.db, self.file, self._detector
        self._open()
        try:
            self._salvage_previous(*previous[:2])
        except BaseException:
            self.close()
            self.db, self.file, self._detector = previous
            raise
        with suppress(sqlite3.Error):
            previous[0].close()
        self._set_aside_old_files()

    def _set_aside_old_files(self) -> None:
        self._are_old_left = not set_aside_old_files(self._path)

    def _salvage_previous(self, held: sqlite3.Connection, file: Path) -> None:
        """Copy what only the previous connection holds, after another process replaced a missing file."""
        recovery = last_recovery(self.db) if file != self.file else None
        if recovery is not None and recovery.was_gone:
            from app.facts.recovery.salvage import salvage  # noqa: PLC0415 - pydantic loads slowly

            salvage(self.db, file, held)

    def _switch(self) -> None:
        reason = self._open_finding_damage(self._reopen)
        if reason is not None:
            self._recover(lambda: recover(self._path, reason))
            return
        _log.warning("Another process restored the data; the current file is %s", self.file.name)
        recovery = last_recovery(self.db)
        if recovery is not None:
            self._on_recovered(recovery)
