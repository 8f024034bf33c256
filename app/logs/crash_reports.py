"""Crash reports: a file for each bug, for the user to read or pass on. The program sends none."""

import faulthandler
import os
import platform
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from types import TracebackType

from app import __version__
from app.files.private_files import private_folder

Versions = tuple[tuple[str, str], ...]
"""Names and versions."""
MOST_KEPT = 20
MOST_LINES = 50
"""Of the log, at the end of a report."""
_PAUSE = timedelta(minutes=1)  # between two reports of the same kind
_MOST_NAMES = 100  # of reports in one second


def own_versions() -> Versions:
    """Return the versions of the program, its platform and the system."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a crash report alone asks

    try:
        pyside = version("PySide6-Essentials")  # without an import, as most commands show no window
    except PackageNotFoundError:
        pyside = "?"
    return (
        ("Despacho", __version__),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("PySide6", pyside),
        ("SQLite", sqlite3.sqlite_version),
        ("System", platform.platform()),
    )


class CrashReports:
    """Writes reports to the folder of the log, `crash-YYYYMMDD-HHMMSS.txt` (UTC), and keeps the latest.

    `recent` returns the last lines of the log, redacted; `versions` is called when a report is written; `now` is UTC.
    """

    def __init__(
        self,
        folder: Path,
        redact: Callable[[str], str],
        recent: Callable[[], Sequence[str]],
        versions: Callable[[], Versions],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = folder
        self._redact = redact
        self._recent = recent
        self._versions = versions
        self._now = now
        self._lock = Lock()
        self._written: dict[object, tuple[datetime, Path]] = {}

    def of_error(self, error: BaseException) -> Path | None:
        """Write a report on an error with its traceback; for the same class and place, once a minute.

        Returns:
            The report, or the one of the same kind from less than a minute ago; None where none could be written.
        """
        return self.write("".join(traceback.format_exception(error)), kind=(type(error), _place_of(error)))

    def write(self, happened: str, *, kind: object, lines: Sequence[str] | None = None) -> Path | None:
        """Write a report on an event.

        Args:
            happened: describes the event; it is redacted.
            kind: of events that are reported once a minute.
            lines: of the log; None: the last ones of this process.
        """
        with self._lock:
            now = self._now()
            if kind in self._written and abs(now - self._written[kind][0]) < _PAUSE:
                return self._written[kind][1]
            try:
                path = self._put(now, self._text(happened, self._recent() if lines is None else lines))
            except OSError:  # standard error has it as well
                return None
            self._written[kind] = now, path
            return path

    def latest(self) -> Path | None:
        """Return the latest report, or None."""
        return next(iter(self._all()), None)

    def _all(self) -> list[Path]:
        return sorted(self._folder.glob("crash-*.txt"), key=lambda path: path.stem, reverse=True)

    def _text(self, happened: str, lines: Sequence[str]) -> str:
        facts = "\n".join(f"{name}: {version}" for name, version in self._versions())
        last = "\n".join(lines[-MOST_LINES:]) or "(none)"
        return f"{facts}\n\n{self._redact(happened).rstrip()}\n\nLast lines of the log:\n{last}\n"

    def _put(self, now: datetime, text: str) -> Path:
        private_folder(self._folder)
        for old in self._all()[MOST_KEPT - 1 :]:
            with suppress(OSError):  # on Windows, open in another program
                old.unlink(missing_ok=True)
        name = f"crash-{now:%Y%m%d-%H%M%S}"
        for number in range(_MOST_NAMES):
            path = self._folder / (f"{name}-{number:02}.txt" if number else f"{name}.txt")
            try:
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            except FileExistsError:
                continue
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            return path
        raise FileExistsError(name)


def _place_of(error: BaseException) -> tuple[str, int] | None:
    frames = traceback.extract_tb(error.__traceback__)
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else None


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


@contextmanager
def unhandled_errors(report: Callable[[BaseException], None], redact: Callable[[str], str] = str) -> Iterator[None]:
    """Call `report` with each uncaught error within the context, in its thread, then print it much as Python does.

    `report` comes first, since printing may fail. What is printed is redacted, as standard error may be logged.
    `sys.excepthook`, `sys.unraisablehook` and `threading.excepthook` are restored at the end.
    """
    before = sys.excepthook, sys.unraisablehook, threading.excepthook

    def raised(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if not isinstance(error, KeyboardInterrupt):
            report(error)
        show_error(error, redact)

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        if found.exc_value is not None:
            report(found.exc_value)
            show_error(found.exc_value, redact, f"{found.err_msg or 'Exception ignored in'}: {_named(found.object)}")

    def raised_in_thread(found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:  # SystemExit too: only the main thread may end the program
            report(found.exc_value)
            show_error(found.exc_value, redact, f"Exception in thread {found.thread.name if found.thread else '?'}:")

    sys.excepthook, sys.unraisablehook, threading.excepthook = raised, unraisable, raised_in_thread
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = before


def show_error(error: BaseException, redact: Callable[[str], str], head: str = "") -> None:
    """Print an error with its traceback to standard error, redacted; does nothing where that is closed or full."""
    print_error(redact("".join([f"{head}\n", *traceback.format_exception(error)]).lstrip()), end="")


def _named(thing: object) -> str:
    """Return the `repr` of an object, or its class where that fails: it may be half destroyed."""
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001 - whatever its own code raises
        return f"<{type(thing).__qualname__}>"


def print_error(text: str, end: str = "\n") -> None:
    """Write to standard error at once; nothing where that is closed or full."""
    if sys.stderr is None:  # `print` would use standard output instead
        return
    try:
        with suppress(ValueError):  # it is closed
            print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201 - the one place
    except OSError:
        sys.stderr = None  # flushing its buffer at exit would fail again, and change the exit code
