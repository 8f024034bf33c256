"""The log and the crash reports of one process on one data folder."""

import logging
import platform
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path

from app import __version__
from app.domain.errors import AppError
from app.logs.crash_reports import CrashReports
from app.logs.hard_crashes import noted_hard_crashes
from app.logs.line_format import LineFormat
from app.logs.log_file import LogFile
from app.logs.recent_lines import RecentLines
from app.logs.redaction import Redactor
from app.logs.versions import Versions, own_versions

FOLDER_NAME = "log"
_NOISY = ("httpx", "httpcore", "aiohttp")

_log = logging.getLogger(__name__)


class Voice(StrEnum):
    """The kinds of processes; each has its own log file."""

    DESK = "despacho"
    RECEIVER = "receive"
    FETCH = "fetch"


class ProcessLog:
    """The log and the crash reports of this process. Without `opened` it writes crash reports only.

    Args:
        data_folder: holds the log's folder, which is created when something is written.
        redact: removes secrets and personal data from all that is written.
        more_versions: returns versions of further components, for crash reports.
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
