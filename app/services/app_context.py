"""One data folder with its settings, database and secrets, and the site's time and language."""

import getpass
import locale
import os
import socket
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import tzlocal

from app.credentials.credentials import Credentials, Source
from app.domain.access.addresses import Endpoint
from app.domain.errors import SettingsError
from app.domain.settings import LANGUAGES, Settings
from app.domain.site import SiteDays
from app.domain.texts import Text
from app.facts.file.opening import FILE_NAME
from app.i18n import Catalog
from app.settings import NOTHING_FIXED, FixedSettings, SettingsFile

if sys.platform == "win32":
    import ctypes

SOURCES = {
    Source.ENVIRONMENT: Text("Source", "set by the environment"),
    Source.SESSION: Text("Source", "kept for this session only"),
    Source.KEYRING: Text("Source", "kept in the keyring"),
    Source.NOT_SET: Text("Source", "not set"),
    Source.LOCKED: Text("Source", "the keyring is locked"),
}
"""Descriptions of where a secret comes from."""


@dataclass(frozen=True)
class AppContext:
    """The data folder, environment and secrets that a command or the window works with."""

    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    credentials: Credentials = field(repr=False)
    fixed_settings: FixedSettings = field(default=NOTHING_FIXED, kw_only=True)
    """What an administrator fixes; nothing in the demo."""

    @property
    def settings_file(self) -> SettingsFile:
        """The settings of this folder."""
        return SettingsFile(self.folder, self.environment, self.fixed_settings)

    @property
    def database(self) -> Path:
        """The path of the database."""
        return self.folder / FILE_NAME

    def now(self) -> datetime:
        """Return the current time, UTC."""
        return datetime.now(UTC)

    def catalog(self, settings: Settings) -> Catalog:
        """Return the translations to the language that is set, else to the system's."""
        return Catalog.load(settings.language or _system_language(self.environment))


def zone_of(settings: Settings) -> ZoneInfo:
    """Return the site's time zone: the one that is set, else the system's.

    Raises:
        SettingsError: none is set, and the system's has no name. UTC instead would show the wrong day for some hours.
    """
    return ZoneInfo(settings.time_zone) if settings.time_zone else _system_zone()


def today_of(settings: Settings, now: datetime) -> date:
    """Return the current date at the site."""
    return SiteDays(zone_of(settings), time.fromisoformat(settings.day_ends_at)).day_of(now)


def desk_name(context: AppContext) -> str:
    """Return how other desks see this one. Raises as `SettingsFile.read`."""
    return context.settings_file.read().desk or socket.gethostname()


def endpoint_of(settings: Settings) -> Endpoint:
    """Return the carrier's API and its time-outs as they are set."""
    return Endpoint(settings.base_url, settings.timeout_seconds, settings.retry_seconds)


def _system_zone() -> ZoneInfo:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tzlocal warns on a machine without a zone, which runs in UTC
            zone: ZoneInfo = tzlocal.get_localzone()
    except (LookupError, ValueError, OSError) as error:  # no zone of that name; on Windows, none is in the registry
        text = Text(
            "Error",
            "The system's time zone is unknown ({reason}). Set the site's: despacho settings set time_zone "
            "America/Bogota",
        )
        reason = os.environ.get("TZ") or next((str(part) for part in error.args if isinstance(part, str)), "")
        raise SettingsError(text.filled(reason=reason)) from error
    return zone


def _system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language where the interface speaks it, `en` where it names none, else `es`."""
    if sys.platform == "win32":
        name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    else:
        names = (environment.get(key) for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
        name = next(filter(None, names), "") or (_language_of_mac() if sys.platform == "darwin" else "")
    if name.partition(".")[0] in ("", "C", "POSIX"):
        return "en"
    return name[:2].lower() if name[:2].lower() in LANGUAGES else "es"


def _language_of_mac() -> str:
    """Return the first language of the user's settings, such as `es-CO`; the Finder sets no variable. Empty: none."""
    import plistlib  # noqa: PLC0415 - a Mac alone needs it

    try:
        settings = (Path.home() / "Library" / "Preferences" / ".GlobalPreferences.plist").read_bytes()
        return str(plistlib.loads(settings, fmt=plistlib.FMT_BINARY)["AppleLanguages"][0])
    except (OSError, RuntimeError, ValueError, LookupError, TypeError):
        return ""


def own_name(context: AppContext) -> str:
    """Return the name of who works with a data folder's window, the system's user while the settings cannot be read."""
    try:
        return context.settings_file.read().dispatcher or user_name()
    except SettingsError:  # what needs the settings reports it
        return user_name()


def user_name() -> str:
    """Return the name of the system's user; empty where it is unknown."""
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):  # neither a variable nor a user database
        return ""
