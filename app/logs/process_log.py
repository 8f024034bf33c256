"""The log and the crash reports of one process on one data folder."""

import logging
import os
import platform
import re
import stat
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from io import FileIO
from pathlib import Path

from app import __version__
from app.domain.errors import AppError
from app.files.private_files import open_private, private_folder
from app.files.process_lock import file_lock
from app.logs.crash_reports import MOST_LINES, CrashReports, Versions, noted_hard_crashes, own_versions
from app.logs.redaction import Redactor

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 16_000  # characters of one record
_LARGEST = 1_000_000  # bytes
_OLD_FILES = 5
_LOCK_SECONDS, _POLL_SECONDS = 0.5, 0.002
FOLDER_NAME = "log"
_NOISY = ("httpx", "httpcore", "aiohttp")

_log = logging.getLogger(__name__)


class LineFormat(logging.Formatter):
    """Formats time (UTC), level, logger, process, thread and message with traceback, all redacted.

    Further lines of a message are indented, so that no text can look like a line of the log.
    """

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line or more."""
        traced = record.exc_text
        said = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", self._redact(super().format(record)))
        record.exc_text = traced  # the base class caches the unredacted traceback there for other handlers
        if len(said) > _LONGEST:
            said = f"{said[:_LONGEST]}…"
        moment = datetime.fromtimestamp(record.created, UTC)
        head = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z {record.levelname}"
        lines = said.replace("\n", "\n    ")
        return f"{head} {record.name} [{record.process} {record.threadName}] {lines}"


class RecentLines(logging.Handler):
    """Keeps the last lines in memory, redacted as in the file."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self.setFormatter(LineFormat(redact))
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record's lines."""
        try:
            self._lines.append(self.format(record))
        except (ValueError, TypeError):  # its arguments do not fit its message
            self.handleError(record)

    def lines(self) -> list[str]:
        """Return the last lines, the oldest first."""
        return list(self._lines)


class LogFile(logging.Handler):
    """A log of 1 MB with five older files beside it, for its owner alone (0600), which several processes may write.

    `RotatingFileHandler` would not do: its module imports pickle and sockets, a good part of a start, and it moves the
    older files before the rename that may fail. The file is created with its first line. It is open for one line at a
    time, under a lock between processes: Windows finds the end of a file and writes there in two steps, so that
    processes would overwrite each other's lines, and it does not rename an open file. While another program keeps one
    of the files open there, the log grows. A failed write is ignored.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = file_lock(path.with_suffix(".lock"), _LOCK_SECONDS)
        self._has_begun = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, to a new file where this one is full."""
        try:
            line = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
            private_folder(self._path.parent)
            with ExitStack() as held:
                with suppress(OSError):  # not permitted, or another process was stopped while it wrote
                    held.enter_context(self._lock.acquire(poll_interval=_POLL_SECONDS))
                self._write(line)
        except Exception:  # noqa: BLE001 - the log must not disturb the program, whatever fails
            self.handleError(record)

    def _write(self, line: bytes) -> None:
        if not self._has_begun:
            for older in filter(Path.exists, map(self._numbered, range(_OLD_FILES + 1))):
                with suppress(OSError):
                    os.close(open_private(older, os.O_RDONLY))
            self._has_begun = True
        with self._open() as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size + len(line) < _LARGEST:
                file.write(line)
                return
        self.rotate()
        with self._open() as file:
            file.write(line)

    def _open(self) -> FileIO:
        return FileIO(open_private(self._path, os.O_APPEND | os.O_WRONLY), "ab")

    def rotate(self) -> None:
        """Start a new file; if a rename fails, every file keeps its content."""
        with suppress(OSError):
            self._free_first()  # of a rotation that failed midway
            self._path.replace(self._numbered(0))
            self._free_first()

    def _free_first(self) -> None:
        """Rename the older files until the first number is free; the last file is replaced where all are taken."""
        numbers = range(_OLD_FILES)
        free = next((number for number in numbers if not self._numbered(number).exists()), _OLD_FILES)
        for number in reversed(range(free)):
            self._numbered(number).replace(self._numbered(number + 1))

    def _numbered(self, number: int) -> Path:
        return Path(f"{self._path}.{number}")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the record: the disk may be full, or the folder not writable."""


class Voice(StrEnum):
    """The kinds of processes; each has its own log file."""

    DESK = "despacho"
    RECEIVER = "receive"
    FETCH = "fetch"


class ProcessLog:
    """The log and the crash reports of this process. Without `opened` it writes crash reports only.

    `redact` removes secrets and personal data from all that is written; `more_versions` are for crash reports.
    """

    def __init__(self, data_folder: Path, redact: Redactor, more_versions: Callable[[], Versions] = lambda: ()) -> None:
        self.folder = data_folder / FOLDER_NAME
        self.redact = redact
        self.more_versions = more_versions
        self.crash: Path | None = None
        """The report on the previous process, where it crashed."""
        self._recent = RecentLines(redact)
        self._reports = CrashReports(self.folder, redact, self._recent.lines, self.versions)

    def versions(self) -> Versions:
        """Return the versions of all components."""
        return (*own_versions(), *self.more_versions())

    def latest_report(self) -> Path | None:
        """Return the latest crash report, or None."""
        return self._reports.latest()

    @contextmanager
    def opened(self, voice: Voice) -> Iterator[None]:
        """Write a log within the context."""
        file = LogFile(self.folder / f"{voice}.log")
        file.setFormatter(LineFormat(self.redact))
        with ExitStack() as stack:
            for handler in (file, self._recent):
                stack.enter_context(_attached(handler))
            system = f"{platform.system()} {platform.release()}"
            _log.info("%s %s starts: %s, Python %s", voice, __version__, system, platform.python_version())
            try:
                yield
            finally:
                _log.info("%s ends", voice)

    @contextmanager
    def crashes_noted(self, voice: Voice) -> Iterator[None]:
        """Record crashes that Python cannot catch within the context; `crash` is the report on an earlier one."""
        on_crash = partial(self._find_crash, self.folder / f"{voice}.log")
        with noted_hard_crashes(self.folder, voice, on_crash):
            yield

    def report(self, error: BaseException) -> Path | None:
        """Log an uncaught error; for a bug, also write a crash report.

        Returns:
            The report, or None.
        """
        if isinstance(error, AppError):
            _log.error("%s: %s", type(error).__name__, error)
            return None
        path = self._reports.of_error(error)
        _log.critical("A bug; the report is %s", path.name if path else "not written", exc_info=error)
        return path

    def report_abort(self, said: str) -> Path | None:
        """Write a report on why the process is about to abort."""
        _log.critical("%s", said)
        return self._reports.write(said, kind="abort")

    def _find_crash(self, log: Path, left: str) -> None:
        try:
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            lines = []
        self.crash = self._reports.write(f"The last process ended like this:\n{left}", kind="crash", lines=lines)
        _log.critical("The last process crashed; the report is %s", self.crash.name if self.crash else "not written")


@contextmanager
def _attached(handler: logging.Handler) -> Iterator[None]:
    """Attach a handler to the root logger within the context: for warnings, and the program's own INFO messages."""
    root, own = logging.getLogger(), logging.getLogger("app")
    before = own.level
    root.addHandler(handler)
    own.setLevel(logging.INFO)
    try:
        yield
    finally:
        own.setLevel(before)
        root.removeHandler(handler)
        handler.close()


def quiet_libraries() -> None:
    """Keep log records off standard error, and HTTP libraries' requests, whose headers are secrets, out of every log.

    Python prints a record without a handler, such as each failed attempt of a load that then succeeds.
    """
    logging.getLogger("app").addHandler(logging.NullHandler())
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # nats-py 2.16 makes it warn at the end of each TLS connection
