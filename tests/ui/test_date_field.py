"""The field for the day: its calendar is made when it is first gone to."""

from collections.abc import Iterator
from datetime import date
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QDate, QLocale, QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCalendarWidget, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain.errors import StoreError
from app.domain.texts import Text
from app.ui.appearance.theme import LIGHT
from app.ui.top_bar.date_field import DateField


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[DateField]:
    """Yield a field beside another one, which has the focus."""
    place = QWidget()
    qtbot.addWidget(place)
    other, field = QLineEdit(), DateField(LIGHT, lambda: date(2026, 11, 20))
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


def test_a_click_opens_it_while_the_facts_cannot_be_read(qtbot: QtBot, field: DateField) -> None:
    field.loaded_dates = Mock(side_effect=StoreError(Text("Test", "no store")))
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 8, field.height() // 2))
    qtbot.waitUntil(field.calendarWidget().isVisible)
    field.calendarWidget().window().close()


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


def test_alt_down_opens_it_with_the_loaded_days_in_bold_and_today_marked(qtbot: QtBot, field: DateField) -> None:
    asked: list[tuple[date, date]] = []

    def loaded(first: date, last: date) -> list[date]:
        asked.append((first, last))
        return [date(2026, 11, 18), date(2026, 11, 20)]

    field.loaded_dates = loaded
    field.setDate(QDate(2026, 11, 19))
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    calendar = field.calendarWidget()
    qtbot.waitUntil(calendar.isVisible)
    looks = [calendar.dateTextFormat(QDate(2026, 11, day)) for day in (18, 19, 20)]
    assert [one.fontWeight() >= QFont.Weight.Bold for one in looks] == [True, False, True]
    assert [one.background().style() is not Qt.BrushStyle.NoBrush for one in looks] == [False, False, True]
    calendar.showNextMonth()
    first, last = asked[-1]
    assert first < date(2026, 12, 1) < date(2026, 12, 31) < last
    calendar.window().close()
    assert field.date() == QDate(2026, 11, 19)


@pytest.mark.parametrize(("name", "day"), [("es_CO", Qt.DayOfWeek.Monday), ("en_US", Qt.DayOfWeek.Sunday)])
def test_the_week_begins_as_in_calendars_of_the_language(field: DateField, name: str, day: Qt.DayOfWeek) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(name))
    field.setFocus()
    QLocale.setDefault(before)
    assert field.calendarWidget().firstDayOfWeek() is day
