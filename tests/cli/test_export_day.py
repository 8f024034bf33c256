"""`despacho export day`: a whole day as one workbook."""

import sys
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.follow_ups import FailureReason, FollowUpEdit
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.columns import COLUMNS, FOLLOW_UP_ENTRY_COLUMNS, SHIPMENT_COLUMNS, Table, is_offered
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.gaps import Heartbeat, save_heartbeat
from app.follow_ups.edits import save_edit
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.terminals import read_until, terminal
from tests.cli.wire import DATE, good_day
from tests.waiting import PATIENCE

EXPORT = ("export", "day", "--date", DATE)
SHEETS = ["Day", "Shipments", "Visits", "Follow-ups", "Rejected", "Gaps"]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Despacho:
    """`despacho` with a day of two carriers, one failed delivery with a follow-up, and a reception gap."""
    despacho = Despacho(tmp_path_factory.mktemp("worked") / "data").knowing(
        DESPACHO_TIME_ZONE="America/Bogota", DESPACHO_LANGUAGE="en"
    )
    with ScriptedCarrier(says(200, good_day())) as carrier:
        for code in ("B", "A"):
            assert despacho.asking(carrier.url).run("fetch", "--carrier", code, "--date", DATE).code == 0
    database = despacho.folder / "facts.sqlite"
    day = datetime.fromisoformat(DATE).replace(tzinfo=UTC)
    with Reader.opened(database) as reader:
        first = reader.row_ids(RowQuery(Table.SHIPMENTS, Day("A", day.date())), day.date())[0]
    edits = (FollowUpEdit(FailureReason.ABSENT, "=llamar mañana"), FollowUpEdit(is_acknowledged=True))
    with Writer(database) as writer:
        for hour, edit in enumerate(edits, start=15):
            at = day.replace(hour=hour)
            writer.write(
                partial(save_edit, subjects=[Subject(Table.SHIPMENTS, first)], edit=edit, at=at, by="ana"),
                with_board=True,
            )
        gap = Gap(day.replace(hour=16), day.replace(hour=17), GapCause.ASLEEP)
        writer.write(lambda db: save_heartbeat(db, Heartbeat(gap.since, "one")))
        writer.write(lambda db: save_heartbeat(db, Heartbeat(gap.until, "two"), lambda _last: gap))
    return despacho


def book_of(content: bytes) -> Any:  # noqa: ANN401 - openpyxl has no types
    return openpyxl.load_workbook(BytesIO(content))


def lines(sheet: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401
    return list(sheet.iter_rows(values_only=True))


def at(hour: int) -> datetime:
    """Return a time of the day as cells have it."""
    return datetime.fromisoformat(f"{DATE}T{hour:02}:00:00")


def test_a_day_is_a_workbook_with_all_tables(worked: Despacho, tmp_path: Path) -> None:
    path = tmp_path / "día.xlsx"
    ended = worked.run(*EXPORT, "--output", str(path))
    assert (ended.code, ended.out, ended.said) == (0, b"", "")
    book = book_of(path.read_bytes())
    assert book.sheetnames == SHEETS
    shipments, timeline = lines(book["Shipments"]), lines(book["Follow-ups"])
    assert shipments[0] == tuple(
        f"{column.title} (UTC)" if column.key in ("called_at", "acknowledged_at", "remind_at") else str(column.title)
        for column in SHIPMENT_COLUMNS
    )
    assert [row[3] for row in shipments[1:]] == ["ACME"] * 6
    kept = dict(zip(shipments[0], shipments[1], strict=True))
    assert (kept["Number"], kept["Reason"], kept["Note"]) == ("0045", "Recipient absent", "=llamar mañana")
    assert kept["Acknowledged (UTC)"] == at(16)
    assert timeline[0][:4] == ("Date", "Carrier", "Number", "Reason")
    assert timeline[0][-3:] == ("Saved by", "Saved (UTC)", "Assigned to")
    assert [row[:4] for row in timeline[1:]] == [(at(0), "A", "0045", "Recipient absent")] * 2
    assert [row[-3:] for row in timeline[1:]] == [
        ("ana", at(15), None),
        ("ana", at(16), None),
    ]
    assert lines(book["Gaps"])[1:] == [(at(16), at(17), "the computer was asleep")]


def test_its_first_sheet_has_carrier_date_and_totals(worked: Despacho) -> None:
    book = book_of(worked.run(*EXPORT).out)
    about = lines(book["Day"])
    assert about[0][:2] == ("Date", DATE)
    assert ("Time zone", "America/Bogota") in [line[:2] for line in about]
    values = [row[23] for row in lines(book["Shipments"])[1:]]
    total = sum(value for value in values if not isinstance(value, str))
    assert [(line[0], *line[2:4]) for line in about if line[0] in ("A", "B")] == [
        ("A", 3, total / 2),
        ("B", 3, total / 2),
    ]
    labelled = {line[0]: line[1] for line in about}
    figures = ("Parcels", "Delivered", "Failed", "Ready for pickup", "Open", "Other", "Counted with two carriers")
    assert [labelled[one] for one in figures] == [3, 1, 0, 1, 1, 0, 3]
    for line in (
        ("Parcels", 3, total / 2),
        ("Rows of shipments", 6, total),
        ("Declared values that are no number, counted as 0", 1),
        ("Reception gaps", 1),
        ("No notification ever arrived here, so none is counted as possibly missed.", None),
    ):
        assert line in [one[: len(line)] for one in about]
    assert (f"{DATE} 11:00:00", f"{DATE} 12:00:00", "the computer was asleep") in [line[:3] for line in about]
    only = lines(book_of(worked.run(*EXPORT, "--carrier", "B").out)["Day"])
    assert ("Parcels", 3, total / 2) in [line[:3] for line in only]
    assert "A" not in [line[0] for line in only]


@pytest.mark.parametrize("more", [(), ("--carrier", "B")])
def test_each_label_is_on_its_first_sheet_once(worked: Despacho, more: tuple[str, ...]) -> None:
    for language in ("en", "es"):
        book = book_of(worked.knowing(DESPACHO_LANGUAGE=language).run(*EXPORT, *more).out)
        labels = [line[0] for line in lines(book.worksheets[0]) if line[0] is not None]
        assert len(labels) == len(set(labels))


def test_its_columns_have_wire_names_on_request(worked: Despacho) -> None:
    book = book_of(worked.run(*EXPORT, "--headers", "api").out)
    assert lines(book["Visits"])[0] == tuple(
        column.api for column in [one for one in COLUMNS[Table.VISITS] if is_offered(one, ())]
    )
    timeline = lines(book["Follow-ups"])
    assert timeline[0] == tuple(column.api for column in FOLLOW_UP_ENTRY_COLUMNS)
    assert timeline[1][3] == "absent"


def test_a_day_that_is_not_cached_is_headers_and_a_hint(worked: Despacho) -> None:
    ended = worked.run("export", "day", "--date", "2026-06-16", "--carrier", "A")
    assert ended.code == 0
    assert [len(lines(sheet)) for sheet in book_of(ended.out).worksheets[1:]] == [1, 1, 1, 1, 1]
    assert ended.said.endswith("To load it: despacho fetch --carrier A --date 2026-06-16\n")


@pytest.mark.parametrize("more", [("--format", "csv"), ("--format", "json"), ("--output", "day.csv")])
def test_a_day_is_refused_in_any_format_but_xlsx(worked: Despacho, more: tuple[str, ...]) -> None:
    ended = worked.run(*EXPORT, *more)
    assert (ended.code, ended.out) == (2, b"")
    assert ended.said == "A day is a workbook of several sheets, an xlsx. For csv or json, export a table.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_a_day_is_not_written_to_a_terminal(worked: Despacho) -> None:
    with terminal() as (ours, theirs), worked.start(*EXPORT, stdout=theirs, stderr=theirs) as process:
        shown = read_until(ours, b"--output FILE")
        assert process.wait(PATIENCE) == 2
    assert b"PK" not in shown
