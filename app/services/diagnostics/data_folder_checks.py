"""What `despacho doctor` looks at in the data folder: nothing takes long, and nothing is written.

But for a mark beside a file that was met as damaged, which whoever writes restores then.
"""

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.reception.token_refusals import TOKEN_REFUSED
from app.domain.texts import Text
from app.domain.views.newer_facts import NEWER_FACTS
from app.facts.file.generations import newest_file
from app.facts.health import StoreHealth, store_health
from app.facts.recovery.backups import backups, is_whole, taken_at
from app.services.diagnostics.check import Check, utc_minute
from app.settings.file import FILE_NAME

_LEAST_FREE = 500_000_000  # bytes
_BACKUP_AGE = timedelta(days=2)
_CHECK_AGE = timedelta(days=14)
_JUST_NOW = timedelta(days=1)
"""For so long a report on a bug is news."""
_NEWS = timedelta(days=30)
"""For so long a recovery is, and a damaged file that was set aside stays."""
_NEW_KIND = timedelta(days=7)
"""For so long something new beside the contract is."""
OLDER = Text("Doctor", "The data was written by an older version. The next start of the window updates it.")
_AHEAD = timedelta(minutes=5)
_OTHERS = 0o077  # of a mode: what is not its owner's


def check_data(database: Path, log: Path, now: datetime) -> Iterator[Check]:
    """Look at a data folder with a store that can be read.

    Raises:
        StoreError: it cannot be read after all.
    """
    stands = store_health(database)
    yield check_folder(database.parent, writable=_written_to(database))
    yield check_disk(newest_file(database))
    if stands is None:
        yield Check("data", works=True, text=OLDER)
        return
    yield check_backups(database, stands, now)
    yield check_maintenance(stands, now)
    yield check_recovery(stands, now)
    yield check_clock(stands, now)
    yield check_sender(database)
    yield check_token(stands)
    yield check_reports(log, now)
    yield _told(stands)
    yield check_newer(database)
    yield check_deviations(stands, now)


def check_folder(folder: Path, writable: Sequence[Path] = ()) -> Check:
    """Look whether the folder is its owner's alone, and can be written, and so can these files in it."""
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return _wrong(
            "folder", Text("Doctor", "{path} cannot be written. Make the user who runs Despacho its owner."), folder
        )
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
    mode = folder.stat().st_mode
    is_open = os.name == "posix" and bool(mode & _OTHERS)
    is_shared = is_open and bool(mode & stat.S_ISVTX)  # as /tmp is: Despacho leaves it so
    if is_open and not is_shared:
        return _wrong("folder", Text("Doctor", "Other users can read the data. Prevent that: chmod 700 {path}"), folder)
    settings = folder / FILE_NAME
    if is_shared and settings.exists() and settings.stat().st_mode & _OTHERS:
        return _wrong(
            "folder", Text("Doctor", "Other users can read the settings. Prevent that: chmod 600 {path}"), settings
        )
    alone = Text("Doctor", "Only its owner can open the data folder.")
    shared = Text("Doctor", "Other users use the folder {path} too. A separate folder is safer for the data.").filled(
        path=folder
    )
    return Check("folder", works=True, text=shared if is_shared else alone)


def check_disk(file: Path) -> Check:
    """Look whether there is room for a copy of the store, and some more."""
    free, size = shutil.disk_usage(file.parent).free, file.stat().st_size
    sentence = Text("Doctor", "There is enough disk space: {free} MB are free.")
    if free < max(_LEAST_FREE, 2 * size):
        sentence = Text(
            "Doctor",
            "The disk is almost full: {free} MB are free, and {needed} MB are needed to save everything. Free some "
            "space.",
        )
    needed = max(_LEAST_FREE, 2 * size)
    text = sentence.filled(free=free // 1_000_000, needed=needed // 1_000_000)
    return Check("disk", works=free >= needed, text=text)


def check_backups(database: Path, stands: StoreHealth, now: datetime) -> Check:
    """Look whether there is a copy that is not old; a store that is itself new needs none yet."""
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
    if at is None and stands.created_at is not None and now - stands.created_at < _BACKUP_AGE:
        return Check("backups", works=True, text=Text("Doctor", "The data is new: it will be copied soon."))
    old = Text(
        "Doctor",
        "The newest copy of the data was made at {time}. Keep the window or the receiver open for some minutes.",
    )
    none = Text("Doctor", "There is no copy of the data. Keep the window or the receiver open for some minutes.")
    return Check("backups", works=False, text=old.filled(time=utc_minute(at)) if at is not None else none)


def check_maintenance(stands: StoreHealth, now: datetime) -> Check:
    """Look when the whole store was last checked."""
    if stands.checked_at is not None and now - stands.checked_at < _CHECK_AGE:
        text = Text("Doctor", "The data was last checked completely at {time}.")
        return Check("check", works=True, text=text.filled(time=utc_minute(stands.checked_at)))
    if stands.created_at is not None and now - stands.created_at < _CHECK_AGE:
        return Check("check", works=True, text=Text("Doctor", "The data is new: it will be checked soon."))
    text = Text(
        "Doctor", "The data was not checked completely for two weeks. Keep the window or the receiver open for a while."
    )
    return Check("check", works=False, text=text)


def check_recovery(stands: StoreHealth, now: datetime) -> Check:
    """Say whether the store had to be restored: that is over, but something may be missing."""
    recovery = stands.recovery
    if recovery is None:
        return Check("recovery", works=True, text=Text("Doctor", "The data never had to be restored."))
    return Check("recovery", works=True, text=recovery.text, is_news=now - recovery.at < _NEWS)


def check_clock(stands: StoreHealth, now: datetime) -> Check:
    """Look whether something was kept at a time that is still to come."""
    last = max(filter(None, (stands.listened_at, stands.received_at)), default=None)
    if last is not None and last - now > _AHEAD:
        text = Text("Doctor", "The computer's clock was set back: the last saved data is of {time}. Correct the clock.")
        return Check("clock", works=False, text=text.filled(time=utc_minute(last)))
    return Check("clock", works=True, text=Text("Doctor", "The clock is not behind the last saved data."))


def check_sender(database: Path) -> Check:
    """Look whether the last notifications are stamped in the zone in which they are read."""
    with Reader.opened(database) as reader:
        found = reader.sender_clock()
    if found is not None:
        return Check("sender", works=False, text=found.with_command)
    return Check(
        "sender", works=True, text=Text("Doctor", "The sender's times are in the time zone that is set for them.")
    )


def check_token(stands: StoreHealth) -> Check:
    """Look whether notifications are refused because the sender bears another token."""
    since = stands.refused_since
    if since is not None:
        return Check("token", works=False, text=TOKEN_REFUSED.filled(since=utc_minute(since)))
    return Check("token", works=True, text=Text("Doctor", "No notification is refused because of its token."))


def check_deviations(stands: StoreHealth, now: datetime) -> Check:
    """Say what the provider sends beside the contract: it is read all the same, as far as it can be."""
    if not stands.deviations:
        text = Text("Doctor", "Nothing that came was beside the contract.")
        return Check("deviations", works=True, text=text)
    newest_one = max(stands.deviations, key=lambda one: one.first_at)
    text = Text(
        "Doctor",
        "The provider sends {count} kinds of data beside the contract. The newest, since {time}: {place} ({what}). The "
        "window lists them (menu: What the provider sends beside the contract), and so does: "
        "despacho export deviations",
    )
    values = {"count": len(stands.deviations), "place": newest_one.place, "what": newest_one.what.value}
    said = text.filled(time=utc_minute(newest_one.first_at), **values)
    return Check("deviations", works=True, text=said, is_news=now - newest_one.first_at < _NEW_KIND)


def check_newer(database: Path) -> Check:
    """Say whether a newer version wrote what this one cannot read: it is kept, and an update reads it."""
    with Reader.opened(database) as reader:
        count = reader.newer_facts()
    if count:
        return Check("newer", works=True, text=NEWER_FACTS.filled(count=count), is_news=True)
    return Check("newer", works=True, text=Text("Doctor", "This version of Despacho can read all saved data."))


def check_reports(log: Path, now: datetime) -> Check:
    """Say where the report is if a bug was reported of late: whoever asks cannot mend it."""
    reports = sorted(log.glob("crash-*.txt"), key=lambda one: one.stem) if log.is_dir() else []
    if reports and now - datetime.fromtimestamp(reports[-1].stat().st_mtime, UTC) < _JUST_NOW:
        text = Text(
            "Doctor",
            "Despacho had an internal error in the last day. If it recurs, send the report {path} to the maintainers.",
        )
        return Check("reports", works=True, text=text.filled(path=reports[-1]), is_news=True)
    return Check("reports", works=True, text=Text("Doctor", "Despacho had no internal error in the last day."))


def _written_to(database: Path) -> tuple[Path, ...]:
    """Return the file of the store, its log, and what everybody locks before it writes."""
    file = newest_file(database)
    return file, file.with_name(f"{file.name}-wal"), database.with_suffix(".lock")


def _told(stands: StoreHealth) -> Check:
    if stands.quarantined:
        text = Text(
            "Doctor",
            "Notifications set aside: {count}. They are saved, but could not be interpreted; the window shows them.",
        )
        return Check("notifications", works=True, text=text.filled(count=stands.quarantined), is_news=True)
    return Check("notifications", works=True, text=Text("Doctor", "No notification is set aside."))


def _wrong(name: str, text: Text, path: Path) -> Check:
    return Check(name, works=False, text=text.filled(path=path))
