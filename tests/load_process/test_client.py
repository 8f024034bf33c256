"""Loads in a process of their own: what they bring, and what happens when that process does not do its part."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from app.domain import errors
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import CarrierAnswer, Day, Drop, DroppedManifest, LoadSummary, Skipped, SkipReason
from app.domain.errors import (
    AppError,
    CarrierStatusError,
    CarrierUnreachableError,
    CredentialsRefusedError,
    LoadCancelledError,
    LoadProcessError,
    NoManifestError,
)
from app.domain.resources import PROGRAM_FOLDER
from app.domain.texts import Text
from app.facts.file.opening import FILE_NAME
from app.load_process import client
from app.load_process.client import LoadProcess
from app.load_process.messages import Kind, line, read_error, read_line, read_summary, written_error, written_request
from tests.carrier.scripted_carrier import Conversation, Script, ScriptedCarrier, says, says_nothing
from tests.load_process.loading import DAY, FAULTY, GOOD, LESS, SAVED, STEPS, Loads, loading
from tests.systems import not_under_wine
from tests.waiting import PATIENCE, wait_until

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX'")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def loads(folder: Path) -> Iterator[Loads]:
    with loading(folder) as loads:
        yield loads


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loads]:
    with loading(tmp_path_factory.mktemp("kept") / "data") as loads:
        yield loads


@pytest.fixture
def later(kept: Loads) -> Loads:
    """Loads a day that was never loaded, by the process of the tests before, as its start takes long."""
    kept.day, kept.cancellation = Day(DAY.carrier, kept.day.date + timedelta(days=1)), Cancellation()
    kept.process.patience = PATIENCE
    kept.notes.clear()
    for file in ("fault", "reached"):
        (kept.folder / file).unlink(missing_ok=True)
    return kept


def test_the_process_loads_one_day_after_the_other_and_tells_how_far_it_is(loads: Loads) -> None:
    first = loads(says(503), says(200, GOOD))
    assert (first.manifests, first.shipments, first.new) == (1, 2, 2)
    assert first.skipped == (Skipped(None, "1", SkipReason.NO_NUMBER),)
    assert first.answer is CarrierAnswer.MANIFESTS
    assert [str(note) for note in loads.notes] == ["Attempt 1 of 4 failed. Trying again in 0 s…"]
    pid = loads.process.pid
    second = loads(says(200, LESS))
    assert (second.new, second.changed, second.gone) == (1, 1, 1)
    assert loads.process.pid == pid
    assert loads.numbers() == ["2 listed", "1 gone"]


def test_a_load_that_fails_raises_what_the_use_case_raises(later: Loads) -> None:
    later(says(200, GOOD))
    with pytest.raises(NoManifestError):
        later(says(404))
    with pytest.raises(CarrierStatusError) as refused:
        later(says(400))
    assert refused.value.status == 400
    with pytest.raises(CredentialsRefusedError):
        later(says(401))
    with pytest.raises(CarrierUnreachableError):
        later.at("http://127.0.0.1:9")
    assert later.numbers() == ["2 listed", "0 gone"]


def test_every_failure_is_the_same_after_the_way_through_a_line() -> None:
    part = Text("Some", "%Ln of {all}", {"all": 3}, 2)
    text = Text("Error", "{part}: {number}, {reason}", {"part": part, "number": 1, "reason": "é\udcff"}, command="x")
    kinds = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, AppError)]
    assert len(kinds) > 30
    for kind in kinds:
        error: AppError = kind.__new__(kind)
        AppError.__init__(error, text)
        error.status = 401  # type: ignore[attr-defined]
        read = read_error(read_line(line(Kind.FAILED, written_error(error)))[1])
        assert (type(read), str(read), vars(read)) == (kind, str(error), vars(error))


def test_a_drop_is_the_same_after_the_way_through_a_line() -> None:
    drop = Drop(datetime(2026, 6, 15, 11, 1, 2, 3, tzinfo=UTC), 9, (DroppedManifest(None, 6), DroppedManifest("1", 1)))
    summary = LoadSummary(DAY, 1, 2, 3, 4, 5, kept=6, drop=drop)
    assert read_summary(read_line(line(Kind.SUMMARY, asdict(summary)))[1], DAY) == summary


def _see_the_next_load_works(loads: Loads, is_saved: bool) -> None:
    assert loads.numbers() == (["2 listed", "1 gone"] if is_saved else ["2 listed", "0 gone"])
    assert loads(says(200, LESS)).changed == (0 if is_saved else 1)
    assert loads.numbers() == ["2 listed", "1 gone"]


@on_posix
@pytest.mark.parametrize("step", STEPS)
def test_a_load_whose_process_is_killed_has_failed_in_words_and_the_next_one_works(later: Loads, step: str) -> None:
    later(says(200, GOOD))
    later.fault(f"{step}: killed")
    with pytest.raises(LoadProcessError, match=r"ended before the day was loaded \(signal 9\)"):
        later(says(200, LESS))
    _see_the_next_load_works(later, step in SAVED)


@on_posix
@pytest.mark.parametrize("step", STEPS)
def test_a_load_whose_process_is_suspended_has_failed_in_words_and_the_next_one_works(later: Loads, step: str) -> None:
    later(says(200, GOOD))
    later.fault(f"{step}: suspended")
    later.process.patience = 1
    with pytest.raises(LoadProcessError, match="did not answer any more and was ended"):
        later(says(200, LESS))
    later.process.patience = PATIENCE
    _see_the_next_load_works(later, step in SAVED)


@pytest.mark.parametrize("fault", ["a line broken off", "nonsense said"])
def test_a_load_whose_process_says_what_is_no_line_has_failed(later: Loads, fault: str) -> None:
    later(says(200, GOOD))
    later.fault(f"in the answer: {fault}")
    with pytest.raises(LoadProcessError, match="ended before the day was loaded"):
        later(says(200, LESS))
    _see_the_next_load_works(later, is_saved=False)


@not_under_wine  # which takes a limit of memory and enforces none
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS enforces no limit")
def test_a_load_that_needs_too_much_memory_has_failed_in_words(later: Loads) -> None:
    later(says(200, GOOD))
    later.fault("after the answer: out of memory")
    with pytest.raises(LoadProcessError, match="needs more than 3000 MB of memory"):
        later(says(200, LESS))
    _see_the_next_load_works(later, is_saved=False)


def test_a_day_that_memory_was_lacking_to_derive_is_derived_again(later: Loads) -> None:
    """It was said to be loaded before, and the board kept its old rows."""
    later.fault("while it derives: out of memory")
    assert later(says(200, GOOD)).new == 2
    assert later.numbers() == ["2 listed", "0 gone"]


def test_a_bug_in_the_process_is_one_here_with_its_traceback(later: Loads) -> None:
    later.fault("after the answer: a bug")
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        later(says(200, GOOD))
    assert later(says(200, GOOD)).new == 2


@on_posix
def test_a_process_that_ended_between_two_loads_is_replaced_unnoticed(later: Loads) -> None:
    later(says(200, GOOD))
    assert later.process.pid is not None
    os.kill(later.process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, later.process.pid, os.WEXITED | os.WNOWAIT)
    assert later(says(200, LESS)).changed == 1


def test_a_process_of_another_version_loads_nothing(loads: Loads) -> None:
    loads.fault("another version")
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        with pytest.raises(LoadProcessError, match="was updated while it was running"):
            loads.at(carrier.url)
        assert carrier.requests == []
    assert loads(says(200, GOOD)).new == 2


def test_a_process_that_cannot_be_started_is_said_in_one_sentence(
    loads: Loads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads(says(200, GOOD))
    loads.process.close()
    process = LoadProcess(loads.context)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "executable", str(tmp_path))  # a folder
        process.start()
        loads.process = process
        with pytest.raises(LoadProcessError, match=r"could not be started: .+\. Close other programs"):
            loads(says(200, LESS))
    _see_the_next_load_works(loads, is_saved=False)


def test_a_cancelled_load_leaves_day_and_process_as_they_were(later: Loads) -> None:
    later(says(200, GOOD))
    pid = later.process.pid
    with ScriptedCarrier(says_nothing) as carrier, ThreadPoolExecutor(1) as thread:
        loading = thread.submit(later.at, carrier.url)
        carrier.arrived.get(timeout=PATIENCE)
        later.cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            loading.result(PATIENCE)
    later.cancellation = Cancellation()
    _see_the_next_load_works(later, is_saved=False)
    assert later.process.pid == pid


def test_a_load_that_was_cancelled_before_it_began_asks_no_carrier(later: Loads) -> None:
    later.cancellation.cancel()
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        with pytest.raises(LoadCancelledError):
            later.at(carrier.url)
        assert carrier.requests == []


def test_a_load_that_is_cancelled_as_the_process_says_hello_leaves_that_to_the_next_one(loads: Loads) -> None:
    loads.process.start()
    child = loads.process._child
    assert child is not None
    wait_until(lambda: not child.said.empty())
    loads.cancellation.cancel()
    with ScriptedCarrier(says(200, GOOD)) as carrier:
        with pytest.raises(LoadCancelledError):
            loads.at(carrier.url)
        assert carrier.requests == []
    loads.cancellation = Cancellation()
    with ScriptedCarrier(says(200, GOOD)) as carrier, ThreadPoolExecutor(1) as thread:
        loading = thread.submit(loads.at, carrier.url)
        try:
            assert loading.result(PATIENCE).shipments == 2
        finally:
            loads.cancellation.cancel()


@on_posix
def test_a_process_that_does_not_heed_a_cancel_is_ended(loads: Loads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_CANCEL_SECONDS", 0)
    loads(says(200, GOOD))
    with ScriptedCarrier(says(200, LESS)) as carrier, _held(loads, "after the answer", carrier) as loading:
        loads.cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            loading.result(PATIENCE)
    loads.cancellation = Cancellation()
    _see_the_next_load_works(loads, is_saved=False)


@pytest.mark.parametrize("step", SAVED)
def test_a_load_that_is_saved_can_no_longer_be_cancelled(
    loads: Loads, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Kind] = []

    class Lines(SimpleQueue[tuple[Kind, object]]):
        def get(self, block: bool = True, timeout: float | None = None) -> tuple[Kind, object]:
            found = super().get(block, timeout)
            said.append(found[0])
            return found

    monkeypatch.setattr(client, "SimpleQueue", Lines)
    monkeypatch.setattr(client, "_CANCEL_SECONDS", 0)
    loads(says(200, GOOD))
    said.clear()
    with ScriptedCarrier(says(200, LESS)) as carrier, _held(loads, step, carrier) as loading:
        wait_until(lambda: Kind.SAVED in said)
        loads.cancellation.cancel()
        (loads.folder / "go on").touch()
        assert loading.result(PATIENCE).changed == 1
    assert loads.numbers() == ["2 listed", "1 gone"]


def test_a_process_whose_carrier_answers_for_very_long_says_all_the_while_that_it_is_alive(folder: Path) -> None:
    folder.mkdir()
    (folder / "fault").write_text("always alive")
    with ScriptedCarrier(_in_two_halves(go_on := Event())) as carrier, _process(folder) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert read_line(process.stdout.readline())[0] is Kind.HELLO
        request = written_request(DAY, Endpoint(carrier.url, 60, 0), CarrierCredentials("token", "user"))
        process.stdin.write(line(Kind.LOAD, request))
        process.stdin.flush()
        while carrier.arrived.empty():  # a pipe holds few lines on Windows
            assert process.stdout.readline()
        kinds = [read_line(process.stdout.readline())[0] for _ in range(100)]
        assert kinds.count(Kind.ALIVE) > 50
        go_on.set()
        while (kind := read_line(process.stdout.readline())[0]) is not Kind.SUMMARY:
            assert kind in (Kind.ALIVE, Kind.LOG, Kind.PROGRESS, Kind.SAVED)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@on_posix
def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from app.load_process.client import LoadProcess\n"
        "from app.services.app_context import AppContext\n"
        "process = LoadProcess(AppContext(Path(sys.argv[1]), {}, None)); process.start()\n"
        "print(process.pid, flush=True); time.sleep(3600)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, cwd=PROGRAM_FOLDER
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()

    def is_gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{child}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"

    wait_until(is_gone, "the load process ends")


@on_posix
def test_a_load_process_that_is_suspended_does_not_keep_the_program_from_closing(
    loads: Loads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_CLOSE_SECONDS", 0)
    loads(says(200, GOOD))
    assert loads.process.pid is not None
    os.kill(loads.process.pid, signal.SIGSTOP)
    loads.process.close()
    with pytest.raises(LoadCancelledError):
        loads(says(200, GOOD))


def test_a_window_and_a_receiver_that_load_one_day_at_once_both_load_it(loads: Loads) -> None:
    other = Loads(loads.writer, loads.context, LoadProcess(loads.context))
    with ScriptedCarrier(says(200, GOOD)) as carrier, ThreadPoolExecutor(2) as threads:
        both = [threads.submit(one.at, carrier.url) for one in (loads, other)]
        summaries = [one.result(PATIENCE) for one in both]
    other.process.close()
    assert [one.shipments for one in summaries] == [2, 2]
    assert loads.numbers() == ["2 listed", "0 gone"]


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells the priority of a thread")
@pytest.mark.parametrize(
    ("step", "is_lower"), [("in the transaction", False), ("after the answer", True), ("while it derives", True)]
)
def test_only_what_holds_no_lock_of_the_facts_has_a_lower_priority(later: Loads, step: str, is_lower: bool) -> None:
    later(says(200, GOOD))
    later.fault(f"{step}: note the priority")
    later(says(200, LESS))
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert (int((later.folder / "reached").read_text()) > own) == is_lower


@contextmanager
def _held(loads: Loads, step: str, carrier: ScriptedCarrier) -> Iterator["Future[LoadSummary]"]:
    """Load until a step, at which the process waits."""
    loads.fault(f"{step}: wait")
    with ThreadPoolExecutor(1) as thread:
        loading = thread.submit(loads.at, carrier.url)
        wait_until((loads.folder / "reached").exists, step)
        yield loading


@contextmanager
def _process(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(
        [sys.executable, "-m", FAULTY, str(folder / FILE_NAME)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROGRAM_FOLDER,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _in_two_halves(go_on: Event) -> Script:
    async def script(conversation: Conversation) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(GOOD)}\r\n\r\n".encode()
        await conversation.send(head + GOOD[:20])
        await asyncio.to_thread(go_on.wait, PATIENCE)
        await conversation.send(GOOD[20:])

    return script
