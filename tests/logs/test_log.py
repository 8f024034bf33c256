import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from app import __version__
from app.files.private_files import open_private
from app.files.process_lock import file_lock
from app.logs import process_log
from app.logs.process_log import LogFile, ProcessLog, Voice
from app.logs.redaction import Redactor
from tests.waiting import PATIENCE, wait_until

LOG = logging.getLogger("app.some.room")


@contextmanager
def opened(folder: Path, *secrets: str) -> Iterator[ProcessLog]:
    redact = Redactor()
    for one in secrets:
        redact.learn(one)
    journal = ProcessLog(folder / "data", redact)
    with journal.opened(Voice.DESK):
        yield journal


def written(folder: Path) -> str:
    return (folder / "data" / "log" / "despacho.log").read_text(encoding="utf-8")


def test_the_log_says_what_began_and_ended_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    with opened(tmp_path):
        LOG.info("Loaded %s", "ANDINA-BOG")
    first, second, last = written(tmp_path).splitlines()
    assert " INFO app.logs.process_log " in first
    assert f"despacho {__version__} starts" in first
    assert dict(ProcessLog(tmp_path, Redactor()).versions())["Despacho"] == __version__  # what Help shows
    assert "Python" in first
    assert second.endswith("MainThread] Loaded ANDINA-BOG")
    assert last.endswith("despacho ends")
    if sys.platform != "win32":
        data = tmp_path / "data"
        modes = [one.stat().st_mode & 0o777 for one in (data, data / "log", data / "log" / "despacho.log")]
        assert modes == [0o700, 0o700, 0o600]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_files_of_a_log_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "log"
    folder.mkdir(parents=True)
    files = [folder / name for name in ("despacho.log", "despacho.log.0", "despacho.log.5")]
    for file in files:
        file.write_text("older\n")
        file.chmod(0o644)
    with opened(tmp_path):
        LOG.info("new")
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 3
    assert written(tmp_path).startswith("older\n")


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() != 0, reason="only root can make a file of another user")
def test_the_mode_of_another_users_file_is_left_to_them(tmp_path: Path) -> None:
    path = tmp_path / "shared"
    path.touch()
    path.chmod(0o644)
    os.chown(path, 65534, 65534)
    os.close(open_private(path, os.O_RDONLY))
    assert path.stat().st_mode & 0o777 == 0o644


def test_no_canary_reaches_the_file_by_any_way_of_logging(tmp_path: Path) -> None:
    canary, phone = "Sesame-42-open", "3015550199"
    with opened(tmp_path, canary):
        LOG.info(canary)
        LOG.warning("%s of %r", canary, {"telefonoDest": phone})
        LOG.warning("%(token)s", {"token": canary})
        LOG.info("bytes %r", canary.encode())
        LOG.info("two\nlines %s\n2026-11-20T15:00:00.000Z CRITICAL forged", phone)
        logging.getLogger("httpx").warning("HTTP Request: GET https://h/a?token=%s", canary)
        logging.getLogger("some.library").error("Authorization: Bearer %s", "unknown")
        try:
            raise OSError(f"{canary} {phone}")  # noqa: TRY301
        except OSError:
            LOG.exception("It failed with %s", canary, stack_info=True)
    said = written(tmp_path)
    for left in (canary, phone, "unknown"):
        assert left not in said
    assert "OSError: *** ***99" in said
    assert "test_log.py" in said
    assert not any(line.startswith("2026-11-20T15:00:00.000Z CRITICAL") for line in said.splitlines())


def test_what_libraries_say_of_each_request_is_not_logged(tmp_path: Path) -> None:
    with opened(tmp_path):
        for name in ("httpx", "httpcore.connection", "aiohttp.access", "asyncio", "another"):
            logging.getLogger(name).info("a request")
    assert "a request" not in written(tmp_path)


def test_a_full_log_begins_anew_and_five_older_ones_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "log"
    handler = LogFile(folder / "despacho.log")
    for number in range(70):
        handler.emit(logging.makeLogRecord({"msg": f"{number} {'x' * 100_000}"}))
    handler.close()
    assert sorted(one.name for one in folder.glob("despacho.log*")) == [
        "despacho.log",
        *(f"despacho.log.{number}" for number in range(1, 6)),
    ]
    assert all(one.stat().st_size <= 1_000_000 for one in folder.glob("despacho.log*"))
    assert written(tmp_path).startswith("63 ")
    assert (folder / "despacho.log.5").read_text().startswith("18 ")


WRITER = """
import logging, sys
from pathlib import Path
from app.logs.process_log import LogFile
logging.getLogger().addHandler(LogFile(Path(sys.argv[1])))
print(flush=True)
sys.stdin.readline()
for number in range(600):
    logging.warning("%s %s %s", sys.argv[2], number, "x" * 2000)
"""


def test_two_processes_write_one_log_that_rotates_and_no_line_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "log" / "fetch.log"
    command = [sys.executable, "-c", WRITER, str(path)]
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        writers = [stack.enter_context(subprocess.Popen([*command, name], stdin=pipe, stdout=pipe)) for name in "ab"]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline()  # ready
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.close()  # which both wait for
        assert [one.wait(PATIENCE) for one in writers] == [0, 0]
    files = list(path.parent.glob("fetch.log*"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert sorted(lines) == sorted(f"{name} {number} {'x' * 2000}" for name in "ab" for number in range(600))
    assert all(file.stat().st_size < 1_000_000 for file in files)


def test_a_line_waits_for_the_one_that_another_process_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux finds the end of a file and writes there in one step; Windows in two, where another one may write."""
    monkeypatch.setattr(process_log, "_LOCK_SECONDS", PATIENCE)
    path = tmp_path / "fetch.log"
    handler = LogFile(path)
    with file_lock(tmp_path / "fetch.lock"):
        writing = Thread(target=handler.emit, args=[logging.makeLogRecord({"msg": "a line"})])
        writing.start()
        wait_until(lambda: handler._lock.lock_counter or path.exists())
        assert not path.exists()
    writing.join()
    assert path.read_text(encoding="utf-8") == "a line\n"


def test_a_log_of_which_a_file_is_open_elsewhere_grows_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = LogFile(tmp_path / "despacho.log")
    for word in ("first", "second"):
        handler.emit(logging.makeLogRecord({"msg": word}))
        handler.rotate()
    for name in ("despacho.log", "despacho.log.1"):
        handler.emit(logging.makeLogRecord({"msg": f"before {name}"}))
        with held_open(tmp_path / name, monkeypatch):
            for _ in range(3):
                handler.rotate()
                handler.emit(logging.makeLogRecord({"msg": f"despite {name}"}))
    handler.rotate()
    handler.close()
    lines = [line for file in tmp_path.glob("despacho.log.*") for line in file.read_text().splitlines()]
    expected = [
        line for name in ("despacho.log", "despacho.log.1") for line in (f"before {name}", *[f"despite {name}"] * 3)
    ]
    assert sorted(lines) == sorted(["first", "second", *expected])


@contextmanager
def held_open(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep a file open, so that Windows does not rename it; elsewhere no rename of it works meanwhile."""
    replace = Path.replace

    def refusing(path: Path, target: Path) -> Path:
        if path == file:
            raise PermissionError(path)
        return replace(path, target)

    with file.open("rb"), monkeypatch.context() as patch:
        if sys.platform != "win32":
            patch.setattr(Path, "replace", refusing)
        yield


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="this user may write everywhere")
def test_an_unwritable_log_does_not_stop_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    with opened(tmp_path):
        LOG.info("unheard")
    assert capsys.readouterr().err == ""


def test_a_log_path_that_is_a_folder_does_not_stop_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").touch()
    with opened(tmp_path) as journal:
        LOG.info("unheard")
        assert journal.report(RuntimeError("a bug")) is None
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_log_that_is_no_plain_file_gets_its_lines_and_stays_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "despacho.log"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    handler = LogFile(path)
    handler.emit(logging.makeLogRecord({"msg": "a line"}))
    assert os.read(reading, 100) == b"a line\n"
    handler.close()
    os.close(reading)
    path.unlink()
    path.symlink_to(os.devnull)
    handler = LogFile(path)
    for _ in range(2):
        handler.emit(logging.makeLogRecord({"msg": "x" * 2_000_000}))
    handler.close()
    assert not list(tmp_path.glob("despacho.log.*"))
    assert path.is_symlink()
