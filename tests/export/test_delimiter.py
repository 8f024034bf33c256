"""Which list separator `auto` finds on which machine."""

import locale
import subprocess
from pathlib import Path

import pytest

from app.export.csv_format import Delimiter, list_separator


@pytest.fixture
def a_locale_with_a_comma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Build a locale that is nothing but a decimal comma, so that none has to be installed. Return its name."""
    letters = [f"<U{code:04X}> /x{code:02x}" for code in range(32, 126)]
    (tmp_path / "letters").write_text("\n".join(["<code_set_name> few", "CHARMAP", *letters, "END CHARMAP\n"]))
    (tmp_path / "numeric").write_text(
        'LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n'
    )
    command = ["localedef", "-c", "--quiet", "-i", "numeric", "-f", "./letters", "./xx_XX"]
    # It complains of all that a whole locale would have, and builds what there is.
    subprocess.run(command, cwd=tmp_path, check=False, capture_output=True)
    assert (tmp_path / "xx_XX" / "LC_NUMERIC").is_file()
    for variable in ("LC_ALL", "LC_NUMERIC", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LOCPATH", str(tmp_path))
    return "xx_XX"


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


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_NUMERIC", "LANG"])
def test_a_locale_with_a_decimal_comma_separates_with_a_semicolon_and_is_not_taken_on(
    variable: str, a_locale_with_a_comma: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = locale.setlocale(locale.LC_ALL)
    monkeypatch.setenv(variable, a_locale_with_a_comma)
    assert Delimiter.AUTO.character == ";"
    assert locale.setlocale(locale.LC_ALL) == before
    assert locale.localeconv()["decimal_point"] == "."
