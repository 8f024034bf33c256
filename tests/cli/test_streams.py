"""Closed, full and abandoned standard output and standard error, and their encoding."""

import sys
from pathlib import Path

import pytest

from tests.cli.process import Despacho
from tests.cli.terminals import terminal
from tests.cli.wire import DATE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell and devices of POSIX")

EXPORT = ("export", "shipments", "--date", DATE)


def test_a_result_that_cannot_be_written_is_reported(despacho: Despacho) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = despacho.run("settings", "show", stdout=full.fileno())
    assert ended.code == 6
    assert ended.said.startswith("Writing to standard output failed: No space left on device.")
    assert ended.said.count("\n") == 1


@pytest.mark.parametrize("arguments", ["settings show", "export shipments", "doctor --json"])
def test_a_closed_standard_output_is_reported(despacho: Despacho, arguments: str) -> None:
    ended = despacho.run(*arguments.split(), shell="exec >&-")
    assert (ended.code, ended.said) == (2, "Standard output is closed, so that the result cannot be written.\n")


def test_a_file_needs_no_standard_output(loaded: Despacho, tmp_path: Path) -> None:
    ended = loaded.run(*EXPORT, "--output", str(tmp_path / "day.csv"), shell="exec >&- 2>&- <&-")
    assert ended.code == 0
    assert (tmp_path / "day.csv").read_bytes() == loaded.run(*EXPORT).out


@pytest.mark.parametrize("shell", ["exec 2>&-", "exec 2>/dev/full"])
def test_messages_without_standard_error_do_not_go_to_standard_output(despacho: Despacho, shell: str) -> None:
    ended = despacho.run(*EXPORT, "--format", "json", shell=shell)
    assert (ended.code, ended.out, ended.said) == (0, b"[]\n", "")
    assert despacho.run("settings", "set", "color", "blue", shell=shell).code == 2


def test_a_closed_standard_input_gives_no_secret(despacho: Despacho) -> None:
    ended = despacho.run("credentials", "set", "authorization-user", shell="exec <&-")
    assert (ended.code, ended.said) == (2, "authorization-user is empty. Enter its value.\n")


def test_a_reader_that_leaves_ends_the_result_quietly(despacho: Despacho) -> None:
    ended = despacho.run("settings", "show", shell='"$@" | :; exit 0')
    assert (ended.code, ended.said) == (0, "")


def test_a_reader_that_leaves_is_not_told_that_there_are_no_rows(loaded: Despacho) -> None:
    ended = loaded.run(*EXPORT, "--format", "csv", shell='"$@" | :; exit 0')
    assert (ended.code, ended.said) == (0, "")


def test_a_terminal_with_a_small_character_set_shows_the_result(despacho: Despacho) -> None:
    poor = despacho.knowing(PYTHONIOENCODING="ascii", DESPACHO_CARRIER="Ñ")
    assert poor.run("doctor").out.startswith(b"? settings: ")
    assert b'carrier = "?"' in poor.run("settings", "show").out
    assert poor.run("doctor", "--json").json["ok"] is False


def test_a_workbook_is_not_written_to_a_terminal(loaded: Despacho) -> None:
    with terminal() as (_, theirs):
        ended = loaded.run(*EXPORT, "--format", "xlsx", stdout=theirs)
    assert (ended.code, ended.said) == (2, "An xlsx cannot be shown in a terminal. Name a file: --output FILE\n")
