"""The field of a time zone is typed into as any other."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.settings.zone_field import ZoneField


def test_what_is_typed_after_a_click_replaces_the_zone(qtbot: QtBot) -> None:
    field = ZoneField("As this computer: America/Bogota")
    qtbot.addWidget(field)
    field.show_zone("Europe/Madrid")
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.clearFocus()
    line = field.lineEdit()
    assert line is not None
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(30, 8))
    qtbot.waitUntil(line.hasSelectedText)
    QTest.keyClicks(line, "Lima")
    assert field.zone() == "America/Lima"
