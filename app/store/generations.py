"""Which file the store lives in: its own path, or after a recovery one with a higher number.

A recovery never puts a file in the place of another: whoever still has the damaged one open would, as the last to close
it, take the log of the new one away by its name, and on Windows an open file cannot be renamed at all. So the restored
file is `despacho.generation-2.sqlite`, then `despacho.generation-3.sqlite`, a name that nobody gives to a copy, and
everybody goes over to the newest one by itself.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path


def newest(path: Path) -> Path:
    """Return the file in which the store lives now; its own path where there is none yet."""
    return max(_generations(path), default=(1, path))[1]


def after(path: Path, file: Path) -> Path:
    """Return the name of the generation that follows a file of the store.

    One of which only the log is left is passed over: SQLite would take that for the new one's.
    """
    following = number(path, file) + 1
    while _named(path, following, "-wal").exists() and not _named(path, following).exists():
        following += 1
    return _named(path, following)


def older(path: Path) -> list[Path]:
    """Return the files that the store lived in before, as far as they still are in their places."""
    now = newest(path)
    return [file for _, file in sorted(_generations(path)) if file != now]


def number(path: Path, file: Path) -> int:
    """Return which generation a file of the store is."""
    found = _name(path).fullmatch(file.name)
    return int(found[1] or 1) if found else 1


def _generations(path: Path) -> Iterator[tuple[int, Path]]:
    name = _name(path)
    try:
        with os.scandir(path.parent) as entries:
            for entry in entries:
                found = name.fullmatch(entry.name)
                if found:
                    yield int(found[1] or 1), path.with_name(entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return


def _named(path: Path, nth: int, tail: str = "") -> Path:
    return path.with_name(f"{path.stem}.generation-{nth}{path.suffix}{tail}")


def _name(path: Path) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(path.stem)}(?:\.generation-([2-9]|[1-9]\d+))?{re.escape(path.suffix)}", re.ASCII)
