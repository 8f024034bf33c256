"""Keeps what is known of the accepted tokens; a thread reads it, as a keyring may take long or ask the user."""

import hmac
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import reduce
from operator import or_

from app.domain.access.credentials import digest
from app.domain.errors import AppError, report_unhandled


def bears(token: bytes, digests: tuple[bytes, ...]) -> bool:
    """Tell whether a token has one of the digests, in constant time."""
    given = digest(token).encode()
    return reduce(or_, [hmac.compare_digest(given, known) for known in digests], False)


class TokenKeeper:
    """Keeps what is known of the accepted tokens, and reads it periodically.

    A failed read changes nothing: a keyring that locks itself must not stop the receiver.

    Args:
        read: returns the digests, none where no token is set. May block without limit; raises an `AppError` where the
            tokens cannot be read.
        every: seconds between two reads.
        patience: seconds after which `refresh` no longer waits for a running read.
        clock: monotonic, in seconds.
        on_changed: called in the keeper's thread when the accepted tokens have changed.
        on_bug: called with an exception of `read` that is no `AppError`.
    """

    def __init__(
        self,
        read: Callable[[], tuple[str, ...]],
        *,
        every: float = 30.0,
        patience: float = 2.5,
        clock: Callable[[], float] = time.monotonic,
        on_changed: Callable[[], None] = lambda: None,
        on_bug: Callable[[BaseException], None] = report_unhandled,
    ) -> None:
        self._read, self._every, self._patience, self._clock = read, every, patience, clock
        self._on_changed, self._on_bug = on_changed, on_bug
        self._digests: tuple[bytes, ...] | None = None
        self._turn = threading.Condition()  # guards the following
        self._is_stopped = False
        self._reading_since: float | None = None
        self._read_at = -math.inf  # when the last read began
        self._has_succeeded = False  # whether it read the tokens
        self._waiting: list[tuple[float, Future[bool]]] = []  # with the earliest start of a read that is recent enough
        # A daemon, since nothing can interrupt a keyring that asks its user, and a program that ends must not wait.
        self._thread = threading.Thread(target=self._keep_reading, name="tokens", daemon=True)

    def start(self) -> None:
        """Start the thread; once."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, without waiting for a running read."""
        with self._turn:
            self._is_stopped = True
            waiting, self._waiting = self._waiting, []
            is_reading = self._reading_since is not None
            self._turn.notify_all()
        for _, future in waiting:
            future.cancel()
        if self._thread.is_alive() and not is_reading:
            self._thread.join()

    @property
    def digests(self) -> tuple[bytes, ...] | None:
        """The digests accepted now; None where they could never be read."""
        return self._digests

    @property
    def has_token(self) -> bool:
        """Whether any token is accepted."""
        return bool(self._digests)

    @property
    def has_next_token(self) -> bool:
        """Whether a second one is accepted, in a rotation."""
        return len(self._digests or ()) > 1

    def accepts(self, token: bytes) -> bool:
        """Tell whether a token is accepted."""
        return bears(token, self._digests or ())

    def refresh(self, age: float = 0.0) -> "Future[bool]":
        """Return a future that ends after a read that started at most `age` seconds ago: whether it succeeded.

        It has ended already if the last read is recent enough; or, without success, if the running one takes too long.
        """
        future: Future[bool] = Future()
        with self._turn:
            now = self._clock()
            is_hanging = self._reading_since is not None and now - self._reading_since > self._patience
            if self._is_stopped or is_hanging:
                future.set_result(False)
            elif self._read_at >= now - age:
                future.set_result(self._has_succeeded)
            else:
                self._waiting.append((now - age, future))
                self._turn.notify_all()
        return future

    def _keep_reading(self) -> None:
        while True:
            with self._turn:
                if self._is_stopped:
                    return
                self._reading_since = began = self._clock()
            has_succeeded = self._read_once()
            with self._turn:
                self._reading_since, self._read_at, self._has_succeeded = None, began, has_succeeded
                served = [future for since, future in self._waiting if since <= began]
                self._waiting = [(since, future) for since, future in self._waiting if since > began]
            for future in served:
                if future.set_running_or_notify_cancel():
                    future.set_result(has_succeeded)
            with self._turn:
                self._turn.wait_for(lambda: self._is_stopped or self._waiting, timeout=self._every)

    def _read_once(self) -> bool:
        """Read the tokens, and return whether that succeeded; if not, the known ones stay accepted."""
        try:
            digests = tuple(one.encode() for one in self._read())
            if digests != self.digests and not self._is_stopped:
                self._digests = digests
                self._on_changed()
        except AppError:
            return False
        except BaseException as error:  # noqa: BLE001 - it is reported, and the next read follows
            self._on_bug(error)
            return False
        return True
