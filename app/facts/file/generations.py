"""Find the current file of a store: its own path, or after recoveries the one with the highest number.

A recovery never replaces a file in place: the last process to close the damaged file would delete the log of the new
one, and Windows cannot rename an open file. The restored file is `facts.generation-2.sqlite`, the next one
`facts.generation-3.sqlite`, and every process switches to the newest one.
"""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

FIRST_LAYOUT = "despacho.sqlite"
"""The store's file name in the first layout, in which facts and derived data were one file."""
_CLOCK_TICK = 4_000_000_000
"""Nanoseconds; the coarsest times of a file system, FAT's, are two seconds."""


def newest_file(path: Path) -> Path:
    """Return the current file of a store; its own path if there is none yet."""
    return max(_generations(path), default=(1, path))[1]


class NewestFile:
    """Finds the current file of a store, and lists the folder again only when its entries have changed.

    To list it, the interpreter changes threads for each entry; a writer looks before each transaction.

    Args:
        path: of the store.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: tuple[int, Path] | None = None  # and when the folder had changed, in nanoseconds

    def find(self) -> Path:
        """Return `newest_file`."""
        changed_at = self._path.parent.stat().st_mtime_ns
        if self._found is None or self._found[0] != changed_at:
            newest = newest_file(self._path)
            # A folder that changed a moment ago may change again at what its file system takes for the same time.
            is_long_ago = changed_at < time.time_ns() - _CLOCK_TICK
            self._found = (changed_at, newest) if is_long_ago else None
            return newest
        return self._found[1]


def next_file(path: Path, file: Path) -> Path:
    """Return the path of the generation after a file of the store.

    A generation with a left-over log is skipped: SQLite would apply that log to the new file.
    """
    generation = generation_of(path, file) + 1
    while _named(path, generation, "-wal").exists() and not _named(path, generation).exists():
        generation += 1
    return _named(path, generation)


def older_files(path: Path) -> list[Path]:
    """Return the earlier generations that still exist, at least as a log."""
    current = generation_of(path, newest_file(path))
    return [file for generation, file in sorted(set(_generations(path, with_logs=True))) if generation < current]


def generation_of(path: Path, file: Path) -> int:
    """Return the generation of a file of the store, from 1."""
    found = _name(path).fullmatch(file.name)
    return int(found[2] or 1) if found else 1


def _generations(path: Path, *, with_logs: bool = False) -> Iterator[tuple[int, Path]]:
    name = _name(path, "(?:-wal|-shm)?" if with_logs else "")
    try:
        with os.scandir(path.parent) as entries:
            for entry in entries:
                found = name.fullmatch(entry.name)
                if found:
                    yield int(found[2] or 1), path.with_name(found[1])
    except (FileNotFoundError, NotADirectoryError):
        return


def _named(path: Path, generation: int, tail: str = "") -> Path:
    return path.with_name(f"{path.stem}.generation-{generation}{path.suffix}{tail}")


def _name(path: Path, tail: str = "") -> re.Pattern[str]:
    generation = r"(?:\.generation-([2-9]|[1-9]\d+))?"
    return re.compile(rf"({re.escape(path.stem)}{generation}{re.escape(path.suffix)}){tail}", re.ASCII)


def first_layout_file(path: Path) -> Path | None:
    """Return the file of the first layout beside a store, which is to be imported; None: none.

    Args:
        path: of the store.
    """
    file = newest_file(path.with_name(FIRST_LAYOUT))
    return file if file.exists() else None
