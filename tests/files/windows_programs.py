"""Programs that keep files open on Windows, as a spreadsheet or a virus scanner does.

    python windows_programs.py hold FILE       until standard input ends; it lets others read the file
    python windows_programs.py scan FOLDER     each new file below it for a second

Both print the path of each file that they have open, and let nobody replace or remove it.
"""

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_READ, _OPEN_EXISTING = 0x80000000, 3
_SHARED_READ, _SHARED_WRITE = 1, 2
_SCAN_SECONDS = 1.0


def opened(path: str, shared: int) -> int | None:
    """Open a file so that others may do only this with it; None: it is gone, or others do more with it."""
    create = ctypes.windll.kernel32.CreateFileW  # type: ignore[attr-defined,unused-ignore]
    create.restype = ctypes.c_void_p
    handle = create(path, _READ, shared, None, _OPEN_EXISTING, 0, None)
    return None if handle in (None, ctypes.c_void_p(-1).value) else int(handle)


def scan(folder: str) -> None:
    """Open each new file below a folder for a second, until the process is ended."""
    known = set(_files(folder))
    _say(folder)
    while True:
        for path in set(_files(folder)) - known:
            handle = opened(path, _SHARED_READ | _SHARED_WRITE)
            known.add(path)
            if handle is not None:
                _say(path)
                _close_later(handle)
        time.sleep(0.002)


def _say(path: str) -> None:
    print(path, flush=True)  # noqa: T201 - to the test


def _close_later(handle: int) -> None:
    close = ctypes.windll.kernel32.CloseHandle  # type: ignore[attr-defined,unused-ignore]
    timer = threading.Timer(_SCAN_SECONDS, close, [ctypes.c_void_p(handle)])
    timer.daemon = True
    timer.start()


def _files(folder: str) -> Iterator[str]:
    for root, _, names in os.walk(folder):
        yield from (str(Path(root, name)) for name in names)


class Program:
    """One of them, running."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.opened: list[str] = []

    def wait_for(self, path: Path) -> None:
        """Wait until it has opened a file."""
        assert self._process.stdout is not None
        while str(path) not in self.opened:
            line = self._process.stdout.readline()
            assert line, "it ended"
            self.opened.append(line.rstrip("\n"))


@contextmanager
def running(what: str, path: Path) -> Iterator[Program]:
    """Run a program until the end of the context."""
    command = [sys.executable, "-X", "utf8", __file__, what, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            program = Program(process)
            program.wait_for(path)
            yield program
        finally:
            process.kill()


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        _say(sys.argv[2] if opened(sys.argv[2], _SHARED_READ) is not None else "")
        sys.stdin.read()
    else:
        scan(sys.argv[2])
