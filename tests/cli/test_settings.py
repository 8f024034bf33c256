import os
from pathlib import Path

import pytest

from app.domain.settings import Settings
from tests.cli.process import Despacho

KEYS = {
    "base_url",
    "time_zone",
    "country",
    "language",
    "carrier",
    "receiver_host",
    "receiver_port",
    "receiver_path",
    "public_url",
    "refresh_minutes",
    "retention_days",
    "retry_seconds",
    "timeout_seconds",
}
"""The documented settings; there may be more."""


@pytest.fixture
def despacho(despacho: Despacho) -> Despacho:
    """`despacho` whose settings are all its own."""
    return despacho.knowing(DESPACHO_RECEIVER_PORT="")


def shown(despacho: Despacho) -> dict[str, str]:
    ended = despacho.run("settings", "show")
    assert (ended.code, ended.said) == (0, "")
    return dict(line.split(" = ", 1) for line in ended.text.splitlines())


def file_of(despacho: Despacho) -> Path:
    return despacho.folder / "settings.toml"


def test_each_setting_is_shown_with_its_value_and_source(despacho: Despacho) -> None:
    before = shown(despacho)
    assert set(before) >= KEYS
    assert (before["receiver_port"], before["retry_seconds"], before["base_url"]) == ("8750", "1.0", '""')
    assert not despacho.folder.exists()
    for key, value in (("base_url", "https://api.example/x/"), ("carrier", "Ñandú"), ("receiver_port", "9000")):
        ended = despacho.run("settings", "set", key, value)
        assert (ended.code, ended.out, ended.said) == (0, b"", "")
    after = shown(despacho.knowing(DESPACHO_RECEIVER_PORT="9001", DESPACHO_CARRIER=""))
    assert (after["base_url"], after["carrier"]) == ('"https://api.example/x"', '"Ñandú"')
    assert after["receiver_port"] == "9001  # DESPACHO_RECEIVER_PORT"
    assert despacho.run("settings", "set", "carrier", "").code == 0
    assert shown(despacho)["carrier"] == '""'
    assert despacho.run("settings", "set", "receiver_port", "").code == 0
    assert shown(despacho)["receiver_port"] == str(Settings().receiver_port)


def test_an_overriding_variable_is_reported(despacho: Despacho) -> None:
    ended = despacho.knowing(DESPACHO_CARRIER="ONE").run("settings", "set", "carrier", "TWO")
    assert ended.code == 0
    assert "DESPACHO_CARRIER" in ended.said
    assert shown(despacho)["carrier"] == '"TWO"'


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("color", "blue", "There is no setting color. The settings are: base_url, "),
        ("receiver_port", "-1", "The setting receiver_port cannot be “-1”. It must be a number from 1 to 65535."),
        ("language", "fr", "It must be one of es, en."),
        ("base_url", "ftp://x.example", "cannot be “ftp://x.example”"),
        ("base_url", "https://ana:se@cret@x.example", "cannot be “https://…@x.example”"),
        ("time_zone", "Bogota", "America/Bogota"),
        ("country", "Perú", "It must be two letters, such as CO or PE."),
        ("carrier", "\udcff", "The setting carrier cannot be"),
    ],
)
def test_an_invalid_value_is_refused_and_the_file_is_unchanged(
    despacho: Despacho, key: str, value: str, said: str
) -> None:
    despacho.folder.mkdir(mode=0o700)
    file_of(despacho).write_text("# ours\ncarrier = 'A'\n")
    ended = despacho.run("settings", "set", key, value)
    assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
    assert said in ended.said
    assert "cret" not in ended.said
    assert file_of(despacho).read_text() == "# ours\ncarrier = 'A'\n"


def test_an_invalid_environment_variable_is_named(despacho: Despacho) -> None:
    ended = despacho.knowing(DESPACHO_TIMEOUT_SECONDS="soon", DESPACHO_LANGUAGE="es").run("settings", "show")
    assert ended.code == 2
    assert "El ajuste DESPACHO_TIMEOUT_SECONDS no puede ser «soon»" in ended.said


@pytest.mark.parametrize("arguments", ["settings show", "settings set carrier B", "fetch --carrier A"])
def test_a_broken_file_is_reported_and_left_unchanged(despacho: Despacho, arguments: str) -> None:
    despacho.folder.mkdir(mode=0o700)
    file_of(despacho).write_bytes(b'carrier = "A\n')
    ended = despacho.asking("http://127.0.0.1:1").run(*arguments.split())
    assert (ended.code, ended.out, ended.said.count("\n")) == (2, b"", 1)
    assert ended.said.startswith(f"The file {file_of(despacho)} is no valid TOML (")
    assert file_of(despacho).read_bytes() == b'carrier = "A\n'
    assert {path.name for path in despacho.folder.iterdir()} <= {"settings.toml", "log"}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no variable TZ")
def test_a_system_zone_without_a_name_is_reported(despacho: Despacho) -> None:
    ended = despacho.knowing(TZ="COT5").run("export", "shipments")
    assert (ended.code, ended.out) == (2, b"")
    assert "despacho settings set time_zone America/Bogota" in ended.said
    assert despacho.knowing(TZ="COT5", DESPACHO_TIME_ZONE="America/Bogota").run("export", "shipments").code == 0


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_that_others_can_open_is_left_so_with_a_warning(despacho: Despacho) -> None:
    despacho.folder.mkdir(mode=0o700)
    despacho.folder.chmod(0o755)
    ended = despacho.run("settings", "set", "carrier", "ACME")
    assert ended.code == 0
    assert ended.said == f"Other users can open the data folder. Prevent that: chmod 700 {despacho.folder}\n"
    assert despacho.folder.stat().st_mode & 0o777 == 0o755
    despacho.folder.chmod(0o700)
    assert despacho.run("settings", "set", "carrier", "ACME").said == ""


def test_a_synchronised_data_folder_is_named_by_what_writes_there_and_by_doctor(despacho: Despacho) -> None:
    folder = despacho.folder.parent / "OneDrive - Mensajería" / "datos"
    there = despacho.knowing(DESPACHO_DATA_DIR=str(folder))
    ended = there.run("settings", "set", "carrier", "ACME")
    assert (ended.code, ended.said.count("\n")) == (0, 1)
    assert ended.said.startswith(f"OneDrive synchronises the data folder {folder}, and copies the data while")
    assert "! location: OneDrive synchronises the data folder" in there.run("doctor").text
    assert "location" not in despacho.run("doctor").text
