"""The field for the day: its calendar is made when it is first gone to."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCalendarWidget, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.top_bar.top_bar import DateField


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[DateField]:
    """Yield a field beside another one, which has the focus."""
    place = QWidget()
    qtbot.addWidget(place)
    other, field = QLineEdit(), DateField(LIGHT)
    field.setFixedSize(172, 32)
    layout = QVBoxLayout(place)
    layout.addWidget(other)
    layout.addWidget(field)
    with qtbot.waitActive(place):
        place.show()
        place.activateWindow()
    other.setFocus()
    assert other.hasFocus()
    assert field.findChild(QCalendarWidget) is None
    yield field
    place.close()


def see_dressed(calendar: QCalendarWidget) -> None:
    assert calendar.headerTextFormat().foreground().color().name().upper() == LIGHT.dim
    for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        assert calendar.weekdayTextFormat(day).foreground().style() is Qt.BrushStyle.NoBrush  # as any other day
    assert calendar.minimumWidth() >= 280


def test_a_click_opens_a_dressed_calendar(qtbot: QtBot, field: DateField) -> None:
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 8, field.height() // 2))
    calendar = field.calendarWidget()
    qtbot.waitUntil(calendar.isVisible)
    see_dressed(calendar)
    calendar.window().close()


def test_a_click_in_a_window_that_is_not_active_opens_it_dressed_as_well(qtbot: QtBot, field: DateField) -> None:
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    with qtbot.waitActive(elsewhere):
        elsewhere.show()
        elsewhere.activateWindow()
    assert not field.isActiveWindow()
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 8, field.height() // 2))
    calendar = field.calendarWidget()
    qtbot.waitUntil(calendar.isVisible)
    see_dressed(calendar)
    calendar.window().close()


def test_a_field_that_is_gone_to_by_key_has_its_calendar(field: DateField) -> None:
    field.setFocus(Qt.FocusReason.TabFocusReason)
    calendar = field.findChild(QCalendarWidget)
    assert isinstance(calendar, QCalendarWidget)
    see_dressed(calendar)


def test_digits_that_are_typed_at_once_are_the_day(field: DateField) -> None:
    field.setDisplayFormat("ddd d MMM yyyy")
    field.setDate(QDate(2026, 11, 20))
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QTest.keyClicks(field, "27")
    assert field.date() == QDate(2026, 11, 27)
