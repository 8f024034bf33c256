import plistlib
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import tzlocal

from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.services.app_context import AppContext, endpoint_of, today_of, zone_of
from tests.systems import needs_posix

LATE = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)


@pytest.fixture
def tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in another zone; tzlocal keeps what it has found until it is reloaded."""
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Tokyo")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the C library was not notified
            tzlocal.reload_localzone()
        yield
    tzlocal.reload_localzone()


def test_the_site_has_a_day_of_its_own() -> None:
    days = {zone: today_of(Settings(time_zone=zone), LATE) for zone in ("America/Bogota", "Asia/Tokyo")}
    assert days == {"America/Bogota": date(2026, 11, 20), "Asia/Tokyo": date(2026, 11, 21)}


def test_a_depot_that_drives_at_night_is_still_in_the_day_before() -> None:
    at_night = datetime(2026, 11, 21, 5, 30, tzinfo=ZoneInfo("America/Bogota"))
    found = [today_of(Settings(time_zone="America/Bogota", day_ends_at=end), at_night) for end in ("00:00", "08:00")]
    assert found == [date(2026, 11, 21), date(2026, 11, 20)]


@pytest.mark.skipif(sys.platform == "win32", reason="TZ is a variable of POSIX")
@pytest.mark.usefixtures("tokyo")
def test_without_a_setting_the_zone_is_the_systems() -> None:
    assert zone_of(Settings()).key == "Asia/Tokyo"
    assert zone_of(Settings(time_zone="America/Bogota")).key == "America/Bogota"


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """What Windows has in its registry about the time zone; tzlocal reads it as it does there."""
    values: dict[str, object] = {}
    key = SimpleNamespace(Close=lambda: None)
    played = SimpleNamespace(
        HKEY_LOCAL_MACHINE=0,
        ConnectRegistry=lambda *_: key,
        OpenKey=lambda *_: key,
        QueryInfoKey=lambda _: (0, len(values)),
        EnumValue=lambda _, nth: list(values.items())[nth],
    )
    with monkeypatch.context() as windows:
        windows.delenv("TZ", raising=False)
        windows.setitem(sys.modules, "winreg", played)
        from tzlocal import win32  # noqa: PLC0415 - of Windows alone

        windows.setattr(win32, "winreg", played)
        windows.setattr(win32, "_cache_tz", None)
        windows.setattr(win32, "_cache_tz_name", None)
        windows.setattr("tzlocal.utils.assert_tz_offset", lambda *_, **__: None)  # the test's machine has another
        windows.setattr(tzlocal, "get_localzone", win32.get_localzone)
        yield values


@pytest.mark.parametrize(
    ("values", "zone"),
    [
        ({"TimeZoneKeyName": "SA Pacific Standard Time"}, "America/Bogota"),
        ({"TimeZoneKeyName": "SA Pacific Standard Time\0\0Zeit"}, "America/Bogota"),
        ({"TimeZoneKeyName": "SA Pacific"}, "America/Bogota"),
        ({"TimeZoneKeyName": "UTC"}, "Etc/UTC"),
        ({"TimeZoneKeyName": "Eastern Standard Time", "DynamicDaylightTimeDisabled": 1}, "Etc/GMT+5"),
    ],
)
def test_windows_names_of_zones_are_known(registry: dict[str, object], values: dict[str, object], zone: str) -> None:
    registry.update(values)
    assert zone_of(Settings()).key == zone


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"TimeZoneKeyName": "Hora est. Pacífico, Sudamérica"}, "Hora est. Pacífico, Sudamérica"),
        ({"TimeZoneKeyName": ""}, ""),
        ({"StandardName": "SA Pacific Standard Time"}, "Can not find Windows timezone configuration"),
        (
            {"TimeZoneKeyName": "Cen. Australia Standard Time", "DynamicDaylightTimeDisabled": 1},
            "tzlocal can't support",
        ),
    ],
)
def test_a_zone_that_windows_has_and_nobody_else_knows_is_said(
    registry: dict[str, object], values: dict[str, object], reason: str
) -> None:
    registry.update(values)
    with pytest.raises(SettingsError, match=re.escape(f"The system's time zone is unknown ({reason}")) as failed:
        zone_of(Settings())
    assert str(failed.value).endswith(" Set the site's: despacho settings set time_zone America/Bogota")
    assert zone_of(Settings(time_zone="America/Bogota")).key == "America/Bogota"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "es_CO.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "es_CO.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "es_CO"}, "es"),
        ({"LANG": "es_CO.UTF-8", "LC_ALL": ""}, "es"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has its own way to name a language")
def test_the_language_is_the_systems_unless_it_is_set(variables: dict[str, str], language: str, tmp_path: Path) -> None:
    place = AppContext(tmp_path, variables, Credentials({}, SessionVault(), SessionVault()))
    assert place.catalog(Settings()).language == language
    for chosen in ("en", "es"):
        assert place.catalog(Settings(language=chosen)).language == chosen


@needs_posix
@pytest.mark.parametrize(
    ("chosen", "language"),
    [
        ({"AppleLanguages": ["es-CO", "en-US"], "AppleLocale": "es_CO"}, "es"),
        ({"AppleLanguages": ["en-CO"]}, "en"),
        ({"AppleLanguages": ["fr-FR"]}, "es"),
        ({"AppleLanguages": []}, "en"),
        ({"AppleLanguages": 1}, "en"),
        ({}, "en"),
        (None, "en"),
    ],
)
def test_a_window_that_the_finder_starts_speaks_the_language_of_the_mac(
    chosen: dict[str, object] | None, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "Library" / "Preferences" / ".GlobalPreferences.plist"
    settings.parent.mkdir(parents=True)
    settings.write_bytes(b"<?xml damaged" if chosen is None else plistlib.dumps(chosen, fmt=plistlib.FMT_BINARY))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    place = AppContext(tmp_path, {}, Credentials({}, SessionVault(), SessionVault()))
    assert place.catalog(Settings()).language == language
    in_terminal = replace(place, environment={"LANG": "en_US.UTF-8"})
    assert in_terminal.catalog(Settings()).language == "en"


def test_an_endpoint_is_what_the_settings_say() -> None:
    endpoint = endpoint_of(Settings(base_url="https://api.example", timeout_seconds=5, retry_seconds=0.5))
    assert (endpoint.base_url, endpoint.timeout_seconds, endpoint.retry_seconds) == ("https://api.example", 5, 0.5)


def test_an_app_context_shows_no_secret_and_knows_the_time(tmp_path: Path) -> None:
    secret = "5f0c3a52-8f63-4c1f-9d0b-1f2e3d4c5b6a"
    kept = Credentials({}, SessionVault(), SessionVault())
    kept.write(SecretName.AUTHORIZATION_TOKEN, secret)
    place = AppContext(tmp_path, {SecretName.AUTHORIZATION_TOKEN.variable: secret}, kept)
    assert secret not in repr(place)
    assert place.database.parent == place.settings_file.path.parent == tmp_path
    assert place.now().tzinfo is UTC


def test_importing_it_brings_neither_http_nor_the_database_nor_the_keyring() -> None:
    script = "import sys, app.services.app_context; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"httpx", "sqlite_utils", "keyring", "PySide6"} & set(ended.stdout.split())
