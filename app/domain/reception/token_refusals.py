"""Detects that notifications are refused because the sender uses another token: it never repeats one after a 401."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.domain.texts import Text

TOKEN_REFUSED = Text(
    "Listening",
    "Notifications have been refused since {since}: their token is not accepted here. The provider seems to have "
    "changed its token: ask the provider for the new one and enter it as next token of the receiver. This message "
    "stays until a notification with an accepted token arrives.",
    command="despacho credentials set receiver-token-next",
)
_ENOUGH: Final = 3
_WITHIN: Final = timedelta(minutes=10)


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
