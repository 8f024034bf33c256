"""A note that was typed for a recipient is saved when he is left, and stays in its field while it cannot be."""

from threading import Event

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.store.follow_ups import FollowUps
from app.ui.calls.call_page import CallPage
from tests.flows.conftest import NOW, Bench
from tests.flows.test_calls import failed_visits, follow_up_of, numbers, opened, press, texts
from tests.waiting import PATIENCE


def note(page: CallPage, text: str) -> None:
    """Type a note, and leave its field."""
    press(page, Qt.Key.Key_F2)
    QTest.keyClicks(page.note, text)
    press(page, Qt.Key.Key_Escape)


def saved(bench: Bench, visit: int) -> str:
    """Return the note of a visit once nothing is being saved any more."""
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    return follow_up_of(bench, visit).note


def test_a_note_is_saved_when_its_recipient_is_skipped_or_the_queue_is_closed(bench: Bench) -> None:
    page = opened(failed_visits(bench))
    first = numbers(bench)
    note(page, "gate shut")
    press(page, Qt.Key.Key_Right)
    assert numbers(bench) != first
    assert page.note.text == ""
    assert saved(bench, 1) == "gate shut"
    press(page, Qt.Key.Key_Left)
    assert numbers(bench) == first
    bench.qtbot.waitUntil(lambda: page.note.text == "gate shut")  # once the queue was read again
    note(page, " until noon")
    press(page, Qt.Key.Key_Escape)
    assert bench.window.calls.page is None
    bench.qtbot.waitUntil(lambda: saved(bench, 1) == "gate shut until noon")


def test_a_note_that_is_saved_while_its_recipient_is_shown_is_shown_unless_another_is_typed(bench: Bench) -> None:
    """By another desk, or by this one a moment before."""
    page = opened(failed_visits(bench))
    cases = [Subject(Table.VISITS, visit) for visit in (1, 3)]
    elsewhere = FollowUps(bench.writer, bench.desk._tell_followed_up, lambda: "luz")
    elsewhere.save(cases, FollowUpEdit(note="gate shut"), NOW)
    bench.qtbot.waitUntil(lambda: page.note.text == "gate shut")
    note(page, " until noon")
    elsewhere.save(cases, FollowUpEdit(note="gate open"), NOW)
    elsewhere.save([Subject(Table.VISITS, 1)], FollowUpEdit(is_acknowledged=True), NOW)
    bench.qtbot.waitUntil(lambda: "N1: acknowledged meanwhile by luz, 10:00" in texts(page))


def test_a_note_is_there_again_before_the_queue_is_read_with_it(bench: Bench) -> None:
    page, goes_on = opened(failed_visits(bench)), Event()
    note(page, "gate shut")
    bench.window.context.queries.ask("what takes long", lambda _rows: goes_on.wait(PATIENCE))
    press(page, Qt.Key.Key_Right)
    assert saved(bench, 1) == "gate shut"
    press(page, Qt.Key.Key_Left)
    assert page.note.text == "gate shut"
    goes_on.set()
    bench.settle()
    note(page, " until noon")
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Left)
    assert page.note.text == "gate shut until noon"


def test_a_note_that_cannot_be_saved_is_shown_again_with_its_recipient(bench: Bench) -> None:
    page = opened(failed_visits(bench))
    first = numbers(bench)
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    note(page, "gate shut")
    press(page, Qt.Key.Key_3)
    bench.qtbot.waitUntil(lambda: numbers(bench) == first)
    assert (page.note.text, saved(bench, 1)) == ("gate shut", "")
    press(page, Qt.Key.Key_Right)
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    press(page, Qt.Key.Key_Left)
    assert (numbers(bench), page.note.text) == (first, "gate shut")
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))
    press(page, Qt.Key.Key_3)
    bench.qtbot.waitUntil(lambda: saved(bench, 1) == "gate shut")


def test_a_call_that_is_taken_back_shows_its_note_again(bench: Bench) -> None:
    page = opened(failed_visits(bench))
    first = numbers(bench)
    note(page, "gate shut")
    press(page, Qt.Key.Key_3)
    assert saved(bench, 1) == "gate shut"
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: numbers(bench) == first)
    assert (page.note.text, saved(bench, 1)) == ("gate shut", "")
