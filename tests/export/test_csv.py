"""What stands in a csv file, read back byte by byte and with the csv module."""

import csv
import sys
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from app.export.csv_format import Delimiter, write_csv
from app.export.rows import Cell, ExportRow, RawJson
from tests.spreadsheets import in_calc


def written(titles: Sequence[str], *rows: Sequence[Cell], delimiter: Delimiter = Delimiter.COMMA) -> bytes:
    stream = BytesIO()
    write_csv(stream, titles, (ExportRow(cells) for cells in rows), delimiter)
    return stream.getvalue()


def read_back(content: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True))


def one_cell(cell: Cell) -> str:
    return read_back(written(["a", "b"], [cell, "end"]))[1][0]


def test_a_file_begins_with_a_bom_and_one_header_line_and_ends_its_lines_with_crlf() -> None:
    content = written(["numero", "destinatario"], ["05001000", "Ñáñez"], ["7", None])
    assert content == b"\xef\xbb\xbfnumero,destinatario\r\n05001000," + "Ñáñez".encode() + b"\r\n7,\r\n"


def test_a_table_without_rows_is_its_header_line() -> None:
    assert written(["numero"]) == b"\xef\xbb\xbfnumero\r\n"


def test_a_semicolon_separates_where_one_asks_for_it() -> None:
    assert written(["a", "b"], ["1;2", "3,4"], delimiter=Delimiter.SEMICOLON).endswith(b'a;b\r\n"1;2";3,4\r\n')


@pytest.mark.parametrize(
    "text", ['say "hi"', "a,b", "two\r\nlines", "two\nlines", "two\rlines", " spaced ", "", "x" * 10_000]
)
def test_quoted_texts_read_back_as_they_were(text: str) -> None:
    assert one_cell(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\tx",
        "\r",
        "=",
        "-",
        "+",
        "+57 300 123 4567",
        "-1e5",
        "-1.2.3",
        "+1,",
        "-1\n",
        "+\u0661",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20SUM(A1)",
    ],
)
def test_what_a_spreadsheet_would_run_stands_behind_an_apostrophe(text: str) -> None:
    assert one_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-5", "+573001234567", "-1.5", "-1,5", "05001000", "a=1", " =1", "'=1", "2026-06-15"])
def test_plain_numbers_and_harmless_texts_stay_as_they_are(text: str) -> None:
    assert one_cell(text) == text


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("a;=1+1", "a;'=1+1"),
        ("a,+1+1,-5;@b", "a,'+1+1,-5;'@b"),
        ("a\t=1", "a\t'=1"),
        ("\n=1+1", "\n'=1+1"),
        ("a\r\n-1+1", "a\r\n'-1+1"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ('a;"=1+1"', 'a;"\'=1+1"'),
        ('a,""\uff1d1', 'a,""\'\uff1d1'),
        ("a;-1 + b", "a;'-1 + b"),
    ],
)
def test_so_does_what_is_a_cell_where_another_separator_is_read(text: str, guarded: str) -> None:
    assert one_cell(text) == guarded


@pytest.mark.parametrize(
    "text", ["Calle 7, -12", "a;-5;+3", '{"a":[-74.05,-4.6],"b":"-1"}', '["-1","-2"]', "4.65,-74.05", "a,'=1", "a-b=c"]
)
def test_numbers_and_signs_inside_a_text_stay_as_they_are(text: str) -> None:
    assert one_cell(text) == text


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
@pytest.mark.parametrize(("delimiter", "others"), [(Delimiter.COMMA, "59/9"), (Delimiter.SEMICOLON, "44/9")])
def test_no_formula_runs_where_a_spreadsheet_reads_the_other_separator(
    delimiter: Delimiter, others: str, tmp_path: Path
) -> None:
    path = tmp_path / "day.csv"
    befores = ("", "a;", "a,", "a\t", "\n", "\r", "\r\n", 'a;"', 'a,"')
    texts = [f"{before}=40+2{end}" for before in befores for end in ("", ",", ";", '"', "\n", ",b", ";b")]
    path.write_bytes(written(["a", "b"], *(["x", text] for text in texts), delimiter=delimiter))
    evaluating = f"--infilter=Text - txt - csv (StarCalc):{others},34,76,1,,0,false,true,false,false,false,0,true"
    (rows,) = in_calc(path, tmp_path, evaluating).values()
    cells = [cell for row in rows for cell in row]
    assert "".join(cells).count("=40+2") == len(texts)
    assert not [cell for cell in cells if "42" in cell or cell.startswith("Err:")]


def test_a_title_is_guarded_as_a_cell_is() -> None:
    assert read_back(written(["=cmd", "b"]))[0] == ["'=cmd", "b"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-5, "-5"),
        (12.0, "12"),
        (-0.0, "0"),
        (1250.5, "1250.5"),
        (-0.25, "-0.25"),
        (1e-7, "0.0000001"),
        (1e22, "10000000000000000000000"),
        (10**400, "1" + "0" * 400),
        (float("inf"), ""),
        (float("nan"), ""),
    ],
)
def test_numbers_flags_and_nothing_read_alike_everywhere(cell: Cell, text: str) -> None:
    assert one_cell(cell) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\0b", "a\ufffdb"),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\u202egnp.exe", "\u202egnp.exe"),
        ("<img src=file:x>", "<img src=file:x>"),
    ],
)
def test_what_no_spreadsheet_can_hold_is_replaced_where_it_stood(text: str, shown: str) -> None:
    assert one_cell(text) == shown


def test_a_guard_is_not_escaped_by_a_control_character_before_it() -> None:
    assert one_cell("\x0b=1+1") == "\ufffd=1+1"


def test_extras_are_left_out() -> None:
    stream = BytesIO()
    write_csv(stream, ["skus"], [ExportRow([2], {"skus": RawJson("[1, 2]"), "crudo": RawJson("{}")})], Delimiter.COMMA)
    assert stream.getvalue() == b"\xef\xbb\xbfskus\r\n2\r\n"


def test_a_row_that_does_not_fit_its_titles_is_a_bug() -> None:
    with pytest.raises(ValueError, match="3 cells under 2 titles"):
        written(["a", "b"], [1, 2, 3])


def test_rows_are_taken_one_by_one() -> None:
    stream = BytesIO()
    sizes = []

    def rows() -> object:
        for number in range(100):
            sizes.append(len(stream.getvalue()))
            yield ExportRow([number])

    write_csv(stream, ["a"], rows(), Delimiter.COMMA)  # type: ignore[arg-type]
    assert sizes == sorted(set(sizes))
