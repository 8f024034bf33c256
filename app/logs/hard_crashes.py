"""Crashes that Python cannot catch: the interpreter writes where each thread stood, and the next start finds it."""

import faulthandler
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.files.private_folder import private_folder

_MOST_READ = 200_000  # bytes


@contextmanager
def noted_hard_crashes(folder: Path, name: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Have a crash written to a file of this process; what dead ones left there is told first, and taken away.

    Whoever still runs keeps its file, and a process that ends in order takes it away itself: Windows has Python write
    of errors, too, which somebody then handles. Where somebody asked Python itself to write of crashes
    (`-X faulthandler`), that holds.
    """
    files: list[Path] = []
    with suppress(OSError):  # whoever needs the folder says what is wrong with it
        files = sorted(folder.glob(f"{name}-*.fatal"))
    left = "\n".join(filter(str.strip, map(_taken, files)))
    if left:
        tell(left)
    path = folder / f"{name}-{os.getpid()}.fatal"
    try:
        private_folder(folder)
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600)
    except OSError:
        yield
        return
    with suppress(OSError):  # a file system without locks
        _hold(handle)
    is_ours = not faulthandler.is_enabled()
    try:
        if is_ours:
            faulthandler.enable(handle)
        yield
        os.ftruncate(handle, 0)
    finally:
        if is_ours:
            faulthandler.disable()
        os.close(handle)
    with suppress(OSError):
        path.unlink()


def _taken(path: Path) -> str:
    """Take away the file of a process that is no more, and return what was in it; of one that runs, nothing."""
    try:
        with path.open("r+b") as file:
            _hold(file.fileno())
            left = file.read(_MOST_READ).decode(errors="replace")
        path.unlink()
    except OSError:
        return ""
    return left


def _hold(handle: int) -> None:
    """Lock a file for as long as its process has it open. Windows lets nobody remove an open file without that.

    Raises:
        OSError: another process has it, or the file system knows no locks.
    """
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415 - Windows has none

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
