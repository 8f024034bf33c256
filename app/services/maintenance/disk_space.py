"""Whether the disk has room for the data, and the data is no larger than it should be."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.domain.settings import Settings
from app.domain.texts import Text
from app.facts.file.generations import newest_file
from app.facts.recovery.backups import LARGE_BYTES

LEAST_FREE = 1_000_000_000  # bytes
MOST_DATA = 3 * LARGE_BYTES
"""Bytes of the data folder: large facts, and two copies. The defaults for 10,000 shipments a day take about a third."""
_PARTS: Final = ("facts*", "board*", "backups/*", "damaged/*")
"""The files of a data folder that grow; other programs may use the folder, too."""
DISK_LOW = Text(
    "Disk",
    "The disk is almost full: {free} MB are free, and {needed} MB are needed to save everything. Free some space.",
)
DATA_GROWN = Text(
    "Disk",
    "The data takes {size} MB of the disk in {path}. Keep fewer days than now ({days}). If it grew within days, look "
    "at what the receiver gets.",
    command="despacho settings set retention_days DAYS; despacho doctor",
)


def needed_space(database: Path) -> int:
    """Return how many bytes must be free: a copy of the facts, which is made daily, and as much again."""
    return max(LEAST_FREE, 2 * _size(newest_file(database)))


def disk_problem(database: Path, read_settings: Callable[[], Settings]) -> Text | None:
    """Return what to do about the disk; None: nothing.

    Raises:
        OSError: the folder is gone.
        SettingsError: the data has grown, and the settings cannot be read.
    """
    free, needed = shutil.disk_usage(database.parent).free, needed_space(database)
    if free < needed:
        return DISK_LOW.filled(free=free // 1_000_000, needed=needed // 1_000_000)
    size = sum(_size(one) for part in _PARTS for one in database.parent.glob(part))
    if size > MOST_DATA:
        days = read_settings().retention_days
        return DATA_GROWN.filled(size=size // 1_000_000, path=database.parent, days=days)
    return None


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # it was removed meanwhile
        return 0
