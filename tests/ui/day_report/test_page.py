"""The page as a whole: its width, the chart of the hours, and when it is read."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter
from app.domain.views.report import Figures, Group
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.theme import LIGHT, apply_theme
from app.ui.day_report.day_page import DayPage
from tests.ui.conftest import DAY, SHOWN
from tests.ui.day_report.conftest import Reports, Show, drivers
from tests.ui.test_report_document import REPORT, tally


@pytest.mark.parametrize(("width", "pixels"), [(1150, 13), (859, 13), (859, 27)])
def test_the_page_is_never_wider_than_its_room(
    show: Show, dressed: QApplication, width: int, pixels: int, request: pytest.FixtureRequest
) -> None:
    font = QFont(dressed.font())
    request.addfinalizer(lambda: dressed.setFont(font))
    larger = QFont(font)
    larger.setPixelSize(pixels)
    dressed.setFont(larger)
    apply_theme(dressed, LIGHT)
    page = show(drivers(11, lambda nth: nth % 10))
    page.resize(width, 420)
    QApplication.processEvents()
    content = page._scroll.widget()
    assert content is not None
    assert content.minimumSizeHint().width() <= page._scroll.viewport().width() == content.width()


def test_the_keyboard_goes_from_hour_to_hour_and_asks_for_the_visits_of_one(page: DayPage, qtbot: QtBot) -> None:
    chart = page.hours.chart
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert page.hours.hour.text().startswith("10:00: 2 delivered, 2 failed; 9 closed until then")
    assert "no reception from 10:20 to 11:05" in page.hours.hour.text()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert page.hours.hour.text() == "09:00: 0 delivered, 0 failed; 5 closed until then · typical working day: 20"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"),)]


def test_the_pointer_tells_an_hour_and_a_click_on_a_part_asks_for_that(page: DayPage, qtbot: QtBot) -> None:
    chart = page.hours.chart
    QTest.mouseMove(chart, chart.scale.point(14.5, 1).toPoint())
    assert page.hours.hour.text() == "14:00: 0 delivered, 0 failed; 9 closed until then · typical working day: 0"
    QTest.mouseMove(chart, chart.scale.point(8.5, 1).toPoint())
    assert page.hours.hour.text().startswith("08:00: 4 delivered, 1 failed")
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(8.5, 4.5).toPoint())
    assert asked.args == [Table.VISITS, (ValueFilter("hour", "08:00"), ValueFilter("status", "falso_flete"))]
    with qtbot.assertNotEmitted(page.filter_asked):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.scale.point(15.5, 1).toPoint())


def test_the_picture_of_the_hours_says_its_figures_and_takes_no_wheel(page: DayPage) -> None:
    chart = page.hours.chart
    assert chart.accessibleName() == "Visits closed by hour"
    assert "08:00: 4 delivered, 1 failed. 10:00: 2 delivered, 2 failed" in chart.accessibleDescription()
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart, wheel)
    assert not wheel.isAccepted()


def test_a_hidden_page_requests_nothing(hidden: DayPage, shelf: Reports, qtbot: QtBot) -> None:
    hidden.refresh()
    hidden.refresh()
    assert shelf.asked_for == 0
    with qtbot.waitSignal(hidden.report_shown):
        hidden.show()
    assert shelf.asked_for == 1


def test_news_are_gathered_and_read_after_a_pause_where_one_scrolled_to(
    page: DayPage, show: Show, shelf: Reports, qtbot: QtBot
) -> None:
    table = page.groups[Group.DRIVER].table
    page.pause.setInterval(60_000)
    show(drivers(60, lambda nth: nth % 10))
    page.groups[Group.DRIVER].all.click()
    table.setCurrentIndex(table.groups.index(20, 0))
    name = table.groups.lines[20].name
    asked = shelf.asked_for
    shelf.made = drivers(61, lambda nth: nth % 10 if nth < 60 else 0)
    for _ in range(5):
        page.refresh()
    assert shelf.asked_for == asked
    with qtbot.waitSignal(page.report_shown):
        page.pause.setInterval(0)
    assert shelf.asked_for == asked + 1
    assert table.groups.rowCount() == 61
    assert table.groups.lines[table.currentIndex().row()].name == name
    assert table.currentIndex().row() == 21


def test_a_day_that_is_being_counted_does_not_show_the_figures_of_another(
    page: DayPage, shelf: Reports, query_thread: QueryThread[Reader], qtbot: QtBot
) -> None:
    shelf.made = replace(REPORT, day=Scope(("OTRA",), DAY.date), figures=Figures(tally(1)))
    with qtbot.assertNotEmitted(page.report_shown):
        page.show_day(SHOWN)
        with qtbot.waitSignal(query_thread.ask("later", lambda _rows: None).ended):  # the answers come in their order
            pass
    assert shelf.asked_for == 2
    assert page.delivered.figure.text() == "60 %"


def test_of_a_day_that_was_never_loaded_nothing_is_known(show: Show) -> None:
    page = show(replace(REPORT, loaded_at=None, figures=Figures(), to_attend=0, groups={}))
    assert page.headline.text() == "There is no parcel of this day to count"
    assert page.value.text() == ""
    assert {part.accessibleName().partition(": ")[2] for part in page.bar.parts.values()} == {"–"}
    assert [card.figure.text() for card in (page.delivered, page.to_attend)] == ["–", "–"]


def test_a_day_of_one_parcel_fills_the_bar(show: Show) -> None:
    page = show(replace(REPORT, figures=Figures(tally(0, 0, 1)), to_attend=0, groups={}))
    assert page.headline.text() == "At 12:00, 0 of 1 parcel(s) are delivered"
    assert page.bar.bar.part_at(QPointF(1, 5)) == page.bar.bar.part_at(QPointF(page.bar.bar.width() - 2, 5)) == 3
