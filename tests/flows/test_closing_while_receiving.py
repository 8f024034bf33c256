"""A user who closes the window while it receives is offered to go on in the background."""

import sys

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from app.ui.context.window_state import ClosingChoice
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.window.closing import ClosingDialog
from tests.flows.conftest import Bench
from tests.flows.test_alerts import Icons, with_tray
from tests.flows.test_receiver_panel import listening


class FromTheSystem(QCloseEvent):
    """What a click on the window's cross becomes."""

    def spontaneous(self) -> bool:
        return True


def receiving(bench: Bench, *, has_tray: bool = True) -> Icons:
    """Open a desk that receives; return the icons in its tray."""
    listening(bench)
    bench.window.closing.has_tray = lambda: has_tray
    return with_tray(bench)


def close(bench: Bench) -> bool:
    """Click the cross; return whether the window closes."""
    event = FromTheSystem()
    bench.window.closeEvent(event)
    return event.isAccepted()


def question(bench: Bench) -> ClosingDialog:
    found = bench.the(ClosingDialog)
    bench.qtbot.waitUntil(found.isVisible)
    return found


def texts(dialog: ClosingDialog) -> str:
    return " ".join(str(one.property("text") or "") for one in dialog.findChildren(QObject))


def test_the_window_goes_on_receiving_in_the_tray_and_comes_back(bench: Bench) -> None:
    icons = receiving(bench)
    assert not close(bench)
    dialog = question(bench)
    assert "visits closed meanwhile are not heard; the desk will say so" in texts(dialog)
    assert dialog.focusWidget() is dialog.background
    dialog.background.click()
    assert bench.window.isHidden()
    assert icons[0].said == ["show", "Despacho goes on receiving: Its icon here opens it again."]
    assert bench.notify(7) == "stored"
    bench.window.alerts.tray.open_asked.emit()
    assert bench.window.isVisible()
    assert icons[0].said[-1] == "hide"
    assert QApplication.quitOnLastWindowClosed()


@pytest.mark.parametrize("system", ["darwin", "linux", "win32"])
def test_a_click_in_the_dock_of_a_mac_brings_the_window_back(
    bench: Bench, qapp: QApplication, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiving(bench)
    bench.window.closing.go_to_background()
    monkeypatch.setattr(sys, "platform", system)
    for state in (Qt.ApplicationState.ApplicationInactive, Qt.ApplicationState.ApplicationActive):
        assert bench.window.isHidden()
        qapp.applicationStateChanged.emit(state)
    assert bench.window.isVisible() is (system == "darwin")
    assert bench.window.closing.is_in_background is (system != "darwin")


def test_staying_changes_nothing_and_the_question_comes_again(bench: Bench) -> None:
    receiving(bench)
    close(bench)
    question(bench).stay.click()
    assert bench.window.isVisible()
    assert bench.window.state.closing is ClosingChoice.ASK
    bench.qtbot.waitUntil(lambda: bench.window.findChild(ClosingDialog) is None)
    assert not close(bench)
    assert question(bench).isVisible()


def test_an_answer_that_is_kept_is_not_asked_for_again_and_can_be_changed_in_the_settings(bench: Bench) -> None:
    receiving(bench)
    close(bench)
    dialog = question(bench)
    dialog.remember.setChecked(True)
    dialog.background.click()
    bench.qtbot.waitUntil(lambda: bench.window.findChild(ClosingDialog) is None)
    bench.desk.come_to_the_front()
    assert not close(bench)
    assert bench.window.isHidden()
    bench.desk.come_to_the_front()
    bench.window.settings.open_settings()
    settings = bench.the(SettingsDialog)
    assert settings.closing.currentData() == ClosingChoice.BACKGROUND
    settings.closing.setCurrentIndex(settings.closing.findData(ClosingChoice.END))
    with bench.qtbot.waitSignal(settings.saved):
        settings.buttons.accepted.emit()
    assert close(bench)


def test_without_a_tray_only_closing_or_staying_is_offered(bench: Bench) -> None:
    receiving(bench, has_tray=False)
    bench.window.state.closing = ClosingChoice.BACKGROUND
    assert not close(bench)
    dialog = question(bench)
    assert "has no tray" in texts(dialog)
    assert not dialog.background.isVisible()
    assert dialog.focusWidget() is dialog.stay
    dialog.end.click()
    assert not bench.window.isVisible()
    assert not bench.window.closing.is_in_background


@pytest.mark.parametrize("is_asked", [False, True])
def test_nobody_is_asked_while_nothing_is_received_or_the_program_closes_itself(
    bench: Bench, *, is_asked: bool
) -> None:
    if is_asked:
        receiving(bench)
        assert bench.window.close()
    else:
        bench.open()
        assert close(bench)


def test_a_change_of_the_systems_theme_leaves_the_window_in_the_background(bench: Bench) -> None:
    receiving(bench)
    old = bench.window
    old.closing.go_to_background()
    old.settings.rebuild_asked.emit()
    assert bench.window is not old
    assert not bench.window.isVisible()
    assert bench.window.closing.is_in_background
    assert not QApplication.quitOnLastWindowClosed()
