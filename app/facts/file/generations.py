"""Which file the store lives in: its own path, or after a recovery one with a higher number.

A recovery never puts a file in the place of another: whoever still has the damaged one open would, as the last to close
it, take the log of the new one away by its name, and on Windows an open file cannot be renamed at all. So the restored
file is `facts.generation-2.sqlite`, then `facts.generation-3.sqlite`, a name that nobody gives to a copy, and
everybody goes over to the newest one by itself.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

FIRST_LAYOUT = "despacho.sqlite"
"""The name of a store of the first layout, in which facts and what was derived of them were one file."""


def newest_file(path: Path) -> Path:
    """Return the file in which the store lives now; its own path where there is none yet."""
    return max(_generations(path), default=(1, path))[1]


def next_file(path: Path, file: Path) -> Path:
    """Return the name of the generation that follows a file of the store.

    One of which only the log is left is passed over: SQLite would take that for the new one's.
    """
    generation = generation_of(path, file) + 1
    while _named(path, generation, "-wal").exists() and not _named(path, generation).exists():
        generation += 1
    return _named(path, generation)


def older_files(path: Path) -> list[Path]:
    """Return the files that the store lived in before, as far as they or their logs still are in their places."""
    current = generation_of(path, newest_file(path))
    return [file for generation, file in sorted(set(_generations(path, with_logs=True))) if generation < current]


def generation_of(path: Path, file: Path) -> int:
    """Return which generation a file of the store is."""
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
    """Return the file of the first layout that is to be read into a store; None where there is none.

    Args:
        path: of the store.
    """
    file = newest_file(path.with_name(FIRST_LAYOUT))
    return file if file.exists() else None
