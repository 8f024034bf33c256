"""Maintains the data automatically: checks and copies it, and removes old facts."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.board.board_file import board_problem
from app.domain.errors import AppError, SettingsError
from app.domain.settings import Settings
from app.domain.texts import Text
from app.facts.file.failures import store_failures
from app.facts.maintenance import LastRun, MaintenanceTask, last_run, maintenance_lock, save_last_run
from app.facts.recovery.backups import back_up, backups, taken_at
from app.facts.recovery.corruption_check import integrity_problem
from app.facts.recovery.recovery_log import last_recovery
from app.facts.site_rules import last_received_at
from app.services.app_context import AppContext
from app.services.maintenance.disk_space import disk_problem
from app.services.site_settings import site_of
from app.store.retention import has_data, last_input_at, purge, purge_backups, rewrite
from app.store.writer import Writer
from app.threads import OnceReporter, WatchThread

_CHECK_TASKS_EVERY = 30.0  # seconds between two checks of what is due
_AGAIN = 3600.0  # seconds until a failed task is retried
_DISK_AGAIN = 86400.0  # seconds until the same problem of the disk is reported again
_CHECK_EVERY = timedelta(days=7)
_BACKUP_EVERY = timedelta(days=1)
_QUIET = timedelta(minutes=5)
"""Since the last notification: after it, a pause of some seconds in writing does not matter."""
_LONGEST_SLEEP = timedelta(days=30)
"""Since the last purge, or the last data where there was none. A clock that is farther ahead must stay so for a day
before days count as old by it."""
_SETTLED = timedelta(days=1)
_DAMAGED_KEPT = timedelta(days=30)

_FAILED = {
    "check": Text("Care", "The data could not be checked. Despacho tries again in an hour. {reason}"),
    "purge": Text("Care", "Old days could not be removed. Despacho tries again in an hour. {reason}"),
    "rewrite": Text(
        "Care", "What was removed could not be erased from the disk. Despacho tries again in an hour. {reason}"
    ),
    "backup": Text("Care", "The data could not be copied. Despacho tries again in an hour. {reason}"),
}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class MaintenanceEvents:
    """Functions that are called in the thread of the maintenance."""

    on_problem: Callable[[Text], None]
    """Called with each failed task, once for the same reason."""
    on_disk_problem: Callable[[Text], None]
    """Called with what is to be done about the disk, once a day."""
    on_bug: Callable[[BaseException], None]
    """Called with every error that is no failure of the environment; the thread continues."""
    on_purged: Callable[[], None] = lambda: None
    """Called when days may have been removed."""
    reporter: OnceReporter = field(default_factory=OnceReporter)
    """Reports what prevents maintenance, such as settings that cannot be read."""


class MaintenanceThread(WatchThread):
    """Maintains the data in a thread of its own; of several processes on one folder, one at a time does.

    At each start the facts are checked quickly and the board thoroughly, each week both thoroughly; the facts are
    copied each day, and after a recovery. Facts older than the retention in the settings are removed from the file and
    its copies. `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        place: AppContext,
        writer: Writer,
        events: MaintenanceEvents,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("maintenance", events.on_bug, _CHECK_TASKS_EVERY)
        self._place, self._writer, self._events = place, writer, events
        self._disk_reported: dict[str, float] = {}
        self._clock = clock
        self._tasks = {"check": self._check, "purge": self._purge, "rewrite": self._rewrite, "backup": self._back_up}
        self._not_before: dict[str, float] = {}
        self._reported: dict[str, str] = {}
        self._is_checked = False

    def _look(self) -> None:
        self._run_tasks()
        self._look_at_disk()

    def _run_tasks(self) -> None:
        """Run the tasks that are due, unless another process runs them."""
        try:
            settings = self._place.settings_file.read()
        except AppError as error:
            self._events.reporter.report("maintenance", error)
            return
        with maintenance_lock(self._place.database) as is_ours:
            for name, task in self._tasks.items():
                if is_ours and not self._stopping.is_set() and self._clock() >= self._not_before.get(name, 0.0):
                    self._try(name, task, settings)

    def _look_at_disk(self) -> None:
        """Report what is to be done about the disk; another process on the data reports it too."""
        try:
            problem = disk_problem(self._place.database, self._place.settings_file.read)
        except (OSError, SettingsError):  # which the next write, or `_run_tasks` reports
            return
        if problem is not None and self._clock() >= self._disk_reported.get(problem.source, 0.0):
            self._disk_reported[problem.source] = self._clock() + _DISK_AGAIN
            _log.warning("%s", problem)
            self._events.on_disk_problem(problem)

    def _try(self, name: str, task: Callable[[Settings, datetime], None], settings: Settings) -> None:
        try:
            task(settings, self._place.now())
        except BaseException as error:
            self._not_before[name] = self._clock() + _AGAIN
            if not isinstance(error, AppError):  # a bug ends this run; the next one continues with the other tasks
                raise
            _log.warning("Maintenance (%s): %s", name, error)
            if self._reported.get(name) != str(error):
                self._reported[name] = str(error)
                self._events.on_problem(_FAILED[name].filled(reason=error.user_message))
        else:
            self._reported.pop(name, None)

    def _check(self, _settings: Settings, now: datetime) -> None:
        is_thorough = _is_due(self._noted(MaintenanceTask.CHECK), now, _CHECK_EVERY)
        if self._is_checked and not is_thorough:
            return
        problem = integrity_problem(self._place.database, thorough=is_thorough)
        if problem is not None:
            self._writer.recover()
        else:
            with store_failures(self._place.database):
                problem = board_problem(self._place.database)
            if problem is not None:
                self._writer.board.replace(problem)
            elif is_thorough:
                self._note(MaintenanceTask.CHECK, LastRun(now))
        self._is_checked = True

    def _purge(self, settings: Settings, now: datetime) -> None:
        kept = timedelta(days=settings.retention_days)
        days = site_of(self._place).days
        first_kept = days.day_of(now) - kept
        last = self._noted(MaintenanceTask.PURGE)
        if last is not None and last.result == str(first_kept):
            return
        since = last.at if last is not None else self._writer.read(last_input_at).result()
        if since is not None and self._is_leap(since, now):
            return
        before = days.begin(first_kept)
        gone = purge(self._writer, before, self._stopping.wait)
        if gone is None:
            return
        purge_backups(self._place.database, before, now - min(kept, _DAMAGED_KEPT))
        self._note(MaintenanceTask.PURGE, LastRun(now, str(first_kept)))
        if gone:
            _log.info("Removed %d rows that came before %s", gone, first_kept)
            self._events.on_purged()

    def _is_leap(self, since: datetime, now: datetime) -> bool:
        """Tell whether the clock may be wrong: it is far ahead of a time, and has been so for less than a day."""
        if now - since <= _LONGEST_SLEEP:
            return False
        seen = self._noted(MaintenanceTask.LEAP)
        if seen is not None and _SETTLED <= now - seen.at <= _LONGEST_SLEEP:
            return False
        if seen is None or not timedelta(0) <= now - seen.at <= _LONGEST_SLEEP:
            _log.warning("No data since %s: the clock may be wrong, so the next purge waits", since)
            self._note(MaintenanceTask.LEAP, LastRun(now))
        return True

    def _rewrite(self, _settings: Settings, now: datetime) -> None:
        if self._noted(MaintenanceTask.REWRITE) is None:
            return
        arrived = self._writer.read(last_received_at).result()
        if arrived is None or not timedelta(0) <= now - arrived < _QUIET:
            rewrite(self._writer, self._stopping.wait)

    def _back_up(self, _settings: Settings, now: datetime) -> None:
        path = self._place.database
        taken = (taken_at(path, one) for one in backups(path, now))
        newest = next((LastRun(one) for one in taken if one is not None and one <= now), None)
        # So that a next recovery does not go back to the same copy:
        recovery = self._writer.read(last_recovery).result()
        is_older = newest is not None and recovery is not None and newest.at < recovery.at <= now
        if (is_older or _is_due(newest, now, _BACKUP_EVERY)) and self._writer.read(has_data).result():
            back_up(path, now)

    def _noted(self, care: MaintenanceTask) -> LastRun | None:
        return self._writer.read(lambda db: last_run(db, care)).result()

    def _note(self, care: MaintenanceTask, what: LastRun) -> None:
        self._writer.write(lambda db: save_last_run(db, care, what))


def _is_due(last: LastRun | None, now: datetime, every: timedelta) -> bool:
    """Tell whether a run is due; a last run in the future does not count, as the clock was wrong then."""
    return last is None or not timedelta(0) <= now - last.at < every
