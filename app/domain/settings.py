"""The settings, each with its default and its valid values. Credentials are never settings."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import Enum
from functools import partial
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from app.domain.access.addresses import host_name, is_loopback, may_carry_secrets, without_query
from app.domain.folding import plain_identifier, without_invisible
from app.domain.places.tiles import checked_template
from app.domain.relay.relay_status import checked_servers
from app.domain.relay.shared_fact import LONGEST_NAME, is_name
from app.domain.texts import Text

LANGUAGES = {"es": "Español", "en": "English"}
"""What the interface speaks, each by its own name. The source is English, so `en` has only plural forms."""

_LONGEST, _LONGEST_SITE = 2000, 40  # characters
_COUNTRY_CODE = re.compile("[A-Z]{2}")
_MAIL_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+", re.ASCII)
T = TypeVar("T")
_TEXT = partial(Text, "Setting")

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
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    if not is_web or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(value)
    return address


def _safe_address(value: str) -> str:
    """Accept an address as `_address` does, if it is https or on this computer."""
    address = _address(value)
    if address and not may_carry_secrets(address):
        raise ValueError(value)
    return address


def _zone(value: str) -> str:
    return ZoneInfo(value).key if value else ""


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


Group = Enum("Group", "CARRIER RECEIVER ALERTS MAIL PROGRAM SHARING")
"""The settings that a page of the window lists one below the other; it arranges those without a group itself."""
_CARRIER, _RECEIVER, _ALERTS, _MAIL, _PROGRAM, _SHARING = Group


class Kind(NamedTuple):
    """What a setting may be."""

    read: Callable[[object], object]
    """Returns a valid value, or raises."""
    wanted: Text
    """Valid values, for the message after a wrong one."""
    least: float = 0
    most: float = 0
    """Of a number; of a text its longest length, where that is not 0."""
    step: int = 1
    choices: Mapping[str, str | Text] = {}
    """The values that there are, with their names."""


class Setting(NamedTuple):
    """The declaration of a setting, with its words in the window; in these {zone} is this computer's time zone."""

    default: object
    kind: Kind
    title: Text = _TEXT("")
    group: Group | None = None
    texts: Mapping[str, Text] = {}
    """`unset`: what an empty value or the least number means; `unit`; `note`, below the field; `tip`; `heading`."""


def _setting(default: T, kind: Kind, title: str = "", group: Group | None = None, **texts: str) -> T:
    """Declare a setting with its default; `packaging/texts.py` finds its texts here."""
    said = {name: _TEXT(text) for name, text in texts.items()}
    return field(default=default, metadata={"declared": Setting(default, kind, _TEXT(title), group, said)})


def _checked(check: Callable[[str], str], wanted: Text, longest: int = 0) -> Kind:
    """Accept a text that passes a check, without invisible characters."""
    return Kind(lambda value: check(without_invisible(_text(value)).strip()), wanted, most=longest)


def _one_of(choices: Mapping[str, str | Text], wanted: Text, empty: str = "") -> Kind:
    """Accept one of these values; an empty one becomes `empty`, by default: not set."""
    valid = {"": empty} | {name: name for name in choices}
    return Kind(lambda value: valid[_text(value)], wanted, choices=choices)


def _number(least: float, most: float) -> Kind:
    """Accept a number in a range; it may be written as a text."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ValueError  # noqa: TRY004 - one error for every wrong value
        number = float(value)
        if not least <= number <= most:  # true for NaN as well
            raise ValueError
        return number

    return Kind(read, Text("Setting", "a number from {least} to {most}").filled(least=least, most=most), least, most)


def _whole(least: int, most: int, step: int = 1) -> Kind:
    """Accept a whole number in a range; it may be written as a text."""
    number = _number(least, most)

    def read(value: object) -> int:
        fraction, whole = math.modf(number.read(value))  # type: ignore[arg-type]  # it is a float
        if fraction:
            raise ValueError
        return int(whole)

    return number._replace(read=read, step=step)


_MINUTES = _whole(0, 1440, step=5)
_SERVICE = _checked(
    lambda value: _address(without_query(value)),
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
ZONE = _checked(_zone, Text("Setting", "a time zone by its IANA name, such as America/Bogota"))
_COUNTRY = _checked(_country, Text("Setting", "two letters, such as CO or PE"))
_LANGUAGE = _one_of(LANGUAGES, Text("Setting", "one of {codes}").filled(codes=", ".join(LANGUAGES)))
_THEMES = {"light": Text("Setting", "Light"), "dark": Text("Setting", "Dark")}
_THEME = _one_of(_THEMES, Text("Setting", "light or dark"))
HOUR = _checked(_clock, Text("Setting", "a time such as 13:30, or empty"))
DAY_END = _checked(_day_end, Text("Setting", "a time from 00:00 to 12:00, such as 08:00"))
_FLAG = Kind(
    lambda value: value if isinstance(value, bool) else _FLAGS[_text(value).strip().lower()],
    Text("Setting", "true or false"),
)
_WAYS = {
    "list": Text("Setting", "under the bell only"),
    "message": Text("Setting", "with a message"),
    "sound": Text("Setting", "with a sound"),
    "both": Text("Setting", "with both"),
}
_ALERT_AS = _one_of(_WAYS, Text("Setting", "list, message, sound or both"), "list")
_ALERT_OR_OFF = _one_of(
    {"off": Text("Setting", "not at all"), **_WAYS}, Text("Setting", "off, list, message, sound or both"), "list"
)
_MAIL_SERVER = _checked(_mail_server, Text("Setting", "a mail server with its port, such as mail.example.com:587"))
_MAIL_ADDRESSES = _checked(_mail_addresses, Text("Setting", "mail addresses, with commas between them"))
_WORDS = Kind(_text, Text("Setting", "a short text"))
_CODE = _checked(plain_identifier, _WORDS.wanted, longest=60)
CODES = _checked(_codes, Text("Setting", "codes of carriers, with commas between them"))
_SITE = _checked(_name, Text("Setting", "a name of at most {longest} characters").filled(longest=_LONGEST_SITE))
_DESK = _checked(_desk, Text("Setting", "one line of at most {longest} characters").filled(longest=LONGEST_NAME))


def _way() -> str:
    return _setting("list", _ALERT_AS, "{rule}: how it is announced")


@dataclass(frozen=True)
class Settings:
    """Contents of `settings.toml`, each with its default. An empty value is not set; a comment names what then holds.

    Not a pydantic model: pydantic takes too long to import for a command that runs every minute.
    """

    base_url: str = _setting("", _SERVICE, "Address", unset="https://")
    carrier: str = _setting("", _CODE, "Carrier's code")  # the last one used
    carriers: str = _setting("", CODES, "Carriers of this desk")  # those used in the last 30 days
    timeout_seconds: float = _setting(30.0, _number(0.1, 600), "Give up after", _CARRIER, unit=" s without an answer")
    retry_seconds: float = _setting(1.0, _number(0, 60), "Ask again after", _CARRIER, unit=" s, then longer")
    refresh_minutes: int = _setting(10, _whole(0, 1440), "Load today again every", _CARRIER, unset="never", unit=" min")
    receiver_host: str = _setting("127.0.0.1", _HOST, "Listens on host", _RECEIVER)
    receiver_port: int = _setting(8750, _whole(1, 65535), "Port", _RECEIVER)
    receiver_path: str = _setting("/visitas", _PATH, "Path", _RECEIVER)
    public_url: str = _setting("", _ADDRESS, "Public address", _RECEIVER, unset="https://")
    alert_failed_as: str = _setting("list", _ALERT_OR_OFF, "Failed visits", _ALERTS)
    alert_reminder_as: str = _setting("list", _ALERT_OR_OFF, "Promised calls", _ALERTS)
    alert_reception_as: str = _setting("list", _ALERT_OR_OFF, "Reception of notifications", _ALERTS)
    alert_set_aside_as: str = _setting("list", _ALERT_OR_OFF, "Notifications set aside", _ALERTS)
    alert_program_as: str = _setting("list", _ALERT_OR_OFF, "Program, data, credentials", _ALERTS)
    quiet_from: str = _setting("", HOUR, "Quiet from")  # site time from which system notifications and sounds are off
    quiet_until: str = _setting("", HOUR, "Quiet until")
    alert_silent_minutes: int = _setting(0, _MINUTES, "Silent driver", unset="off", unit=" min")
    alert_silent_as: str = _way()
    alert_promise_at: str = _setting("", HOUR, "Promises still open")
    alert_promise_as: str = _way()
    alert_route_percent: int = _setting(0, _whole(0, 99, step=5), "Failures of a route", unset="off", unit=" %")
    alert_route_as: str = _way()
    alert_not_loaded_minutes: int = _setting(0, _MINUTES, "Carrier not loaded", unset="off", unit=" min")
    alert_not_loaded_as: str = _way()
    smtp_server: str = _setting("", _MAIL_SERVER, "Mail server", _MAIL, unset="none: nothing is mailed")
    smtp_user: str = _setting("", _WORDS, "Its user", _MAIL)  # whose password is smtp-password; none: it asks for none
    smtp_from: str = _setting("", _MAIL_ADDRESSES, "Mails come from", _MAIL)  # the first of those who get the mails
    alert_mail_to: str = _setting("", _MAIL_ADDRESSES, "Mails go to", _MAIL)
    language: str = _setting("", _LANGUAGE, "Language", _PROGRAM, unset="As the system", heading="You")
    theme: str = _setting("", _THEME, "Theme", _PROGRAM, unset="As the system")
    dispatcher: str = _setting("", _DESK, "Your name", _PROGRAM, unset="your user name")  # signs follow-ups, has cases
    time_zone: str = _setting(
        "", ZONE, "Time zone of the site", _PROGRAM, unset="As this computer: {zone}", heading="Site"
    )
    country: str = _setting(
        "", _COUNTRY, "Country of the site", _PROGRAM, unset="such as CO; empty: as the time zone"
    )  # how phones are read, money and documents named
    day_ends_at: str = _setting(
        "00:00",
        DAY_END,
        "The day ends at",
        _PROGRAM,
        note="From 00:00 to 12:00: what happens before it is still of the day before.",
    )
    sender_time_zone: str = _setting("", ZONE, "Time zone of the notifications", _PROGRAM, unset="As the site's")
    carrier_lag_minutes: int = _setting(
        15, _whole(0, 1440), "The carrier catches up within", _PROGRAM, unit=" min of a visit"
    )
    far_metres: int = _setting(
        100, _whole(10, 100_000, step=10), "A check-in is far from", _PROGRAM, unit=" m from the address"
    )
    map_tiles: str = _setting(
        "",
        _TILES,
        "Street map from",
        _PROGRAM,
        heading="Map",
        unset="none: the map asks no server",
        tip="An https address with {{z}}, {{x}} and {{y}}. That server sees which parts of the map are looked at.",
    )
    map_attribution: str = _setting("", _WORDS, "Maker of the street map", _PROGRAM, unset="such as © OpenStreetMap")
    version_url: str = _setting(
        "", _VERSION, "New versions from", _PROGRAM, unset="none: it is asked for nowhere", heading="Data and program"
    )
    retention_days: int = _setting(90, _whole(1, 3650), "Days are kept for", _PROGRAM)
    site: str = _setting("site", _SITE, "Name of the site", _SHARING, note="The same at each desk of the site.")
    desk: str = _setting("", _DESK, "Name of this desk", _SHARING, unset="the name of this computer")
    relay_url: str = _setting("", _SERVERS, "Relay", _SHARING, unset="none: nothing is shared")
    relay_ca_file: str = _setting("", _FILE, "Its certificate", _SHARING, unset="none: the system knows its issuer")

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


DECLARED: Mapping[str, Setting] = {one.name: one.metadata["declared"] for one in fields(Settings)}
KEYS = tuple(DECLARED)
"""The names of all settings."""


def _read(key: str, value: object) -> object:
    try:
        return DECLARED[key].kind.read(value)
    except (ValueError, LookupError, OverflowError, OSError) as error:  # OSError: a folder of time zones
        raise WrongSettingError(key, value) from error
