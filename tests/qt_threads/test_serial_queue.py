from collections.abc import Iterator
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from app.qt_threads.worker_pool import SerialTaskQueue, WorkerPool


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    workers = WorkerPool(threads=2)
    yield workers
    workers.stop()


def test_waiting_tasks_occupy_no_thread_and_run_in_order(qtbot: QtBot, workers: WorkerPool) -> None:
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


def test_a_bug_in_one_task_does_not_stop_the_others(qtbot: QtBot, workers: WorkerPool) -> None:
    turns, answers = SerialTaskQueue(workers), list[object]()
    turns.start(lambda: answers[1], answers.append)
    turns.start(lambda: "second", answers.append)
    with qtbot.captureExceptions() as bugs, qtbot.waitSignal(turns.idle):
        pass
    assert [kind for kind, *_ in bugs] == [IndexError]
    assert answers == ["second"]


def test_finish_waits_for_all_tasks_up_to_a_timeout(qtbot: QtBot, workers: WorkerPool) -> None:
    turns, may_end, answers = SerialTaskQueue(workers), Event(), list[object]()
    turns.start(may_end.wait, answers.append)
    turns.start(lambda: "second", answers.append)
    assert not turns.finish(1)
    assert answers == []
    may_end.set()
    assert turns.finish(30_000)
    assert answers == [True, "second"]
