import os
import re
import stat
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from app.domain.errors import SettingsError
from app.domain.settings import KEYS, Settings, WrongSettingError
from app.settings import FixedSettings, SettingsFile, check_data_folder, data_folder, fixed_settings_file
from tests.systems import needs_posix


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "data", {})


def test_an_absent_setting_has_its_default(file: SettingsFile) -> None:
    assert file.read() == Settings()
    assert not file.path.exists()


def test_what_is_written_is_read_again_and_comments_stay(file: SettingsFile) -> None:
    file.write({"base_url": "https://api.example/x/"})
    file.path.write_text("# ours\n" + file.path.read_text(encoding="utf-8") + 'unknown = "kept"\n', encoding="utf-8")
    settings = file.write({"timeout_seconds": "12.5", "receiver_port": "9000"})
    assert (settings.base_url, settings.timeout_seconds, settings.receiver_port) == (
        "https://api.example/x",
        12.5,
        9000,
    )
    text = file.path.read_text(encoding="utf-8")
    assert text.startswith("# ours\n")
    assert 'unknown = "kept"' in text
    assert file.read() == settings


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_other_users_cannot_read_the_settings(file: SettingsFile) -> None:
    file.write({"carrier": "A"})
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.folder.stat().st_mode) == 0o700
    assert [one.name for one in file.folder.iterdir()] == ["settings.toml"]


def test_the_environment_wins_and_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, {"DESPACHO_CARRIER": "ENV", "DESPACHO_TIMEOUT_SECONDS": "3", "DESPACHO_LANGUAGE": ""})
    settings = file.write({"carrier": "FILE", "language": "es"})
    assert (settings.carrier, settings.timeout_seconds, settings.language) == ("ENV", 3.0, "es")
    assert file.read() == settings
    assert set(file.fixed()) == {"carrier", "timeout_seconds"}


def test_an_administrators_file_fixes_settings_and_the_environment_takes_precedence(tmp_path: Path) -> None:
    fixed = tmp_path / "fixed.toml"
    file = SettingsFile(tmp_path / "data", {"DESPACHO_LANGUAGE": "en"}, FixedSettings(fixed))
    file.write({"carrier": "USER", "language": "es", "refresh_minutes": 5})
    text = 'carrier = "ALL"\nlanguage = "es"\nretention_days = 30\nof_a_newer_version = 1\ntime_zone = ""\n'
    fixed.write_text(text, encoding="utf-8-sig")
    file = replace(file, administrators=FixedSettings(fixed))
    settings = file.read()
    assert (settings.carrier, settings.language, settings.retention_days) == ("ALL", "en", 30)
    assert settings.refresh_minutes == 5
    assert file.administrators.unknown == ["of_a_newer_version"]
    assert file.fixed() == {"carrier": str(fixed), "retention_days": str(fixed), "language": "DESPACHO_LANGUAGE"}
    file.write({"carrier": "OTHER"})
    settings = file.read()
    assert settings.carrier == "ALL"
    assert 'carrier = "OTHER"' in file.path.read_text()
    assert file.given()[1] == {"carrier": "ALL", "retention_days": 30, "language": "en"}

    fixed.write_text("retention_days = -1\n")
    assert file.read() == settings  # a process sees one state of it
    for text, named in (("retention_days = -1\n", f"retention_days ({fixed})"), ("no toml", str(fixed))):
        fixed.write_text(text)
        with pytest.raises(SettingsError, match=re.escape(named)):
            replace(file, administrators=FixedSettings(fixed)).read()


def test_the_administrators_file_stands_in_one_place_whatever_a_session_names() -> None:
    named = {"XDG_CONFIG_DIRS": "/etc/xdg/xdg-ubuntu:/etc/xdg", "PROGRAMDATA": "D:\\Shared"}
    places = {
        "linux": "/etc/xdg/despacho/settings.toml",
        "darwin": "/Library/Application Support/despacho/settings.toml",
    }
    if sys.platform in places:
        assert str(fixed_settings_file(named)) == places[sys.platform]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("base_url", "ftp://x"),
        ("base_url", "api.example"),
        ("base_url", "https://user:secret@api.example"),
        ("base_url", "https://api.example/?a=1"),
        ("base_url", "https://"),
        ("base_url", "http://api.example"),
        ("base_url", "http://192.168.1.2:8900"),
        ("time_zone", "Bogota"),
        *(("country", code) for code in ("COL", "C", "C1", "ÑÑ", "C\n")),
        ("language", "fr"),
        ("theme", "blue"),
        *(("receiver_host", host) for host in ("", "0.0.0.0", "::", "192.168.1.2", "oficina")),
        ("receiver_port", "0"),
        ("receiver_port", "many"),
        ("receiver_path", "visitas"),
        ("refresh_minutes", "-1"),
        ("timeout_seconds", "0"),
        ("timeout_seconds", "nan"),
        ("retention_days", "0"),
        ("carrier", "x" * 2001),
        ("alert_promise_at", "24:00"),
        ("alert_route_percent", "100"),
        ("alert_silent_as", "loud"),
        *(
            ("smtp_server", one)
            for one in ("mail.example", "mail.example:x", "mail.example:70000", "a@mail:25", "x:25/y")
        ),
        ("smtp_from", "desk"),
        ("alert_mail_to", "ana@example.com, luis"),
        ("alert_mail_to", "Ana <ana@example.com>"),
    ],
)
def test_a_value_that_cannot_be_is_refused_and_the_file_stays(file: SettingsFile, key: str, value: str) -> None:
    file.write({"carrier": "A"})
    before = file.path.read_bytes()
    with pytest.raises(SettingsError, match=key):
        file.write({key: value})
    assert file.path.read_bytes() == before


def test_a_saved_address_without_encryption_is_read_as_it_is(file: SettingsFile) -> None:
    file.folder.mkdir()
    file.path.write_text('base_url = "http://api.example"\n', encoding="utf-8")
    assert file.read().base_url == "http://api.example"
    assert file.write({"carrier": "A"}).base_url == "http://api.example"


def test_an_unknown_key_names_those_that_there_are(file: SettingsFile) -> None:
    with pytest.raises(SettingsError, match=r"no setting color.*base_url"):
        file.write({"color": "blue"})


def test_each_setting_can_be_changed_and_read_back(file: SettingsFile) -> None:
    changed: dict[str, object] = {
        "base_url": "https://api.example",
        "time_zone": "America/Lima",
        "country": "PE",
        "day_ends_at": "08:00",
        "language": "en",
        "theme": "dark",
        "carrier": "A",
        "carriers": "A,B",
        "receiver_host": "127.0.0.2",
        "receiver_port": 9000,
        "receiver_path": "/aviso",
        "public_url": "https://a.example/aviso",
        "refresh_minutes": 10,
        "retention_days": 30,
        "retry_seconds": 2.0,
        "timeout_seconds": 5.0,
        "far_metres": 250,
        "alert_failed_as": "both",
        "alert_reminder_as": "off",
        "alert_reception_as": "message",
        "alert_set_aside_as": "sound",
        "alert_program_as": "both",
        "quiet_from": "13:00",
        "quiet_until": "14:30",
        "alert_silent_minutes": 45,
        "alert_silent_as": "both",
        "alert_promise_at": "16:00",
        "alert_promise_as": "list",
        "alert_route_percent": 30,
        "alert_route_as": "sound",
        "alert_not_loaded_minutes": 20,
        "alert_not_loaded_as": "message",
        "smtp_server": "mail.example:587",
        "smtp_user": "desk",
        "smtp_from": "desk@example.com",
        "alert_mail_to": "ana@example.com,luis@example.com",
        "sender_time_zone": "UTC",
        "carrier_lag_minutes": 30,
        "map_tiles": "https://tiles.example/{z}/{x}/{y}.png?key=a",
        "map_attribution": "© Someone",
        "version_url": "https://versions.example/despacho.txt",
        "relay_url": "tls://relay.example:4222,nats://127.0.0.1:4223",
        "relay_ca_file": "/etc/despacho/relay-ca.pem",
        "site": "north",
        "desk": "Ana",
        "dispatcher": "Ana Díaz",
    }
    assert set(changed) == set(KEYS)
    file.write(changed)
    assert asdict(file.read()) == changed


@pytest.mark.parametrize("content", [b"base_url = ", b"\xff\xfe", b"[x"])
def test_a_file_that_is_no_toml_is_said_to_be_none_and_left_alone(file: SettingsFile, content: bytes) -> None:
    file.folder.mkdir()
    file.path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"no valid TOML"):
        file.read()
    with pytest.raises(SettingsError):
        file.write({"carrier": "A"})
    assert file.path.read_bytes() == content


def test_a_folder_that_cannot_be_used_is_said_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SettingsError, match="cannot be read or written"):
        SettingsFile(tmp_path / "file", {}).write({"carrier": "A"})
    (tmp_path / "settings.toml").mkdir()
    with pytest.raises(SettingsError, match="cannot be read or written"):
        SettingsFile(tmp_path, {}).read()


def test_what_is_certainly_meant_by_a_pasted_value_is_kept(file: SettingsFile) -> None:
    pasted = "\u201chttps://api.example/Server.Web/c/v2/planillas-envios?codigoCarrier=A\u201d\u200b"
    assert file.write({"base_url": pasted}).base_url == "https://api.example/Server.Web/c"
    assert file.write({"base_url": "https://api.example/c/v2"}).base_url == "https://api.example/c"
    assert file.write({"carrier": " \ufeffANDINA-BOG\u200b "}).carrier == "ANDINA-BOG"
    assert file.write({"receiver_host": "[::1]"}).receiver_host == "::1"
    assert file.write({"time_zone": "America/Bogota\u200b"}).time_zone == "America/Bogota"


@needs_posix
def test_a_user_without_a_home_folder_is_asked_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd  # noqa: PLC0415 - Windows has none

    def unknown(_user: int) -> object:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)  # as of a container's user that has no entry
    folder = data_folder(None, {})
    with pytest.raises(SettingsError, match=r"no home folder.*--data-dir"):
        check_data_folder(folder)
    assert SettingsFile(folder, {"DESPACHO_LANGUAGE": "en"}).fixed() == {"language": "DESPACHO_LANGUAGE"}


def test_the_data_folder_is_the_one_given_then_the_environments_then_the_platforms(tmp_path: Path) -> None:
    assert data_folder(tmp_path, {"DESPACHO_DATA_DIR": "/elsewhere"}) == tmp_path
    assert data_folder(None, {"DESPACHO_DATA_DIR": str(tmp_path)}) == tmp_path
    assert data_folder(None, {}).name == "despacho"


@needs_posix
def test_on_a_mac_a_terminal_and_the_finder_have_one_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    for terminal in ("", "/elsewhere"):
        monkeypatch.setenv("XDG_DATA_HOME", terminal)
        assert data_folder(None, {}) == tmp_path / "Library" / "Application Support" / "despacho"


@pytest.mark.parametrize("value", ["24:00", "12:01", "8", "-01:00", "noon"])
def test_a_day_ends_between_midnight_and_noon(value: str) -> None:
    assert Settings.read({"day_ends_at": "12:00"}).day_ends_at == "12:00"
    with pytest.raises(WrongSettingError):
        Settings.read({"day_ends_at": value})
