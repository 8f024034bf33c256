"""Closed, full and abandoned standard output and standard error, and their encoding."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.process import DEADLINE, Despacho
from tests.cli.terminals import read_until, terminal
from tests.cli.wire import DATE

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell, devices and terminals of POSIX")

EXPORT = ("export", "shipments", "--date", DATE)


@on_posix
def test_a_result_that_cannot_be_written_is_reported(despacho: Despacho) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = despacho.run("settings", "show", stdout=full.fileno())
    assert ended.code == 6
    assert ended.said.startswith("Writing to standard output failed: No space left on device.")
    assert ended.said.count("\n") == 1


@on_posix
@pytest.mark.parametrize("arguments", ["settings show", "export shipments", "doctor --json"])
def test_a_closed_standard_output_is_reported(despacho: Despacho, arguments: str) -> None:
    ended = despacho.run(*arguments.split(), shell="exec >&-")
    assert (ended.code, ended.said) == (2, "Standard output is closed, so that the result cannot be written.\n")


@on_posix
def test_a_file_needs_no_standard_output(loaded: Despacho, tmp_path: Path) -> None:
    ended = loaded.run(*EXPORT, "--output", str(tmp_path / "day.csv"), shell="exec >&- 2>&- <&-")
    assert ended.code == 0
    assert (tmp_path / "day.csv").read_bytes() == loaded.run(*EXPORT).out


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has programs without a console")
def test_a_program_without_a_console_has_no_streams_and_needs_none(loaded: Despacho, tmp_path: Path) -> None:
    written = tmp_path / "day.csv"
    codes = []
    for arguments in ([*EXPORT, "--output", str(written)], ["settings", "show"]):
        command = [sys.executable, "-m", "app", *arguments]
        detached = getattr(subprocess, "DETACHED_PROCESS", 0)
        ended = subprocess.run(command, env=loaded.environment, creationflags=detached, timeout=DEADLINE, check=False)
        codes.append(ended.returncode)
    assert codes == [0, 2]  # the second one has nowhere to write its result
    assert written.read_bytes() == loaded.run(*EXPORT).out


@on_posix
@pytest.mark.parametrize("shell", ["exec 2>&-", "exec 2>/dev/full"])
def test_messages_without_standard_error_do_not_go_to_standard_output(despacho: Despacho, shell: str) -> None:
    ended = despacho.run(*EXPORT, "--format", "json", shell=shell)
    assert (ended.code, ended.out, ended.said) == (0, b"[]\n", "")
    assert despacho.run("settings", "set", "color", "blue", shell=shell).code == 2


@on_posix
def test_a_closed_standard_input_gives_no_secret(despacho: Despacho) -> None:
    ended = despacho.run("credentials", "set", "authorization-user", shell="exec <&-")
    assert (ended.code, ended.said) == (2, "authorization-user is empty. Enter its value.\n")


@on_posix
def test_a_reader_that_leaves_ends_the_result_quietly(despacho: Despacho) -> None:
    ended = despacho.run("settings", "show", shell='"$@" | :; exit 0')
    assert (ended.code, ended.said) == (0, "")


@on_posix
def test_a_reader_that_leaves_is_not_told_that_there_are_no_rows(loaded: Despacho) -> None:
    ended = loaded.run(*EXPORT, "--format", "csv", shell='"$@" | :; exit 0')
    assert (ended.code, ended.said) == (0, "")


CODE_PAGES = [
    {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp850:strict"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]
"""Variables that give Python's streams another encoding, as a code page of Windows does."""


@pytest.fixture
def with_carrier(despacho: Despacho) -> Despacho:
    """`despacho` in Spanish, with a carrier whose code few code pages have."""
    despacho.folder.mkdir(0o700)
    content = 'language = "es"\ncarrier = "Ñandú 🚚"\n'
    (despacho.folder / "settings.toml").write_text(content, encoding="utf-8")
    return despacho


@pytest.mark.parametrize("variables", CODE_PAGES)
def test_a_pipe_has_utf_8_and_line_feeds_on_every_system(with_carrier: Despacho, variables: dict[str, str]) -> None:
    poor = with_carrier.knowing(**variables)
    doctor, shown = poor.run("doctor"), poor.run("settings", "show")
    assert doctor.text.startswith("✕ settings: La dirección")
    assert "\n✓ store: " in doctor.text
    assert 'carrier = "Ñandú 🚚"\n' in shown.text
    usage = poor.run("fetch", "--carrier", "A", "--date", "hoy")
    assert "--date: «hoy» no es una fecha" in usage.said
    described, refused = poor.run("--help"), poor.run("settings", "set", "language", "fr")
    assert "Códigos de salida" in described.text
    assert "language no puede ser «fr»" in refused.said
    for output in (doctor.out, shown.out, described.out, usage.said.encode(), refused.said.encode()):
        assert b"\r" not in output


@on_posix
@pytest.mark.parametrize(
    ("variables", "encoding", "words"),
    [
        (CODE_PAGES[1], "cp850", ("X settings: La dirección", "OK store: ", "Ñandú ?", "«hoy» no es una fecha")),
        (CODE_PAGES[2], "ascii", ("X settings: La direccion", "OK store: ", "Nandu ?", '"hoy" no es una fecha')),
    ],
)
def test_a_terminal_of_few_characters_shows_similar_ones(
    with_carrier: Despacho, variables: dict[str, str], encoding: str, words: tuple[str, ...]
) -> None:
    poor = with_carrier.knowing(**variables)
    commands = ["doctor", "doctor", "settings show", "fetch --carrier A --date hoy"]
    for command, word in zip(commands, words, strict=True):
        with terminal() as (ours, theirs), poor.start(*command.split(), stdout=theirs, stderr=theirs):
            read_until(ours, word.encode(encoding))
    assert poor.run("doctor", "--json").json["ok"] is False


@on_posix
def test_a_workbook_is_not_written_to_a_terminal(loaded: Despacho) -> None:
    with terminal() as (_, theirs):
        ended = loaded.run(*EXPORT, "--format", "xlsx", stdout=theirs)
    assert (ended.code, ended.said) == (2, "An xlsx cannot be shown in a terminal. Name a file: --output FILE\n")
