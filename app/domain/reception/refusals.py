"""Requests that the receiver refused, and those with a wrong token."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

_ENOUGH: Final = 3
_WITHIN: Final = timedelta(minutes=10)


class Refusal(StrEnum):
    """Why the receiver refused a request; it counts them by this."""

    TOKEN = "token"
    PATH = "path"  # 404
    METHOD = "method"  # 405
    TOO_LARGE = "too_large"  # 413
    ENCODED = "encoded"  # 415, neither compressed in a known way nor readable as it is
    MALFORMED = "malformed"  # 400, 431: no honest HTTP; or 503: too slow
    NOT_NOW = "not_now"  # 503


@dataclass(frozen=True)
class WrongTokenCount:
    """Requests without the right token from one source, in one hour.

    Args:
        hour: its beginning, UTC.
        source: an address, or an IPv6 network; empty for several that are counted together.
    """

    hour: datetime
    source: str
    count: int


@dataclass(frozen=True)
class WrongTokens:
    """Requests on the receiver's path with a wrong bearer token, since the last request with a right one.

    Args:
        times: times of the latest of them, UTC, oldest first; at most two, as the third begins a refusal. During a
            refusal only the latest time.
        refused_since: time of the first of three within ten minutes, UTC; None without such three.
    """

    times: tuple[datetime, ...] = ()
    refused_since: datetime | None = None

    def __bool__(self) -> bool:
        """Return whether there is anything that a right token would reset."""
        return bool(self.times) or self.refused_since is not None

    def and_at(self, at: datetime) -> "WrongTokens":
        """Return the state after one more wrong token. A right token resets it to `WrongTokens()`."""
        if self.refused_since is not None:  # `at` is earlier if the clock was set back
            return WrongTokens((max((at, *self.times)),), min(self.refused_since, at))
        recent = (*(one for one in self.times if at - one <= _WITHIN), at)
        return WrongTokens((max(recent),), min(recent)) if len(recent) == _ENOUGH else WrongTokens(recent)
