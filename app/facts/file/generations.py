"""Find the current file of a store: its own path, or after recoveries the one with the highest number.

A recovery never replaces a file in place: the last process to close the damaged file would delete the log of the new
one, and Windows cannot rename an open file. The restored file is `facts.generation-2.sqlite`, the next one
`facts.generation-3.sqlite`, and every process switches to the newest one.
"""

import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from app.files.file_names import matching_names, name_match
from app.files.reading import settled_state

_LIST_EVERY = 2.0  # seconds


def newest_file(path: Path) -> Path:
    """Return the current file of a store; its own path if there is none yet."""
    return max(_generations(path), default=(1, path))[1]


class FolderWatch:
    """Tells when to list a folder again: when its entries have changed, and every two seconds.

    To list it, the interpreter changes threads for each entry; a writer looks before each transaction, a reader before
    each query. Not every file system tells of new entries at once.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state: tuple[int, ...] | None = None  # of the folder when it was listed
        self._listed_at = 0.0  # monotonic

    def is_due(self) -> bool:
        """Return whether to list it now; then the caller does."""
        state, now = settled_state(self._folder), time.monotonic()
        is_due = state is None or state != self._state or now - self._listed_at > _LIST_EVERY
        if is_due:
            self._state, self._listed_at = state, now
        return is_due


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
    found = name_match(_pattern(path), file.name)
    return int(found[2] or 1) if found else 1


def _generations(path: Path, *, with_logs: bool = False) -> Iterator[tuple[int, Path]]:
    for found in matching_names(path.parent, _pattern(path, "(?:-wal|-shm)?" if with_logs else "")):
        yield int(found[2] or 1), path.with_name(found[1])


def _named(path: Path, generation: int, tail: str = "") -> Path:
    return path.with_name(f"{path.stem}.generation-{generation}{path.suffix}{tail}")


@cache
def _pattern(path: Path, tail: str = "") -> str:
    generation = r"(?:\.generation-([2-9]|[1-9]\d+))?"
    return rf"({re.escape(path.stem)}{generation}{re.escape(path.suffix)}){tail}"
