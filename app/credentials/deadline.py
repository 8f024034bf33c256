"""Runs blocking calls with a time-out: a locked keyring waits for its password without limit."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Answer = TypeVar("Answer")


class NoAnswerError(Exception):
    """The call did not return in time. It still runs, and its result is dropped."""


class OneAtATime:
    """Runs calls one after the other, each in a thread of its own, and waits for each with a time-out.

    While a call does not return, later ones time out as well, so that there is never more than one such thread.

    Args:
        seconds: for a call, with the wait for those before it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = threading.Lock()

    def run(self, call: Callable[[], Answer]) -> Answer:
        """Return what the call returns, or raise what it raises.

        Raises:
            NoAnswerError: it did not return in time, or the call before it did not.
        """
        deadline = time.monotonic() + self._seconds
        if not self._turn.acquire(timeout=self._seconds):
            raise NoAnswerError
        answer: Future[Answer] = Future()
        thread = threading.Thread(target=self._carry_out, args=(call, answer), name="keyring", daemon=True)
        thread.start()
        thread.join(max(0.0, deadline - time.monotonic()))
        if not answer.done():
            raise NoAnswerError
        try:
            return answer.result()
        finally:
            del answer  # an exception's traceback would keep the secret in memory until the next collection

    def _carry_out(self, call: Callable[[], Answer], answer: Future[Answer]) -> None:
        try:
            answer.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits for it
            answer.set_exception(error)
        finally:
            self._turn.release()
            del call, answer
