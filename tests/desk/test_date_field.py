"""The field for the day: its calendar is made when it is first gone to."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCalendarWidget
from pytestqt.qtbot import QtBot

from app.desk.date_field import DateField
from app.desk.theme import LIGHT


def test_a_click_opens_a_dressed_calendar(qtbot: QtBot) -> None:
    field = DateField(LIGHT)
    qtbot.addWidget(field)
    field.resize(172, 32)
    with qtbot.waitActive(field):
        field.show()
        field.activateWindow()
    field.clearFocus()
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 8, field.height() // 2))
    qtbot.waitUntil(lambda: field.findChild(QCalendarWidget) is not None)
    calendar = field.calendarWidget()
    qtbot.waitUntil(calendar.isVisible)
    assert calendar.headerTextFormat().foreground().color().name().upper() == LIGHT.dim
    assert calendar.verticalHeaderFormat() == QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader
    calendar.window().close()


def test_a_field_that_nobody_went_to_has_no_calendar(qtbot: QtBot) -> None:
    field = DateField(LIGHT)
    qtbot.addWidget(field)
    assert field.findChild(QCalendarWidget) is None
