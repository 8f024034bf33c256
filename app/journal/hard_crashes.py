"""Crashes that Python cannot catch: the interpreter writes where each thread stood, and the next start finds it."""

import faulthandler
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.journal.private import private_folder

_MOST_READ = 200_000  # bytes


@contextmanager
def noted_hard_crashes(path: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """Have a crash written to a file; what the last one left there is told first, and taken away.

    A process that ends in order empties the file: Windows has Python write of errors, too, which somebody then handles.
    Where somebody asked Python itself to write of crashes (`-X faulthandler`), that holds.
    """
    try:
        with suppress(FileNotFoundError):
            left = path.read_bytes()[:_MOST_READ].decode(errors="replace")
            if left.strip():
                tell(left)
            os.truncate(path, 0)
        private_folder(path.parent)
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    except OSError:  # whoever needs the folder says what is wrong with it
        yield
        return
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
