"""Calls that return, calls that do not, and what comes after them."""

import threading

import pytest

from app.credentials.keyring_vault import NoAnswerError, OneAtATime
from tests.waiting import wait_until


def test_an_answer_comes_back_and_its_thread_is_gone() -> None:
    threads = set(threading.enumerate())
    assert OneAtATime(60).run(threading.current_thread) not in {*threads, *threading.enumerate()}


@pytest.mark.parametrize("failure", [LookupError("a bug"), TimeoutError("the call's own"), SystemExit(3)])
def test_what_the_call_raises_is_raised(failure: BaseException) -> None:
    def fail() -> None:
        raise failure

    calls = OneAtATime(60)
    with pytest.raises(type(failure)) as raised:
        calls.run(fail)
    assert raised.value is failure
    assert calls.run(lambda: "after it") == "after it"


def is_answered(calls: OneAtATime) -> bool:
    """Tell whether a call is answered in time, which need not be so on a busy machine."""
    try:
        return calls.run(lambda: "as before") == "as before"
    except NoAnswerError:
        return False


def test_a_call_that_does_not_return_is_waited_for_so_long_and_no_longer() -> None:
    calls, opened = OneAtATime(0.05), threading.Event()
    threads = threading.active_count()
    with pytest.raises(NoAnswerError):
        calls.run(opened.wait)
    for _ in range(5):  # those that come after it wait for it too, and start no thread
        with pytest.raises(NoAnswerError):
            calls.run(lambda: "never asked")
    assert threading.active_count() == threads + 1
    (stuck,) = (thread for thread in threading.enumerate() if thread.name == "keyring")
    opened.set()
    stuck.join(60)
    wait_until(lambda: is_answered(calls))


def test_a_call_that_does_not_return_does_not_keep_the_program_from_ending() -> None:
    calls, opened = OneAtATime(0.05), threading.Event()
    with pytest.raises(NoAnswerError):
        calls.run(opened.wait)
    (stuck,) = (thread for thread in threading.enumerate() if thread.name == "keyring")
    assert stuck.daemon
    opened.set()
    stuck.join(60)


def test_calls_from_many_threads_never_overlap() -> None:
    calls, inside, most = OneAtATime(60), [], []

    def call() -> None:
        inside.append(1)
        most.append(len(inside))
        inside.pop()

    threads = [threading.Thread(target=calls.run, args=(call,)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert most == [1] * 20
