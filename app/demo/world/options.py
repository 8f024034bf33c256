"""What one can ask of the demo carrier: how its days look, and whom it notifies."""

import math
import re
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from app.demo.world.faults import SendingFaults
from app.domain.errors import SettingsError
from app.domain.texts import Text

MOST_SHIPMENTS = 500_000

_TOKEN = re.compile(r"[!-~]+")  # what may stand in a header, without spaces


@dataclass(frozen=True)
class DayOptions:
    """How the demo carrier's days look.

    Args:
        shipments: how many readable shipments a day lists when the server starts, 1 to 500,000.
        per_minute: how many visits of today close in a minute; 0 lets the day stand still.
        seed: another seed, other people and parcels.

    Raises:
        SettingsError: a number is out of its range.
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
    """Who is notified when visits close, and what goes wrong with it.

    Args:
        url: the receiver's. The contract wants https; http is taken as well, for a receiver on loopback.
        token: what it expects behind `Bearer`.
        carrier: whose today is notified although nobody may have asked for it; empty for nobody's.
        ca_file: the authorities that an https receiver's certificate is checked against; None for the system's.
        troubles: what goes wrong on purpose.

    Raises:
        SettingsError: the URL or the token cannot be used.
    """

    url: str
    token: str = field(repr=False)
    carrier: str = ""
    ca_file: Path | None = None
    troubles: SendingFaults = field(default_factory=SendingFaults)

    def __post_init__(self) -> None:
        if not _is_address(self.url):
            text = Text("Error", "The receiver's URL begins with https:// or http:// and names a host, unlike “{url}”.")
            raise SettingsError(text.filled(url=self.url))
        if not _TOKEN.fullmatch(self.token):
            raise SettingsError(Text("Error", "The receiver's token must be letters, digits and signs without spaces."))

    def tls(self) -> ssl.SSLContext:
        """Return what an https receiver's certificate is checked against.

        Raises:
            SettingsError: the file cannot be read, or holds no certificates.
        """
        try:
            return ssl.create_default_context(cafile=self.ca_file)
        except OSError as error:  # ssl.SSLError is one
            text = Text("Error", "No certificates can be read from {file}: {detail}.")
            raise SettingsError(text.filled(file=self.ca_file, detail=error.strerror or error)) from error


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
        url.encode()  # what the shell handed over may be no text
    except ValueError:
        return False
    is_plain = "@" not in parts.netloc and not parts.fragment and not any(map(str.isspace, url))
    return parts.scheme in ("http", "https") and has_host and is_plain
