"""Texts that are too long end with a sign, and never within a number."""

import pytest
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication

from app.ui.appearance.shown_texts import elided


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("5452523000004", "54525230", "…"),
        ("306 555 7002", "306 555 70", "…"),
        ("Cl. 128 # 102B-52", "Cl. 128 # 10", "Cl. 128 #…"),
        ("Ana María Gómez", "Ana Mar", "Ana Mar…"),
        ("Torre 3 Apto 402, portería", "Torre 3 Apto 402, por", "Torre 3 Apto 402, por…"),
        ("Conjunto 45, casa", "Conjunto 45, casa", "Conjunto 45, casa"),
    ],
)
def test_a_number_is_shown_whole_or_not_at_all(qapp: QApplication, text: str, kept: str, expected: str) -> None:
    for metrics in (QFontMetrics(qapp.font()), QFontMetricsF(qapp.font())):
        room = metrics.horizontalAdvance(kept + ("…" if kept != text else "")) + 2
        assert elided(text, metrics, room) == expected


def test_without_any_room_nothing_of_a_number_is_shown(qapp: QApplication) -> None:
    assert not any(char.isdigit() for char in elided("5452523000004", QFontMetrics(qapp.font()), -4))
