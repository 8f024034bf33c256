"""When notifications are being refused because the sender bears another token: it answers a 401 with no second try."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.domain.texts import Text

TOKEN_REFUSED = Text(
    "Listening",
    "Notifications have been refused since {since}: they bear a token that is not accepted here. The provider seems to "
    "have rotated its token: ask the provider for the new one and enter it in Settings, under Receiver, as next token, "
    "or run: despacho credentials set receiver-token-next. This lasts until a notification with an accepted token "
    "comes.",
)
_ENOUGH: Final = 3
_WITHIN: Final = timedelta(minutes=10)


@dataclass(frozen=True)
class WrongTokens:
    """The requests with a wrong bearer token, on the receiver's own path, since the last request with a right one.

    Args:
        times: when the latest came, UTC, the oldest first; two at most, as the third one begins a refusal. While
            that lasts it is the latest time that the clock showed.
        refused_since: when the earliest of three within ten minutes came, UTC; None where no three have.
    """

    times: tuple[datetime, ...] = ()
    refused_since: datetime | None = None

    def __bool__(self) -> bool:
        """Whether there is anything that a right token would end."""
        return bool(self.times) or self.refused_since is not None

    def and_at(self, at: datetime) -> "WrongTokens":
        """Return what holds after one more wrong token. A right one leaves nothing: `WrongTokens()`."""
        if self.refused_since is not None:  # a clock that was set back may show a time before it
            return WrongTokens((max((at, *self.times)),), min(self.refused_since, at))
        recent = (*(one for one in self.times if at - one <= _WITHIN), at)
        return WrongTokens((max(recent),), min(recent)) if len(recent) == _ENOUGH else WrongTokens(recent)
