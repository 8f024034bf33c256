"""The cards of drivers, localities and other groupings."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter
from app.domain.views.report import Group, GroupLine
from app.ui.day_report.day_page import DayPage
from tests.ui.conftest import formats
from tests.ui.day_report.conftest import COUNTED, Show, cells, drivers
from tests.ui.test_report_document import REPORT, tally


def test_drivers_have_the_lowest_share_first_and_those_without_a_name_last(page: DayPage, show: Show) -> None:
    assert cells(page, Group.DRIVER) == [
        ["Eva Ríos", "", "4 of 5", "80 %", "1 failed"],
        ["Not named", "", "2 of 3", "", "1 failed"],
    ]
    show(drivers(5, lambda nth: (7, 3, 10, 3, 0)[nth]))
    names = [row[0] for row in cells(page, Group.DRIVER)]
    assert names == ["Driver 04", "Driver 01", "Driver 03", "Driver 00", "Driver 02"]


def test_localities_have_the_largest_first_and_no_failures_beside_them(page: DayPage) -> None:
    assert cells(page, Group.LOCALITY) == [["Usaquén", "", "6 of 10", "60 %"]]


def test_localities_leave_out_the_city_of_most(page: DayPage, show: Show) -> None:
    names = ("Suba (Bogotá)", "Soacha (Cundinamarca)", "Usaquén (Bogotá)")
    show(replace(REPORT, groups={Group.LOCALITY: tuple(GroupLine(one, tally(delivered=1)) for one in names)}))
    assert [row[0] for row in cells(page, Group.LOCALITY)] == ["Suba", "Soacha (Cundinamarca)", "Usaquén"]


def test_six_lines_are_shown_until_all_are_asked_for(show: Show) -> None:
    page = show(drivers(11, lambda nth: nth % 10))
    card = page.groups[Group.DRIVER]
    assert len(cells(page, Group.DRIVER)) == 6
    assert card.all.accessibleName() == "Success rate by driver: See all 11 drivers"
    height = card.table.height()
    QTest.keyClick(card.all, Qt.Key.Key_Space)
    assert len(cells(page, Group.DRIVER)) == 11
    assert card.table.height() > height
    assert card.table.verticalScrollBar().maximum() == 0
    assert card.all.text() == "See the first 6"
    QTest.keyClick(card.all, Qt.Key.Key_Space)
    assert len(cells(page, Group.DRIVER)) == 6
    assert show(drivers(6, lambda nth: nth)).groups[Group.DRIVER].all.isHidden()


def test_a_grouping_without_lines_has_no_card(show: Show) -> None:
    page = show(replace(REPORT, groups={Group.LOCALITY: REPORT.groups[Group.LOCALITY]}))
    assert [group for group, card in page.groups.items() if card.isVisible()] == [Group.LOCALITY]


def test_the_page_follows_the_cursor_through_all_lines(qtbot: QtBot, show: Show) -> None:
    page = show(drivers(60, lambda nth: nth % 10))
    card = page.groups[Group.DRIVER]
    card.all.click()
    qtbot.waitUntil(lambda: page._scroll.verticalScrollBar().maximum() > 60 * 20)
    card.table.setFocus()
    card.table.setCurrentIndex(card.table.groups.index(0, 0))
    for _ in range(59):
        QTest.keyClick(card.table, Qt.Key.Key_Down)
    at = card.table.mapTo(page, card.table.visualRect(card.table.currentIndex()).center())
    assert card.table.currentIndex().row() == 59
    assert page.rect().contains(at)


def test_what_is_left_of_a_driver_is_shown_if_a_visit_names_it_and_else_not_known(page: DayPage) -> None:
    words = page.words
    line, unnamed = GroupLine("Eva", tally(1)), GroupLine(None, tally(1))
    assert [words.left(group, line, 0, formats()) for group in Group] == ["–", "–", "0", "0", "0"]
    assert words.left(Group.DRIVER, line, 3, formats()) == "3"
    assert words.left(Group.DRIVER, unnamed, 0, formats()) == "0"


def test_the_bar_of_a_line_is_read_out_in_words(page: DayPage) -> None:
    words = "Eva Ríos, parcels: 4 delivered, 1 failed, 0 ready for pickup, – open, 0 other; 5 in all"
    table = page.groups[Group.DRIVER].table
    assert table.accessibleName() == "Success rate by driver"
    index = table.groups.index(0, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == words
    assert words in str(index.data(Qt.ItemDataRole.ToolTipRole))
    columns = table.groups.columnCount() + 1  # and one for the titles of rows, which are hidden
    cell = QAccessible.queryAccessibleInterface(table).child(columns + 2)
    assert cell.text(QAccessible.Text.Name) == words


@pytest.mark.parametrize(
    ("group", "row", "filters"),
    [
        (Group.DRIVER, 0, (ValueFilter("driver", "Eva Ríos"),)),
        (Group.DRIVER, 1, (ValueFilter("driver", None), ValueFilter("visit_id", None, exclude=True))),
        (Group.ROUTE, 0, (ValueFilter("route", "Norte"),)),
        (Group.MANIFEST, 0, (ValueFilter("manifest_number", 9001),)),
        (Group.MANIFEST, 1, (ValueFilter("manifest_number", None),)),
        (Group.LOCALITY, 0, (ValueFilter("locality", "Usaquén"),)),
    ],
)
def test_enter_or_a_click_on_a_line_asks_for_what_belongs_to_it(
    page: DayPage, qtbot: QtBot, group: Group, row: int, filters: tuple[ValueFilter, ...]
) -> None:
    table = page.groups[group].table
    table.setCurrentIndex(table.groups.index(row, 0))
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked.args == [Table.SHIPMENTS, (*filters, COUNTED)]
    at = table.visualRect(table.groups.index(row, 1)).center()
    with qtbot.waitSignal(page.filter_asked) as asked:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [Table.SHIPMENTS, (*filters, COUNTED)]
