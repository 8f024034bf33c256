"""Options of the demo carrier: properties of its days, and the receiver to notify."""

import math
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from app.domain.errors import SettingsError
from app.domain.texts import Text

MOST_SHIPMENTS = 500_000

_TOKEN = re.compile(r"[!-~]+")  # what may stand in a header, without spaces


@dataclass(frozen=True)
class DayOptions:
    """Properties of the demo carrier's days.

    Args:
        shipments: number of readable shipments that a day lists when the server starts, 1 to 500,000.
        per_minute: number of today's visits that close per minute; 0: none.
        seed: another seed gives other people and parcels.

    Raises:
        SettingsError: a number is out of range.
    """

    shipments: int = 400
    per_minute: float = 30
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.shipments <= MOST_SHIPMENTS:
            text = Text("Error", "The demo carrier has 1 to {most} shipments a day, not {asked}.")
            raise SettingsError(text.filled(most=MOST_SHIPMENTS, asked=self.shipments))
        if not (math.isfinite(self.per_minute) and self.per_minute >= 0):
            text = Text("Error", "The visits per minute must be 0 or more, not {asked}.")
            raise SettingsError(text.filled(asked=self.per_minute))


@dataclass(frozen=True)
class NotifyOptions:
    """The receiver to notify when visits close.

    Args:
        url: URL of the receiver. The contract requires https; http is accepted too, for a receiver on loopback.
        token: the token that it expects after `Bearer`.
        carrier: carrier whose visits are notified even before a request for its day; empty: none.

    Raises:
        SettingsError: the URL or the token cannot be used.
    """

    url: str
    token: str = field(repr=False)
    carrier: str = ""

    def __post_init__(self) -> None:
        if not _is_address(self.url):
            text = Text("Error", "The receiver's URL begins with https:// or http:// and names a host, unlike “{url}”.")
            raise SettingsError(text.filled(url=self.url))
        if not _TOKEN.fullmatch(self.token):
            raise SettingsError(Text("Error", "The receiver's token must be letters, digits and signs without spaces."))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
        url.encode()  # bytes of the shell that are no UTF-8 arrive as surrogates
    except ValueError:
        return False
    is_plain = "@" not in parts.netloc and not parts.fragment and not any(map(str.isspace, url))
    return parts.scheme in ("http", "https") and has_host and is_plain
