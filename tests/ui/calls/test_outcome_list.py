"""What an outcome leads to is said on its button."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.domain.calls.reasons import CallReason, Reasons
from app.domain.follow_ups import NextStep
from app.ui.calls.outcome_list import OutcomeList, ReminderField
from tests.ui.conftest import formats

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)


def said(outcomes: OutcomeList) -> list[str]:
    for button in outcomes.buttons:
        assert button.accessibleDescription() in [label.text() for label in button.findChildren(QLabel)]
    return [one.accessibleDescription() for one in outcomes.buttons]


def test_every_outcome_says_what_it_leads_to_at_the_time_that_the_user_chose(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    reasons = (
        CallReason("waits", closes=False, again_minutes=65),
        CallReason("stays", closes=False),
        CallReason("ends", closes=True),
        CallReason("goes back", closes=True, next_step=NextStep.RETURN),
    )
    outcomes = OutcomeList(Reasons(reasons), str, parent)
    outcomes.show_effects(None, NOW, formats())
    again = formats().minute(NOW + timedelta(minutes=65))
    usual = [f"Call again {again}", "Stays to attend", "Acknowledged", "Return · acknowledged"]
    assert said(outcomes) == usual
    chosen = NOW + timedelta(hours=2)
    outcomes.show_effects(chosen, NOW, formats())
    assert said(outcomes) == [f"Call again {formats().minute(chosen)}"] * 4
    outcomes.show_effects(None, NOW, formats())
    assert said(outcomes) == usual


@pytest.mark.parametrize(("width", "height", "columns"), [(300, 700, 1), (300, 200, 2), (150, 200, 1)])
def test_the_outcomes_stand_in_two_columns_in_a_low_window_if_these_have_room(
    qtbot: QtBot, dressed: QApplication, width: int, height: int, columns: int
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    outcomes = OutcomeList(Reasons(tuple(CallReason(f"reason {nth}", closes=True) for nth in range(9))), str, parent)
    outcomes.resize(width, height)
    parent.show()
    outcomes.show()
    QApplication.processEvents()
    assert len({one.x() for one in outcomes.buttons}) == columns
    assert outcomes.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(("hour", "minute", "offered"), [(16, 28, "17:00"), (16, 31, "18:00"), (23, 40, "01:00")])
def test_the_time_that_is_offered_first_is_a_full_hour_ahead(
    qtbot: QtBot, hour: int, minute: int, offered: str
) -> None:
    field = ReminderField(lambda: NOW.replace(hour=hour, minute=minute))
    qtbot.addWidget(field)
    last = field.choice.count() - 1
    field.choice.setCurrentIndex(last)
    field.choice.activated.emit(last)
    assert field.clock.time().toString("HH:mm") == offered
