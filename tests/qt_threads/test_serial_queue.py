from collections.abc import Iterator
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from app.qt_threads.serial_queue import SerialTaskQueue
from app.qt_threads.worker_pool import WorkerPool


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    workers = WorkerPool(threads=2)
    yield workers
    workers.stop()


def test_what_waits_for_its_turn_holds_no_thread_and_all_is_done_in_its_order(
    qtbot: QtBot, workers: WorkerPool
) -> None:
    turns, may_end, answers = SerialTaskQueue(workers), Event(), list[object]()
    turns.start(lambda: may_end.wait(30) and "first", answers.append)
    turns.start(lambda: "second", answers.append)
    turns.start(lambda: "third", answers.append)
    with qtbot.waitSignal(workers.start(lambda _report: "something else").succeeded):
        assert turns.is_busy
    assert answers == []
    with qtbot.waitSignal(turns.idle):
        may_end.set()
    assert answers == ["first", "second", "third"]
    assert not turns.is_busy


def test_a_bug_in_one_keeps_none_of_the_others_from_their_turn(qtbot: QtBot, workers: WorkerPool) -> None:
    turns, answers = SerialTaskQueue(workers), list[object]()
    turns.start(lambda: answers[1], answers.append)
    turns.start(lambda: "second", answers.append)
    with qtbot.captureExceptions() as bugs, qtbot.waitSignal(turns.idle):
        pass
    assert [kind for kind, *_ in bugs] == [IndexError]
    assert answers == ["second"]


def test_all_of_it_is_waited_for_but_not_for_ever(qtbot: QtBot, workers: WorkerPool) -> None:
    turns, may_end, answers = SerialTaskQueue(workers), Event(), list[object]()
    turns.start(may_end.wait, answers.append)
    turns.start(lambda: "second", answers.append)
    assert not turns.finish(1)
    assert answers == []
    may_end.set()
    assert turns.finish(30_000)
    assert answers == [True, "second"]
