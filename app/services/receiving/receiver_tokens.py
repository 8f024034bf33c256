"""The tokens that the receiver accepts, and what it refuses: for good, or for its token."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock

from app.credentials.credentials import Credentials
from app.domain.access.credentials import RECEIVER_SECRETS
from app.domain.errors import CredentialsError, SettingsError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.refusals import WrongTokens
from app.services.receiving.heartbeat import HeartbeatWriter

_TOLD_EVERY = timedelta(minutes=10)


def receiver_tokens(credentials: Credentials) -> tuple[str, ...]:
    """Return the digests of the accepted tokens.

    Raises:
        CredentialsError: none could be read, because of the keyring.
        SettingsError: none could be read, because a value cannot be used.
    """
    found, failed = [], []
    for name in RECEIVER_SECRETS:
        try:
            found.append(credentials.read(name))
        except (CredentialsError, SettingsError) as error:  # the other token may be readable
            failed.append(error)
    tokens = tuple(one for one in found if one is not None)
    if failed and not tokens:
        raise failed[0]
    return tokens


class TokenRefusals:
    """Counts right and wrong tokens, and saves with the heartbeats when notifications are refused.

    Args:
        now: the time, UTC.
        on_changed: called in the thread that notes it when a refusal starts or ends; it returns at once.
    """

    def __init__(self, now: Callable[[], datetime], on_changed: Callable[[], None]) -> None:
        self._now, self._on_changed = now, on_changed
        self._lock = Lock()  # around the following
        self._wrong = WrongTokens()
        self._right_at: datetime | None = None  # of the first right one, before the saved tokens are read
        self._ended: tuple[Gap, ...] = ()  # and not saved yet
        self._is_resumed = False
        self._kept = WrongTokens()
        self._reported: datetime | None = None  # the start of the reported refusal
        self._final: Gap | None = None  # the requests with a right token that were refused and are not saved yet
        self._untold: Gap | None = None  # those that are saved and were not reported yet
        self._told_at: datetime | None = None

    @property
    def since(self) -> datetime | None:
        """Since when notifications are refused; None while they are not."""
        return self._wrong.refused_since

    @property
    def is_kept(self) -> bool:
        """Whether all that is known is saved."""
        return not self._ended and self._final is None and self._wrong == self._kept

    def hand_over(self) -> None:
        """Forget the wrong tokens: another process listens now, and counts from the saved ones."""
        with self._lock:
            self._wrong = self._kept = WrongTokens()
            self._right_at, self._is_resumed = None, False

    def note(self, is_right: bool) -> None:  # noqa: FBT001 - a callback of the server
        """Count a request with a bearer token; from any thread."""
        if is_right and self._is_resumed and not self._wrong:
            return  # the usual case
        with self._lock:
            before, now = self._wrong.refused_since, self._now()
            if is_right:
                self._right_at = self._right_at or now
                self._end(self._wrong, now)
                self._wrong = WrongTokens()
            else:
                self._wrong = self._wrong.and_at(now)
            is_changed = self._wrong.refused_since != before
        if is_changed:
            self._on_changed()

    def note_final(self) -> None:
        """Count a request that was refused for good though its token is right; from any thread."""
        now = self._now()
        with self._lock:
            is_first, self._final = self._final is None, _joined(self._final, Gap(now, now, GapCause.REFUSED))
        if is_first and self._is_to_tell(now):
            self._on_changed()

    def keep(self, heartbeat: HeartbeatWriter, cause: GapCause | None, port: int) -> tuple[Gap | None, list[Gap]]:
        """Save a heartbeat with all that is known of refusals.

        Returns:
            The gap that the heartbeat ended; and the refusals that ended or started since the last call, the latter
            until now. Requests refused for good are reported every ten minutes while there are any.

        Raises:
            StoreError: it could not be saved.
        """
        if not self._is_resumed:
            self._resume(heartbeat.inherit_wrong_tokens(port))
        with self._lock:
            wrong, ended, final = self._wrong, self._ended, self._final
        gap = heartbeat.beat(cause, port, wrong, ended if final is None else (*ended, final))
        with self._lock:
            self._ended, self._kept = self._ended[len(ended) :], wrong
            self._final = None if self._final is final else self._final
        news = list(ended)
        since, reported = wrong.refused_since, self._reported
        self._reported = since
        if since is not None and since != reported:
            news.append(Gap(since, max(since, self._now()), GapCause.TOKEN_REFUSED))
        self._untold = self._untold if final is None else _joined(self._untold, final)
        if self._untold is not None and self._is_to_tell(self._now()):
            news.append(self._untold)
            self._untold, self._told_at = None, self._now()
        return gap, news

    def _is_to_tell(self, now: datetime) -> bool:
        return self._told_at is None or abs(now - self._told_at) >= _TOLD_EVERY

    def _resume(self, wrong: WrongTokens) -> None:
        """Continue from the tokens that an earlier process saved, with those since the start added."""
        with self._lock:
            if self._right_at is not None:
                self._end(wrong, self._right_at)
            else:
                for at in filter(None, (self._wrong.refused_since, *self._wrong.times)):
                    wrong = wrong.and_at(at)
                self._wrong = WrongTokens(wrong.times, wrong.refused_since or self._wrong.refused_since)
            self._is_resumed = True

    def _end(self, wrong: WrongTokens, at: datetime) -> None:
        """Add the refusal that ends now, if there was one; it spans all times that the clock showed in it."""
        since = wrong.refused_since
        if since is not None:
            self._ended = (*self._ended, Gap(min(since, at), max((at, *wrong.times)), GapCause.TOKEN_REFUSED))


def _joined(earlier: Gap | None, gap: Gap) -> Gap:
    """Return a gap from the beginning of the earlier of two to the end of the later one."""
    if earlier is None:
        return gap
    return replace(gap, since=min(earlier.since, gap.since), until=max(earlier.until, gap.until))
