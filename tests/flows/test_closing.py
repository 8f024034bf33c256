"""Unsaved notes when the window closes or is rebuilt: they are saved, or the window says why not."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Event

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.settings.forms import show_value
from app.ui.settings.settings_dialog import SettingsDialog
from tests.flows.conftest import Bench
from tests.flows.places.ways import discard
from tests.flows.test_follow_ups import card, pick, row_of

NOTE = "gate code 4711"


def with_a_note(bench: Bench) -> str:
    """Open a desk, and type a note that is not saved yet; return whose it is."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    number = bench.column("number")[0]
    pick(bench, number)
    QTest.keyClick(bench.window, Qt.Key.Key_F2)
    QTest.keyClicks(card(bench).note, NOTE)
    return number


def kept(bench: Bench) -> list[str]:
    """Return the notes in the file."""
    with closing(sqlite3.connect(bench.place.database)) as db:
        return [note for (note,) in db.execute("SELECT note FROM follow_up WHERE note <> ''")]


@contextmanager
def nothing_taken(bench: Bench) -> Iterator[None]:
    """Have the file take nothing, as one that may be read alone does."""
    bench.writer.read(lambda db: db.execute("PRAGMA query_only = ON")).result()
    try:
        yield
    finally:
        bench.writer.read(lambda db: db.execute("PRAGMA query_only = OFF")).result()


def hold(bench: Bench) -> Event:
    """Keep the writer busy until the event that is returned comes."""
    free = Event()
    bench.writer.submit(lambda _: free.wait(30))
    return free


def test_a_closing_window_waits_for_pending_saves(bench: Bench) -> None:
    with_a_note(bench)
    free = hold(bench)
    QTimer.singleShot(0, free.set)
    assert bench.window.close()
    assert kept(bench) == [NOTE]


def test_a_window_with_an_unsavable_note_stays_open_once_and_says_so(bench: Bench) -> None:
    with_a_note(bench)
    with nothing_taken(bench):
        assert not bench.window.close()
        assert bench.window.isVisible()
        assert "is not saved. The data in " in bench.window.banner.text
        assert bench.says("Close once more to leave without it.")
        assert card(bench).note.text == NOTE
        QTest.keyClicks(card(bench).note, "!")
        assert not bench.window.close()  # that is another one
        assert bench.window.close()
    assert kept(bench) == []


def test_a_window_closes_once_its_note_is_saved(bench: Bench) -> None:
    with_a_note(bench)
    with nothing_taken(bench):
        assert not bench.window.close()
    assert bench.window.close()
    assert kept(bench) == [NOTE]


def test_a_closing_window_waits_only_up_to_a_timeout(bench: Bench) -> None:
    with_a_note(bench)
    free = hold(bench)
    assert not bench.window.close()
    assert "still being saved" in bench.window.banner.text
    with bench.qtbot.waitSignal(bench.window.follow_up.settled):
        free.set()
    assert bench.window.close()
    assert kept(bench) == [NOTE]


def test_an_unsaved_note_is_moved_to_the_rebuilt_window(bench: Bench) -> None:
    number, old = with_a_note(bench), bench.window
    with nothing_taken(bench):
        old.settings.rebuild_asked.emit()
        bench.qtbot.waitUntil(lambda: bench.window is not old)
        assert "is not saved. The data in " in bench.window.banner.text
    bench.qtbot.waitUntil(lambda: len(bench.window.tabs.page.model.ids) == 60)
    pick(bench, number)
    assert card(bench).note.text == NOTE
    card(bench).try_again.click()
    bench.qtbot.waitUntil(lambda: bench.column("note")[row_of(bench, number)] == NOTE)
    assert bench.window.close()
    assert kept(bench) == [NOTE]


def test_rebuilding_the_window_does_not_wait_for_the_writer(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    old, free = bench.window, Event()
    busy = bench.writer.submit(lambda _: free.wait(60))
    old.settings.rebuild_asked.emit()
    assert bench.window is not old
    assert not busy.done()
    free.set()


def test_a_change_of_the_systems_theme_waits_for_an_open_dialog(bench: Bench) -> None:
    bench.change_settings(theme="")
    bench.open()
    old, seen = bench.window, list[object]()

    def turn_dark() -> None:
        QApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)

    def write() -> None:
        try:
            old.settings.open_settings()
            dialog = bench.the(SettingsDialog)
            dialog.carrier.base_url.setText("https://half.")
            turn_dark()
            turn_dark()
            seen.append((bench.window is old, dialog.isVisible(), dialog.carrier.base_url.text()))
            discard(dialog)
            bench.qtbot.waitUntil(lambda: bench.window is not old)
            seen.append(bench.window.isVisible())
        finally:
            bench.desk.close()

    QTimer.singleShot(0, write)
    assert bench.desk.run() == 0
    assert seen == [(True, True, "https://half."), True]


def test_another_time_zone_derives_the_visits_again_in_the_background(bench: Bench) -> None:
    bench.carrier(per_minute=600)
    bench.trust()
    bench.open().load()
    bench.receive()
    before = dict(zip(bench.column("number"), bench.column("shown_status"), strict=True))
    bench.clock = 60.0
    bench.load()
    now = dict(zip(bench.column("number"), bench.column("shown_status"), strict=True))
    number = next(one for one, status in now.items() if status == "Delivered" and before[one] != status)
    bench.notify(7, "falso_flete", number, at="10:05:00")

    def shown() -> str:
        return dict(zip(bench.column("number"), bench.column("shown_status"), strict=True)).get(number, "")

    bench.qtbot.waitUntil(lambda: shown() == "Failed")  # the carrier's word is of 10:01
    old = bench.window
    old.settings.open_settings()
    dialog = bench.the(SettingsDialog)
    show_value(dialog.fields["time_zone"], "America/Sao_Paulo")
    dialog.buttons.accepted.emit()
    bench.qtbot.waitUntil(lambda: bench.window is not old)
    bench.qtbot.waitUntil(lambda: shown() == "Delivered")  # the visit was two hours before that
