"""The settings, each with its default and its valid values. Credentials are never settings."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import NamedTuple, TypeVar
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
_COUNTRY_CODE = re.compile("[A-Z]{2}")
_MAIL_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+", re.ASCII)
T = TypeVar("T")

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
    if code and not _COUNTRY_CODE.fullmatch(code):
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


def _codes(value: str) -> str:
    """Accept carriers' codes, each in the one form in which it is compared."""
    return ",".join(dict.fromkeys(filter(None, map(plain_identifier, value.split(",")))))


def _mail_server(value: str) -> str:
    if value:
        parts = urlsplit(f"//{value}")
        if not (parts.hostname and parts.port and parts.netloc == value) or "@" in value:
            raise ValueError(value)
    return value


def _mail_addresses(value: str) -> str:
    addresses = [one for one in map(str.strip, value.split(",")) if one]
    if not all(map(_MAIL_ADDRESS.fullmatch, addresses)):
        raise ValueError(value)
    return ",".join(addresses)


def _day_end(value: str) -> str:
    clock = _clock(value) or "00:00"
    if clock > "12:00":
        raise ValueError(value)
    return clock


class _Kind(NamedTuple):
    """What a setting may be."""

    read: Callable[[object], object]
    """Returns a valid value, or raises."""
    wanted: Text
    """Valid values, for the message after a wrong one."""


def _setting(default: T, kind: _Kind) -> T:
    """Declare a setting with its default."""
    return field(default=default, metadata={"kind": kind})


def _checked(check: Callable[[str], str], wanted: Text) -> _Kind:
    """Accept a text that passes a check, without invisible characters."""
    return _Kind(lambda value: check(without_invisible(_text(value)).strip()), wanted)


def _one_of(names: Iterable[str], wanted: Text, empty: str = "") -> _Kind:
    """Accept one of these names; an empty one becomes `empty`, by default: not set."""
    valid = {"": empty} | {name: name for name in names}
    return _Kind(lambda value: valid[_text(value)], wanted)


def _number(least: float, most: float) -> _Kind:
    """Accept a number in a range; it may be written as a text."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValueError  # noqa: TRY004 - one error for every wrong value
        number = float(value)
        if not least <= number <= most:  # true for NaN as well
            raise ValueError
        return number

    wanted = Text("Setting", "a number from {least} to {most}")
    return _Kind(read, wanted.filled(least=least, most=most))


def _whole(least: int, most: int) -> _Kind:
    """Accept a whole number in a range; it may be written as a text."""
    number = _number(least, most)

    def read(value: object) -> int:
        fraction, whole = math.modf(number.read(value))  # type: ignore[arg-type]  # it is a float
        if fraction:
            raise ValueError
        return int(whole)

    return _Kind(read, number.wanted)


_SERVICE = _checked(
    _service_address,
    Text(
        "Setting",
        "an address such as https://example.com/api (http:// on this computer alone, such as http://127.0.0.1:8900), "
        "with no user in it, no ? and no #",
    ),
)
_ADDRESS = _checked(
    _address, Text("Setting", "an address such as https://example.com/api, with no user in it, no ? and no #")
)
_VERSION = _checked(_safe_address, _SERVICE.wanted)
_HOST = _checked(
    host_name,
    Text(
        "Setting",
        "an address of this computer that others cannot reach, such as 127.0.0.1 or a Unix socket, unix:/path, since "
        "the receiver does not encrypt (despacho receive --host ADDRESS listens on another one all the same)",
    ),
)
_PATH = _checked(receiver_path, Text("Setting", "a path that begins with / and has no spaces, ? or #"))
_TILES = _checked(
    checked_template,
    Text(
        "Setting",
        "an https address of a server's name, not of an IP address or this computer, with {z}, {x} and {y} in its "
        "path, such as https://example.com/{z}/{x}/{y}.png",
    ).filled(z="{z}", x="{x}", y="{y}"),
)
_SERVERS = _checked(
    checked_servers,
    Text(
        "Setting",
        "an address such as tls://relay.example:4222 (nats:// on this computer alone), or several with commas between "
        "them, with no user and no path in it",
    ),
)
_FILE = _checked(str.strip, Text("Setting", "the path of a file with a certificate, in the form PEM"))
_ZONE = _checked(_zone, Text("Setting", "a time zone by its IANA name, such as America/Bogota"))
_COUNTRY = _checked(_country, Text("Setting", "two letters, such as CO or PE"))
_LANGUAGE = _one_of(LANGUAGES, Text("Setting", "one of {codes}").filled(codes=", ".join(LANGUAGES)))
_THEME = _one_of(("light", "dark"), Text("Setting", "light or dark"))
_HOUR = _checked(_clock, Text("Setting", "a time such as 13:30, or empty"))
_DAY_END = _checked(_day_end, Text("Setting", "a time from 00:00 to 12:00, such as 08:00"))
_FLAG = _Kind(
    lambda value: value if isinstance(value, bool) else _FLAGS[_text(value).strip().lower()],
    Text("Setting", "true or false"),
)
_ALERT_WAYS = ("list", "message", "sound", "both")
_ALERT_AS = _one_of(_ALERT_WAYS, Text("Setting", "list, message, sound or both"), "list")
_ALERT_OR_OFF = _one_of(("off", *_ALERT_WAYS), Text("Setting", "off, list, message, sound or both"), "list")
_MAIL_SERVER = _checked(_mail_server, Text("Setting", "a mail server with its port, such as mail.example.com:587"))
_MAIL_ADDRESSES = _checked(_mail_addresses, Text("Setting", "mail addresses, with commas between them"))
_WORDS = _Kind(_text, Text("Setting", "a short text"))
_SITE = _checked(_name, Text("Setting", "a name of at most {longest} characters").filled(longest=_LONGEST_SITE))
_DESK = _checked(_desk, Text("Setting", "one line of at most {longest} characters").filled(longest=LONGEST_NAME))


@dataclass(frozen=True)
class Settings:
    """Contents of `settings.toml`, each with its default. An empty value is not set; a comment names what then holds.

    Not a pydantic model: pydantic takes too long to import for a command that runs every minute.
    """

    base_url: str = _setting("", _SERVICE)
    time_zone: str = _setting("", _ZONE)  # the system's
    country: str = _setting("", _COUNTRY)  # that of the time zone: how phones are read, money and documents named
    day_ends_at: str = _setting("00:00", _DAY_END)  # site time at which a day ends and the next one begins
    language: str = _setting("", _LANGUAGE)  # the system's
    theme: str = _setting("", _THEME)  # the system's
    carrier: str = _setting("", _checked(plain_identifier, _WORDS.wanted))  # the last one used
    carriers: str = _setting("", _checked(_codes, _WORDS.wanted))  # the desk's codes; those used in the last 30 days
    receiver_host: str = _setting("127.0.0.1", _HOST)
    receiver_port: int = _setting(8750, _whole(1, 65535))
    receiver_path: str = _setting("/visitas", _PATH)
    public_url: str = _setting("", _ADDRESS)
    refresh_minutes: int = _setting(10, _whole(0, 1440))  # 0: off
    retention_days: int = _setting(90, _whole(1, 3650))
    retry_seconds: float = _setting(1.0, _number(0, 60))  # first pause before a repeated GET
    timeout_seconds: float = _setting(30.0, _number(0.1, 600))
    far_metres: int = _setting(100, _whole(10, 100_000))  # from here on a check-in counts as far from the address
    alert_failed_as: str = _setting("list", _ALERT_OR_OFF)  # how alerts of failed visits are announced
    alert_reminder_as: str = _setting("list", _ALERT_OR_OFF)  # of calls that were promised for now
    alert_reception_as: str = _setting("list", _ALERT_OR_OFF)  # of gaps, and of what keeps notifications from coming
    alert_set_aside_as: str = _setting("list", _ALERT_OR_OFF)  # of notifications that cannot be read
    alert_program_as: str = _setting("list", _ALERT_OR_OFF)  # of data, disk, credentials and bugs
    quiet_from: str = _setting("", _HOUR)  # site time from which system notifications and sounds are off
    quiet_until: str = _setting("", _HOUR)
    alert_silent_minutes: int = _setting(0, _whole(0, 1440))  # a driver has closed no visit for so long; 0: off
    alert_silent_as: str = _setting("list", _ALERT_AS)
    alert_promise_at: str = _setting("", _HOUR)  # site time at which parcels promised for the day are to be delivered
    alert_promise_as: str = _setting("list", _ALERT_AS)
    alert_route_percent: int = _setting(0, _whole(0, 99))  # more of a route's closed visits failed; 0: off
    alert_route_as: str = _setting("list", _ALERT_AS)
    alert_not_loaded_minutes: int = _setting(0, _whole(0, 1440))  # a carrier was not loaded for so long; 0: off
    alert_not_loaded_as: str = _setting("list", _ALERT_AS)
    smtp_server: str = _setting("", _MAIL_SERVER)  # over which `receive` mails alerts of rules; none: it mails nothing
    smtp_user: str = _setting("", _WORDS)  # whose password is smtp-password; none: the server asks for none
    smtp_from: str = _setting("", _MAIL_ADDRESSES)  # the sender; the first of those who get the mails
    alert_mail_to: str = _setting("", _MAIL_ADDRESSES)  # who gets the mails
    sender_time_zone: str = _setting("", _ZONE)  # the site's
    map_tiles: str = _setting("", _TILES)  # template of map tiles' addresses; none: the map asks no server
    map_attribution: str = _setting("", _WORDS)  # who made the tiles, shown on the map; the tiles' host
    relay_url: str = _setting("", _SERVERS)  # over which desks share their facts; none: nothing is shared
    relay_ca_file: str = _setting("", _FILE)  # certificate of the relay's own authority; none: the system knows it
    site: str = _setting("site", _SITE)  # whose desks share their facts with each other
    desk: str = _setting("", _DESK)  # how the others see this desk; the host's name
    dispatcher: str = _setting("", _DESK)  # who works here: signs follow-ups, and has cases; the system's user
    version_url: str = _setting("", _VERSION)  # where an administrator names the newest version; none: nowhere
    carrier_lag_minutes: int = _setting(15, _whole(0, 1440))  # how long the carrier may still differ from a visit

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


_KINDS: Mapping[str, _Kind] = {one.name: one.metadata["kind"] for one in fields(Settings)}
KEYS = tuple(_KINDS)
"""The names of all settings."""
WANTED: Mapping[str, Text] = {key: kind.wanted for key, kind in _KINDS.items()}
"""Valid values of each setting, for the message after a wrong one."""


def _read(key: str, value: object) -> object:
    try:
        return _KINDS[key].read(value)
    except (ValueError, LookupError, OverflowError) as error:
        raise WrongSettingError(key, value) from error
