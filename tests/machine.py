"""Says on what a long measurement was made: date, commit, versions, machine."""

import os
import platform
import sqlite3
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from app import __version__


def where_it_ran(command: str, seconds: float, libraries: Sequence[str]) -> list[str]:
    """Return lines that say what was run, when, for how long and on what.

    Args:
        command: as one types it.
        seconds: that it took.
        libraries: names of distributions whose versions count.
    """
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30 if hasattr(os, "sysconf") else 0
    return [
        f"`{command}`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {seconds / 60:.0f} minutes,",
        f"commit {commit.stdout.strip() or 'unknown'}. Despacho {__version__}, Python {platform.python_version()},",
        f"SQLite {sqlite3.sqlite_version}, {', '.join(f'{name} {version(name)}' for name in libraries)}.",
        f"{platform.system()} {platform.release()}, {os.cpu_count()} cores, {memory:.0f} GiB.",
    ]
