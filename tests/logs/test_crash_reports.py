import faulthandler
import subprocess
import sys
import threading
import weakref
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest

from app.domain.errors import LoadCancelledError
from app.logs.crash_reports import MOST_KEPT, CrashReports, unhandled_errors
from app.logs.process_log import ProcessLog, Voice
from app.logs.redaction import Redactor
from tests.waiting import PATIENCE


def error_of(text: str) -> Exception:
    try:
        error_thrower(text)
    except RuntimeError as error:
        return error
    raise AssertionError


class Clock:
    """A clock that a test advances."""

    seconds = 0

    def __call__(self) -> datetime:
        return datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=self.seconds)


def reports_in(folder: Path, clock: Clock) -> CrashReports:
    return CrashReports(folder, Redactor(), list, lambda: (("Despacho", "1.2.3"),), clock)


def test_a_report_says_where_it_was_and_what_ran_and_came_before(tmp_path: Path) -> None:
    redact = Redactor()
    redact.learn("Sesame")
    journal = ProcessLog(tmp_path, redact, lambda: (("Qt", "6.11"),))
    with journal.opened(Voice.DESK):
        path = journal.report(error_of("Sesame of 3015550199"))
    assert path is not None
    said = path.read_text(encoding="utf-8")
    for part in (
        "Despacho: ",
        "Python: 3.",
        "SQLite: 3.",
        "System: ",
        "Qt: 6.11",
        "in error_thrower",
        "RuntimeError: *** of",
    ):
        assert part in said
    assert "despacho 0" in said.split("Last lines of the log:")[1]
    assert "Sesame" not in said
    assert "3015550199" not in said
    assert journal.latest_report() == path
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_failure_of_the_environment_is_logged_and_no_report(tmp_path: Path) -> None:
    journal = ProcessLog(tmp_path, Redactor())
    with journal.opened(Voice.DESK):
        assert journal.report(LoadCancelledError()) is None
    assert "ERROR app.logs.process_log" in (tmp_path / "log" / "despacho.log").read_text()
    assert journal.latest_report() is None


def test_what_happens_again_within_a_minute_is_reported_once(tmp_path: Path) -> None:
    clock = Clock()
    reports = reports_in(tmp_path, clock)
    first = reports.of_error(error_of("one"))
    clock.seconds = 59
    assert reports.of_error(error_of("two")) == first
    assert reports.of_error(ValueError("another kind")) != first
    clock.seconds = 61
    assert reports.of_error(error_of("three")) not in (None, first)


def test_an_old_report_that_cannot_be_removed_keeps_no_new_one_from_being_written(tmp_path: Path) -> None:
    """As on Windows, where a program has it open."""
    oldest = tmp_path / "crash-20200101-000000.txt"
    oldest.mkdir()
    clock = Clock()
    reports = reports_in(tmp_path, clock)
    for _ in range(MOST_KEPT + 1):
        clock.seconds += 61
        path = reports.of_error(error_of("a bug"))
        assert path is not None
        assert path.exists()
    assert oldest.exists()


def test_the_latest_twenty_are_kept(tmp_path: Path) -> None:
    clock = Clock()
    reports = reports_in(tmp_path, clock)
    (tmp_path / "crash-20200101-000000.txt").write_text("an old one")
    for number in range(MOST_KEPT + 3):
        clock.seconds += 61
        latest = reports.of_error(error_of(str(number)))
    kept = list(tmp_path.glob("crash-*.txt"))
    assert len(kept) == MOST_KEPT
    assert reports.latest() == latest
    assert not (tmp_path / "crash-20200101-000000.txt").exists()


def test_a_thread_that_ends_by_an_error_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    reported: list[BaseException] = []
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    with unhandled_errors(reported.append):
        thread = threading.Thread(target=error_thrower, args=["in a thread"])
        thread.start()
        thread.join()
        del_thrower()
        ending = threading.Thread(target=sys.exit, args=["too early"])  # Python itself reports none
        ending.start()
        ending.join()
    assert [str(one) for one in reported] == ["in a thread", "in a destructor", "too early"]
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
    assert capsys.readouterr().err.count("Traceback") == 3


def error_thrower(text: str) -> None:
    raise RuntimeError(text)


def del_thrower() -> None:
    class Thrower:
        def __del__(self) -> None:
            raise RuntimeError("in a destructor")

    Thrower()


CRASHING = """
import os, signal, sys
from pathlib import Path
from app.logs.process_log import ProcessLog, Voice
from app.logs.redaction import Redactor
log = ProcessLog(Path(sys.argv[1]), Redactor())
with log.opened(Voice.DESK), log.crashes_noted(Voice.DESK):
    print(log.crash or "")
    if sys.argv[2] == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of POSIX")
def test_the_start_after_a_crash_finds_a_report_once(tmp_path: Path) -> None:
    def run(how: str) -> str:
        command = [sys.executable, "-c", CRASHING, str(tmp_path), how]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE).stdout.strip()

    assert run("crash") == ""
    report = Path(run("well"))
    said = report.read_text()
    assert "Fatal Python error: Segmentation fault" in said
    assert 'File "<string>", line' in said
    assert "starts" in said.split("Last lines of the log:")[1]
    assert run("well") == ""
    assert not list((tmp_path / "log").glob("*.fatal"))


def test_who_still_runs_has_not_crashed(tmp_path: Path) -> None:
    with ProcessLog(tmp_path, Redactor()).crashes_noted(Voice.DESK):
        [own] = (tmp_path / "log").glob("*.fatal")
        own.write_text("Windows fatal exception: code 0x8001010d\n")  # as Python writes it of what somebody handles
        command = [sys.executable, "-c", CRASHING, str(tmp_path), "well"]
        other = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
        assert other.stdout.strip() == ""
        assert own.read_text().startswith("Windows")
    assert not own.exists()


def test_who_asked_python_itself_to_write_of_crashes_keeps_that(tmp_path: Path) -> None:
    was_enabled = faulthandler.is_enabled()
    with ProcessLog(tmp_path, Redactor()).crashes_noted(Voice.DESK):
        assert faulthandler.is_enabled()
    assert faulthandler.is_enabled() == was_enabled


class Unspeakable:
    """What fails as it is called, and then at its own name."""

    def __call__(self, _gone: object) -> None:
        raise RuntimeError("as something went")

    def __repr__(self) -> str:
        raise ValueError("nor has it a name")


def test_an_error_of_an_object_without_a_name_is_reported_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    reported: list[BaseException] = []
    going = Clock()
    reference = weakref.ref(going, Unspeakable())
    with unhandled_errors(reported.append):
        del going
    assert reference() is None
    assert [str(one) for one in reported] == ["as something went"]
    said = capsys.readouterr().err
    assert "<Unspeakable>" in said
    assert "as something went" in said


def test_an_error_is_reported_if_standard_error_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[BaseException] = []
    closed = StringIO()
    closed.close()
    error = error_of("not shown")
    with monkeypatch.context() as patch, unhandled_errors(reported.append):
        patch.setattr(sys, "stderr", closed)
        sys.excepthook(type(error), error, error.__traceback__)
    assert reported == [error]


def test_what_is_shown_of_an_error_is_redacted(capfd: pytest.CaptureFixture[str]) -> None:
    redact = Redactor()
    redact.learn("Sesame")
    reported: list[BaseException] = []
    error = error_of("Sesame of 3015550199")

    def fail() -> None:
        raise error

    with unhandled_errors(reported.append, redact):
        thread = threading.Thread(target=fail, name="failing")
        thread.start()
        thread.join()
        sys.excepthook(type(error), error, error.__traceback__)
    said = capfd.readouterr().err
    assert reported == [error, error]
    assert "Exception in thread failing" in said
    assert said.count("RuntimeError: *** of ***99") == 2
    assert "Sesame" not in said
