"""The manual's commands: the program takes each of them, and those that end are run on a folder with a day in it."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.arguments import arguments
from app.ui.context.places import Page
from app.ui.help.manual import Manual
from tests.carrier.scripted_carrier import ScriptedCarrier, says_to
from tests.cli.process import TOKEN, Despacho

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"^```(sh|crontab|bat)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(despacho [^`]+)`")
BETWEEN = {"sh": "\n", "crontab": "; ", "bat": ' & |/TR "cmd /c|"$'}
GO_ON = ("despacho demo", "despacho receive", "despacho simulate", "despacho credentials set")
"""These run until they are ended, or need a keyring."""
PORT_TAKEN = 7
WRITTEN = {"today.xlsx", "visits.json", "notifications.csv", "follow-ups.csv"}


def code(page: Page) -> Iterator[tuple[str, str]]:
    """Go through the lines of a page's code, each with whose it is: `sh`, `crontab` or `bat`."""
    for kind, text in CODE.findall(Manual("en").text(page)):
        for line in text.splitlines():
            yield kind, line


def commands(page: Page) -> Iterator[str]:
    """Go through the commands of the program; in a timer's line they stand among others."""
    for kind, line in code(page):
        pieces = re.split(BETWEEN[kind], line)
        yield from (piece.strip() for piece in pieces if piece.strip().startswith("despacho "))


ALL = list(dict.fromkeys(command for page in Page for command in commands(page)))
PLAIN = [
    line for page in Page for kind, line in code(page) if kind == "sh" and line in ALL and not line.startswith(GO_ON)
]


@pytest.mark.parametrize("command", ALL)
def test_the_program_takes_each_command(command: str) -> None:
    arguments(str).parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_program_knows_what_the_text_names(language: str) -> None:
    named = {one for page in Page for one in INLINE.findall(Manual(language).text(page))}
    assert len(named) > 5
    for command in named:
        with pytest.raises(SystemExit) as ended:
            arguments(str).parse_args([*shlex.split(command)[1:], "--help"])
        assert ended.value.code == 0, command


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX")
def test_those_that_end_do_what_they_say_on_a_folder_with_a_day(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    failed = {"numero": "0045", "idEstadoEnvio": 4, "estadoEnvio": "Excepción"}
    answer = [{"idPlanillaReparto": 9001, "estado": "VIG", "envios": [failed]}]
    with ScriptedCarrier(says_to(TOKEN, json.dumps(answer).encode())) as server:
        despacho = Despacho(tmp_path / "data").asking(
            server.url, PYTHONPATH=str(ROOT), DESPACHO_TIME_ZONE="America/Bogota"
        )
        ended = {one: despacho.run(*shlex.split(one)[1:], shell=f"cd {shlex.quote(str(work))}") for one in PLAIN}
    codes = {command: one.code for command, one in ended.items() if one.code}
    assert {command for command in codes if not command.startswith("despacho doctor")} == set(), codes
    assert set(codes.values()) <= {PORT_TAKEN}  # another program may be on the port here
    assert {one.name for one in work.iterdir()} == WRITTEN
    assert "llamar mañana" in (work / "follow-ups.csv").read_text(encoding="utf-8-sig")
