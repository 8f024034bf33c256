"""A shift ends in one window and is taken over in it: message, files, phrase, summary, missing days."""

import os
from dataclasses import replace
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from app.domain.access.credentials import SecretName
from app.domain.days import Day
from app.domain.errors import NoManifestError
from app.domain.follow_ups import FailureReason, FollowUp, FollowUpEdit, NextStep
from app.domain.handover.document import SignedHandover
from app.domain.handover.summary import OpenedFile
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, View
from app.domain.views.report import OpenCase, ShiftCases
from app.ui.appearance.theme import LIGHT
from app.ui.shift.end_page import EndPage, MessageLinks
from app.ui.shift.end_shift import _Saved
from app.ui.shift.shift_words import ShiftWords
from app.ui.shift.take_over import TakeOverPage
from app.ui.widgets.detail_parts import RowLink
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.flows.conftest import Bench, W
from tests.programs import Programs

PHRASE = "luna llena sobre suba"


def do(bench: Bench, text: str) -> None:
    """Trigger the window's action of this name."""
    (action,) = [one for one in bench.window.findChildren(QAction) if one.text() == text]
    action.trigger()


def choose(bench: Bench, path: Path, inside: QWidget | None = None) -> None:
    bench.qtbot.waitUntil(lambda: (inside or bench.window).findChild(QFileDialog) is not None)
    files = bench.the(QFileDialog, inside)
    files.fileSelected.emit(str(path))
    files.reject()


def dialog(bench: Bench, kind: type[W]) -> W:
    bench.qtbot.waitUntil(lambda: bench.window.findChild(kind) is not None)
    return bench.the(kind)


def files_asked(bench: Bench) -> list[QFileDialog]:
    return bench.window.findChildren(QFileDialog)


def said(widget: QWidget) -> str:
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def row(bench: Bench) -> int:
    """The id of a failed shipment with a follow-up."""
    bench.trust()
    bench.carrier(shipments=120, seed=3)
    bench.clock = 6 * 3600
    window = bench.open().window
    do(bench, "End shift…")
    ending = dialog(bench, EndPage)
    bench.qtbot.waitUntil(lambda: "There is nothing of this day to hand over." in said(ending))
    ending.buttons.rejected.emit()
    bench.load()
    day = window.current_day.shown_day
    row: int = bench.rows.row_ids(RowQuery(Table.SHIPMENTS, day, view=View.TO_ATTEND), day.date)[0]
    call = FollowUpEdit(FailureReason.ABSENT, "after 4 & <before> 6", next_step=NextStep.CALL, is_acknowledged=True)
    call = replace(call, assigned_to="Ana")
    window.context.follow_ups.save([Subject(Table.SHIPMENTS, row)], call, bench.place.now())
    return row


def number_of(bench: Bench, row: int) -> str:
    detail = bench.rows.shipment(row)
    assert detail is not None
    return str(detail.cells["number"])


def test_a_shift_ends_with_a_message_and_files(bench: Bench, row: int, programs: Programs, tmp_path: Path) -> None:
    do(bench, "End shift…")
    ending = dialog(bench, EndPage)
    bench.qtbot.waitUntil(ending.main.isEnabled)
    text = ending.message.toPlainText()
    assert f"- {number_of(bench, row)}, " in text
    assert "Recipient absent → Call again, assigned to Ana, “after 4 & <before> 6”" in text
    sent = f"{text[:200]}\n+ ñ & #1?"
    ending.message.setPlainText(sent)
    ending.whatsapp.click()
    ending.mail.click()
    whatsapp, mail = map(urlsplit, programs.opened)
    assert (whatsapp.netloc, parse_qs(whatsapp.query)["text"]) == ("wa.me", [sent])
    assert parse_qs(mail.query)["body"][0].splitlines() == sent.splitlines()

    ending.main.click()
    assert "Agree on a phrase" in said(ending)
    ending.phrase.field.setText(PHRASE)
    ending.main.click()
    choose(bench, tmp_path, ending)
    bench.qtbot.waitUntil(ending.open_folder.isVisible)
    (file,), (pdf,) = tmp_path.glob("Shift ANDINA-BOG 2026-11-20 *.json"), tmp_path.glob("Day*.pdf")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
    (entry,) = SignedHandover.read(file.read_bytes()).opened(PHRASE).entries
    assert entry.case.number == number_of(bench, row)
    assert entry.state["note"] == "after 4 & <before> 6"
    ending.main.click()
    choose(bench, tmp_path, ending)
    bench.qtbot.waitUntil(lambda: len(list(tmp_path.glob("*"))) > 4)  # an earlier file may have been sent already
    do(bench, "Take over shift…")
    taking = dialog(bench, TakeOverPage)
    assert (taking.isVisible(), ending.isVisible()) == (True, False)
    taking.choose.click()
    bench.qtbot.waitUntil(lambda: "File of the other desk" in {one.windowTitle() for one in files_asked(bench)})


def test_the_message_says_its_hour_and_follows_the_day_until_it_is_edited(bench: Bench, row: int) -> None:
    do(bench, "End shift…")
    ending, window = dialog(bench, EndPage), bench.window
    bench.qtbot.waitUntil(ending.main.isEnabled)
    first = ending.message.toPlainText()
    assert f" · at {window.context.formats.at_site(window.clock.now()):%H:%M}" in first.splitlines()[0]
    ending.phrase.field.setFocus()
    bench.clock += 600
    window.clock.tick()
    bench.qtbot.waitUntil(lambda: ending.message.toPlainText() != first)
    assert ending.phrase.field.hasFocus()
    ending.message.moveCursor(QTextCursor.MoveOperation.End)
    bench.clock += 600
    window.clock.tick()
    second = ending.message.toPlainText()
    bench.qtbot.waitUntil(lambda: ending.message.toPlainText() != second)
    assert ending.message.textCursor().atEnd()
    ending.message.insertPlainText("Luz: ")
    edited = ending.message.toPlainText()
    bench.clock += 600
    window.clock.tick()
    window.context.queries.ask("after", lambda _rows: None).succeeded.connect(lambda _: ending.links.told.emit("Asked"))
    bench.qtbot.waitUntil(lambda: "Asked" in said(ending))
    assert ending.message.toPlainText() == edited


def test_a_phrase_is_asked_for_before_it_is_called_missing(bench: Bench, row: int, tmp_path: Path) -> None:
    exchange, file = bench.window.context.exchange, tmp_path / "shift.json"
    file.write_bytes(exchange.make(bench.window.current_day.shown_day, PHRASE, remembers=False).content)
    exchange.context.credentials.delete(SecretName.HANDOVER_PHRASE)
    do(bench, "Take over shift…")
    taking = dialog(bench, TakeOverPage)
    taking.choose.click()
    choose(bench, file, taking)
    bench.qtbot.waitUntil(taking.go.isVisible)
    assert taking.phrase.field.property("invalid") is None
    assert taking.focusWidget() is taking.phrase.field
    taking.go.click()
    bench.qtbot.waitUntil(lambda: "Agree on a phrase" in said(taking) and taking.go.isVisible())
    exchange.context.credentials.write(SecretName.HANDOVER_PHRASE, PHRASE, session_only=True)
    taking.go.click()
    bench.qtbot.waitUntil(taking.take_over.isVisible)


def test_a_call_that_has_its_hour_is_said_once(bench: Bench, row: int) -> None:
    window = bench.window
    call = FollowUp(next_step=NextStep.CALL, remind_at=bench.place.now())
    day = window.current_day.shown_day
    case = OpenCase(day.days[0], "700001", "Ana", None, True, call, failed_at=f"{day.date} 08:05:00")
    cases = ShiftCases.of([case])
    today = window.clock.today()
    text = ShiftWords(str, window).message(
        bench.rows.report(day, today), cases, window.clock.now(), window.context.formats
    )
    assert "- 700001, failed 08:05, Ana, call again " in text


def test_a_shift_is_taken_over(bench: Bench, row: int, tmp_path: Path) -> None:
    window, file = bench.window, tmp_path / "shift.json"
    day, exchange = window.current_day.shown_day, window.context.exchange
    handover = SignedHandover.read(exchange.make(day, PHRASE, remembers=True).content).opened(PHRASE)
    (own,) = handover.entries
    later = replace(own, origin="a" * 32, desk="NORTH", saved_by="ana", saved_at="2026-11-20T23:00:00.000000Z")
    unloaded = Day(day.carriers[0], date(2026, 11, 18))
    reasons = {"no_keys": "No keys", "absent": "Out"}
    theirs = replace(handover, origin="a" * 32, desk="NORTH", reasons=reasons, entries=(
        replace(later, state={"note": "she called back", "failure": "no_keys"}),
        replace(later, case=own.case._replace(number="1", date=unloaded.date.isoformat())),
    ))  # fmt: skip
    file.write_bytes(theirs.signed("another phrase", b"0123456789abcdef"))
    do(bench, "Take over shift…")
    taking = dialog(bench, TakeOverPage)
    taking.choose.click()
    choose(bench, file, taking)
    bench.qtbot.waitUntil(taking.go.isVisible)
    assert "not the phrase" in said(taking)
    taking.phrase.field.setText("ANOTHER phrase")
    taking.go.click()
    bench.qtbot.waitUntil(taking.take_over.isVisible)
    assert "NORTH · " in said(taking)
    assert bench.rows.shipment(row).follow_up.note == "after 4 & <before> 6"  # type: ignore[union-attr]

    taking.take_over.click()
    bench.qtbot.waitUntil(taking.load.isVisible)
    number = number_of(bench, row)
    future, other_name = "2 entries from the future (up to 120 min)", "“Out” is “Recipient absent”"
    for words in ("2 cases taken over", f"{number}: of ana, NORTH", future, other_name):
        assert words in said(taking)
    window.navigation.show_row(RowLink(Table.SHIPMENTS, row, day.date, *day.carriers))
    bench.unfold("History")
    bench.qtbot.waitUntil(lambda: "ana at NORTH: " in said(window.detail))
    bench.qtbot.waitUntil(lambda: "No keys" in said(window.detail))
    assert bench.rows.day_state(unloaded) is None
    taking.load.click()
    bench.qtbot.waitUntil(lambda: "2026: loaded" in said(taking))
    assert bench.rows.day_state(unloaded) is not None


def test_the_days_of_a_shift_stop_at_a_refusal_and_are_of_this_desks_carriers(
    bench: Bench, row: int, tmp_path: Path
) -> None:
    window, file = bench.window, tmp_path / "shift.json"
    day, exchange = window.current_day.shown_day, window.context.exchange
    handover = SignedHandover.read(exchange.make(day, PHRASE, remembers=True).content).opened(PHRASE)
    (own,) = handover.entries
    cases = [
        own.case._replace(number=f"{number}", carrier=carrier, date=f"2026-11-{number}")
        for number, carrier in ((16, day.carriers[0]), (17, "OTRA"), (18, day.carriers[0]))
    ]
    theirs = [replace(own, origin="a" * 32, desk="NORTH", saved_by="ana", case=case) for case in cases]
    file.write_bytes(replace(handover, origin="a" * 32, entries=tuple(theirs)).signed(PHRASE, b"0123456789abcdef"))
    asked: list[Day] = []
    window.current_day.reload_noted.connect(lambda loaded, _error: asked.append(loaded))
    window.shift.take_over()
    window.shift.taking.open(str(file))
    taking = dialog(bench, TakeOverPage)
    bench.qtbot.waitUntil(taking.take_over.isVisible)
    taking.take_over.click()
    bench.qtbot.waitUntil(taking.load.isVisible)
    assert "2 days can be loaded now" in said(taking)
    assert "this desk does not work are not loaded: OTRA" in said(taking)
    bench.trust(token="00000000-0000-4000-8000-000000000000")
    taking.load.click()
    bench.qtbot.waitUntil(lambda: "Stopped here: 2 days are not loaded" in said(taking))
    later, earlier = (Day(day.carriers[0], date(2026, 11, number)) for number in (18, 16))
    assert asked == [later]
    bench.trust()
    there = bench.place.settings_file.read().base_url
    with ScriptedCarrier(says(503)) as carrier:
        bench.change_settings(base_url=carrier.url)
        taking.load.click()
        bench.qtbot.waitUntil(lambda: asked == [later, earlier] and taking.load.isVisible())
    assert "November 18, 2026: not loaded" in said(taking)
    assert "November 16, 2026: The carrier's service has a problem (status 503)" in said(taking)
    assert "Stopped here: 2 days are not loaded" in said(taking)
    bench.change_settings(base_url=there)
    taking.load.click()
    bench.qtbot.waitUntil(lambda: said(taking).count("2026: loaded") == 2)
    assert "Stopped" not in said(taking)
    assert bench.rows.day_state(Day("OTRA", date(2026, 11, 17))) is None


def test_what_an_earlier_dialog_asked_for_is_not_shown_in_the_next(bench: Bench, row: int, tmp_path: Path) -> None:
    window, file = bench.window, tmp_path / "shift.json"
    taking, carrier = window.shift.taking, window.current_day.shown_day.carriers[0]
    made = window.context.exchange.make(window.current_day.shown_day, PHRASE, remembers=True)
    file.write_bytes(made.content)
    window.shift.take_over()
    taking.open(str(file))
    earlier = dialog(bench, TakeOverPage)
    bench.qtbot.waitUntil(earlier.take_over.isVisible)
    opened, days = taking._handover, [Day(carrier, date(2026, 11, number)) for number in (18, 16)]
    assert opened is not None
    noted: list[Day] = []
    window.current_day.reload_noted.connect(lambda loaded, _error: noted.append(loaded))
    taking._missing = [*days]
    taking._load_next()
    earlier.buttons.rejected.emit()
    do(bench, "End shift…")
    page = taking.page
    assert page is not None
    bench.qtbot.waitUntil(lambda: days[0] in noted)
    taking._show_file(earlier, OpenedFile(opened, ()))
    taking._note_failed(earlier, days[1], NoManifestError(Text("Error", "404")))
    assert (page is earlier, taking._handover, taking._missing, taking._results) == (False, None, [], {})
    assert page.main is page.choose
    end, closed = window.shift._end, EndPage(str, LIGHT)
    end._report_saved(closed, _Saved([file], 1))
    assert end.page is not None
    assert closed.open_folder.isHidden()
    assert end.page.open_folder.isHidden()


def test_a_message_that_no_program_takes_is_on_the_clipboard(
    bench: Bench, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.open()
    told: list[str] = []
    links = MessageLinks(bench.window)
    links.told.connect(told.append)
    with monkeypatch.context() as without_programs:
        without_programs.setattr(QDesktopServices, "openUrl", lambda _url: False)  # as the system answers
        links.send_by_mail("End of shift", "short")
    assert "no program for mail. The text is on the clipboard" in told[-1]
    assert QGuiApplication.clipboard().text() == "short"
    links.send_by_whatsapp("ñ" * 1000)
    assert "too long for a link" in told[-1]
    assert QGuiApplication.clipboard().text() == "ñ" * 1000
    links.send_by_mail("End of shift", "ñ" * 1000)
    assert [len(url) <= 2000 for url in programs.opened] == [True, True]
    links.send_by_whatsapp("short")
    assert told[-1] == ""
