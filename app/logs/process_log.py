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
from app.logs.recent_lines import RecentLines
from app.logs.redaction import Redactor
from app.logs.versions import Versions, own_versions

FOLDER_NAME = "log"
_NOISY = ("httpx", "httpcore", "aiohttp", "asyncio")

_log = logging.getLogger(__name__)


class Voice(StrEnum):
    """Who writes a log: each kind of process has a file of its own, so that they need not share one."""

    DESK = "despacho"
    RECEIVER = "receive"
    FETCH = "fetch"


class ProcessLog:
    """What the program writes down of itself. Without `opened` it writes crash reports alone.

    Args:
        data_folder: the log's folder is in it; nothing is made before there is something to write.
        redact: takes out secrets and personal data; everything passes it.
        more_versions: what else runs here, for a crash report.
    """

    def __init__(self, data_folder: Path, redact: Redactor, more_versions: Callable[[], Versions] = lambda: ()) -> None:
        self.folder = data_folder / FOLDER_NAME
        self.redact = redact
        self.more_versions = more_versions
        self.crash: Path | None = None
        """The report on how the last process ended, where it crashed."""
        self._recent = RecentLines(redact)
        self._reports = CrashReports(self.folder, redact, self._recent.lines, self.versions)

    def versions(self) -> Versions:
        """Return what runs here."""
        return (*own_versions(), *self.more_versions())

    def latest_report(self) -> Path | None:
        """Return the latest crash report, if there is one."""
        return self._reports.latest()

    @contextmanager
    def opened(self, voice: Voice) -> Iterator[None]:
        """Write a log until the end of the context."""
        from app.logs.log_file import LogFile  # noqa: PLC0415 - most commands keep none

        file = LogFile(self.folder / f"{voice}.log")
        file.setFormatter(LineFormat(self.redact))
        with ExitStack() as stack:
            for handler in (file, self._recent):
                stack.enter_context(_hears_all(handler))
            system = f"{platform.system()} {platform.release()}"
            _log.info("%s %s starts: %s, Python %s", voice, __version__, system, platform.python_version())
            try:
                yield
            finally:
                _log.info("%s ends", voice)

    @contextmanager
    def crashes_noted(self, voice: Voice) -> Iterator[None]:
        """Note crashes that Python cannot catch until the end of the context; `crash` is what one left before it."""
        told = partial(self._find_crash, self.folder / f"{voice}.log")
        with noted_hard_crashes(self.folder, voice, told):
            yield

    def report(self, error: BaseException) -> Path | None:
        """Write down something that nobody caught: a failure of the environment into the log, a bug also as a report.

        Returns:
            The report, if there is one.
        """
        if isinstance(error, AppError):
            _log.error("%s: %s", type(error).__name__, error)
            return None
        path = self._reports.of_error(error)
        _log.critical("A bug; the report is %s", path.name if path else "not written", exc_info=error)
        return path

    def report_abort(self, said: str) -> Path | None:
        """Write a report on why the process is about to be aborted."""
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
def _hears_all(handler: logging.Handler) -> Iterator[None]:
    """Have a handler hear of warnings from everywhere, and of what the program itself has to say."""
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
    """Keep standard error for what the commands say, and requests, whose headers are secrets, out of every log.

    What nobody handles Python prints, such as each attempt of a load that goes well in the end.
    """
    logging.getLogger("app").addHandler(logging.NullHandler())
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
