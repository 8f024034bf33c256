"""Wrong arguments: usage, a line that says what is wrong, and exit code 2."""

import os
import sys

import pytest

from app import __version__
from app.cli.main import main
from app.domain.texts import Text
from app.i18n import Catalog
from tests.cli.process import Despacho
from tests.cli.wire import DATE

DAYS = ["2026-13-40", "2026-02-30", "20261120", "2026-W47-5", "26-11-20", "2026-11-20 ", "", "hoy"]


WRONG = [
    (["fetch"], "despacho fetch: error: missing: --carrier"),
    (["fetch", "--carrier"], "despacho fetch: error: --carrier needs a value"),
    (["fetch", "--carrier", " "], "despacho fetch: error: --carrier: “ ” is not a carrier code"),
    (["fetch", "--carrier", "A", "--json=yes"], "despacho fetch: error: --json takes no value, but 'yes' was given"),
    (["fetch", "--carrier", "A", "--dat", DATE], f"despacho fetch: error: unknown: --dat {DATE}"),
    (["--quiet", "fetch", "--carrier", "A"], "despacho: error: unknown: --quiet"),
    (["export"], "despacho export: error: missing: TABLE"),
    (["export", "manifests"], "despacho export: error: TABLE cannot be 'manifests'. It is one of: shipments"),
    (["export", "shipments", "--format", "pdf"], "cannot be 'pdf'. It is one of: csv, xlsx, json"),
    (["export", "shipments", "--output", ""], "despacho export: error: --output: “” is not a file"),
    (["export", "shipments", "--data-dir", ""], "despacho export: error: --data-dir: “” is not a folder"),
    (["--data-dir"], "despacho: error: --data-dir needs a value"),
    (["print"], "despacho: error: COMMAND cannot be 'print'. It is one of: fetch, export"),
    (["credentials"], "despacho credentials: error: missing: ACTION"),
    (["credentials", "set", "token"], "NAME cannot be 'token'. It is one of: authorization-token"),
    (["settings", "set", "carrier"], "despacho settings set: error: missing: VALUE"),
    (["simulate", "--port", "65536"], "--port: “65536” is not a port: a whole number from 0 to 65535"),
    (["simulate", "--shipments", "many"], "--shipments: “many” is not a whole number"),
    (["demo", "--quit-after", "nan"], "--quit-after: “nan” is not a number of seconds: 0 to 86400"),
]
"""Arguments and their error messages."""


def test_an_invalid_date_is_refused_before_any_request(despacho: Despacho) -> None:
    fetches = [["fetch", "--carrier", "A", "--date", day] for day in DAYS]
    for day, ended in zip(DAYS, despacho.run_each(*fetches), strict=True):
        assert (ended.code, ended.out) == (2, b"")
        assert ended.said.startswith("usage: despacho fetch ")
        assert ended.said.endswith(f"error: --date: “{day}” is not a date such as 2026-11-20\n")
    assert not despacho.folder.exists()


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_a_wrong_argument_is_named(
    despacho: Despacho,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    for name in list(os.environ):
        if name not in despacho.environment:
            monkeypatch.delenv(name)
    for name, value in despacho.environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=r"^2$"):
        main(arguments)
    out, reported = capfd.readouterr()
    usage, wrong = reported.rstrip("\n").rsplit("\n", 1)
    assert (out, usage[:15]) == ("", "usage: despacho")
    assert said in wrong


def test_numbers_out_of_range_are_reported(despacho: Despacho) -> None:
    none = despacho.run("simulate", "--shipments", "0")
    assert (none.code, none.said) == (2, "The demo carrier has 1 to 500000 shipments a day, not 0.\n")


def test_a_carrier_code_that_is_not_utf_8_is_refused(despacho: Despacho) -> None:
    ended = despacho.run("export", "shipments", "--carrier", "\udcff")
    assert ended.code == 2
    assert "is not a carrier code" in ended.said


def test_the_demos_help_explains_its_data_folder(despacho: Despacho) -> None:
    wide = despacho.knowing(COLUMNS="200")
    assert (
        "the data folder with the settings to use; the demo's own data is separate" in wide.run("demo", "--help").text
    )
    assert "the settings to use" not in wide.run("fetch", "--help").text


def test_help_and_version_go_to_standard_output(despacho: Despacho) -> None:
    version = despacho.run("--version")
    assert (version.code, version.text, version.said) == (0, f"despacho {__version__}\n", "")
    about = despacho.run("--help")
    assert (about.code, about.said) == (0, "")
    for command in ("fetch", "export", "credentials", "settings", "simulate", "demo", "doctor"):
        assert f"\n    {command} " in about.text
    spanish = despacho.knowing(DESPACHO_LANGUAGE="es").run("settings", "--help")
    assert spanish.code == 0
    assert "Mostrar o cambiar los ajustes." in spanish.text


def test_errors_are_in_the_users_language(despacho: Despacho) -> None:
    ended = despacho.knowing(DESPACHO_LANGUAGE="es").run("fetch", "--carrier", "A", "--date", "hoy")
    wrong = Text("Cli", "“{value}” is not a date such as 2026-11-20", {"value": "hoy"})
    assert ended.said.endswith(f"error: --date: {Catalog.load('es').say(wrong)}\n")


@pytest.mark.skipif(sys.platform != "linux", reason="Windows and macOS always have a display")
def test_without_a_display_the_window_says_so(despacho: Despacho) -> None:
    ended = despacho.run()
    assert (ended.code, ended.out) == (2, b"")
    assert ended.said.startswith("There is no display")


def test_the_data_folder_may_come_before_or_after_the_command(despacho: Despacho) -> None:
    other = despacho.folder.parent / "other"
    other.mkdir()
    (other / "settings.toml").write_text('carrier = "OTHER"\n')
    despacho.run("settings", "set", "carrier", "FIRST")
    named, show = ["--data-dir", str(other)], ["settings", "show"]
    commands = ([*named, *show], [*show, *named], ["settings", *named, "show"], [*show, f"--data-dir={other}"])
    for ended in (*despacho.run_each(*commands), despacho.knowing(DESPACHO_DATA_DIR=str(other)).run(*show)):
        assert 'carrier = "OTHER"\n' in ended.text
    assert 'carrier = "FIRST"\n' in despacho.run(*show).text


@pytest.mark.parametrize("command", [(), ("demo", "--quit-after", "0")])
def test_a_window_that_cannot_open_says_why_and_ends(despacho: Despacho, command: tuple[str, ...]) -> None:
    ended = despacho.knowing(QT_QPA_PLATFORM="offscreen", DESPACHO_RECEIVER_PORT="abc").run(*command)
    assert (ended.code, ended.said.count("\n")) == (2, 1)
    assert "DESPACHO_RECEIVER_PORT" in ended.said
