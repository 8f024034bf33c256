"""The settings, each with its default and its valid values. Credentials are never settings."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.domain.access.addresses import host_name, is_loopback, may_carry_secrets, without_query
from app.domain.folding import plain_identifier, without_invisible
from app.domain.places.tiles import checked_template
from app.domain.relay.relay_status import checked_servers
from app.domain.relay.shared_fact import LONGEST_NAME, is_name
from app.domain.texts import Text

LANGUAGES = {"es": "Español", "en": "English"}
"""What the interface speaks, each by its own name. The source is English, so `en` has only plural forms."""

_LONGEST = 2000  # characters
_LONGEST_SITE = 40
_COUNTRY = re.compile("[A-Z]{2}")
_FLAGS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


class WrongSettingError(ValueError):
    """The value is not valid for the setting `key`."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(key)
        self.key = key
        self.value = value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError
    value.encode()  # bytes of the shell that are no UTF-8 arrive as surrogates
    return value


def _address(value: str) -> str:
    """Accept an http(s) address with a host and without a user, query or fragment; empty means not set."""
    address = value.strip().rstrip("/")
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(value)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(value)
    return address


def _service_address(value: str) -> str:
    return _address(without_query(value))


def _safe_address(value: str) -> str:
    """Accept an address as `_address` does, if it is https or on this computer."""
    address = _address(value)
    if address and not may_carry_secrets(address):
        raise ValueError(value)
    return address


def _zone(value: str) -> str:
    if value:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, OSError, ValueError) as error:  # no such zone, a folder of zones, a path
            raise ValueError(value) from error
    return value


def _country(value: str) -> str:
    code = value.strip().upper()
    if code and not _COUNTRY.fullmatch(code):
        raise ValueError(value)
    return code


def receiver_path(value: str) -> str:
    """Return a valid path of the receiver; raise ValueError for anything else."""
    if not value.startswith("/") or any(char.isspace() or char in "?#" for char in value):
        raise ValueError(value)
    return value


def _name(value: str) -> str:
    """Accept a name that is not empty and short enough for a subject of the relay."""
    name = value.strip()
    if not 0 < len(name) <= _LONGEST_SITE:
        raise ValueError(value)
    return name


def _desk(value: str) -> str:
    """Accept a name that the other desks can show."""
    name = value.strip()
    if not is_name(name):
        raise ValueError(value)
    return name


def _clock(value: str) -> str:
    return f"{datetime.strptime(value, '%H:%M'):%H:%M}" if value else ""  # noqa: DTZ007 - a time of day


def _day_end(value: str) -> str:
    clock = _clock(value) or "00:00"
    if clock > "12:00":
        raise ValueError(value)
    return clock


def _one_of(*names: str) -> Callable[[object], str]:
    """Return a reader that accepts one of these names."""

    def read(value: object) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return read


def _checked_text(check: Callable[[str], str]) -> Callable[[object], str]:
    """Return a reader that accepts a text and passes it through a check, without invisible characters."""
    return lambda value: check(without_invisible(_text(value)).strip())


def _flag(value: object) -> bool:
    return value if isinstance(value, bool) else _FLAGS[_text(value).strip().lower()]


def _number(least: float, most: float) -> Callable[[object], float]:
    """Return a reader of a number in a range; it may be written as a text."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValueError  # noqa: TRY004 - one error for every wrong value
        number = float(value)
        if not least <= number <= most:  # true for NaN as well
            raise ValueError
        return number

    return read


def _whole(least: int, most: int) -> Callable[[object], int]:
    """Return a reader of a whole number in a range; it may be written as a text."""
    read_number = _number(least, most)

    def read(value: object) -> int:
        fraction, whole = math.modf(read_number(value))
        if fraction:
            raise ValueError
        return int(whole)

    return read


@dataclass(frozen=True)
class Settings:
    """Contents of `settings.toml`. An empty value is not set; the comment beside it names the default.

    Not a pydantic model: pydantic takes too long to import for a command that runs every minute.
    """

    base_url: str = ""
    time_zone: str = ""  # the system's
    country: str = ""  # that of the time zone: how phones are read, money and documents named
    day_ends_at: str = "00:00"  # site time at which a day ends and the next one begins
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
    far_metres: int = 100  # a check-in at this distance or more counts as far from the address
    alert_failed: bool = False  # show a system notification for each failed visit
    alert_sound: bool = False
    quiet_from: str = ""  # site time from which system notifications and sounds are off
    quiet_until: str = ""
    sender_time_zone: str = ""  # the site's
    map_tiles: str = ""  # template of map tiles' addresses; none: the map asks no server
    map_attribution: str = ""  # who made the tiles, shown on the map; the tiles' host
    relay_url: str = ""  # the servers over which desks share their facts; none: nothing is shared
    relay_ca_file: str = ""  # the certificate of the relay's own authority; none: the system knows it
    site: str = "site"  # whose desks share their facts with each other
    desk: str = ""  # how the others see this desk; the host's name
    version_url: str = ""  # where an administrator names the newest version; none: it is asked for nowhere
    carrier_lag_minutes: int = 15  # how long after a visit the carrier's status may still differ from it

    @classmethod
    def read(cls, values: Mapping[str, object]) -> "Settings":
        """Return the settings with these values; unknown keys are ignored.

        Raises:
            WrongSettingError: a value is not valid for its setting.
        """
        read = {key: _read(key, values[key]) for key in KEYS if key in values}
        return cls(**read)  # type: ignore[arg-type]  # each reader returns its field's type

    @classmethod
    def read_new(cls, values: Mapping[str, object]) -> "Settings":
        """Return the settings with values to be saved: as `read`, and nothing secret may pass where others can read it.

        A saved `base_url` or `receiver_host` of this kind is read: a load refuses the one, the receiver the other.
        """
        settings = cls.read(values)
        if settings.base_url and not may_carry_secrets(settings.base_url):
            raise WrongSettingError("base_url", values["base_url"])
        if not is_loopback(settings.receiver_host):
            raise WrongSettingError("receiver_host", values["receiver_host"])
        return settings

    @property
    def public_address(self) -> str:
        """The address to give to the sender: `public_url`, with the receiver's path if it has none of its own."""
        is_bare = bool(self.public_url) and not urlsplit(self.public_url).path
        return self.public_url + self.receiver_path if is_bare else self.public_url


KEYS = tuple(field.name for field in fields(Settings))
"""The names of all settings."""

_READ: Mapping[str, Callable[[object], object]] = {
    "base_url": _checked_text(_service_address),
    "time_zone": _checked_text(_zone),
    "country": _checked_text(_country),
    "day_ends_at": _checked_text(_day_end),
    "language": _one_of("", *LANGUAGES),
    "theme": _one_of("", "light", "dark"),
    "carrier": _checked_text(plain_identifier),
    "receiver_host": _checked_text(host_name),
    "receiver_port": _whole(1, 65535),
    "receiver_path": _checked_text(receiver_path),
    "public_url": _checked_text(_address),
    "refresh_minutes": _whole(0, 1440),
    "retention_days": _whole(1, 3650),
    "retry_seconds": _number(0, 60),
    "timeout_seconds": _number(0.1, 600),
    "far_metres": _whole(10, 100_000),
    "alert_failed": _flag,
    "alert_sound": _flag,
    "quiet_from": _checked_text(_clock),
    "quiet_until": _checked_text(_clock),
    "sender_time_zone": _checked_text(_zone),
    "map_tiles": _checked_text(checked_template),
    "map_attribution": _text,
    "relay_url": _checked_text(checked_servers),
    "relay_ca_file": _checked_text(str.strip),
    "site": _checked_text(_name),
    "desk": _checked_text(_desk),
    "version_url": _checked_text(_safe_address),
    "carrier_lag_minutes": _whole(0, 1440),
}


def _read(key: str, value: object) -> object:
    try:
        return _READ[key](value)
    except (ValueError, LookupError, OverflowError) as error:
        raise WrongSettingError(key, value) from error


_SERVICE = Text(
    "Setting",
    "an address such as https://example.com/api (http:// on this computer alone, such as http://127.0.0.1:8900), with "
    "no user in it, no ? and no #",
)
_ADDRESS = Text("Setting", "an address such as https://example.com/api, with no user in it, no ? and no #")
_NUMBER = Text("Setting", "a number from {least} to {most}")
_YES_OR_NO = Text("Setting", "true or false")
_ZONE = Text("Setting", "a time zone by its IANA name, such as America/Bogota")
_HOUR = Text("Setting", "a time such as 13:30, or empty")

WANTED = {
    "base_url": _SERVICE,
    "time_zone": _ZONE,
    "country": Text("Setting", "two letters, such as CO or PE"),
    "day_ends_at": Text("Setting", "a time from 00:00 to 12:00, such as 08:00"),
    "language": Text("Setting", "one of {codes}").filled(codes=", ".join(LANGUAGES)),
    "theme": Text("Setting", "light or dark"),
    "carrier": Text("Setting", "a short text"),
    "receiver_host": Text(
        "Setting",
        "an address of this computer that others cannot reach, such as 127.0.0.1 or a Unix socket, unix:/path, since "
        "the receiver does not encrypt (despacho receive --host ADDRESS listens on another one all the same)",
    ),
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
    "map_tiles": Text(
        "Setting",
        "an https address of a server's name, not of an IP address or this computer, with {z}, {x} and {y} in its "
        "path, such as https://example.com/{z}/{x}/{y}.png",
    ).filled(z="{z}", x="{x}", y="{y}"),
    "map_attribution": Text("Setting", "a short text"),
    "relay_url": Text(
        "Setting",
        "an address such as tls://relay.example:4222 (nats:// on this computer alone), or several with commas between "
        "them, with no user and no path in it",
    ),
    "relay_ca_file": Text("Setting", "the path of a file with a certificate, in the form PEM"),
    "site": Text("Setting", "a name of at most {longest} characters").filled(longest=_LONGEST_SITE),
    "desk": Text("Setting", "one line of at most {longest} characters").filled(longest=LONGEST_NAME),
    "version_url": _SERVICE,
    "carrier_lag_minutes": _NUMBER.filled(least=0, most=1440),
}
"""Valid values of each setting, for the message after a wrong one."""
