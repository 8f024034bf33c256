"""The recipes of `app/README.md`, all followed in one copy of the program, and the copy used as each promises."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.recipes.recipe import CHECKOUT, Copy, changes, file_of, titles

DATE = "2026-06-15"
SHIPMENT = {
    "numero": "0045",
    "idEstadoEnvio": "11",
    "estadoEnvio": "En Bodega",
    "destinatario": "Rúa & Hijos",
    "observaciones": "Portería",
    "torre": "B",
}
FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
EXPORT = ("export", "shipments", "--date", DATE)
DEVIATIONS = ("export", "deviations", "--format", "json")


class Site:
    """A data folder on which the program as it is and a changed copy run in turn."""

    def __init__(self, despacho: Despacho) -> None:
        self.despacho = despacho

    def python(self, program: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run Python, which finds the program in this folder."""
        return subprocess.run(
            [sys.executable, *arguments],
            check=False,
            cwd=program,
            env=self.despacho.knowing(**variables).environment,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )

    def run(self, program: Path, *arguments: str, **variables: str) -> str:
        """Run a command that succeeds, and return what it prints."""
        done = self.python(program, "-m", "app", *arguments, **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, program: Path, *arguments: str) -> Any:  # noqa: ANN401 - whatever was printed
        return json.loads(self.run(program, *(arguments or (*EXPORT, "--format", "json"))))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    copy = Copy(tmp_path_factory.mktemp("recipes") / "copy")
    copy.follow(*titles())
    return copy


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with a day that the program as it is has loaded."""
    manifest = {"idPlanillaReparto": 9001, "estado": "VIG", "codigoCarrier": "ACME", "envios": [SHIPMENT]}
    with ScriptedCarrier(says(200, json.dumps([manifest]).encode())) as carrier:
        despacho = Despacho(tmp_path / "data").asking(carrier.url, DESPACHO_TIME_ZONE="America/Bogota")
        site = Site(despacho.knowing(DESPACHO_LANGUAGE="es"))
        site.run(CHECKOUT, *FETCH)
        yield site


def test_the_page_has_these_recipes() -> None:
    assert titles() == [
        "A column",
        "A setting",
        "A status",
        "A sign",
        "An alert",
        "An export format",
        "A kind of fact",
        "A language",
    ]


@pytest.mark.parametrize("title", titles())
def test_a_recipe_can_be_followed_in_the_program_as_it_is(title: str) -> None:
    for change in changes(title):
        file = file_of(CHECKOUT, change)
        assert change.made_in(file) != (file.read_text(encoding="utf-8") if file.exists() else "")


def test_a_column_shows_what_was_loaded_before_it_was_there(copy: Copy, site: Site) -> None:
    assert [one["observaciones"] for one in site.rows(copy.folder)] == ["Portería"]
    head, row = site.run(copy.folder, *EXPORT).splitlines()
    assert "[Remarks]" in head
    assert "Portería" in row
    site.run(copy.folder, "fetch", "--carrier", "ACME", "--date", "2026-06-16")
    seen = {one["donde"]: one["veces"] for one in site.rows(copy.folder, *DEVIATIONS)}
    assert (seen["envios.observaciones"], seen["envios.torre"]) == (1, 2)


def test_a_setting_is_set_shown_and_heeded(copy: Copy, site: Site) -> None:
    assert "ACME" in site.run(copy.folder, *FETCH)
    refused = site.python(copy.folder, "-m", "app", "settings", "set", "quiet_fetch", "perhaps")
    assert (refused.returncode, "quiet_fetch" in refused.stderr) == (2, True)
    site.run(copy.folder, "settings", "set", "quiet_fetch", "yes")
    assert "quiet_fetch = true" in site.run(copy.folder, "settings", "show").splitlines()
    assert site.run(copy.folder, *FETCH) == ""
    copy.pass_case("setting")


def test_a_status_means_what_it_should_also_on_days_loaded_before(copy: Copy, site: Site) -> None:
    assert [(one["estado"], one["resultado_dia"]) for one in site.rows(CHECKOUT)] == [("En Bodega", "otro")]
    assert [(one["estado"], one["resultado_dia"]) for one in site.rows(copy.folder)] == [("En Bodega", "abierto")]


def test_a_sign_stands_where_the_rule_says(copy: Copy) -> None:
    copy.pass_case("sign")


def test_an_alert_is_raised(copy: Copy) -> None:
    copy.pass_case("alert")


def test_an_export_format_goes_by_its_name_and_by_the_ending_of_the_file(
    copy: Copy, site: Site, tmp_path: Path
) -> None:
    page = site.run(copy.folder, *EXPORT, "--format", "html")
    assert page.startswith("<!DOCTYPE html>")
    assert "<td>Rúa &amp; Hijos<td>" in page
    site.run(copy.folder, *EXPORT, "--output", str(tmp_path / "day.html"))
    assert (tmp_path / "day.html").read_text(encoding="utf-8") == page
    day = site.python(copy.folder, "-m", "app", "export", "day", "--output", str(tmp_path / "all.html"))
    assert day.returncode == 2


def test_a_kind_of_fact_is_kept_and_decides_rows_and_an_older_program_leaves_it_alone(copy: Copy, site: Site) -> None:
    assert [one["senales"] for one in site.rows(CHECKOUT)] == [""]
    assert [one["senales"] for one in site.rows(copy.folder)] == [""]
    close = (
        "import sys; from datetime import date; from pathlib import Path;"
        "from app.facts.closed_days import close_day; from app.store.writer import Writer\n"
        "with Writer(Path(sys.argv[1])) as writer:"
        " writer.write(lambda db: close_day(db, date.fromisoformat(sys.argv[2])))"
    )
    closed = site.python(copy.folder, "-c", close, str(site.despacho.folder / "facts.sqlite"), DATE)
    assert closed.returncode == 0, closed.stderr
    assert [one["senales"] for one in site.rows(copy.folder)] == ["dato_raro"]
    site.run(copy.folder, "rebuild")
    assert [one["senales"] for one in site.rows(copy.folder)] == ["dato_raro"]
    older = site.python(CHECKOUT, "-m", "app", *EXPORT)
    assert older.returncode == 6, older.stderr


def test_a_language_is_spoken_where_it_is_set_and_where_the_system_speaks_it(copy: Copy, site: Site) -> None:
    assert "[Recipient]" in site.run(copy.folder, *EXPORT, DESPACHO_LANGUAGE="pt")
    assert "[Recipient]" in site.run(copy.folder, *EXPORT, DESPACHO_LANGUAGE="", LANG="pt_BR.UTF-8")
    assert "[Recipient]" not in site.run(copy.folder, *EXPORT)
    copy.pass_tests(
        "tests/i18n/test_translations.py::test_the_translations_are_whole_and_hold_what_the_source_says",
        "tests/i18n/test_translations.py::test_nothing_is_shown_in_english_alone",
    )
