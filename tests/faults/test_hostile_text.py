"""Hostile text in every field is shown, printed, copied and exported as plain text."""

import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.cell import Cell
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.domain.views.columns import DESK_TABLES, Table
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import Despacho
from tests.cli.wire import DATE
from tests.faults.figures import Figures, Length
from tests.faults.hostile_day import LONG, hostile_day, hostile_texts, send_hostile_visits
from tests.faults.rich_text import rich_texts
from tests.faults.stillness import MOST, Stillness
from tests.flows.conftest import NOW, Bench
from tests.flows.places.every_place import every_place
from tests.flows.test_day import save_to
from tests.pdf import pdf_text
from tests.spreadsheets import in_calc
from tests.systems import is_under_wine

FAULT = "hostile text"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ANY_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@contextmanager
def canary(folder: Path) -> Iterator[tuple[str, str, Callable[[], int]]]:
    """Give an address and a file that must not be loaded, and the number of loads."""
    picture = folder / "canary.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    os.utime(picture, (0, picture.stat().st_mtime))
    tells = picture.stat().st_atime == 0
    assert tells or is_under_wine(), "the system does not keep when a file was read"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)

        def loaded() -> int:
            count = int(tells and picture.stat().st_atime != 0)
            try:
                while True:
                    server.accept()[0].close()
                    count += 1
            except BlockingIOError:
                return count

        yield f"http://127.0.0.1:{server.getsockname()[1]}", picture.as_uri(), loaded


@pytest.fixture
def texts(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The texts; whatever they name must not have been loaded when the test ends."""
    with canary(tmp_path) as (url, file, loaded):
        yield hostile_texts(url, file)
        assert loaded() == 0


def hostile_desk(bench: Bench, texts: dict[str, str]) -> Bench:
    """Open a desk on a hostile day, with a carrier's code that is no better."""
    bench.trust()
    bench.change_settings(carrier=texts["picture"])
    with ScriptedCarrier(says(200, hostile_day(texts))) as carrier:
        bench.change_settings(base_url=carrier.url)
        bench.open()
        bench.window.resize(1440, 900)
        bench.receive()
        bench.load()
    send_hostile_visits(bench, texts)
    bench.settle()
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.pages[Table.VISITS].model.ids) >= len(texts))
    return bench


def every_row(bench: Bench, rows: int | None, still: Stillness) -> Iterator[str]:
    """Show one row after the other of each table, with all that is known of it, while somebody watches."""
    window = bench.window
    for table in DESK_TABLES:
        window.tabs.show_table(table)
        page = window.tabs.page
        bench.settle()
        for row in range(len(page.model.ids))[:rows]:
            with still.watched():
                page.view.selectRow(row)
                bench.qtbot.waitUntil(lambda: window.detail.is_of_row)
                QTest.qWait(0)
            yield f"{page.table.name} {row}"


def write_everywhere(bench: Bench, texts: dict[str, str]) -> None:
    """Note hostile things of some rows."""
    window = bench.window
    window.tabs.show_table(Table.VISITS)
    bench.settle()
    for row, text in enumerate(list(texts.values())[:4]):
        window.tabs.page.view.selectRow(row)
        bench.qtbot.waitUntil(lambda: window.detail.is_of_row)
        window.follow_up.write_note()
        window.detail.follow_up.note.setPlainText(text)
        window.follow_up.save_all()
        bench.qtbot.waitUntil(lambda: not window.follow_up.is_busy)


def test_every_widget_shows_text_as_text_and_nothing_is_loaded(
    bench: Bench, texts: dict[str, str], figures: Figures, length: Length
) -> None:
    hostile_desk(bench, texts)
    write_everywhere(bench, texts)
    found, shown, still = [], 0, Stillness()
    for name in every_row(bench, length.of(3, None), still):
        found += [f"{name}: {one}" for one in rich_texts(bench.window)]
        shown += 1
    for name, widget in islice(every_place(bench), length.of(40, None)):
        found += [f"{name}: {one}" for one in rich_texts(widget)]
        shown += 1
    assert found == []
    figures.at_least("rows, tabs and dialogs looked through with all their widgets", shown, length.of(30, 150))
    figures.at_most("widgets that took data for markup", len(found), 0)
    figures.at_most("longest stand-still of the window", still.worst, MOST, "s")


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
def test_copies_exports_and_prints_are_plain_text(
    bench: Bench, texts: dict[str, str], tmp_path: Path, figures: Figures, length: Length
) -> None:
    hostile_desk(bench, texts)
    look_at_what_is_copied(bench, texts, tmp_path, figures, length)
    look_at_what_is_printed(bench, figures)
    look_at_exports(bench, tmp_path, figures, length)


def look_at_what_is_copied(
    bench: Bench, texts: dict[str, str], tmp_path: Path, figures: Figures, length: Length
) -> None:
    """Its cells are as many as before, and it is text to a spreadsheet."""
    view = bench.window.tabs.page.view
    view.selectAll()
    view.copy(with_titles=False)
    mime = QGuiApplication.clipboard().mimeData()
    lines = mime.text().split("\n")
    assert len(lines) == len(texts)
    assert len({line.count("\t") for line in lines}) == 1
    assert not re.search("[\x00\r]", mime.text())
    html = mime.html()
    assert "<img" not in html
    assert "<script" not in html
    copied = tmp_path / "copied.html"
    copied.write_text(html, encoding="utf-8")
    if length is Length.FULL:
        (sheet,) = in_calc(copied, tmp_path, "--infilter=HTML (StarCalc)").values()
        cells = [cell for row in sheet for cell in row]
        figures.at_most("formulas that Calc makes of copied rows", cells.count("2") + cells.count("Err:508"), 0)
        assert sum(cell == "=1+1" for cell in cells) > 5


def exported(bench: Bench, path: Path, table: str) -> Path:
    ended = Despacho(bench.folder).run("export", table, "--output", str(path), "--date", NOW.date().isoformat())
    assert ended.code == 0
    return path


def as_shown(cell: Cell) -> str:
    """Return the text that LibreOffice shows for a cell; of a time with `Z` it leaves out fraction and `Z`."""
    if not isinstance(cell.value, datetime):
        return as_kept(cell.value)
    shown = cell.value.isoformat(" ", "milliseconds")
    return shown[:19] if "Z" in cell.number_format else shown if "hh" in cell.number_format else shown[:10]


def as_kept(text: object) -> str:
    """Return a cell's text without what differs by how a line is broken, or a control or a truth is written."""
    if isinstance(text, bool):
        return str(text).upper()
    return re.sub(r"[\s\ufffd\u2028\u2029]+", " ", str(text if text is not None else "")).strip()


def look_at_exports(bench: Bench, tmp_path: Path, figures: Figures, length: Length) -> None:
    """Read back, they hold no formula and the same texts."""
    formulas = cells = 0
    for table in length.of(("shipments",), ("shipments", "visits", "notifications", "rejected")):
        path = exported(bench, tmp_path / f"{table}.xlsx", table)
        book = load_workbook(path)
        rows = [list(row) for row in book.worksheets[0].iter_rows()]
        formulas += sum(cell.data_type == "f" or cell.hyperlink is not None for row in rows for cell in row)
        folder = tmp_path / table
        folder.mkdir()
        (read,) = list(in_calc(path, folder).values())[:1]
        kept = [[as_shown(cell) for cell in row] for row in rows]
        for mine, calc in zip(kept, read, strict=True):
            assert mine == [as_kept(one) for one in calc[: len(mine)]]
            cells += len(mine)
        comma = exported(bench, tmp_path / f"{table}.csv", table)
        beside = tmp_path / f"{table}-csv"
        beside.mkdir()
        (back,) = in_calc(comma, beside).values()
        formulas += sum(cell in ("2", "Err:508", "#NAME?") for row in back for cell in row)
    figures.at_most("formulas and links in exports read back", formulas, 0)
    figures.at_least("cells equal in what LibreOffice reads", cells, 100)


def look_at_what_is_printed(bench: Bench, figures: Figures) -> None:
    """A PDF has hostile texts as they are."""
    path = bench.folder / "day.pdf"
    save_to(bench, path)
    bench.qtbot.waitUntil(path.exists)
    joined = "".join(pdf_text(path, "-raw").split())
    found = [one for one in ("<b>bold</b>", '<imgsrc="', "<style>@import", "=cmd|'", "=1+1") if one in joined]
    figures.at_least("hostile texts that a PDF has as text", len(found), 5)


def test_a_command_prints_no_control_character_of_the_data(
    tmp_path: Path, texts: dict[str, str], figures: Figures
) -> None:
    despacho = Despacho(tmp_path / "data")
    code, found = texts["escape"].replace("\x00", "").replace("\x07", ""), 0
    with ScriptedCarrier(says(200, hostile_day(texts))) as carrier:
        asking = despacho.asking(carrier.url)
        plain = asking.run("fetch", "--carrier", code, "--date", DATE)
        as_json = asking.run("fetch", "--carrier", code, "--date", DATE, "--json")
    assert (plain.code, as_json.code) == (0, 0)
    assert len(as_json.json["skipped"]) == len(texts)
    assert plain.said.count("Not readable") == len(plain.said.splitlines()) == len(texts)
    for said in (plain.said, plain.text, as_json.said, as_json.text):
        found += len(ANY_CONTROL.findall(said))
    figures.at_most("control characters that commands print", found, 0)
    assert max(map(len, plain.said.splitlines())) < 2 * LONG
