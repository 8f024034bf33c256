"""Records crashes that Python cannot catch, such as a segmentation fault, for the next start to report."""

import faulthandler
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.files.private_folder import private_folder

if sys.platform != "win32":
    import fcntl

_MOST_READ = 200_000  # bytes


@contextmanager
def noted_hard_crashes(folder: Path, name: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Let faulthandler write a crash to a file of this process; first report and remove files of crashed processes.

    The file of a running process is not touched, and a process that ends normally removes its own: on Windows
    faulthandler also writes errors that are then handled. Where faulthandler is already enabled (`-X faulthandler`), it
    stays as it is.

    Args:
        folder: of the files.
        name: of the kind of process.
        tell: called with what crashed processes left.
    """
    files: list[Path] = []
    with suppress(OSError):  # code that needs the folder reports it
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
    """Remove the file of an ended process, and return its content; empty for a running process."""
    try:
        with path.open("r+b") as file:
            _hold(file.fileno())
            left = file.read(_MOST_READ).decode(errors="replace")
        path.unlink()
    except OSError:
        return ""
    return left


def _hold(handle: int) -> None:
    """Lock a file while this process has it open; on Windows an open file cannot be removed anyway.

    Raises:
        OSError: another process has locked it, or the file system supports no locks.
    """
    if sys.platform != "win32":
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
