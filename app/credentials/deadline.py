"""Calls that may never return: a keyring that asks for its password waits for as long as nobody answers."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Answer = TypeVar("Answer")


class NoAnswerError(Exception):
    """The call did not return in time. It goes on, and whatever it still does is done unseen."""


class OneAtATime:
    """Makes calls one after the other, each in a thread that ends with it, and waits so long and no longer.

    A call that does not return holds its place: later ones wait for it and time out too, so that there is never more
    than one such thread. Once it returns, everything goes on as before.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._turn = threading.Lock()

    def run(self, call: Callable[[], Answer]) -> Answer:
        """Return what the call returns and raise what it raises.

        Raises:
            NoAnswerError: it did not return in time, or its turn did not come.
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
            del answer  # an exception would keep it, and what was asked, alive until the next collection

    def _carry_out(self, call: Callable[[], Answer], answer: Future[Answer]) -> None:
        try:
            answer.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits for it
            answer.set_exception(error)
        finally:
            self._turn.release()
            del call, answer
