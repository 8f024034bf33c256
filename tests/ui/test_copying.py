"""Rows on the clipboard, and what a spreadsheet makes of them."""

import sys
from pathlib import Path

import pytest

from app.domain.column import Cell, Column
from app.domain.views.columns import SHIPMENT_COLUMNS, VISIT_COLUMNS, with_followers
from app.ui.cells.copying import copied_rows
from tests.spreadsheets import in_calc
from tests.ui.conftest import formats

TEXT_MARK = ' style="mso-number-format:\'\\@\'" sdnum="1033;0;@"'
KEYS = ("number", "recipient_phone", "promised_date", "declared_value", "recipient", "recipient_address")
ROW: tuple[Cell, ...] = ("00450010", "+573065550117", "2026-06-15", 219900.5, "Óscar <b>Peña</b>", "=1+1")


def chosen(*keys: str) -> list[Column]:
    by_key = {column.key: column for column in (*VISIT_COLUMNS, *SHIPMENT_COLUMNS)}
    return [by_key[key] for key in keys]


def test_the_text_has_a_line_for_each_row_and_its_cells_between_tabs() -> None:
    columns = chosen("number", "recipient", "declared_value")
    mime = copied_rows([("007", "Ana\tLuz\nPaz", 45000), ("8", None, 1.5)], columns, formats("es_CO"), None)
    assert mime.text() == "007\tAna Luz Paz\t45000\n8\t\t1,5"


def test_a_spreadsheet_runs_nothing_of_the_text_and_phones_stay_as_they_are() -> None:
    cells = ("=1+1", "+57 306 555 0117", "a;@SUM(A1)", "\uff1d1+1")
    mime = copied_rows([cells], chosen("number", "recipient_phone", "recipient", "recipient_address"), formats(), None)
    assert mime.text() == "'=1+1\t+57 306 555 0117\ta;'@SUM(A1)\t'\uff1d1+1"
    assert "'" not in mime.html().partition("<table>")[2].replace(TEXT_MARK, "")


def test_an_address_brings_its_complement_unless_that_is_chosen_too() -> None:
    for table in (SHIPMENT_COLUMNS, VISIT_COLUMNS):
        by_key = {column.key: column for column in table}
        address = next(column for column in table if column.followed_by == "complement")
        complement = by_key["complement"]
        assert with_followers(table, [address, table[0]]) == [address, complement, table[0]]
        assert with_followers(table, [complement, address]) == [complement, address]
        assert with_followers(table, [table[0]]) == [table[0]]


def test_titles_name_the_unit_of_what_stands_bare() -> None:
    mime = copied_rows([(1234.0, 65)], chosen("check_in_distance", "dwell"), formats(), ["Distance", "Dwell time"])
    assert mime.text() == "Distance (m)\tDwell time (s)\n1234\t65"
    assert "<th>Distance (m)</th>" in mime.html()


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
def test_ids_and_phones_are_pasted_as_text_and_numbers_as_numbers_whatever_the_decimal_mark(tmp_path: Path) -> None:
    page = tmp_path / "pasted.html"
    page.write_text(copied_rows([ROW], chosen(*KEYS), formats("es_CO"), [*KEYS]).html(), encoding="utf-8")
    (rows,) = in_calc(page, tmp_path, "--infilter=HTML (StarCalc)").values()
    assert rows == [[*KEYS], ["00450010", "+573065550117", "2026-06-15", "219900.5", "Óscar <b>Peña</b>", "=1+1"]]
