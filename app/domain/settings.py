"""The settings, each with its default and what it may be. Credentials are never settings."""

from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.domain.texts import Text


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


_Clock = Annotated[str, AfterValidator(_clock)]
_ReceiverPath = Annotated[str, AfterValidator(receiver_path)]


class Settings(BaseModel):
    """What `settings.toml` holds. A key that is empty is not set, and means the default said beside it."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_max_length=2000)
    base_url: Annotated[str, AfterValidator(_address)] = ""
    time_zone: Annotated[str, AfterValidator(_zone)] = ""  # the system's
    language: Literal["", "es", "en"] = ""  # the system's
    theme: Literal["", "light", "dark"] = ""  # the system's
    carrier: str = ""  # the last one used
    receiver_host: str = "127.0.0.1"
    receiver_port: int = Field(8750, ge=1, le=65535)
    receiver_path: _ReceiverPath = "/visitas"
    public_url: Annotated[str, AfterValidator(_address)] = ""
    refresh_minutes: int = Field(0, ge=0, le=1440)  # 0: off
    retention_days: int = Field(90, ge=1, le=3650)
    retry_seconds: float = Field(1.0, ge=0, le=60)  # first pause before a repeated GET
    timeout_seconds: float = Field(30.0, ge=0.1, le=600)
    far_metres: int = Field(100, ge=10, le=100_000)  # from how far off a check-in counts as far from its address
    alert_failed: bool = False  # a notification of the system's on each failed visit
    alert_sound: bool = False
    quiet_from: _Clock = ""  # no such notification and no sound from this hour of the site on
    quiet_until: _Clock = ""

    @property
    def public_address(self) -> str:
        """The address that the sender is given: `public_url`, with the receiver's path where it names none."""
        is_bare = bool(self.public_url) and not urlsplit(self.public_url).path
        return self.public_url + self.receiver_path if is_bare else self.public_url


_ADDRESS = Text("Setting", "an address such as https://example.com/api, with no user in it, no ? and no #")
_NUMBER = Text("Setting", "a number from {least} to {most}")
_YES_OR_NO = Text("Setting", "true or false")
_HOUR = Text("Setting", "an hour such as 13:30, or nothing")

WANTED = {
    "base_url": _ADDRESS,
    "time_zone": Text("Setting", "a time zone by its IANA name, such as America/Bogota"),
    "language": Text("Setting", "es or en"),
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
}
"""What each setting may be, for whoever typed something else."""
