"""Options of the demo carrier: properties of its days, and the receiver to notify."""

import math
import re
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from app.demo.world.numbering import RandomSource
from app.domain.errors import SettingsError
from app.domain.texts import Text

_MOST_COPIES = 3
_COPIED_WITHIN = 20.0  # seconds
_HELD_BACK = (10.0, 90.0)  # seconds
_SHUFFLED_AMONG = 6
_MOST_OUTAGES = 60
MOST_SHIPMENTS = 500_000

_TOKEN = re.compile(r"[!-~]+")  # what may stand in a header, without spaces


@dataclass(frozen=True)
class SendingFaults:
    """Frequency of each fault; the default is none.

    Args:
        duplicates: share of notifications sent again, delivered or not, as one to three copies.
        late: share held back for 10 to 90 seconds.
        shuffled: share moved to a random position among itself and the five that close next.
        outages: number of outages an hour, in which the receiver cannot be reached, 0 to 60.
        outage_seconds: mean duration of an outage; each varies by up to a half.

    Raises:
        SettingsError: a number is out of range.
    """

    duplicates: float = 0.0
    late: float = 0.0
    shuffled: float = 0.0
    outages: float = 0.0
    outage_seconds: float = 90.0

    def __post_init__(self) -> None:
        for share in (self.duplicates, self.late, self.shuffled):
            if not 0 <= share <= 1:  # true for NaN as well
                text = Text("Error", "A share of the notifications is a number from 0 to 1, not {asked}.")
                raise SettingsError(text.filled(asked=share))
        if not 0 <= self.outages <= _MOST_OUTAGES:
            text = Text("Error", "There can be 0 to {most} outages an hour, not {asked}.")
            raise SettingsError(text.filled(most=_MOST_OUTAGES, asked=self.outages))
        if not (math.isfinite(self.outage_seconds) and self.outage_seconds >= 1):
            text = Text("Error", "An outage lasts 1 second or longer, not {asked}.")
            raise SettingsError(text.filled(asked=self.outage_seconds))

    def delays(self, rng: RandomSource, pace: float) -> list[float]:
        """Return the delays in seconds after the closing, of a notification and of each of its copies.

        Args:
            rng: this notification's own source, so that its faults do not depend on others'.
            pace: seconds from one closing to the next.
        """
        delay = 0.0
        if rng.chance(self.shuffled):
            delay += rng.uniform(0, _SHUFFLED_AMONG * pace)
        if rng.chance(self.late):
            delay += rng.uniform(*_HELD_BACK)
        copies = rng.randrange(1, _MOST_COPIES + 1) if rng.chance(self.duplicates) else 0
        return [delay, *(delay + rng.uniform(0, _COPIED_WITHIN) for _ in range(copies))]


class Outages:
    """Times of the outages, generated as needed. `cover` must be called with increasing times."""

    def __init__(self, faults: SendingFaults, rng: RandomSource) -> None:
        self._faults, self._rng = faults, rng
        self._begin = self._end = 0.0

    def cover(self, seconds: float) -> bool:
        """Return whether an outage is in progress this many seconds after the start."""
        if not self._faults.outages:
            return False
        while seconds >= self._end:
            self._begin = self._end + self._rng.expovariate(self._faults.outages / 3600)
            self._end = self._begin + self._faults.outage_seconds * self._rng.uniform(0.5, 1.5)
        return seconds >= self._begin


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
    """The receiver to notify when visits close, and simulated faults.

    Args:
        url: URL of the receiver. The contract requires https; http is accepted too, for a receiver on loopback.
        token: the token that it expects after `Bearer`.
        carrier: carrier whose visits are notified even before a request for its day; empty: none.
        ca_file: authorities to check an https receiver's certificate against; None: the system's.
        faults: simulated faults.

    Raises:
        SettingsError: the URL or the token cannot be used.
    """

    url: str
    token: str = field(repr=False)
    carrier: str = ""
    ca_file: Path | None = None
    faults: SendingFaults = field(default_factory=SendingFaults)

    def __post_init__(self) -> None:
        if not _is_address(self.url):
            text = Text("Error", "The receiver's URL begins with https:// or http:// and names a host, unlike “{url}”.")
            raise SettingsError(text.filled(url=self.url))
        if not _TOKEN.fullmatch(self.token):
            raise SettingsError(Text("Error", "The receiver's token must be letters, digits and signs without spaces."))

    def tls(self) -> ssl.SSLContext:
        """Return the TLS context that checks an https receiver's certificate.

        Raises:
            SettingsError: the file cannot be read, or contains no certificates.
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
        url.encode()  # bytes of the shell that are no UTF-8 arrive as surrogates
    except ValueError:
        return False
    is_plain = "@" not in parts.netloc and not parts.fragment and not any(map(str.isspace, url))
    return parts.scheme in ("http", "https") and has_host and is_plain
