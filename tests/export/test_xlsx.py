"""What stands in a workbook, read back with openpyxl and in its own XML."""

import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from app.domain.column import Column, Kind
from app.domain.errors import OutputError
from app.domain.texts import Text as Title
from app.domain.views.columns import NOTIFICATION_COLUMNS, SHIPMENT_COLUMNS
from app.export.rows import Cell, ExportRow, RawJson
from app.export.sheets import Sheet, Summary, SummaryLine
from app.export.xlsx_format import CUT_MARK, LONGEST_TEXT, MOST_ROWS, write_xlsx


def written(columns: Sequence[Column], *rows: Sequence[Cell], sheet_title: str = "Envíos") -> BytesIO:
    stream = BytesIO()
    titles = [column.api for column in columns]
    write_xlsx(stream, [Sheet(sheet_title, titles, columns, (ExportRow(cells) for cells in rows))])
    return stream


def sheet_of(content: BytesIO) -> Worksheet:
    return openpyxl.load_workbook(content).active


def xml_of(content: BytesIO) -> str:
    with zipfile.ZipFile(content) as book:
        assert book.testzip() is None
        return book.read("xl/worksheets/sheet1.xml").decode()


def one_text(columns: tuple[Column, ...], text: str) -> object:
    return sheet_of(written(columns[:1], [text])).cell(2, 1).value


def test_cells_keep_their_types(columns: tuple[Column, ...]) -> None:
    sheet = sheet_of(written(columns, ["05001000", "Bogotá", 45000, 2, True], ["7", None, 1250.5, None, False]))
    assert list(sheet.iter_rows(values_only=True)) == [
        ("numero", "nombrePoblacionDestino", "valorDeclarado", "skus", "vigente"),
        ("05001000", "Bogotá", 45000, 2, True),
        ("7", None, 1250.5, None, False),
    ]
    assert [cell.data_type for cell in sheet[2]] == ["s", "s", "n", "n", "b"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.DATE, "2026-06-15"),
        (Kind.DATE, "1900-03-01"),
        (Kind.DATE, "9999-12-31"),
        (Kind.MOMENT, "2026-06-15T05:42:10"),
        (Kind.MOMENT, "2026-06-15T05:42:10.123000"),
        (Kind.INSTANT, "2026-06-15T05:42:10.500000Z"),
    ],
)
def test_dates_and_times_are_such(kind: Kind, text: str) -> None:
    sheet = sheet_of(written([Column("a", "a", Title("Column", "A"), kind, 5)], [text]))
    assert sheet.cell(2, 1).data_type == "d"
    assert sheet.cell(2, 1).value == datetime.fromisoformat(text.removesuffix("Z"))
    assert sheet.cell(2, 1).alignment.horizontal == "left"
    assert sheet.column_dimensions["A"].width >= len(text[:10])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.DATE, "2026-02-30"),
        (Kind.DATE, "15/06/2026"),
        (Kind.DATE, "20260615"),
        (Kind.DATE, "1900-02-28"),
        (Kind.DATE, "=TODAY()"),
        (Kind.MOMENT, "2026-06-15T05:42:10-05:00"),
        (Kind.MOMENT, "2026-06-15T05:42:10Z"),
        (Kind.MOMENT, "0001-01-01T00:00:00"),
        (Kind.INSTANT, "2026-06-15T05:42:10"),
        (Kind.TEXT, "2026-06-15"),
        (Kind.ID, "2026-06-15"),
    ],
)
def test_a_time_that_excel_would_change_or_cannot_read_is_text(kind: Kind, text: str) -> None:
    cell = sheet_of(written([Column("a", "a", Title("Column", "A"), kind)], [text])).cell(2, 1)
    assert (cell.data_type, cell.value) == ("s", text)


def test_the_timestamp_of_a_notification_stays_as_sent_as_it_is_part_of_its_key() -> None:
    column = next(one for one in NOTIFICATION_COLUMNS if one.key == "timestamp")
    cell = sheet_of(written([column], ["2026-06-15T05:42:10.123456"])).cell(2, 1)
    assert (cell.data_type, cell.value) == ("s", "2026-06-15T05:42:10.123456")


def test_the_header_is_bold_stays_in_sight_and_filters(columns: tuple[Column, ...]) -> None:
    sheet = sheet_of(written(columns, ["7", None, None, None, None]))
    assert all(cell.font.bold for cell in sheet[1])
    assert not any(cell.font.bold for cell in sheet[2])
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:E2"


def test_a_column_is_as_wide_as_it_asks_for_or_as_its_title(columns: tuple[Column, ...]) -> None:
    widths = sheet_of(written(columns)).column_dimensions
    assert widths["A"].width == pytest.approx(13, abs=1)
    assert widths["B"].width == pytest.approx(len("nombrePoblacionDestino") + 3, abs=1)


def test_money_is_grouped_and_shows_cents_only_where_there_are_any(columns: tuple[Column, ...]) -> None:
    sheet = sheet_of(
        written(columns, ["1", None, 45000, 2, None], ["2", None, 1.5, 2, None], ["3", None, 2.0, 2, None])
    )
    assert [sheet.cell(line, 3).number_format for line in (2, 3, 4)] == ["#,##0", "#,##0.00", "#,##0"]
    assert sheet.cell(2, 4).number_format == "General"


@pytest.mark.parametrize(
    "text", ["=1+1", "{=1+1}", "+1", "-1", "@SUM(A1)", "https://a.example", "mailto:a@b.example", "internal:A1"]
)
def test_no_text_becomes_a_formula_or_a_link(text: str, columns: tuple[Column, ...]) -> None:
    content = written(columns[:1], [text])
    assert "<f>" not in xml_of(content)
    assert "hyperlink" not in xml_of(content)
    assert one_text(columns, text) == text


@pytest.mark.parametrize(
    "text",
    [
        "05001000",
        "1e5",
        "TRUE",
        "#REF!",
        "2026-06-15",
        " spaced ",
        "two\nlines",
        "tab\there",
        "_x0041_ no",
        "ñ\u202e\U0001f600",
    ],
)
def test_texts_read_back_as_they_were(text: str, columns: tuple[Column, ...]) -> None:
    found = one_text(columns, text)
    assert str(found).replace("_x005F_", "_") == text  # openpyxl shows the workbook's own way to write `_x0041_`


@pytest.mark.parametrize(
    "text",
    ["<r></r>", "<r><t>gone</t></r>", "<r> & \n</r>", "<r>" + "x" * LONGEST_TEXT + "</r>", "<r>&\"'</t></is></c></r>"],
)
def test_a_text_that_looks_like_the_workbooks_own_markup_is_text(text: str, columns: tuple[Column, ...]) -> None:
    assert one_text(columns, text) == (text if len(text) < 100 else text[: LONGEST_TEXT - len(CUT_MARK)] + CUT_MARK)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\0b", "a\ufffdb"),
        ("\x01\x0b\x1f\ufffe\uffff", "\ufffd" * 5),
        ("lone \udfff half", "lone \ufffd half"),
        ("\ud83d\ude00", "\U0001f600"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("", None),
    ],
)
def test_hostile_texts_leave_the_workbook_readable(text: str, shown: str | None, columns: tuple[Column, ...]) -> None:
    assert one_text(columns, text) == shown


def test_hostile_titles_leave_the_workbook_readable(columns: tuple[Column, ...]) -> None:
    stream = BytesIO()
    write_xlsx(stream, [Sheet("a", ["=1\0<r>"], columns[:1], [])])
    assert sheet_of(stream).cell(1, 1).value == "=1\ufffd<r>"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT),
        ("x" * (LONGEST_TEXT + 1), "x" * (LONGEST_TEXT - len(CUT_MARK)) + CUT_MARK),
        ("\U0001f600" * LONGEST_TEXT, "\U0001f600" * ((LONGEST_TEXT - len(CUT_MARK)) // 2) + CUT_MARK),
    ],
)
def test_a_text_too_long_for_a_cell_is_cut_and_says_so(text: str, kept: str, columns: tuple[Column, ...]) -> None:
    assert one_text(columns, text) == kept


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (999_999_999_999_999, 999_999_999_999_999),
        (10**15, "1000000000000000"),
        (-(10**400), "-1" + "0" * 400),
        (float("inf"), None),
        (float("nan"), None),
    ],
)
def test_a_number_that_excel_would_change_is_text_or_nothing(
    number: float, shown: object, columns: tuple[Column, ...]
) -> None:
    assert sheet_of(written(columns[3:4], [number])).cell(2, 1).value == shown


def test_an_id_is_text_even_where_it_comes_as_a_number(columns: tuple[Column, ...]) -> None:
    assert one_text(columns, 573001234567) == "573001234567"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Envíos", "Envíos"),
        ("a/b: [c]*?", "a b c"),
        ("'quoted'", "quoted"),
        ("x" * 40, "x" * 31),
        ("", "Sheet1"),
        ("\ud800", "\ufffd"),
    ],
)
def test_the_sheet_bears_its_title_as_far_as_excel_lets_it(title: str, shown: str, columns: tuple[Column, ...]) -> None:
    assert sheet_of(written(columns, sheet_title=title)).title == shown


def test_every_column_of_a_shipment_has_its_place() -> None:
    cells = [column.key for column in SHIPMENT_COLUMNS]
    sheet = sheet_of(written(SHIPMENT_COLUMNS, cells))
    assert [cell.value for cell in sheet[1]] == [column.api for column in SHIPMENT_COLUMNS]
    assert [cell.value for cell in sheet[2]] == cells


def test_extras_are_left_out(columns: tuple[Column, ...]) -> None:
    stream = BytesIO()
    write_xlsx(stream, [Sheet("a", ["n"], columns[:1], [ExportRow(["7"], {"crudo": RawJson("{}")})])])
    assert list(sheet_of(stream).iter_rows(values_only=True)) == [("n",), ("7",)]


def test_a_sheet_holds_as_many_rows_as_excel_shows(columns: tuple[Column, ...]) -> None:
    stream = BytesIO()
    write_xlsx(stream, [Sheet("a", ["n"], columns[:1], (ExportRow([None]) for _ in range(MOST_ROWS)))])
    assert f'<autoFilter ref="A1:A{MOST_ROWS + 1}"/>' in xml_of(stream)


def test_more_rows_than_a_sheet_holds_are_refused_with_a_way_on(columns: tuple[Column, ...]) -> None:
    stream = BytesIO()
    with pytest.raises(OutputError, match=r"holds 1\s048\s575 rows .* csv"):
        write_xlsx(stream, [Sheet("a", ["n"], columns[:1], (ExportRow([None]) for _ in range(MOST_ROWS + 1)))])
    assert stream.getvalue() == b""


def test_an_export_that_stops_midway_leaves_no_temporary_files(
    columns: tuple[Column, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    present: list[Path] = []

    def rows() -> Iterator[ExportRow]:
        yield ExportRow(["7"])
        present.extend(tmp_path.iterdir())
        raise LookupError("the table is gone")

    stream = BytesIO()
    with pytest.raises(LookupError):
        write_xlsx(stream, [Sheet("a", ["n"], columns[:1], rows())])
    assert len(present) == 1
    assert list(tmp_path.iterdir()) == []
    assert stream.getvalue() == b""


def test_a_row_that_does_not_fit_its_columns_is_a_bug(columns: tuple[Column, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):
        written(columns, ["7"])


@pytest.mark.parametrize(("stands_first", "names"), [(False, ["a", "b", "Day"]), (True, ["Day", "a", "b"])])
def test_a_summary_is_counted_from_the_rows_written_wherever_it_stands(
    columns: tuple[Column, ...], stands_first: bool, names: list[str]
) -> None:
    taken: list[str] = []

    def rows(number: str) -> Iterator[ExportRow]:
        taken.append(number)
        yield ExportRow([number])

    def lines() -> Iterator[SummaryLine]:
        yield SummaryLine(("Numbers", "Rows"), is_heading=True)
        yield SummaryLine()
        yield SummaryLine((", ".join(taken), len(taken), 1250.5, "=1+1"))

    stream = BytesIO()
    sheets = [Sheet(title, ["n"], columns[:1], rows(number)) for title, number in (("a", "01"), ("b", "02"))]
    write_xlsx(stream, sheets, Summary("Day", lines(), stands_first=stands_first))
    book = openpyxl.load_workbook(stream)
    assert book.sheetnames == names
    day = book["Day"]
    assert [cell.value for cell in day[3]] == ["01, 02", 2, 1250.5, "=1+1"]
    assert [cell.number_format for cell in day[3]][1:3] == ["#,##0", "#,##0.00"]
    assert (day["A1"].font.bold, day["A3"].font.bold) == (True, False)
    assert day["D3"].data_type == "s"
