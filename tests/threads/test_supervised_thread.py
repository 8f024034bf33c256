"""What a bug ends is begun again: at once three times, then after pauses that grow, and a long run counts anew."""

import threading
from queue import Queue

import pytest

from app import threads
from app.threads import STABLE_SECONDS, RestartPolicy, SupervisedThread, TaskThread


class Watch:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_three_times_at_once_then_pauses_that_grow_up_to_the_longest() -> None:
    restarts = RestartPolicy(longest_pause=30.0, clock=Watch())
    pauses = []
    for _ in range(8):
        restarts.note_start()
        restarts.note_crash()
        pauses.append(restarts.seconds_left)
    assert pauses == [0.0, 0.0, 0.0, 5.0, 10.0, 20.0, 30.0, 30.0]
    assert restarts.is_failing
    restarts.reset()
    assert (restarts.is_failing, restarts.seconds_left) == (False, 0.0)


def test_a_long_run_counts_anew() -> None:
    watch = Watch()
    restarts = RestartPolicy(clock=watch)
    for _ in range(4):
        restarts.note_crash()
    restarts.note_start()
    watch.time += STABLE_SECONDS
    restarts.note_crash()
    assert (restarts.is_failing, restarts.seconds_left) == (False, 0.0)


@pytest.mark.parametrize("bug", [ZeroDivisionError, SystemExit])
def test_a_loop_that_ends_by_a_bug_is_begun_again_until_its_owner_ends_it(bug: type[BaseException]) -> None:
    reported: Queue[BaseException] = Queue()
    begun: Queue[int] = Queue()
    ended = threading.Event()

    def loop() -> None:
        begun.put(1)
        if begun.qsize() < 3:
            raise bug
        ended.wait()

    thread = SupervisedThread("of the test", loop, reported.put)
    thread.start()
    assert [type(reported.get(timeout=30)) for _ in range(2)] == [bug, bug]
    ended.set()
    thread.stop()
    assert not thread.is_failing
    assert reported.empty()


def test_a_failing_error_callback_is_reported_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: Queue[type[BaseException] | None] = Queue()
    monkeypatch.setattr(threading, "excepthook", lambda found: shown.put(found.exc_type))
    times: Queue[int] = Queue()

    def loop() -> None:
        times.put(1)
        if times.qsize() == 1:
            raise ZeroDivisionError

    def fail(_: BaseException) -> None:
        raise KeyError

    thread = SupervisedThread("of the test", loop, fail)
    thread.start()
    assert [shown.get(timeout=30) for _ in range(2)] == [ZeroDivisionError, KeyError]
    thread.stop()
    assert times.qsize() == 2
    assert threads.IMMEDIATE_RESTARTS == 3


def test_what_failed_again_and_again_and_then_lasts_is_not_failing_any_more() -> None:
    watch = Watch()
    restarts = RestartPolicy(clock=watch)
    for _ in range(4):
        restarts.note_start()
        restarts.note_crash()
    watch.time += STABLE_SECONDS  # a pause proves nothing
    assert restarts.is_failing
    restarts.note_start()
    assert restarts.is_failing
    watch.time += STABLE_SECONDS
    assert not restarts.is_failing


def test_a_loop_that_ends_untold_is_a_bug_and_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_STOP_TIMEOUT", 0.01)
    reported: Queue[BaseException] = Queue()
    begun: Queue[int] = Queue()
    ended = threading.Event()

    def loop() -> None:
        begun.put(1)
        if begun.qsize() > 1:
            ended.wait()

    thread = SupervisedThread("of the test", loop, reported.put)
    thread.start()
    assert "of the test" in str(reported.get(timeout=30))
    monkeypatch.setattr(threads, "_STOP_TIMEOUT", 30.0)
    ended.set()
    thread.stop()
    assert begun.qsize() == 2
    assert reported.empty()


def test_a_task_that_was_to_wait_is_done_before_the_thread_ends() -> None:
    thread = TaskThread("tasks", lambda: None)
    thread.start()
    later = thread.submit(lambda: "later", delay=3600.0)
    assert thread.submit(lambda: "now").result() == "now"
    assert not later.done()
    thread.stop()
    assert later.result(0) == "later"
