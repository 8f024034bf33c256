"""The settings, each with its default and what it may be. Credentials are never settings."""

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.texts import Text

LANGUAGES = {"es": "Español", "en": "English"}
"""What the interface speaks, each by its own name. The source is English, so `en` has only plural forms."""

_LONGEST = 2000  # characters
_FLAGS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


class WrongSettingError(ValueError):
    """A setting cannot be this."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(key)
        self.key = key
        self.value = value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError
    value.encode()  # what the shell handed over may be no text
    return value


def _address(value: str) -> str:
    """Accept an http(s) address with a host and without a user in it; empty stands for not set."""
    address = value.strip().rstrip("/")
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(value)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(value)
    return address


def _zone(value: str) -> str:
    if value:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, OSError, ValueError) as error:  # no such zone, a folder of zones, a path
            raise ValueError(value) from error
    return value


def receiver_path(value: str) -> str:
    """Return what is a path of the receiver's; raise ValueError for anything else."""
    if not value.startswith("/") or any(char.isspace() or char in "?#" for char in value):
        raise ValueError(value)
    return value


def _clock(value: str) -> str:
    return f"{datetime.strptime(value, '%H:%M'):%H:%M}" if value else ""  # noqa: DTZ007 - a time of day


def _one_of(*names: str) -> Callable[[object], str]:
    """Return what reads one of these names."""

    def read(value: object) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return read


def _said(check: Callable[[str], str]) -> Callable[[object], str]:
    """Return what reads a text, and checks what it says."""
    return lambda value: check(_text(value))


def _flag(value: object) -> bool:
    return value if isinstance(value, bool) else _FLAGS[_text(value).strip().lower()]


def _number(least: float, most: float) -> Callable[[object], float]:
    """Return what reads a number between these, also one that is written as a text."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValueError  # noqa: TRY004 - the same for whoever calls
        number = float(value)
        if not least <= number <= most:  # nor is it so where it is no number
            raise ValueError
        return number

    return read


def _whole(least: int, most: int) -> Callable[[object], int]:
    """Return what reads a whole number between these, also one that is written as a text."""
    read_number = _number(least, most)

    def read(value: object) -> int:
        fraction, whole = math.modf(read_number(value))
        if fraction:
            raise ValueError
        return int(whole)

    return read


class Settings(NamedTuple):
    """What `settings.toml` holds. A key that is empty is not set, and means the default said beside it.

    It is no model of pydantic's, which takes longer to import than a command has that is run every minute.
    """

    base_url: str = ""
    time_zone: str = ""  # the system's
    language: str = ""  # the system's
    theme: str = ""  # the system's
    carrier: str = ""  # the last one used
    receiver_host: str = "127.0.0.1"
    receiver_port: int = 8750
    receiver_path: str = "/visitas"
    public_url: str = ""
    refresh_minutes: int = 10  # 0: off
    retention_days: int = 90
    retry_seconds: float = 1.0  # first pause before a repeated GET
    timeout_seconds: float = 30.0
    far_metres: int = 100  # from how far off a check-in counts as far from its address
    alert_failed: bool = False  # a notification of the system's on each failed visit
    alert_sound: bool = False
    quiet_from: str = ""  # no such notification and no sound from this hour of the site on
    quiet_until: str = ""
    sender_time_zone: str = ""  # the site's
    carrier_lag_minutes: int = 15  # for so long after a visit the carrier's status may still differ from it

    @classmethod
    def read(cls, values: Mapping[str, object]) -> "Settings":
        """Return the settings with these values; those of other keys are passed over.

        Raises:
            WrongSettingError: one of them cannot be what it is.
        """
        read = {key: _read(key, values[key]) for key in KEYS if key in values}
        return cls(**read)  # type: ignore[arg-type]  # each is read as what it is

    @property
    def public_address(self) -> str:
        """The address that the sender is given: `public_url`, with the receiver's path where it names none."""
        is_bare = bool(self.public_url) and not urlsplit(self.public_url).path
        return self.public_url + self.receiver_path if is_bare else self.public_url


KEYS = Settings._fields
"""The names of all settings."""

_READ: Mapping[str, Callable[[object], object]] = {
    "base_url": _said(_address),
    "time_zone": _said(_zone),
    "language": _one_of("", *LANGUAGES),
    "theme": _one_of("", "light", "dark"),
    "carrier": _text,
    "receiver_host": _text,
    "receiver_port": _whole(1, 65535),
    "receiver_path": _said(receiver_path),
    "public_url": _said(_address),
    "refresh_minutes": _whole(0, 1440),
    "retention_days": _whole(1, 3650),
    "retry_seconds": _number(0, 60),
    "timeout_seconds": _number(0.1, 600),
    "far_metres": _whole(10, 100_000),
    "alert_failed": _flag,
    "alert_sound": _flag,
    "quiet_from": _said(_clock),
    "quiet_until": _said(_clock),
    "sender_time_zone": _said(_zone),
    "carrier_lag_minutes": _whole(0, 1440),
}


def _read(key: str, value: object) -> object:
    try:
        return _READ[key](value)
    except (ValueError, LookupError, OverflowError) as error:
        raise WrongSettingError(key, value) from error


_ADDRESS = Text("Setting", "an address such as https://example.com/api, with no user in it, no ? and no #")
_NUMBER = Text("Setting", "a number from {least} to {most}")
_YES_OR_NO = Text("Setting", "true or false")
_ZONE = Text("Setting", "a time zone by its IANA name, such as America/Bogota")
_HOUR = Text("Setting", "an hour such as 13:30, or nothing")

WANTED = {
    "base_url": _ADDRESS,
    "time_zone": _ZONE,
    "language": Text("Setting", "one of {codes}").filled(codes=", ".join(LANGUAGES)),
    "theme": Text("Setting", "light or dark"),
    "carrier": Text("Setting", "a short text"),
    "receiver_host": Text("Setting", "a host name or address"),
    "receiver_port": _NUMBER.filled(least=1, most=65535),
    "receiver_path": Text("Setting", "a path that begins with / and has no spaces, ? or #"),
    "public_url": _ADDRESS,
    "refresh_minutes": _NUMBER.filled(least=0, most=1440),
    "retention_days": _NUMBER.filled(least=1, most=3650),
    "retry_seconds": _NUMBER.filled(least=0, most=60),
    "timeout_seconds": _NUMBER.filled(least="0.1", most=600),
    "far_metres": _NUMBER.filled(least=10, most=100_000),
    "alert_failed": _YES_OR_NO,
    "alert_sound": _YES_OR_NO,
    "quiet_from": _HOUR,
    "quiet_until": _HOUR,
    "sender_time_zone": _ZONE,
    "carrier_lag_minutes": _NUMBER.filled(least=0, most=1440),
}
"""What each setting may be, for whoever typed something else."""
