"""A note that was typed for a recipient is saved when he is left, and stays in its field while it cannot be."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui.calls.call_dialog import CallDialog
from tests.flows.conftest import Bench
from tests.flows.test_calls import failed_visits, follow_up_of, numbers, opened, press


def note(dialog: CallDialog, text: str) -> None:
    """Type a note, and leave its field."""
    press(dialog, Qt.Key.Key_F2)
    QTest.keyClicks(dialog.note, text)
    press(dialog, Qt.Key.Key_Escape)


def saved(bench: Bench, visit: int) -> str:
    """Return the note of a visit once nothing is being saved any more."""
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    return follow_up_of(bench, visit).note


def test_a_note_is_saved_when_its_recipient_is_skipped_or_the_queue_is_closed(bench: Bench) -> None:
    dialog = opened(failed_visits(bench))
    first = numbers(bench)
    note(dialog, "gate shut")
    press(dialog, Qt.Key.Key_Right)
    assert numbers(bench) != first
    assert dialog.note.text == ""
    assert saved(bench, 1) == "gate shut"
    press(dialog, Qt.Key.Key_Left)
    assert (numbers(bench), dialog.note.text) == (first, "gate shut")
    note(dialog, " until noon")
    press(dialog, Qt.Key.Key_Escape)
    assert bench.window.calls.dialog is None
    bench.qtbot.waitUntil(lambda: saved(bench, 1) == "gate shut until noon")


def test_a_note_that_cannot_be_saved_is_shown_again_with_its_recipient(bench: Bench) -> None:
    dialog = opened(failed_visits(bench))
    first = numbers(bench)
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = ON"))
    note(dialog, "gate shut")
    press(dialog, Qt.Key.Key_4)
    bench.qtbot.waitUntil(lambda: numbers(bench) == first)
    assert (dialog.note.text, saved(bench, 1)) == ("gate shut", "")
    press(dialog, Qt.Key.Key_Right)
    bench.qtbot.waitUntil(lambda: not bench.window.follow_up.is_busy)
    press(dialog, Qt.Key.Key_Left)
    assert (numbers(bench), dialog.note.text) == (first, "gate shut")
    bench.writer.run_locked(lambda db: db.execute("PRAGMA query_only = OFF"))
    press(dialog, Qt.Key.Key_4)
    bench.qtbot.waitUntil(lambda: saved(bench, 1) == "gate shut")


def test_a_call_that_is_taken_back_shows_its_note_again(bench: Bench) -> None:
    dialog = opened(failed_visits(bench))
    first = numbers(bench)
    note(dialog, "gate shut")
    press(dialog, Qt.Key.Key_4)
    assert saved(bench, 1) == "gate shut"
    press(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    bench.qtbot.waitUntil(lambda: numbers(bench) == first)
    assert (dialog.note.text, saved(bench, 1)) == ("gate shut", "")
