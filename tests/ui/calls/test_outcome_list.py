"""What an outcome leads to is said on its button."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.calls.reasons import CallReason, Reasons
from app.domain.texts import say_in_english
from app.ui.calls.outcome_list import OutcomeList
from tests.ui.conftest import formats


def test_the_wait_until_the_next_call_is_written_as_any_duration(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    waits = [CallReason(str(minutes), closes=False, again_minutes=minutes) for minutes in (45, 60, 65, 10_000)]
    outcomes = OutcomeList(Reasons(tuple(waits)), say_in_english, formats(), parent)
    assert [one.accessibleDescription() for one in outcomes.buttons] == [
        "Call again in 45 min",
        "Call again in 1 h",
        "Call again in 1 h 05 min",
        "Call again in 166 h 40 min",
    ]
    assert formats().seconds(3600) == "1 h"
