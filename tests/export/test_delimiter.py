"""Which list separator `auto` finds on which machine."""

import locale
import shutil
import subprocess
from pathlib import Path

import pytest

from app.export.delimiter import Delimiter, list_separator

SOURCES = Path("/usr/share/i18n/locales")  # Debian: the package `locales`


@pytest.mark.parametrize(
    ("separator", "decimal_mark", "expected"),
    [
        (None, ",", ";"),
        (None, ".", ","),
        (None, None, ","),
        (None, "\u066b", ","),
        (";", ".", ";"),
        (",", ",", ","),
        ("|", ",", "|"),
        ("\t", ",", "\t"),
        ("", ",", ";"),
        (", ", ",", ";"),
        ("x", ".", ","),
        ('"', ".", ","),
        ("\uff1b", ",", ";"),
    ],
)
def test_a_regions_own_separator_counts_and_else_its_decimal_mark(
    separator: str | None, decimal_mark: str | None, expected: str
) -> None:
    assert list_separator(separator, decimal_mark) == expected


def test_what_one_asks_for_is_what_one_gets() -> None:
    assert (Delimiter("comma").character, Delimiter("semicolon").character) == (",", ";")


@pytest.mark.parametrize("name", ["C", "C.UTF-8", "xx_XX.UTF-8"])
def test_a_locale_with_a_point_or_one_that_is_not_installed_separates_with_a_comma(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", name)
    assert Delimiter.AUTO.character == ","


@pytest.mark.skipif(
    shutil.which("localedef") is None or not SOURCES.joinpath("es_CO").exists(), reason="no locale can be built here"
)
def test_a_locale_with_a_decimal_comma_separates_with_a_semicolon_and_is_not_taken_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["localedef", "-i", "es_CO", "-f", "UTF-8", tmp_path / "es_CO.UTF-8"], check=True)
    before = locale.setlocale(locale.LC_ALL)
    monkeypatch.setenv("LOCPATH", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "es_CO.UTF-8")
    assert Delimiter.AUTO.character == ";"
    assert locale.setlocale(locale.LC_ALL) == before
    assert locale.localeconv()["decimal_point"] == "."
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_NUMERIC", "es_CO.UTF-8")
    assert Delimiter.AUTO.character == ";"
