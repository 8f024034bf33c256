"""A time-out of a lock names the process that holds it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from app.board import writer as board_writer
from app.domain.errors import StoreBusyError
from app.files import process_lock
from app.files.process_lock import BUSY, LockHolder, ProcessLock, ThisProcess
from app.store.writer import Writer
from tests.files.lock_holder import suspended_holder
from tests.temporary_store import Store

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
UNNAMED = str(BUSY)


@pytest.fixture
def lock(tmp_path: Path) -> ProcessLock:
    return ProcessLock(tmp_path / "facts.lock")


def refusal(lock: ProcessLock) -> str:
    """Return what is said where the lock does not come free."""
    with pytest.raises(StoreBusyError) as caught:
        lock.acquire(0)
    return str(caught.value)


def named(command: str, pid: int) -> str:
    return (
        f"Another program is using Despacho's data and did not let go: {command}, process {pid}. "
        "Wait a moment and try again; if it hangs, end that process."
    )


@posix
@pytest.mark.parametrize("command", ["despacho", "despacho fetch", "despacho follow-up"])
def test_a_suspended_process_that_holds_the_lock_is_named(lock: ProcessLock, tmp_path: Path, command: str) -> None:
    with lock:
        pass
    with suspended_holder(tmp_path / "facts.lock", command) as pid:
        assert refusal(lock) == named(command, pid)
    with lock:
        assert (tmp_path / "facts.holder").read_text() == f"{os.getpid()} {ThisProcess.command}"


@posix
def test_the_note_is_its_owners_alone_and_is_written_once(lock: ProcessLock, tmp_path: Path) -> None:
    note = tmp_path / "facts.holder"
    with lock, lock:
        assert note.stat().st_mode & 0o777 == 0o600
    before = note.stat()
    with lock.acquire(1):
        assert (note.stat().st_ino, note.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_note_of_another_process_is_replaced_though_file_times_are_coarse(tmp_path: Path) -> None:
    note = tmp_path / "facts.holder"
    holder = LockHolder(note)
    for _ in range(2):  # the second time it has seen its own
        holder.write()
    ours, written_at = note.read_text(), note.stat().st_mtime_ns
    note.write_text("1" * len(ours))
    os.utime(note, ns=(written_at, written_at))
    holder.write()
    assert note.read_text() == ours


def test_a_lock_is_reentrant_and_free_once_all_released_it(lock: ProcessLock, tmp_path: Path) -> None:
    other = FileLock(tmp_path / "facts.lock", timeout=0)
    with lock.acquire(1):
        with lock:
            pass
        assert refusal(ProcessLock(tmp_path / "facts.lock")) == UNNAMED  # it is this process that holds it
    with other:
        pass
    lock.release()


@pytest.mark.parametrize("said", ["", "4711", "4711 rm -rf", "despacho", "4711 despacho <b>", "1\n2 despacho", "\xff"])
def test_an_unreadable_note_names_no_process(lock: ProcessLock, tmp_path: Path, said: str) -> None:
    (tmp_path / "facts.holder").write_bytes(said.encode("latin-1"))
    with FileLock(tmp_path / "facts.lock"):
        assert refusal(lock) == UNNAMED


@posix
def test_a_process_that_ended_is_not_named(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    note = tmp_path / "facts.holder"
    for pid in (ended.pid, 9_999_999_999):
        note.write_text(f"{pid} despacho receive")
        assert LockHolder(note).text() == BUSY
    note.write_text("1 despacho receive")  # of another user, perhaps
    assert str(LockHolder(note).text()) == named("despacho receive", 1)


def test_where_nothing_can_be_noted_the_lock_is_taken_all_the_same(lock: ProcessLock, tmp_path: Path) -> None:
    (tmp_path / "facts.holder").mkdir()
    with lock, pytest.raises(StoreBusyError):
        ProcessLock(tmp_path / "facts.lock").acquire(0)


@posix
def test_who_waits_for_the_board_learns_who_holds_it_and_the_log_says_it_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(board_writer, "LARGE_DAY_WAIT_SECONDS", 0.0)
    monkeypatch.setattr(board_writer, "_RETRY_SECONDS", 0.0)
    store.writer.board._current.lock.timeout = 0.01
    with suspended_holder(store.writer.path.with_name("board.lock"), "despacho fetch") as pid:
        for _ in range(3):
            with pytest.raises(StoreBusyError, match=f"despacho fetch, process {pid}"):
                store.writer.board.when_applied().result(30)
    store.writer.board._current.lock.timeout = 30.0
    store.writer.board.when_applied().result(30)
    assert [one.message for one in caplog.records if "cannot be brought" in one.message] == [
        f"The board cannot be brought up to date: {named('despacho fetch', pid)}"
    ]


@posix
@pytest.mark.parametrize("name", ["facts.lock", "board.lock"])
def test_a_store_that_is_held_is_not_opened(path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with Writer(path):
        pass
    monkeypatch.setattr(board_writer, "LARGE_DAY_WAIT_SECONDS", 0.01)
    monkeypatch.setattr(process_lock, "LOCK_WAIT_SECONDS", 0.01)
    with (
        suspended_holder(path.with_name(name), "despacho sync") as pid,
        pytest.raises(StoreBusyError, match=f"despacho sync, process {pid}"),
        Writer(path),
    ):
        pass
