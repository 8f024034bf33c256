from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import openpyxl
import pytest
import simplejson

from app.board.reading.reader import Reader
from app.domain.column import Column
from app.domain.days import Day, LoadSummary, Scope
from app.domain.errors import ExportCancelledError, OutputError, StoreUnusableError
from app.domain.texts import Text
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.exports import ExportOrder, Format
from app.domain.views.queries import RowQuery
from app.export.csv_format import Delimiter
from app.export.rows import ExportRow
from app.services.exporting.day_workbook import write_day
from app.services.exporting.export_rows import Headers, day_rows, write_rows, write_shown
from app.services.exporting.summary_sheet import ExportInfo
from app.services.open_reader import opened_store
from app.store.writer import Writer

DAY = Day("ACME", date(2026, 6, 15))
BODY = b"""[{"idPlanillaReparto": 9007199254740993, "estado": "VIG", "envios": [
  {"numero": "01", "destinatario": "Ana", "precio": 1.10, "dinamicouno": {"skus": [{"weight": "2.5"}, 7]}},
  {"numero": "02", "destinatario": "Eva", "dinamicouno": null}]}]"""


@pytest.fixture
def reader(writer: Writer, load: Callable[[Day, bytes, datetime], LoadSummary]) -> Iterator[Reader]:
    """A cache with a day of two shipments."""
    load(DAY, BODY, datetime(2026, 6, 15, tzinfo=UTC))
    with opened_store(writer.path) as reader:
        yield reader


def chosen(table: Table, *keys: str) -> list[Column]:
    by_key = {column.key: column for column in COLUMNS[table]}
    return [by_key[key] for key in keys]


def written(
    path: Path, rows: Iterable[ExportRow], columns: Sequence[Column], headers: Headers, table: Table = Table.SHIPMENTS
) -> int:
    return write_rows(
        rows,
        table,
        columns,
        target=path,
        form=Format.of_ending(path),
        headers=headers,
        delimiter=Delimiter.COMMA,
        say=str,
    )


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.csv", Format.CSV),
        ("a.XLSX", Format.XLSX),
        ("a.json", Format.JSON),
        ("a.csv.json", Format.JSON),
        ("a.txt", Format.CSV),
        ("a", Format.CSV),
        (".json", Format.CSV),
    ],
)
def test_a_format_is_known_by_its_ending(name: str, form: Format) -> None:
    assert Format.of_ending(Path(name)) is form
    assert Format.of_ending(None) is Format.CSV


def test_a_days_rows_have_their_types_and_documents_where_they_are_wanted(reader: Reader) -> None:
    first, second = day_rows(reader, Table.SHIPMENTS, DAY.date, "ACME", Format.JSON)[1]
    cells = dict(
        zip((column.key for column in COLUMNS[Table.SHIPMENTS] if column.is_exported), first.cells, strict=True)
    )
    assert cells["manifest_number"] == 9007199254740993
    assert (cells["current"], cells["conflict"], cells["visit_id"]) == (True, False, None)
    assert {type(cells[key]) for key in ("current", "conflict")} == {bool}
    assert simplejson.loads(first.extras["skus"]) == [{"weight": "2.5"}]
    assert '"precio":1.10' in first.extras["crudo"]
    assert second.extras["skus"] == "[]"
    bare = list(day_rows(reader, Table.SHIPMENTS, DAY.date, None, Format.CSV)[1])
    assert [row.cells for row in bare] == [first.cells, second.cells]
    assert [row.extras for row in bare] == [{}, {}]
    assert list(day_rows(reader, Table.SHIPMENTS, DAY.date, "OTHER", Format.CSV)[1]) == []


def order(path: Path, ids: Sequence[int], table: Table, *keys: str) -> ExportOrder:
    query = RowQuery(table, DAY)
    return ExportOrder(query, tuple(chosen(table, *keys)), ids, path, Format.of_ending(path))


def shown(reader: Reader, wanted: ExportOrder, report: Callable[[int], None] = lambda _: None) -> int:
    info = ExportInfo(datetime(2026, 6, 15, 17, 30, tzinfo=UTC), DAY.date, "9.9")
    return write_shown(reader, wanted, delimiter=Delimiter.COMMA, say=str, info=info, report=report)


def ids_of(reader: Reader, table: Table = Table.SHIPMENTS) -> list[int]:
    return list(reader.row_ids(RowQuery(table, DAY), DAY.date))


def test_the_shown_rows_come_in_the_order_and_with_the_columns_of_the_window(reader: Reader, tmp_path: Path) -> None:
    ids = [*ids_of(reader)[::-1], 999]
    assert shown(reader, order(tmp_path / "a.csv", ids, Table.SHIPMENTS, "recipient", "number", "current")) == 2
    assert (tmp_path / "a.csv").read_text("utf-8-sig") == "Recipient,Number,Still listed\nEva,02,true\nAna,01,true\n"


def test_manifests_are_exported_as_well(reader: Reader, tmp_path: Path) -> None:
    wanted = order(
        tmp_path / "a.xlsx", ids_of(reader, Table.MANIFESTS), Table.MANIFESTS, "number", "status", "shipments"
    )
    shown(reader, wanted)
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.sheetnames == ["Manifests", "Day"]
    assert [cell.value for cell in book.worksheets[0][1]] == ["Manifest", "Status", "Shipments"]
    assert book.worksheets[0]["A2"].value == "9007199254740993"


def test_the_book_of_several_carriers_has_the_rows_and_the_figures_of_each(
    reader: Reader, load: Callable[[Day, bytes, datetime], LoadSummary], tmp_path: Path
) -> None:
    load(Day("RAYO", DAY.date), BODY.replace(b'"01"', b'"09"'), datetime(2026, 6, 15, tzinfo=UTC))
    info, path = ExportInfo(datetime(2026, 6, 15, 17, 30, tzinfo=UTC), DAY.date, "9.9"), tmp_path / "day.xlsx"
    write_day(reader, Scope(("ACME", "RAYO"), DAY.date), target=path, headers=Headers.UI, say=str, info=info)
    book = openpyxl.load_workbook(path)
    lines = [[cell.value for cell in row] for row in book.worksheets[0].iter_rows()]
    assert [(line[0], line[2]) for line in lines if line[0] in ("ACME", "RAYO")] == [("ACME", 2), ("RAYO", 2)]
    assert next(line[1] for line in lines if line[0] == "Parcels") == 3  # both list 02
    titles, *rows = [[cell.value for cell in row] for row in book["Shipments"].iter_rows()]
    carrier, number = titles.index("Carr."), titles.index("Number")
    assert [(row[carrier], row[number]) for row in rows] == [
        ("ACME", "01"), ("ACME", "02"), ("RAYO", "09"), ("RAYO", "02"),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "rows"), [("a.csv", 0), ("a.xlsx", 0), ("a.xlsx", 2)])
def test_who_cancels_an_export_keeps_the_older_file_also_while_it_is_put_together(
    reader: Reader, tmp_path: Path, name: str, rows: int
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).write_bytes(b"older")
    wanted = order(folder / name, ids_of(reader), Table.SHIPMENTS, "number")
    with pytest.raises(ExportCancelledError):
        shown(reader, wanted, lambda taken: wanted.cancelled.set() if taken == rows else None)
    assert [one.read_bytes() for one in folder.iterdir()] == [b"older"]
    assert shown(reader, order(folder / name, ids_of(reader), Table.SHIPMENTS, "number")) == 2


def test_all_of_a_file_is_of_one_moment_whatever_comes_in_meanwhile(
    reader: Reader, tmp_path: Path, load: Callable[[Day, bytes, datetime], LoadSummary]
) -> None:
    def load_another(_rows: int) -> None:
        load(DAY, BODY.replace(b"Eva", b"Zoe"), datetime(2026, 6, 15, 1, tzinfo=UTC))

    wanted = order(tmp_path / "a.csv", ids_of(reader), Table.SHIPMENTS, "recipient")
    shown(reader, wanted, load_another)
    assert (tmp_path / "a.csv").read_text("utf-8-sig").split() == ["Recipient", "Ana", "Eva"]
    shown(reader, wanted)
    assert (tmp_path / "a.csv").read_text("utf-8-sig").split() == ["Recipient", "Ana", "Zoe"]


def test_a_cache_that_fails_midway_leaves_the_older_file(tmp_path: Path) -> None:
    def rows() -> Iterator[ExportRow]:
        yield ExportRow(["01"])
        raise StoreUnusableError(Text("Error", "Gone."))

    for name in ("a.csv", "a.json", "a.xlsx"):
        (tmp_path / name).write_bytes(b"older")
        with pytest.raises(StoreUnusableError):
            written(tmp_path / name, rows(), chosen(Table.SHIPMENTS, "number"), Headers.API)
        assert (tmp_path / name).read_bytes() == b"older"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_that_is_not_there_gets_no_file(tmp_path: Path) -> None:
    with pytest.raises(OutputError):
        written(tmp_path / "none" / "a.csv", [], chosen(Table.SHIPMENTS, "number"), Headers.API)


def test_signs_are_named_for_people_and_coded_for_programs(tmp_path: Path) -> None:
    columns = chosen(Table.SHIPMENTS, "number", "signs")
    rows = [ExportRow(["1", "concluido_despues contradiccion"]), ExportRow(["2", ""])]
    path = tmp_path / "signs.csv"
    written(path, rows, columns, Headers.UI)
    assert path.read_text("utf-8-sig").splitlines()[1:] == ['1,"Contradiction, Decided later"', "2,"]
    written(path, rows, columns, Headers.API)
    assert path.read_text("utf-8-sig").splitlines()[1:] == ["1,concluido_despues contradiccion", "2,"]
