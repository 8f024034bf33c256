"""The checks of `despacho doctor` in the data folder. They are quick, and write nothing.

The one exception is a mark beside a damaged file, by which the next writer restores it.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.errors import SettingsError
from app.domain.reception.reception_state import TOKEN_REFUSED
from app.domain.reception.recovery import Recovery
from app.domain.settings import Settings
from app.domain.texts import Text
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import created_at, is_current, opened_for_reading
from app.facts.gaps import Heartbeat, last_heartbeat
from app.facts.maintenance import LastRun, MaintenanceTask, last_run
from app.facts.recovery.backups import backups, is_whole, taken_at
from app.facts.recovery.recovery_log import last_recovery
from app.facts.site_rules import last_received_at
from app.files.private_files import OPEN_TO_OTHERS, OTHERS, mode_for_others
from app.services.maintenance.disk_space import disk_problem
from app.settings import FILE_NAME

_BACKUP_AGE = timedelta(days=2)
_CHECK_AGE = timedelta(days=14)
_JUST_NOW = timedelta(days=1)
"""A report on a bug, and much that was set aside, is news for so long."""
_FLOOD = Text(
    "Doctor",
    "More than 50 MB were set aside within an hour, last at {time}: only the beginning of further bodies was saved. "
    "The provider, or another holder of the token, sends much that is no notification. Show it to the provider, and "
    "agree on a new token where it does not come from there.",
)
_NEWS = timedelta(days=30)
"""A recovery is news for so long, and its damaged file is kept."""
_GAP_AGE = timedelta(days=7)
_NEW_KIND = timedelta(days=7)
"""A new deviation from the contract is news for so long."""
NOT_WRITABLE = Text("Doctor", "{path} cannot be written. Make the user who runs Despacho its owner.")
OLDER = Text("Doctor", "The data was written by an older version. The next start of the window updates it.")
_AHEAD = timedelta(minutes=5)


@dataclass(frozen=True)
class Check:
    """The result of one check.

    Attributes:
        name: of what was checked.
        works: whether it is in order.
        text: the result as a sentence, with what to do.
        is_refused: whether the carrier refused the credentials, rather than failed.
        is_news: whether the user should read it although it works.
    """

    name: str
    works: bool
    text: Text
    is_refused: bool = False
    is_news: bool = False


def utc_minute(at: datetime) -> str:
    """Return a time as the texts of checks show it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def check_data(database: Path, read_settings: Callable[[], Settings], log: Path, now: datetime) -> Iterator[Check]:
    """Yield the checks of a data folder with a readable store, first those that need no board.

    Raises:
        StoreError: it cannot be read.
    """
    with store_failures(database):
        is_of_this_version = is_current(database)
    yield check_folder(database.parent, writable=_written_to(database))
    yield check_disk(database, read_settings)
    if not is_of_this_version:
        yield Check("data", works=True, text=OLDER)
        return
    with store_failures(database), opened_for_reading(newest_file(database)) as facts:
        found = [
            check_backups(database, created_at(facts), now),
            check_maintenance(last_run(facts, MaintenanceTask.CHECK), created_at(facts), now),
            check_recovery(last_recovery(facts), now),
            check_clock(last_heartbeat(facts), last_received_at(facts), now),
        ]
    yield from found
    with Reader.opened(database) as reader:
        yield check_sender(reader)
        yield check_token(reader)
        yield check_gaps(reader, now)
        yield check_reports(log, now)
        yield _quarantine_check(reader, now)
        yield check_deviations(reader, now)


def check_gaps(reader: Reader, now: datetime) -> Check:
    """Name the last reception gap, if any ended in the last days in which notifications may be missing."""
    gaps = [one for one in reader.gaps() if not one.heard_by and now - one.until < _GAP_AGE]
    if not gaps:
        return Check("gaps", works=True, text=Text("Doctor", "No reception gap ended in the last seven days."))
    last = gaps[0]
    text = Text(
        "Doctor",
        "Reception gaps that ended in the last seven days: {count}. The last one was from {since} to {until}: {cause}. "
        "Notifications of that time may be missing; its days are loaded again. To list those of a day: {command}",
    )
    command = f"despacho export gaps --date {reader.days().day_of(last.until)}"
    values = {"count": len(gaps), "since": utc_minute(last.since), "until": utc_minute(last.until)}
    said = text.filled(cause=last.text, command=command, **values)
    return Check("gaps", works=True, text=said, is_news=True)


def check_folder(folder: Path, writable: Sequence[Path] = ()) -> Check:
    """Check that only its owner can open the folder, and that it and these files in it can be written."""
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return _wrong("folder", NOT_WRITABLE, folder)
    for file in filter(Path.exists, writable):
        if not file.is_file():
            return _wrong(
                "folder", Text("Doctor", "{path} is not a file, so nothing can be saved. Move it away."), file
            )
        if not os.access(file, os.R_OK | os.W_OK):
            text = Text(
                "Doctor",
                "{path} cannot be read and written, so nothing can be saved. Allow it to the user who runs Despacho: "
                "chmod 600 {path}",
            )
            return _wrong("folder", text, file)
    if mode_for_others(folder):
        return _wrong("folder", OPEN_TO_OTHERS, folder)
    mode = folder.stat().st_mode
    is_shared = os.name == "posix" and bool(mode & stat.S_ISVTX and mode & OTHERS)
    settings = folder / FILE_NAME
    if is_shared and settings.exists() and settings.stat().st_mode & OTHERS:
        return _wrong(
            "folder", Text("Doctor", "Other users can read the settings. Prevent that: chmod 600 {path}"), settings
        )
    alone = Text("Doctor", "Only its owner can open the data folder.")
    shared = Text("Doctor", "Other users use the folder {path} too. A separate folder is safer for the data.").filled(
        path=folder
    )
    return Check("folder", works=True, text=shared if is_shared else alone)


def check_disk(database: Path, read_settings: Callable[[], Settings]) -> Check:
    """Check that the disk has space for a copy of the store, and more, and that the data has not grown beyond it."""
    try:
        problem = disk_problem(database, read_settings)
    except SettingsError as error:
        problem = error.user_message
    if problem is not None:
        return Check("disk", works=False, text=problem)
    free = shutil.disk_usage(database.parent).free // 1_000_000
    return Check(
        "disk", works=True, text=Text("Doctor", "There is enough disk space: {free} MB are free.").filled(free=free)
    )


def check_backups(database: Path, since: datetime | None, now: datetime) -> Check:
    """Check that there is a recent copy; a new store needs none yet."""
    copies = backups(database, now)
    at = taken_at(database, copies[0]) if copies else None
    if at is not None and not is_whole(copies[0]):
        return _wrong(
            "backups",
            Text("Doctor", "The newest copy of the data, {path}, is damaged. Move it away, and a new one is made."),
            copies[0],
        )
    if at is not None and timedelta(0) <= now - at < _BACKUP_AGE:
        text = Text("Doctor", "Copies of the data: {count}. The newest was made at {time}.")
        return Check("backups", works=True, text=text.filled(count=len(copies), time=utc_minute(at)))
    if at is None and since is not None and now - since < _BACKUP_AGE:
        return Check("backups", works=True, text=Text("Doctor", "The data is new: it will be copied soon."))
    old = Text(
        "Doctor",
        "The newest copy of the data was made at {time}. Keep the window or the receiver open for some minutes.",
    )
    none = Text("Doctor", "There is no copy of the data. Keep the window or the receiver open for some minutes.")
    return Check("backups", works=False, text=old.filled(time=utc_minute(at)) if at is not None else none)


def check_maintenance(last: LastRun | None, since: datetime | None, now: datetime) -> Check:
    """Check that the whole store was checked recently."""
    if last is not None and now - last.at < _CHECK_AGE:
        text = Text("Doctor", "The data was last checked completely at {time}.")
        return Check("check", works=True, text=text.filled(time=utc_minute(last.at)))
    if since is not None and now - since < _CHECK_AGE:
        return Check("check", works=True, text=Text("Doctor", "The data is new: it will be checked soon."))
    text = Text(
        "Doctor", "The data was not checked completely for two weeks. Keep the window or the receiver open for a while."
    )
    return Check("check", works=False, text=text)


def check_recovery(recovery: Recovery | None, now: datetime) -> Check:
    """Tell whether the store was restored: it works again, but data may be missing."""
    if recovery is None:
        return Check("recovery", works=True, text=Text("Doctor", "The data never had to be restored."))
    return Check("recovery", works=True, text=recovery.text, is_news=now - recovery.at < _NEWS)


def check_clock(heartbeat: Heartbeat | None, received_at: datetime | None, now: datetime) -> Check:
    """Check that no saved data is from the future."""
    last = max(filter(None, (heartbeat and heartbeat.at, received_at)), default=None)
    if last is not None and last - now > _AHEAD:
        text = Text("Doctor", "The computer's clock was set back: the last saved data is of {time}. Correct the clock.")
        return Check("clock", works=False, text=text.filled(time=utc_minute(last)))
    return Check("clock", works=True, text=Text("Doctor", "The clock is not behind the last saved data."))


def check_sender(reader: Reader) -> Check:
    """Check that the last notifications' times are in the time zone set for them."""
    found = reader.sender_clock()
    if found is not None:
        return Check("sender", works=False, text=found.with_command)
    return Check(
        "sender", works=True, text=Text("Doctor", "The provider's times are in the time zone that is set for them.")
    )


def check_token(reader: Reader) -> Check:
    """Check that no notifications are refused for their token."""
    since = reader.refused_since()
    if since is not None:
        return Check("token", works=False, text=TOKEN_REFUSED.filled(since=utc_minute(since)))
    return Check("token", works=True, text=Text("Doctor", "No notification is refused because of its token."))


def check_deviations(reader: Reader, now: datetime) -> Check:
    """Tell what the provider sends outside the contract; it is read as far as possible."""
    deviations = reader.deviations()
    if not deviations:
        text = Text("Doctor", "Everything that came follows the contract.")
        return Check("deviations", works=True, text=text)
    newest_one = max(deviations, key=lambda one: one.first_at)
    text = Text(
        "Doctor",
        "The provider sends {count} kinds of data outside the contract. The newest, since {time}: {place} ({what}). "
        "The window lists them (menu: What the provider sends outside the contract), and so does: "
        "despacho export deviations",
    )
    values = {"count": len(deviations), "place": newest_one.place, "what": newest_one.what.value}
    said = text.filled(time=utc_minute(newest_one.first_at), **values)
    return Check("deviations", works=True, text=said, is_news=now - newest_one.first_at < _NEW_KIND)


def check_reports(log: Path, now: datetime) -> Check:
    """Tell the path of a recent crash report; the user cannot correct the bug, so this is no failure."""
    reports = sorted(log.glob("crash-*.txt"), key=lambda one: one.stem) if log.is_dir() else []
    if reports and now - datetime.fromtimestamp(reports[-1].stat().st_mtime, UTC) < _JUST_NOW:
        text = Text(
            "Doctor",
            "Despacho had an internal error in the last day. If it recurs, send the report {path} to the maintainers.",
        )
        return Check("reports", works=True, text=text.filled(path=reports[-1]), is_news=True)
    return Check("reports", works=True, text=Text("Doctor", "Despacho had no internal error in the last day."))


def _written_to(database: Path) -> tuple[Path, ...]:
    """Return the files that each write needs: the store, its log and the lock."""
    file = newest_file(database)
    return file, file.with_name(f"{file.name}-wal"), database.with_suffix(".lock")


def _quarantine_check(reader: Reader, now: datetime) -> Check:
    shortened_at, quarantined = reader.shortened_at(), reader.quarantined()
    if shortened_at is not None and now - shortened_at < _JUST_NOW:
        return Check("notifications", works=True, text=_FLOOD.filled(time=utc_minute(shortened_at)), is_news=True)
    if quarantined:
        text = Text(
            "Doctor",
            "Notifications set aside: {count}. They are saved, but could not be interpreted; the window shows them.",
        )
        return Check("notifications", works=True, text=text.filled(count=quarantined), is_news=True)
    return Check("notifications", works=True, text=Text("Doctor", "No notification is set aside."))


def _wrong(name: str, text: Text, path: Path) -> Check:
    return Check(name, works=False, text=text.filled(path=path))
