"""Ways to damage a file."""

import os
import random
from collections.abc import Callable
from pathlib import Path

PAGE = 4096

Damage = Callable[[Path, random.Random], object]


def header(path: Path, rng: random.Random) -> None:
    """Overwrite the first hundred bytes."""
    _overwrite(path, 0, rng.randbytes(100))


def pages(path: Path, rng: random.Random) -> None:
    """Overwrite a fifth of the pages behind the first."""
    count = path.stat().st_size // PAGE
    for page in rng.sample(range(1, count), count // 5):
        _overwrite(path, page * PAGE, rng.randbytes(PAGE))


def cut(path: Path, _rng: random.Random) -> None:
    """Lose the second half."""
    os.truncate(path, path.stat().st_size // 2 // PAGE * PAGE)


def schema(path: Path, _rng: random.Random) -> None:
    """Overwrite text of the schema, so that SQLite cannot read it."""
    path.write_bytes(path.read_bytes().replace(b"CREATE INDEX", b"CROATE INDEX"))


def names(path: Path, _rng: random.Random) -> None:
    """Overwrite names, so that SQLite reads what is not ours."""
    content = path.read_bytes()
    for name, other in ((b"create_notifications", b"create_nothincations"), (b"CREATE TABLE gap", b"CREATE TABLE gup")):
        content = content.replace(name, other)
    path.write_bytes(content)


def empty(path: Path, _rng: random.Random) -> None:
    """Lose all of it."""
    os.truncate(path, 0)


def text(path: Path, _rng: random.Random) -> None:
    """Have it replaced by a text."""
    path.unlink()
    path.write_text("this is somebody's shopping list\n" * 200)


def log(path: Path, rng: random.Random) -> None:
    """Put garbage where the write-ahead log is."""
    path.with_name(path.name + "-wal").write_bytes(rng.randbytes(40 * PAGE))


def anything(path: Path, rng: random.Random) -> None:
    """Do one of many small or large things."""
    size = path.stat().st_size
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        length = min(rng.choice((1, 4, 16, 100, 512, PAGE, 4 * PAGE)), size)
        at = rng.randrange(0, size - length + 1)
        if rng.random() < 0.3:
            at = min(at // PAGE * PAGE, size - length)  # the head of a page is what matters most
        _overwrite(path, at, rng.choice((rng.randbytes(length), bytes(length), b"\xff" * length)))
    if rng.random() < 0.05:
        os.truncate(path, rng.randrange(0, size))


def _overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)
