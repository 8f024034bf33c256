"""A supervisor's morning: how did yesterday go, and do the figures agree wherever one reads them?"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import load_workbook

from app.ui.export.export_dialog import ExportDialog
from tests.cli.process import Despacho
from tests.flows.conftest import NOW, Bench
from tests.pdf import pdf_text
from tests.spreadsheets import in_calc
from tests.stories.person import Person

DAY = NOW.date().isoformat()
ANA, LEO = {"id": 3, "nombre": "Ana Peña"}, {"id": 4, "nombre": "Leo Núñez"}
WHY, NOTE = "Recipient absent", "the neighbour will take it tomorrow"
HOUR = 3600.0
LABELS = ("Parcels", "Delivered", "Failed", "Ready for pickup", "Open", "Other")
"""The figures of the workbook."""
SHOWN = ("Delivered", "Failed", "Ready for pickup", "Out for delivery", "Other")
"""Those of the Day tab, in its words."""


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
def test_a_supervisor_checks_yesterday_and_passes_it_on(bench: Bench, person: Person, tmp_path: Path) -> None:
    contradicted = yesterday_happened(bench, person)
    opens_yesterday(bench, person)
    checks_the_contradictions(bench, person, contradicted)
    figures = reads_the_day(bench, person)
    totals = exports_it_to_a_spreadsheet(bench, person, tmp_path)
    assert totals == figures
    assert exported_by_a_scheduled_task(bench, tmp_path) == figures
    saves_it_as_a_pdf(bench, person, tmp_path, figures)


def yesterday_happened(bench: Bench, person: Person) -> list[str]:
    """Have the dispatcher's day pass; return the numbers with a contradiction between driver and carrier."""
    bench.carrier(60)
    bench.trust()
    bench.open()
    bench.receive()
    person.sit_down()
    person.load()
    numbers, statuses = person.column("Number"), person.column("Status")
    open_ones = [one for one, status in zip(numbers, statuses, strict=True) if status == "Out for delivery"][:4]
    for nth, number in enumerate(open_ones):
        status = "falso_flete" if nth == 3 else "completada"
        bench.notify(11 + nth, status, number, at=f"09:4{nth}:00", conductor=ANA if nth % 2 else LEO)
    bench.notify(15, "completada", numbers[statuses.index("Delivered")], at="09:50:00", conductor=ANA)
    failed = numbers.index(open_ones[3])
    person.wait(lambda: person.column("Status")[failed] == "Failed")
    person.click_row(failed)
    card = bench.window.detail.follow_up
    bench.unfold("History")
    person.wait(person.reads("Visit: Failed, Ana Peña"))
    person.choose(card.reason, WHY)
    person.fill(card.note, NOTE)
    person.click(person.button("Acknowledge"))
    person.wait(person.reads("Acknowledged: "))
    bench.clock = HOUR
    person.load()
    bench.desk.stop()
    bench.clock = 22 * HOUR
    return open_ones


def opens_yesterday(bench: Bench, person: Person) -> None:
    bench.open()
    person.sit_down()
    person.wait(lambda: bench.window.tabs.page.empty.title.text() == "This day is not loaded yet")
    person.press("Alt+Left")
    person.wait(lambda: person.line.startswith("60 of 60"))
    assert bench.window.top.date.text() == "Fri 20 Nov 2026"
    assert bench.window.top.age.text() == "21 h ago"


def checks_the_contradictions(bench: Bench, person: Person, contradicted: list[str]) -> None:
    person.wait(lambda: person.count("Contradictions") == len(contradicted))
    person.click_view("Contradictions")
    person.wait(lambda: person.column("Number") == contradicted)
    person.wait(lambda: person.line.startswith(f"{len(contradicted)} of 60"))
    assert person.column("Status") == ["Delivered"] * 3 + ["Failed"]
    person.click_row(0)
    said = "Delivered: the visit of 09:40 says so, but the carrier, asked at 11:00, says “En Reparto”."
    person.wait(person.reads(contradicted[0], said))
    person.press("Esc")  # closes the detail
    person.press("Esc")
    person.wait(lambda: person.line.startswith("60 of 60"))


def reads_the_day(bench: Bench, person: Person) -> dict[str, tuple[int, int]]:
    """Return how many there are and what they are worth, by what became of them."""
    person.press("Ctrl+A")
    person.wait(lambda: "60 selected · $\u00a0" in person.line)
    worth = person.line.rpartition("$\u00a0")[2]
    assert person.line == f"60 of 60 · 60 selected · $\u00a0{worth}"
    person.press("Ctrl+7")
    person.wait(lambda: bench.window.day.page.report is not None)
    page = bench.window.day.page
    for title, view in (("Delivered", "Delivered"), ("Failed", "Failed"), ("To attend", "To attend")):
        assert whole(person.figure(title)) == person.count(view)
    assert page.report is not None
    tally = page.report.figures.tally
    counts = [whole(person.figure(title)) for title in SHOWN]
    assert page.headline.text() == f"{counts[0]} of {sum(counts)} parcels were delivered"
    delivered, total = (whole(one) for one in re.findall(r"\$\s([\d,]+)", page.value.text()))
    assert total < whole(worth)  # three of the rows list a parcel a second time
    assert [delivered, total] == [tally.values[0], tally.value]
    return dict(zip(LABELS, zip([sum(counts), *counts], map(round, [total, *tally.values]), strict=True), strict=True))


def exports_it_to_a_spreadsheet(bench: Bench, person: Person, tmp_path: Path) -> dict[str, tuple[int, int]]:
    """Return the totals that the spreadsheet reads."""
    person.press("Ctrl+1")
    person.press("Ctrl+E")
    dialog = person.dialog(ExportDialog)
    person.click(dialog.whole)
    person.click(dialog.every)
    person.click(dialog.xlsx)
    person.wait(dialog.go.isEnabled)
    person.click(dialog.go)
    path = tmp_path / "yesterday.xlsx"
    with bench.qtbot.waitSignal(bench.window.exporting.exported):
        person.name_file(str(path))
    assert person.announced == f"60 rows exported to {path}"
    sheets = in_calc(path, tmp_path)
    head, *rows = sheets["Shipments"]
    assert [row[head.index("Number")] for row in rows] == person.column("Number")
    said = {"Entregado": "Delivered", "Excepción": "Failed", "En Reparto": "Out for delivery"}
    said["Listo para Retirar"] = "Ready for pickup"
    sent = [row[head.index("Status")] for row in rows]
    assert [said.get(one, one) for one in sent] == person.column("Status")
    followed = [row for row in rows if row[head.index("Reason")]]
    assert [(row[head.index("Reason")], row[head.index("Note")]) for row in followed] == [(WHY, NOTE)]
    about = {line[0]: line[1] for line in sheets["Day"]}
    assert (about["Carrier"], about["Date"], about["Filters"]) == ("ANDINA-BOG", DAY, "none: the whole day")
    assert about["Loaded"] == f"{DAY} 11:00:00"
    return figures_of(sheets["Day"])


def exported_by_a_scheduled_task(bench: Bench, tmp_path: Path) -> dict[str, tuple[int, int]]:
    """Return the totals that `despacho export day` writes of the same folder."""
    path = tmp_path / "scheduled.xlsx"
    asked = ("export", "day", "--carrier", "ANDINA-BOG", "--date", DAY, "--output", str(path))
    ended = Despacho(bench.folder).run(*asked)
    assert (ended.code, ended.said) == (0, "")
    book = load_workbook(path)
    lines = [["" if cell is None else str(cell) for cell in line] for line in book["Day"].iter_rows(values_only=True)]
    assert WHY in [str(cell) for line in book["Follow-ups"].iter_rows(values_only=True) for cell in line]
    book.close()
    return figures_of(lines)


def saves_it_as_a_pdf(bench: Bench, person: Person, tmp_path: Path, figures: dict[str, tuple[int, int]]) -> None:
    path = tmp_path / "yesterday.pdf"
    person.choose_to_export("PDF of the day…")
    with bench.qtbot.waitSignal(bench.window.printing.done):
        person.name_file(str(path))
    assert person.announced == f"The day was saved as {path}"
    text = " ".join(pdf_text(path).split())
    assert "ANDINA-BOG · Friday, November 20, 2026" in text
    assert f"$ {figures['Parcels'][1]:,}" in text
    assert WHY in text
    assert NOTE in text


def figures_of(lines: Sequence[Sequence[str]]) -> dict[str, tuple[int, int]]:
    """Return count and value of the figures on a sheet."""
    found = {line[0]: line[1:3] for line in lines}
    return {label: (whole(found[label][0]), whole(found[label][1])) for label in LABELS}


def whole(text: str) -> int:
    return int(text.partition(" ")[0].replace(",", ""))  # the amount, before the pieces
