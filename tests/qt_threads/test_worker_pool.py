import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal, Slot
from pytestqt.qtbot import QtBot

from app.domain.errors import SettingsError
from app.domain.texts import Text
from app.qt_threads.worker_pool import QueryThread, Report, WorkerPool


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    workers = WorkerPool()
    yield workers
    workers.stop()


class Seen(QObject):
    """Records results and their threads."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[object] = []

    @Slot(object)
    def note(self, what: object) -> None:
        assert QThread.currentThread() is QCoreApplication.instance().thread()  # type: ignore[union-attr]
        self.all.append(what)


def test_work_runs_in_another_thread_and_its_result_arrives_in_the_main_one(qtbot: QtBot, workers: WorkerPool) -> None:
    seen = Seen()

    def work(report: Report) -> str:
        report(1)
        report(2)
        return threading.current_thread().name

    task = workers.start(work)
    task.progressed.connect(seen.note)
    task.succeeded.connect(seen.note)
    with qtbot.waitSignal(task.ended):
        pass
    qtbot.waitUntil(lambda: len(seen.all) == 3)
    assert seen.all[:2] == [1, 2]
    assert str(seen.all[2]).startswith("worker")


def test_a_failure_of_the_environment_goes_to_failed(qtbot: QtBot, workers: WorkerPool) -> None:
    error = SettingsError(Text("Error", "no"))

    def work(_: Report) -> None:
        raise error

    task = workers.start(work)
    with qtbot.waitSignal(task.failed) as failed:
        pass
    assert failed.args == [error]


def test_a_failure_without_a_connected_slot_is_raised_in_the_main_thread(qtbot: QtBot, workers: WorkerPool) -> None:
    def work(_: Report) -> None:
        raise SettingsError(Text("Error", "no"))

    with qtbot.captureExceptions() as raised, qtbot.waitSignal(workers.start(work).ended):
        pass
    assert [one[0] for one in raised] == [SettingsError]


def test_a_bug_is_raised_in_the_main_thread(qtbot: QtBot, workers: WorkerPool) -> None:
    def work(_: Report) -> float:
        return 1 / 0

    with qtbot.captureExceptions() as raised:
        task = workers.start(work)
        with qtbot.waitSignal(task.ended):
            pass
    assert [one[0] for one in raised] == [ZeroDivisionError]


class Reader:
    def __init__(self) -> None:
        self.thread = threading.current_thread().name


@contextmanager
def opened() -> Iterator[Reader]:
    yield Reader()


def test_of_several_queries_of_a_kind_only_the_last_is_run(qtbot: QtBot) -> None:
    query_thread = QueryThread(opened)
    seen = Seen()
    begun, gate = threading.Event(), threading.Event()

    def wait(_: Reader) -> bool:
        begun.set()
        return gate.wait(30)

    first = query_thread.ask("rows", wait)
    assert begun.wait(30)
    overtaken = [query_thread.ask("rows", lambda _, nth=nth: nth) for nth in range(5)]  # type: ignore[misc]
    other = query_thread.ask("counts", lambda reader: reader.thread)
    for task in (first, *overtaken, other):
        task.succeeded.connect(seen.note)
    gate.set()
    with qtbot.waitSignal(other.succeeded):
        pass
    query_thread.stop()
    assert seen.all == [True, 4, "query-thread"]


class Emitter(QObject):
    happened = Signal(object)


def test_twenty_thousand_signals_lose_no_reference(qtbot: QtBot) -> None:
    """PySide6 6.12.0 on Python 3.11 aborts here; the dependency is held below it."""
    emitter, seen = Emitter(), Seen()
    emitter.happened.connect(seen.note)
    for _ in range(20_000):
        emitter.happened.emit(None)
        emitter.happened.emit(True)
    assert len(seen.all) == 40_000
