"""The card and the dialog in which one writes down what becomes of a failed delivery, and what can be taken back."""

from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.calls.reasons import Reasons
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.follow_ups import (
    AS_IS,
    LONGEST_NOTE,
    FailureReason,
    FollowUp,
    FollowUpEdit,
    FollowUpEntry,
    NextStep,
)
from app.domain.views.columns import Table
from app.domain.views.details import Attempt, Subject
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import LIGHT
from app.ui.context.undo import UndoStack
from app.ui.details.detail_pane import DetailPane
from app.ui.follow_up.follow_up_card import FollowUpCard
from app.ui.follow_up.follow_up_dialog import FollowUpDialog
from app.ui.follow_up.follow_up_words import VisitSummaries
from app.ui.widgets.detail_parts import RowLink
from tests.ui.conftest import DAY, formats
from tests.ui.test_details import DETAIL, NOON, SHIPMENT, button, of_state, texts

FAILED = replace(SHIPMENT, is_to_attend=True)
SUBJECT = Subject(Table.SHIPMENTS, FAILED.id)
KEPT = FollowUp(FailureReason.ABSENT, "bell broken", NOON, NextStep.RETRY)
ACKNOWLEDGED = replace(KEPT, acknowledged_at=NOON + timedelta(minutes=4), acknowledged_by="Ana")


@pytest.fixture
def pane(qtbot: QtBot, dressed: QApplication) -> DetailPane:
    pane = DetailPane(str, LIGHT)
    qtbot.addWidget(pane)
    pane.use_formats(formats())
    pane.resize(360, 700)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    return pane


@pytest.fixture
def card(pane: DetailPane) -> FollowUpCard:
    pane.show_detail(FAILED)
    return pane.follow_up


def edits(card: FollowUpCard) -> list[tuple[Subject, FollowUpEdit]]:
    """What is to be saved from now on."""
    reports: list[tuple[Subject, FollowUpEdit]] = []
    card.edited.connect(lambda subject, edit: reports.append((subject, edit)))
    return reports


def test_a_reason_that_the_site_removed_is_shown_where_it_is_noted_and_offered_nowhere_else(pane: DetailPane) -> None:
    pane.show_detail(replace(FAILED, follow_up=FollowUp("perro_bravo")))
    choice = pane.follow_up.reason
    assert (choice.currentText(), choice.code) == ("perro_bravo", "perro_bravo")
    pane.show_detail(replace(FAILED, id=FAILED.id + 1, follow_up=FollowUp(FailureReason.ABSENT)))
    assert (choice.currentText(), choice.findData("perro_bravo")) == ("Recipient absent", -1)


def type_note(card: FollowUpCard, text: str) -> None:
    card.note.setFocus()
    QTest.keyClicks(card.note, text)


def test_what_is_chosen_in_a_row_is_saved_at_once(card: FollowUpCard, qtbot: QtBot) -> None:
    reports = edits(card)
    for choice in (card.reason, card.step):
        choice.setFocus()
        QTest.keyClick(choice, Qt.Key.Key_Down)
    card.called.click()
    qtbot.waitUntil(lambda: bool(reports))
    assert reports == [(SUBJECT, FollowUpEdit(FailureReason.NO_ANSWER, AS_IS, True, NextStep.RETRY))]


@pytest.mark.parametrize(
    ("kept", "edit"),
    [
        (FollowUp(), FollowUpEdit(FailureReason.RESCHEDULED, next_step=NextStep.RETRY)),
        (
            FollowUp(FailureReason.NO_ANSWER, next_step=NextStep.CALL, remind_at=NOON),
            FollowUpEdit(FailureReason.RESCHEDULED, next_step=NextStep.RETRY, remind_at=None),
        ),
        (FollowUp(FailureReason.NO_ANSWER, next_step=NextStep.RETURN), FollowUpEdit(FailureReason.RESCHEDULED)),
    ],
)
def test_a_reason_brings_its_next_step_unless_the_user_chose_one(
    pane: DetailPane, qtbot: QtBot, kept: FollowUp, edit: FollowUpEdit
) -> None:
    pane.show_detail(replace(FAILED, follow_up=kept))
    card, reports = pane.follow_up, edits(pane.follow_up)
    card.reason.setCurrentIndex(card.reason.findData(FailureReason.RESCHEDULED))
    card.reason.activated.emit(card.reason.currentIndex())
    qtbot.waitUntil(lambda: bool(reports))
    assert reports == [(SUBJECT, edit)]


def test_the_row_whose_card_is_in_sight_is_acknowledged_there(card: FollowUpCard) -> None:
    reports = edits(card)
    assert not card.press(Subject(Table.SHIPMENTS, FAILED.id + 1))
    assert reports == []
    assert card.press(SUBJECT)
    assert reports == [(SUBJECT, FollowUpEdit(is_acknowledged=True))]


def test_the_wheel_changes_no_reason(card: FollowUpCard) -> None:
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(card.reason, wheel)
    assert card.reason.code == ""


def test_a_note_is_saved_when_its_field_is_left_and_when_its_key_presses_the_button(
    card: FollowUpCard, qtbot: QtBot
) -> None:
    reports = edits(card)
    type_note(card, "no bell")
    assert reports == []
    with qtbot.waitSignal(card.edited):
        card.reason.setFocus()
    assert reports == [(SUBJECT, FollowUpEdit(note="no bell"))]
    card.note.setFocus()
    QTest.keyClicks(card.note, "!")
    QTest.keyClick(card.note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [edit for _, edit in reports[1:]] == [FollowUpEdit(note="no bell!"), FollowUpEdit(is_acknowledged=True)]


def test_the_card_grows_with_its_note_whatever_rows_were_shown_before(
    pane: DetailPane, card: FollowUpCard, qtbot: QtBot
) -> None:
    pane.show_detail(replace(FAILED, id=2))
    pane.show_detail(FAILED)
    before = card.height()
    type_note(card, "call the neighbour " * 4)
    qtbot.waitUntil(lambda: card.height() >= before + card.note.fontMetrics().lineSpacing())
    assert card.note.geometry().bottom() < card.acknowledge.mapTo(card, QPoint()).y()


def test_a_note_is_cut_at_what_can_be_kept_and_not_through_a_sign(card: FollowUpCard) -> None:
    card.note.insertPlainText("🚚" * (LONGEST_NOTE + 5))
    assert card.note.text == "🚚" * LONGEST_NOTE


def test_what_is_typed_stays_with_its_cursor_while_the_row_is_read_again(pane: DetailPane, card: FollowUpCard) -> None:
    reports = edits(card)
    type_note(card, "call th")
    pane.show_detail(replace(FAILED, cells={**FAILED.cells, "status": "Excepción"}, follow_up=KEPT))
    assert card.note.hasFocus()
    assert card.note.is_changed  # and was never left
    QTest.keyClicks(card.note, "em")
    assert card.note.text == "call them"
    assert card.reason.code == "absent"
    assert reports == []


def test_what_is_typed_is_saved_for_its_row_when_another_comes_and_the_other_row_gets_nothing(
    pane: DetailPane, card: FollowUpCard
) -> None:
    reports = edits(card)
    type_note(card, "call them")
    pane.show_detail(replace(FAILED, id=2))
    assert reports == [(SUBJECT, FollowUpEdit(note="call them"))]
    assert card.note.text == ""
    assert not card.note.hasFocus()


@pytest.mark.parametrize("leave", ["show_nothing", "show_skipped"])
def test_what_is_typed_is_saved_when_there_is_no_row_any_more(pane: DetailPane, card: FollowUpCard, leave: str) -> None:
    reports = edits(card)
    type_note(card, "call them")
    getattr(pane, leave)(*([()] if leave == "show_skipped" else []))
    assert reports == [(SUBJECT, FollowUpEdit(note="call them"))]
    assert not card.isVisible()


def test_an_unsaved_note_is_reported_kept_over_other_rows_and_saved_on_a_second_try(
    pane: DetailPane, card: FollowUpCard
) -> None:
    reports = edits(card)
    type_note(card, "call them")
    card.save_all()
    assert card.keep(*reports.pop(), "The database is busy.")
    assert "The database is busy." in texts(pane)
    card.called.click()
    pane.show_detail(replace(of_state(State.DELIVERED), id=2, is_to_attend=True))
    assert not card.isVisible()
    assert not card.keep(*reports.pop(), "It still is.")
    pane.show_detail(replace(FAILED))
    assert card.note.text == "call them"
    assert card.called.isChecked()
    assert "It still is." in texts(pane)
    card.try_again.click()
    assert reports == [(SUBJECT, FollowUpEdit(note="call them", is_called=True))]
    card.confirm(*reports.pop())
    assert "It still is." not in texts(pane)
    assert card.note.text == "call them"


def test_acknowledging_saves_what_is_typed_and_shows_by_whom(pane: DetailPane, card: FollowUpCard) -> None:
    reports = edits(card)
    type_note(card, "call them")
    card.acknowledge.click()
    noted, acknowledged = (SUBJECT, FollowUpEdit(note="call them")), (SUBJECT, FollowUpEdit(is_acknowledged=True))
    assert reports == [noted, acknowledged]
    assert not card.acknowledge.isEnabled()
    card.confirm(*reports.pop(0))
    card.confirm(*reports.pop())
    pane.show_detail(replace(FAILED, follow_up=ACKNOWLEDGED, is_to_attend=False))
    assert "Acknowledged: Ana · 12:04" in pane.shown_texts()
    assert not card.acknowledge.isVisible()
    card.take_back.click()
    assert reports == [(SUBJECT, FollowUpEdit(is_acknowledged=False))]


def test_the_second_click_of_a_double_one_acknowledges_nothing_more(pane: DetailPane, card: FollowUpCard) -> None:
    reports = edits(card)
    QTest.mouseClick(card.acknowledge, Qt.MouseButton.LeftButton)
    card.confirm(*reports[0])
    pane.show_detail(replace(FAILED, id=2))
    QTest.mouseDClick(card.acknowledge, Qt.MouseButton.LeftButton)  # only what comes after its first click
    assert len(reports) == 1


def test_what_failed_again_since_it_was_acknowledged_is_to_be_acknowledged_again(pane: DetailPane) -> None:
    pane.show_detail(replace(FAILED, follow_up=ACKNOWLEDGED))
    assert "Failed again since acknowledged: Ana · 12:04" in pane.shown_texts()
    assert pane.follow_up.acknowledge.isVisible()
    assert not pane.follow_up.take_back.isVisible()


def test_a_row_that_did_not_fail_has_no_card_until_a_note_is_wanted(pane: DetailPane, qtbot: QtBot) -> None:
    delivered = of_state(State.DELIVERED)
    pane.show_detail(delivered)
    assert not pane.follow_up.isVisible()
    button(pane, "Add a note").click()
    qtbot.waitUntil(pane.follow_up.note.hasFocus)
    assert not pane.follow_up.acknowledge.isVisible()
    pane.show_detail(replace(delivered, id=2))
    pane.show_detail(delivered)
    assert not pane.follow_up.isVisible()


def test_tab_goes_through_the_pane_from_top_to_bottom(pane: DetailPane, card: FollowUpCard, qtbot: QtBot) -> None:
    pane.setFocus()
    met = []
    while card.acknowledge not in met:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        met.append(QApplication.focusWidget())
    assert met[-5:] == [card.owner, card.reason, card.step, card.note, card.acknowledge]
    assert all(isinstance(one, QAbstractButton) for one in met[:-5])


def test_the_timeline_tells_what_each_entry_changed(pane: DetailPane) -> None:
    first = FollowUp(FailureReason.ABSENT, "", None, NextStep.RETRY)
    entries = (
        FollowUpEntry(NOON, "Ana", first, FollowUp(), 1),
        FollowUpEntry(NOON + timedelta(minutes=1), "Ana", KEPT, first, 2),
        FollowUpEntry(NOON + timedelta(minutes=2), "Ana", KEPT, KEPT, 3),
        FollowUpEntry(NOON + timedelta(minutes=4), "", ACKNOWLEDGED, KEPT, 4),
        FollowUpEntry(NOON + timedelta(minutes=5), "Luz", FollowUp(), ACKNOWLEDGED, 5),
    )
    for detail in (replace(FAILED, follow_ups=entries), replace(DETAIL, follow_ups=entries)):
        pane.show_detail(detail)
        for one in pane.findChildren(QPushButton):
            if one.text() == "History":
                one.setChecked(True)
        said = pane.shown_texts()
        at = said.index("HISTORY")
        assert said[at + 1 : at + 5] == [
            "12:05:00",
            "Luz: reason none, next step none, not called after all, note taken away, acknowledgement taken back",
            *("12:04:00", "acknowledged"),
        ]
        assert "Ana: called, note “bell broken”" in said
        assert "Ana: reason Recipient absent, next step Try again" in said
        assert "12:02:00" not in said
    of_ana = replace(formats().conventions, own_name="Ana")
    pane.use_formats(Formats(formats().locale, str, formats().today, of_ana))
    assert "You: called, note “bell broken”" in pane.shown_texts()


def test_the_timeline_of_a_visit_names_a_shipment_where_not_the_same_was_changed_of_all(pane: DetailPane) -> None:
    dog, gate = FollowUp(note="dog"), FollowUp(note="gate")
    both = [replace(one, acknowledged_at=NOON, acknowledged_by="Ana") for one in (dog, gate)]
    entries = (
        FollowUpEntry(NOON, "Ana", dog, FollowUp(), 1, "a"),
        FollowUpEntry(NOON + timedelta(minutes=1), "Ana", gate, FollowUp(), 2, "b"),
        FollowUpEntry(NOON + timedelta(minutes=2), "Ana", both[0], dog, 3, "a"),
        FollowUpEntry(NOON + timedelta(minutes=2), "Ana", both[1], gate, 3, "b"),
        FollowUpEntry(NOON + timedelta(minutes=3), "", replace(both[0], note="x"), both[0], 5, "a"),
        FollowUpEntry(NOON + timedelta(minutes=3), "", replace(both[1], note=""), both[1], 5, "b"),
    )
    pane.show_detail(replace(DETAIL, follow_ups=entries))
    assert [text for text in pane.shown_texts() if "note “" in text or "note taken" in text or "acknow" in text] == [
        "b: note taken away",
        "a: note “x”",
        "Ana: acknowledged",
        "Ana: b: note “gate”",
        "Ana: a: note “dog”",
    ]


def test_other_days_of_a_shipment_lead_there(pane: DetailPane, qtbot: QtBot) -> None:
    yesterday = Day(DAY.carrier, date(2026, 11, 19))
    attempt = Attempt(5, yesterday, "Excepción", State.EXCEPTION, "2026-11-19T12:00:00", "Ana Peña", KEPT)
    pane.show_detail(replace(FAILED, attempts=(attempt,)))
    assert "OTHER DAYS" in pane.shown_texts()
    assert "Ana Peña · Recipient absent · Try again · bell broken" in pane.shown_texts()
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, "Show it on yesterday").click()
    assert asked.args == [RowLink(Table.SHIPMENTS, 5, yesterday.date, yesterday.carrier)]


def test_a_visits_summary_is_plain_lines_without_documents(qapp: QApplication) -> None:
    detail = replace(
        DETAIL, cells={**DETAIL.cells, "timestamp": "2026-11-20T12:03:41"}, follow_up=replace(KEPT, note="a\n\nb")
    )
    story = VisitSummaries(str, qapp).of_visit(detail, formats())
    assert story.splitlines() == [
        "Visit 7: Failed",
        "Closed: 20 Nov 2026 12:03:41",
        "Driver: Ana Peña · Norte 3",
        "Contact: Sofía Ñáñez · 300 555 0134",
        "Address: Cra 15 # 82-40",
        "Shipments: 700001190",
        "Check-in: 20 Nov 2026 11:56:00 · 1.4 km from the address · dwell time 3 min 20 s",
        "Reason: Recipient absent",
        "Note: a b",
        "Next step: Try again",
    ]


def test_the_story_of_a_shipment_tells_what_was_done_about_it_and_that_of_a_visit_about_each(
    qapp: QApplication,
) -> None:
    first = replace(DETAIL.shipments[0], number="1", follow_up=KEPT)
    second = replace(first, number="2", follow_up=FollowUp(note="refused"))
    detail = replace(DETAIL, shipments=(first, second), follow_up=KEPT)
    summaries = VisitSummaries(str, qapp)
    own = summaries.of_visit(detail, formats(), replace(SHIPMENT, follow_up=second.follow_up)).splitlines()
    assert own[0] == "Visit 7: Failed"
    assert own[-1:] == ["Note: refused"]
    assert not [line for line in own if line.startswith("Reason: ")]
    reports = summaries.of_visit(detail, formats()).splitlines()
    assert reports[-2:] == ["1: Recipient absent · bell broken · Try again", "2: refused"]
    alike = replace(detail, shipments=(first, replace(second, follow_up=KEPT)))
    assert summaries.of_visit(alike, formats()).splitlines()[-1] == "Next step: Try again"


@pytest.fixture
def dialog(qtbot: QtBot, pane: DetailPane) -> FollowUpDialog:
    dialog = FollowUpDialog("3 shipments", "Acknowledge 3 shipments", Reasons(), str, pane)
    dialog.show()
    return dialog


def test_what_is_not_touched_in_the_dialog_stays_as_it_is_in_each(dialog: FollowUpDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.edited) as reports:
        dialog.acknowledge.click()
    assert reports.args == [FollowUpEdit(is_acknowledged=True)]


def test_the_dialog_takes_values_away_and_gives_them_and_stays_open_where_that_fails(
    dialog: FollowUpDialog, qtbot: QtBot
) -> None:
    dialog.reason.setCurrentText("—")
    dialog.step.setCurrentText("Return to sender")
    dialog.called.setCurrentText("No")
    dialog.note.setPlainText(" gone ")
    with qtbot.waitSignal(dialog.edited) as reports:
        dialog.acknowledge.click()
    wanted = FollowUpEdit(None, "gone", False, NextStep.RETURN, True)
    assert reports.args == [wanted]
    dialog.reject()  # it is on its way
    assert dialog.isVisible()
    dialog.show_problem("The database is busy.")
    with qtbot.waitSignal(dialog.edited) as reports:
        dialog.acknowledge.click()
    assert reports.args == [wanted]


def test_what_was_done_is_taken_back_and_done_again_in_its_order(qapp: QApplication) -> None:
    reports: list[str] = []
    done: list[str] = []
    undo_stack = UndoStack()
    undo_stack.reported.connect(reports.append)
    for name in ("one", "two"):
        undo_stack.record(name, partial(done.append, f"+{name}"), partial(done.append, f"-{name}"))
    assert done == []
    for act in (undo_stack.undo, undo_stack.undo, undo_stack.undo, undo_stack.redo):
        act()
    assert done == ["-two", "-one", "+one"]
    assert reports == ["Undone: two", "Undone: one", "Done again: one"]


def test_hundreds_of_acts_are_pushed_and_the_oldest_forgotten(qapp: QApplication) -> None:
    undo_stack = UndoStack()
    done: list[int] = []
    for nth in range(1000):
        undo_stack.record("x", partial(done.append, nth), partial(done.append, nth))
    for _ in range(1000):
        undo_stack.undo()
    assert done == list(range(999, 799, -1))
