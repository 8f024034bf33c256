"""The panel behind the chip: facts that change in place, buttons that never block, tests that say what they found."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.domain.access.credentials import SecretName
from app.domain.errors import StoreBusyError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.probing import Cause, Diagnosis
from app.domain.reception.receiver_status import ReceiverStatus, ServerState
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.refusals import Refusal, WrongTokenCount
from app.domain.settings import Settings
from app.domain.texts import Text
from app.qt_threads.worker_pool import WorkerPool
from app.services.kept_secrets import SecretState
from app.ui.receiver.receiver_panel import ReceiverPanel
from app.ui.receiver.receiver_words import ReceiverWords
from app.ui.receiver.shown_receiver import ShownReceiver
from tests.ui.conftest import formats, window_context

NOW = datetime(2026, 11, 20, 17, 3, 41, tzinfo=UTC)  # 12:03:41 at the site
URL = "http://127.0.0.1:8750/visitas"
GAP = Gap(NOW - timedelta(hours=2), NOW - timedelta(hours=1), GapCause.ASLEEP)
SET = {SecretName.RECEIVER_TOKEN: SecretState(is_set=True, origin=Text("Test", "keyring"))}
PUBLIC = Settings(public_url="https://desk.example.org/visitas")
FINE = Diagnosis(True, Cause.FINE, 200, 12, Text("Test", "It answered."))


def receiving(**server: object) -> ShownReceiver:
    opened = replace(ServerState(URL, NOW, has_token=True, kept=3, last_kept_at=NOW), **server)  # type: ignore[arg-type]
    status = ReceiverStatus(ReceptionState.LISTENING, opened, last_saved_at=NOW, gaps=(GAP,), reached_at=NOW)
    return ShownReceiver(status, PUBLIC, SET)


class Stage:
    """A panel under a chip, with scripted test results."""

    def __init__(self, qtbot: QtBot, workers: WorkerPool) -> None:
        self.answer: Callable[[], Diagnosis] = lambda: FINE
        receiver = SimpleNamespace(test_inside=self.ask, test_outside=self.ask)
        self.desk = QWidget()
        self.chip = QPushButton("chip", self.desk)
        qtbot.addWidget(self.desk)
        words = ReceiverWords(str, formats, self.desk)
        self.panel = ReceiverPanel(window_context(self.desk, workers=workers, receiver=receiver), words, self.chip)
        self.desk.show()

    def ask(self) -> Diagnosis:
        return self.answer()

    def show(self, state: ShownReceiver, *, is_busy: bool = False) -> ReceiverPanel:
        self.panel.show_state(state, formats(), is_busy=is_busy)
        self.panel.show()
        return self.panel


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path, dressed: QApplication) -> Iterator[Stage]:
    with ExitStack() as stack:
        workers = WorkerPool()
        stack.callback(workers.stop)
        yield Stage(qtbot, workers)
    QGuiApplication.clipboard().clear()  # the offscreen platform would destroy what Python put there after Python


def test_it_says_where_it_listens_and_whether_there_are_tokens(stage: Stage) -> None:
    panel = stage.show(receiving(has_next_token=True))
    facts = {key: panel.address.fact(key) for key in ("url", "public_url", "token")}
    assert facts == {
        "url": URL,
        "public_url": "https://desk.example.org/visitas",
        "token": "✓ set",
    }
    assert panel.address.fact("next_token")
    assert panel.title.text() == "Receiving"


def test_the_public_address_is_whole_as_the_provider_needs_it(stage: Stage) -> None:
    panel = stage.show(
        replace(receiving(), settings=Settings(public_url="https://desk.example.org", receiver_path="/a"))
    )
    assert panel.address.fact("public_url") == "https://desk.example.org/a"


def test_a_long_address_is_broken_where_there_is_little_room(stage: Stage) -> None:
    panel = stage.show(replace(receiving(), settings=Settings(public_url=f"https://{'d' * 200}.example.org")))
    (shown,) = [one for one in panel.address.findChildren(QLabel) if "ddd" in one.text()]
    assert shown.height() >= 3 * shown.fontMetrics().height()


def test_an_address_is_copied(stage: Stage) -> None:
    panel = stage.show(receiving())
    copies = [one for one in panel.address.findChildren(QPushButton) if one.isVisible()]
    assert [one.accessibleName() for one in copies] == ["Copy Local", "Copy Public"]
    copies[1].click()
    assert QGuiApplication.clipboard().text() == "https://desk.example.org/visitas"


def test_it_counts_what_came_and_what_was_turned_away(stage: Stage) -> None:
    panel = stage.show(receiving(refused={Refusal.TOKEN: 2}))
    assert panel.taken_in.fact("last") == "12:03:41"
    assert panel.taken_in.fact("kept").startswith("3 ")
    assert panel.taken_in.fact("refused") == "2 × without the right token"
    assert not panel.quarantined.isVisible()
    aside = receiving()
    stage.show(replace(aside, listening=replace(aside.listening, quarantined=4)))
    assert panel.taken_in.fact("quarantined").startswith("4 ")
    assert panel.quarantined.isVisible()


def test_it_shows_where_wrong_tokens_came_from_by_the_hour(stage: Stage) -> None:
    assert stage.show(receiving()).taken_in.fact("sources") == ""
    hour = NOW.replace(minute=0, second=0)
    counts = (WrongTokenCount(hour, "203.0.113.9", 1200), WrongTokenCount(hour - timedelta(hours=1), "", 3))
    panel = stage.show(receiving(wrong_tokens=counts))
    assert panel.taken_in.fact("sources") == "12:00: 1,200 × 203.0.113.9\n11:00: 3 × others"


def test_it_warns_of_notifications_that_come_to_another_path(stage: Stage) -> None:
    panel = stage.show(receiving())
    assert not panel.warning.isVisible()
    stage.show(receiving(last_other_path="/otra"))
    assert panel.warning.isVisible()
    assert "/otra instead of /visitas" in panel.warning.text()


def test_gaps_are_a_table_that_can_be_read_aloud(stage: Stage) -> None:
    table = stage.show(receiving()).gaps
    interface = QAccessible.queryAccessibleInterface(table)
    assert interface.text(QAccessible.Text.Name) == "Reception gaps"
    shown = [table.item(0, column) for column in range(table.columnCount())]
    assert [one.text() for one in shown if one] == ["10:03:41", "11:03:41", "1 h", "the computer was asleep"]


def test_where_there_were_no_gaps_it_says_so(stage: Stage) -> None:
    state = receiving()
    panel = stage.show(replace(state, listening=replace(state.listening, gaps=())))
    assert panel.no_gaps.isVisible()
    assert not panel.gaps.isVisible()


@pytest.mark.parametrize(
    ("reception", "is_open", "start", "can_stop"),
    [
        (ReceptionState.LISTENING, True, "Restart", True),
        (ReceptionState.NO_TOKEN, True, "Restart", True),
        (ReceptionState.STOPPED, False, "Start", False),
        (ReceptionState.TAKEN, False, "Start", True),
        (ReceptionState.ELSEWHERE, False, "Start", False),
    ],
)
def test_what_can_be_done_follows_the_state(
    stage: Stage, reception: ReceptionState, is_open: bool, start: str, can_stop: bool
) -> None:
    state = receiving()
    listening = ReceiverStatus(reception, state.listening.server if is_open else None)
    panel = stage.show(replace(state, listening=listening))
    assert (panel.restart.text(), panel.restart.isEnabled(), panel.stop.isEnabled()) == (start, True, can_stop)
    assert panel.probes.here.button.isEnabled() == is_open
    stage.show(replace(state, listening=listening), is_busy=True)
    assert not panel.restart.isEnabled()
    assert not panel.stop.isEnabled()


def test_the_test_from_outside_wants_a_public_address_and_leads_to_the_settings(stage: Stage, qtbot: QtBot) -> None:
    panel = stage.show(replace(receiving(), settings=Settings()))
    assert not panel.probes.public_url.button.isEnabled()
    assert "public address" in panel.probes.public_url.about.text()
    with qtbot.waitSignal(panel.settings_asked):
        panel.probes.missing.click()
    stage.show(receiving())
    assert panel.probes.public_url.button.isEnabled()
    assert not panel.probes.missing.isVisible()


def test_a_test_runs_beside_the_window_and_says_what_it_found(stage: Stage, qtbot: QtBot) -> None:
    go_on, seen = Event(), []

    def answer() -> Diagnosis:
        seen.append(current_thread() is main_thread())
        assert go_on.wait(30)
        return FINE

    stage.answer = answer
    trial = stage.show(receiving()).probes.here
    trial.button.setFocus()
    trial.button.click()
    assert trial.outcome.text() == "Asking…"
    qtbot.waitUntil(lambda: seen == [False])
    trial.button.click()
    assert stage.panel.focusWidget() is trial.button
    go_on.set()
    qtbot.waitUntil(lambda: trial.outcome.text() == "✓ 200 · 12 ms · It answered.")
    assert seen == [False]  # one test at a time
    assert trial.outcome.property("tone") == "good"


@pytest.mark.parametrize(
    ("found", "tone", "sign"),
    [
        (replace(FINE, cause=Cause.OTHER_PATH), "warn", "!"),
        (replace(FINE, works=False, cause=Cause.STRANGER), "bad", "✕"),
        (replace(FINE, works=False, cause=Cause.PROXY_NEEDED), "warn", "!"),
    ],
)
def test_a_test_result_has_a_sign_and_a_colour(
    stage: Stage, qtbot: QtBot, found: Diagnosis, tone: str, sign: str
) -> None:
    stage.answer = lambda: found
    trial = stage.show(receiving()).probes.public_url
    trial.button.click()
    qtbot.waitUntil(lambda: trial.outcome.text().startswith(sign))
    assert trial.outcome.property("tone") == tone


def test_a_test_that_cannot_be_made_says_why(stage: Stage, qtbot: QtBot) -> None:
    def answer() -> Diagnosis:
        raise StoreBusyError(Text("Test", "The store is busy. Try again."))

    stage.answer = answer
    trial = stage.show(receiving()).probes.public_url
    trial.button.click()
    qtbot.waitUntil(lambda: trial.outcome.text() == "✕ The store is busy. Try again.")


def test_it_grows_with_what_it_has_to_say_and_shows_all_of_it(stage: Stage, qtbot: QtBot) -> None:
    stage.answer = lambda: replace(FINE, works=False, cause=Cause.SLOW, text=Text("Test", "Somebody is slow. " * 60))
    panel = stage.show(receiving())
    before = panel.height()
    panel.probes.public_url.button.click()
    qtbot.waitUntil(lambda: panel.height() > before)
    bar = panel.findChildren(QScrollArea)[0].verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)


def test_what_a_test_found_goes_with_the_receiver_that_it_was_made_of(stage: Stage, qtbot: QtBot) -> None:
    panel = stage.show(receiving())
    panel.probes.here.button.click()
    qtbot.waitUntil(lambda: "It answered." in panel.probes.here.outcome.text())
    stage.show(receiving(kept=4))
    assert panel.probes.here.outcome.isVisible()
    stage.show(ShownReceiver(ReceiverStatus(ReceptionState.STOPPED), PUBLIC, SET))
    assert not panel.probes.here.outcome.isVisible()


def test_escape_closes_it_and_what_was_found_is_gone_next_time(stage: Stage, qtbot: QtBot) -> None:
    panel = stage.show(receiving())
    panel.probes.here.button.click()
    qtbot.waitUntil(lambda: panel.probes.here.outcome.text().startswith("✓"))
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    stage.show(receiving())
    assert not panel.probes.here.outcome.isVisible()


def test_whatever_can_take_focus_in_it_has_a_name(stage: Stage) -> None:
    state = receiving(refused={Refusal.TOKEN: 2}, last_other_path="/otra", has_next_token=True)
    panel = stage.show(replace(state, listening=replace(state.listening, quarantined=4)))
    nameless = [
        type(one).__name__
        for one in panel.findChildren(QWidget)
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus
        and one.isVisible()
        and not QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
    ]
    assert nameless == []
