"""What an outcome leads to is said on its button."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.calls.reasons import CallReason, Reasons
from app.ui.calls.outcome_list import OutcomeList
from tests.ui.conftest import formats


def test_the_wait_until_the_next_call_is_written_as_any_duration(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    waits = [CallReason(str(minutes), closes=False, again_minutes=minutes) for minutes in (45, 60, 65, 10_000)]
    outcomes = OutcomeList(Reasons(tuple(waits)), str, formats(), parent)
    assert [one.accessibleDescription() for one in outcomes.buttons] == [
        "Call again in 45 min",
        "Call again in 1 h",
        "Call again in 1 h 05 min",
        "Call again in 166 h 40 min",
    ]
    assert formats().seconds(3600) == "1 h"


def test_every_outcome_says_the_time_that_the_user_chose(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    reasons = CallReason("waits", closes=False, again_minutes=60), CallReason("ends", closes=True)
    outcomes = OutcomeList(Reasons(reasons), str, formats(), parent)

    def said() -> list[str]:
        return [one.accessibleDescription() for one in outcomes.buttons]

    usual = ["Call again in 1 h", "Acknowledges what failed"]
    assert said() == usual
    for minutes, clock, text in ((30, "16:00", "Call again in 30 min"), (None, "16:00", "Call again at 16:00")):
        outcomes.show_reminder(minutes, clock)
        assert said() == [text, text]
        assert [hint.isHidden() for _, hint in outcomes._hints] == [True, True]  # said once, above them
    outcomes.show_reminder(0, "16:00")
    assert said() == usual
    assert [hint.isHidden() for _, hint in outcomes._hints] == [False, True]
