"""A dispatcher's day: a visit fails, is attended to, and is still attended to the next time the desk is opened."""

import sys
from pathlib import Path

import pytest

from tests.flows.conftest import NOW, Bench
from tests.spreadsheets import in_calc
from tests.stories.person import Person

FAILED = {
    "conductor": {"id": 3, "nombre": "Ana Peña"},
    "contacto": {"nombre": "Óscar Ruiz", "telefono": "306 555 0117", "email": "oscar@correo.example"},
    "check_in": {"fecha_hora": f"{NOW.date()}T09:56:00", "latitud": "4.66", "longitud": "-74.05"},
    "check_out": {"fecha_hora": f"{NOW.date()}T09:59:20", "latitud": "4.66", "longitud": "-74.05"},
}
AS_TEXT = "9,0,76,1," + "/".join(f"{column}/2" for column in range(1, 20))
"""How one pastes lines: tabs between the cells, UTF-8, and every column said to be text."""
WHY, NEXT, NOTE = "Recipient absent", "Try again", "the bell is broken, call first"


@pytest.mark.skipif(sys.platform == "win32", reason="LibreOffice is at hand where the tests run headless")
def test_a_dispatcher_attends_to_a_failed_visit(bench: Bench, person: Person, tmp_path: Path) -> None:
    number = opens_the_desk_and_loads_today(bench, person)
    row, before = sees_a_visit_fail(bench, person, number)
    acknowledges_it(bench, person, number, row, before)
    changes_their_mind_twice(bench, person, before)
    finds_a_shipment_by_a_phone_that_was_written_another_way(bench, person)
    copies_rows_into_a_spreadsheet(bench, person, tmp_path)
    finds_it_attended_to_the_next_time(bench, person, number, before)


def opens_the_desk_and_loads_today(bench: Bench, person: Person) -> str:
    """Return the number of a parcel that is on its way."""
    bench.carrier(60)
    bench.trust()
    bench.open()
    bench.receive()
    person.sit_down()
    assert bench.window.tabs.page.empty.title.text() == "This day is not loaded yet"
    person.load()
    person.wait(lambda: person.line.startswith("60 of 60"))
    return person.column("Number")[person.column("Status").index("Out for delivery")]


def sees_a_visit_fail(bench: Bench, person: Person, number: str) -> tuple[int, int]:
    """Return the row, and how many there were to attend to before."""
    numbers, row = person.column("Number"), person.column("Number").index(number)
    person.wait(lambda: person.count("All") == 60)
    before = person.count("To attend")
    assert bench.notify(7, "falso_flete", number, at="10:05:00", **FAILED) == "stored"
    person.wait(lambda: person.column("Status")[row] == "Failed")
    person.wait(lambda: person.is_bold(row))
    person.wait(lambda: person.count("To attend") == before + 1)
    person.wait(lambda: bench.window.top.bell.text() == "1")
    assert person.column("Number") == numbers
    return row, before


def acknowledges_it(bench: Bench, person: Person, number: str, row: int, before: int) -> None:
    person.click_row(row)
    bench.unfold("History")
    person.wait(person.reads(number, "Visit: Failed, Ana Peña", "dwell time 3 min 20 s"))
    person.wait(lambda: not person.is_bold(row))
    card = bench.window.detail.follow_up
    person.choose(card.reason, WHY)
    person.choose(card.step, NEXT)
    person.fill(card.note, NOTE)
    person.click(person.button("Acknowledge"))
    person.wait(lambda: person.count("To attend") == before)
    person.wait(person.reads("You: ", f"reason {WHY}", f"next step {NEXT}", f"note “{NOTE}”"))
    assert person.reads("Acknowledged: ")()
    assert person.announced == "1 row acknowledged · Ctrl+Z undoes"


def changes_their_mind_twice(bench: Bench, person: Person, before: int) -> None:
    bench.window.tabs.page.view.setFocus()
    person.press("Ctrl+Z")
    person.wait(lambda: person.count("To attend") == before + 1)
    person.button("Acknowledge")
    person.wait(lambda: person.announced == "Undone: 1 row acknowledged")
    person.press("Ctrl+Shift+Z")
    person.wait(lambda: person.count("To attend") == before)
    person.wait(person.reads("Acknowledged: "))


def finds_a_shipment_by_a_phone_that_was_written_another_way(bench: Bench, person: Person) -> None:
    shown, other = list(dict.fromkeys(one for one in person.column("Phone") if len(digits(one)) == 10))[:2]
    for written, typed in ((shown, f"+57 {shown}"), (other, digits(other))):
        wanted = {
            one for one, phone in zip(person.column("Number"), person.column("Phone"), strict=True) if phone == written
        }
        person.press("Ctrl+F")
        person.write(typed)
        person.wait(lambda: len(person.column("Number")) < 60)
        assert set(person.column("Number")) == wanted
        assert set(person.column("Phone")) == {written}
        person.press("Esc")
        person.wait(lambda: len(person.column("Number")) == 60)


def copies_rows_into_a_spreadsheet(bench: Bench, person: Person, tmp_path: Path) -> None:
    person.show_column("Document")
    documents = person.column("Document")
    first = next(row for row, document in enumerate(documents) if document.startswith("00"))
    person.click_row(first)
    person.press("Shift+Down")
    person.press("Ctrl+C")
    table = pasted(person.clipboard.html(), tmp_path / "table.html", "HTML (StarCalc)")
    person.press("Ctrl+Shift+C")
    head, *lines = pasted(person.clipboard.text(), tmp_path / "lines.txt", f"Text - txt - csv (StarCalc):{AS_TEXT}")
    assert lines == table
    assert len(table) == 2
    for title in ("Number", "Document", "Status", "Recipient"):
        assert [row[head.index(title)] for row in table] == person.column(title)[first : first + 2]
    sent = [digits(row[head.index("Phone")]).removeprefix("57") for row in table]
    assert sent == [digits(one) for one in person.column("Phone")[first : first + 2]]


def digits(phone: str) -> str:
    return "".join(filter(str.isdigit, phone))


def pasted(text: str, path: Path, filter_name: str) -> list[list[str]]:
    """Return what a spreadsheet makes of one flavour of the clipboard."""
    path.write_text(text, encoding="utf-8")
    (sheet,) = in_calc(path, path.with_suffix(""), f"--infilter={filter_name}").values()
    return sheet


def finds_it_attended_to_the_next_time(bench: Bench, person: Person, number: str, before: int) -> None:
    bench.desk.stop()
    bench.open()
    person.sit_down()
    for _ in range(2):
        person.wait(lambda: person.count("All") == 60)
        person.wait(lambda: person.count("To attend") == before)
        row = person.column("Number").index(number)
        assert person.column("Status")[row] == "Failed"
        assert not person.is_bold(row)
        person.click_row(row)
        bench.unfold("History")
        person.wait(person.reads(number, "Acknowledged: ", f"note “{NOTE}”"))
        person.load()
