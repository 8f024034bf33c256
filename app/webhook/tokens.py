"""Keeps what is known of the accepted tokens; a thread reads it, as a keyring may take long or ask the user."""

import hmac
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from app.domain.access.credentials import digest, is_fingerprint, matches_hint, verify_fingerprint
from app.domain.errors import AppError
from app.domain.unhandled import report_unhandled

_MOST_WRONG = 1000


def bears(token: bytes, digests: tuple[bytes, ...]) -> bool:
    """Tell whether a token has one of the digests, in constant time."""
    given = digest(token).encode()
    return reduce(or_, [hmac.compare_digest(given, known) for known in digests], False)


@dataclass(frozen=True)
class _Accepted:
    """The accepted tokens, and what was found by comparing tokens with their fingerprints.

    Args:
        digests: as `read` returned them.
        found: the digest of the token that fits a fingerprint.
        wrong: the latest digests of tokens that fit none.
    """

    digests: tuple[bytes, ...] = ()
    found: dict[bytes, bytes] = field(default_factory=dict)
    wrong: dict[bytes, None] = field(default_factory=dict)

    def possible(self, token: bytes) -> list[bytes]:
        """Return the fingerprints that no token has fitted yet and that may be this one's."""
        salted = [one for one in self.digests if is_fingerprint(one.decode()) and one not in self.found]
        return [one for one in salted if matches_hint(token, one.decode())]

    def compare(self, token: bytes) -> bool:
        """Compare a token with the fingerprints that may be its own, and remember the result. Slow."""
        compared = digest(token).encode()
        for known in self.possible(token):
            if verify_fingerprint(token, known.decode()):
                self.found[known] = compared
                return True
        self.wrong[compared] = None
        while len(self.wrong) > _MOST_WRONG:
            del self.wrong[next(iter(self.wrong))]
        return False

    def changed_to(self, digests: tuple[bytes, ...]) -> "_Accepted":
        """Return other tokens with what was found of those that stay."""
        return _Accepted(digests, {known: token for known, token in self.found.copy().items() if known in digests})


class TokenKeeper:
    """Keeps what is known of the accepted tokens, and reads it periodically.

    A digest is compared with each token. A saved fingerprint is too slow for that: the first token that fits it is
    remembered by its digest, and a wrong one as well, until the accepted tokens change.

    A failed read changes nothing: a keyring that locks itself must not stop the receiver.

    Args:
        read: returns the digests and fingerprints, as in `app.domain.access.credentials`, none where no token is set.
            May block without limit; raises an `AppError` where the tokens cannot be read.
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
        self._accepted = _Accepted()
        self._is_known = False  # whether the tokens could ever be read
        self._comparing = threading.Lock()  # one comparison at a time
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
        """The digests and fingerprints accepted now; None where they could never be read."""
        return self._accepted.digests if self._is_known else None

    @property
    def has_token(self) -> bool:
        """Whether any token is accepted."""
        return bool(self._accepted.digests)

    @property
    def has_next_token(self) -> bool:
        """Whether a second one is accepted, in a rotation."""
        return len(self._accepted.digests) > 1

    def accepts(self, token: bytes) -> bool:
        """Tell whether a token is accepted; one that `is_undecided` may be accepted later."""
        accepted = self._accepted
        return bears(token, tuple(accepted.found.get(known, known) for known in accepted.digests))

    def is_undecided(self, token: bytes) -> bool:
        """Tell whether only `verify` can tell if a token is accepted."""
        accepted = self._accepted
        return digest(token).encode() not in accepted.wrong and bool(accepted.possible(token))

    def verify(self, token: bytes) -> bool:
        """Tell whether a token is accepted by a fingerprint that none has fitted yet. Slow."""
        with self._comparing:
            while True:
                accepted = self._accepted
                is_right = accepted.compare(token)
                if accepted is self._accepted:  # else other tokens are accepted meanwhile
                    return is_right or self.accepts(token)

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
                self._accepted, self._is_known = self._accepted.changed_to(digests), True
                self._on_changed()
        except AppError:
            return False
        except BaseException as error:  # noqa: BLE001 - it is reported, and the next read follows
            self._on_bug(error)
            return False
        return True
