"""Prevents a receiver from saving: a lock of another process, or a full disk."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.damage.receivers import Receiving

resource = pytest.importorskip("resource", reason="limits and processes of POSIX")

_OURS = (
    "import sys, filelock; lock = filelock.FileLock(sys.argv[1]); lock.acquire(); print(flush=True); sys.stdin.read()"
)
_SQLITES = (
    "import sys, sqlite3; db = sqlite3.connect(sys.argv[1]); db.execute('BEGIN IMMEDIATE'); print(flush=True);"
    " sys.stdin.read()"
)


@contextmanager
def locked(path: Path, *, by_sqlite: bool) -> Iterator[None]:
    """Have another process hold the write lock of ours, or SQLite's own, as a foreign program would."""
    program, name = (_SQLITES, path) if by_sqlite else (_OURS, path.with_suffix(".lock"))
    command = [sys.executable, "-c", program, str(name)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.communicate()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Have a folder on a disk of its own, of 8 MiB, where one may mount it; give whether it is."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "tmpfs", str(folder)]
    try:
        is_own = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        is_own = False
    try:
        yield is_own
    finally:
        if is_own:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Leave no room on a small disk."""
    filler = folder / "filler"
    with filler.open("wb") as file:
        while _grows(file.fileno()):
            pass
    yield
    filler.unlink()


@contextmanager
def full(folder: Path, one: Receiving, *, is_own: bool) -> Iterator[None]:
    """Leave no room on the disk; where it is not one of the test's own, let the receiver's files not grow."""
    if is_own:
        with filled(folder):
            yield
    elif sys.platform == "linux":
        soft, hard = resource.prlimit(one.process, resource.RLIMIT_FSIZE)
        resource.prlimit(one.process, resource.RLIMIT_FSIZE, (1, hard))
        yield
        resource.prlimit(one.process, resource.RLIMIT_FSIZE, (soft, hard))
    else:
        pytest.skip("no disk of its own, and no limits of another process")


def _grows(handle: int) -> bool:
    try:
        return os.write(handle, bytes(4096)) > 0
    except OSError:
        return False
