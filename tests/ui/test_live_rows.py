"""News on the screen: cells change where they stand, new rows come above, and what one looks at does not move."""

from datetime import date
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPointF, Qt
from PySide6.QtGui import QHoverEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.context.window_context import WindowContext
from app.ui.tables.live_updates import LiveUpdates
from app.ui.tables.table_page import TablePage
from tests.ui.conftest import Shelf

Pages = dict[Table, TablePage]


class Desk:
    """The tables with the signals they are connected to."""

    def __init__(self, pages: Pages, context: WindowContext) -> None:
        self.notifier = context.feed
        self.live = LiveUpdates(context, pages)


@pytest.fixture
def desk(pages: Pages, context: WindowContext) -> Desk:
    return Desk(pages, context)


def shown(page: TablePage, row: int) -> str:
    return str(page.model.data(page.model.index(row, page.model.position("driver"))))


def changes(page: TablePage) -> list[tuple[int, int]]:
    """The first and last row of each change that the model tells from now on."""
    reported: list[tuple[int, int]] = []
    page.model.dataChanged.connect(lambda first, last: reported.append((first.row(), last.row())))
    return reported


def test_a_change_is_reported_for_each_row_on_the_screen_and_read_for_these_only(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    ids = list(page.model.ids)
    for row in range(20):
        shown(page, row)
    shelf.changes = dict.fromkeys(ids, 1)
    reported, shelf.read = changes(page), []
    with qtbot.waitSignal(page.rows_flashed):
        desk.notifier.report_visits({ids[2], ids[5], ids[900]}, set())
    assert reported == [(2, 2), (5, 5)]
    assert [shown(page, row).split()[-1] for row in (2, 3, 5)] == ["1", "0", "1"]
    assert {one for table, some in shelf.read if table is Table.VISITS for one in some} == {ids[2], ids[5]}


def test_a_flood_of_news_about_rows_elsewhere_paints_nothing(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.SHIPMENTS]
    reported = changes(page)
    spy = QSignalSpy(desk.notifier.visits_changed)
    for nth in range(1000):
        desk.notifier.report_visits({nth}, set(page.model.ids[500:]))
    with qtbot.waitSignal(page.rows_flashed):
        pass
    assert reported == []
    assert spy.count() == 1


def test_shipments_change_where_they_stand_and_no_row_of_theirs_moves(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.SHIPMENTS]
    before, asked = list(page.model.ids), len([one for one in shelf.asked if one.table is Table.SHIPMENTS])
    shelf.ids[Table.SHIPMENTS] = list(reversed(before))
    with qtbot.waitSignal(desk.live.outdated):
        desk.notifier.report_visits({1}, {before[0]})
    qtbot.waitUntil(lambda: shelf.asked[-1].table is Table.NOTIFICATIONS)
    assert list(page.model.ids) == before
    assert len([one for one in shelf.asked if one.table is Table.SHIPMENTS]) == asked


def test_new_rows_stand_above_and_shine_and_an_old_one_with_newer_news_stays_where_it_is(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    before = list(page.model.ids)
    shelf.ids[Table.VISITS] = [before[3], 2002, 2001, *before[:3], *before[4:]]
    with qtbot.assertNotEmitted(page.model.modelReset), qtbot.waitSignal(page.rows_shown):
        desk.notifier.report_visits({2001, 2002, before[3]}, set())
    assert list(page.model.ids) == [2002, 2001, *before]
    assert page.total == 1002


def scrolled_to(page: TablePage, row: int) -> int:
    page.view.verticalScrollBar().setValue(row)
    return int(page.model.ids[page.view.rowAt(0)])


def tell_new(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot, count: int = 7) -> None:
    page = pages[Table.VISITS]
    new = [max(shelf.ids[Table.VISITS]) + 1 + nth for nth in range(count)]
    shelf.ids[Table.VISITS] = [*reversed(new), *shelf.ids[Table.VISITS]]
    with qtbot.waitSignal(page.rows_shown):
        desk.notifier.report_visits(new, set())


def test_the_rows_one_looks_at_stay_where_they_are(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot) -> None:
    page = pages[Table.VISITS]
    for row in (400, 1):
        top = scrolled_to(page, row)
        tell_new(pages, shelf, desk, qtbot)
        QApplication.processEvents()
        assert page.model.ids[page.view.rowAt(0)] == top


def test_new_rows_above_are_counted_until_they_are_seen(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot) -> None:
    page = pages[Table.VISITS]
    scrolled_to(page, 400)
    tell_new(pages, shelf, desk, qtbot)
    tell_new(pages, shelf, desk, qtbot, count=2)
    assert (page.new_above.isHidden(), page.new_above.text()) == (False, "9 new ↑")
    scrolled_to(page, 4)
    assert page.new_above.text() == "4 new ↑"
    page.new_above.click()
    assert page.view.rowAt(0) == 0
    assert page.new_above.isHidden()
    scrolled_to(page, 4)
    assert page.new_above.isHidden()


def test_a_new_failure_stands_in_the_order_in_which_failures_are_worked_through(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    with qtbot.waitSignal(page.rows_shown):
        page.show_view(View.TO_ATTEND_VISITS)
    before = list(page.model.ids)
    shelf.ids[Table.VISITS] = [before[0], 5001, *before[1:], 5002]
    with qtbot.waitSignal(page.rows_shown):
        desk.notifier.report_visits([5001, 5002], set())
    assert list(page.model.ids) == shelf.ids[Table.VISITS]


def test_a_filter_scrolls_to_the_top_and_a_copy_is_said(pages: Pages, context: WindowContext, qtbot: QtBot) -> None:
    page, said = pages[Table.VISITS], list[str]()
    context.signals.reported.connect(said.append)
    scrolled_to(page, 400)
    page.view.stay(400)
    page.view.copy(with_titles=False)
    assert said == ["1 row(s) copied"]
    with qtbot.waitSignal(page.rows_shown):
        page.add_filter(ValueFilter("driver", "Eva"))
    assert page.view.rowAt(0) == 0


def test_the_cursor_and_the_selection_stay_on_their_rows(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot) -> None:
    page = pages[Table.VISITS]
    page.view.selectRow(4)
    page.view.selectionModel().select(
        page.model.index(8, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    )
    selected, current = page.view.selected_ids(), page.view.current_id()
    assert len(selected) == 2
    tell_new(pages, shelf, desk, qtbot)
    assert (page.view.selected_ids(), page.view.current_id()) == (selected, current)
    assert page.view.visualRect(page.view.currentIndex()).isValid()


def test_at_the_very_top_new_rows_come_into_sight_unless_the_pointer_is_there(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    top = page.model.ids[0]
    page.view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    tell_new(pages, shelf, desk, qtbot)
    assert page.view.rowAt(0) == 0
    assert page.model.ids[0] != top
    top = page.model.ids[0]
    page.view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    tell_new(pages, shelf, desk, qtbot)
    assert page.model.ids[page.view.rowAt(0)] == top


def test_the_row_under_the_pointer_stays_marked_as_such(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot) -> None:
    page = pages[Table.VISITS]
    scrolled_to(page, 10)
    at = QPointF(20, page.view.rowViewportPosition(13) + 10)
    QApplication.sendEvent(page.view.viewport(), QHoverEvent(QEvent.Type.HoverMove, at, at, at))
    delegate: Any = page.view.itemDelegate()
    assert delegate._hovered_row == 13
    tell_new(pages, shelf, desk, qtbot, count=5)
    assert delegate._hovered_row == 18


def test_what_comes_in_a_pause_is_read_at_its_end_and_only_once(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    spy = QSignalSpy(desk.live.outdated)
    for nth in range(5):
        with qtbot.waitSignal(desk.notifier.visits_changed):
            desk.notifier.report_visits({nth}, set())
    new = max(shelf.ids[Table.VISITS]) + 1
    shelf.ids[Table.VISITS].insert(0, new)
    qtbot.waitUntil(lambda: pages[Table.VISITS].model.ids[0] == new)
    assert spy.count() == 2


def test_a_notification_that_was_set_aside_comes_in_as_well(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.NOTIFICATIONS]
    shelf.ids[Table.NOTIFICATIONS].insert(0, 5000)
    desk.notifier.report_listening()
    qtbot.waitUntil(lambda: page.model.ids[0] == 5000)


def test_a_repeated_notification_shows_its_new_count(pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot) -> None:
    page = pages[Table.NOTIFICATIONS]
    event = page.model.position("event")
    visit = page.model.value(4, "visit_id")
    shelf.changes[page.model.ids[4]] = 1
    with qtbot.waitSignal(page.rows_flashed, check_params_cb=lambda ids: list(ids) == [page.model.ids[4]]):
        desk.notifier.report_visits([visit], set())  # type: ignore[list-item]  # a number
    assert str(page.model.data(page.model.index(4, event))).endswith(" 1")


def test_a_day_that_changed_is_read_again_as_a_whole_and_not_twice(pages: Pages, desk: Desk, qtbot: QtBot) -> None:
    days, rows = QSignalSpy(desk.live.day_outdated), QSignalSpy(desk.live.outdated)
    with qtbot.waitSignal(desk.live.day_outdated):
        desk.notifier.report_day()
        desk.notifier.report_listening()
    live = desk.live
    qtbot.waitUntil(lambda: rows.count() > 0)
    qtbot.waitUntil(lambda: not (live._has_rows or live._has_day or live._is_reading or live._pause.isActive()))
    assert (days.count(), rows.count()) == (1, 1)


def test_news_of_a_narrowed_table_add_only_rows_that_match(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    shelf.ids[Table.VISITS] = [5, 4]
    with qtbot.waitSignal(page.rows_shown):
        page.search("usaquén")
    shelf.ids[Table.VISITS] = [6, 5]
    with qtbot.waitSignal(page.rows_shown):
        desk.notifier.report_visits({6, 4}, set())
    assert list(page.model.ids) == [6, 5, 4]
    assert page.unmatched == 1


def test_rows_that_no_longer_match_are_counted_until_the_same_filter_is_chosen_again(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    shelf.ids[Table.VISITS] = [5, 4, 3]
    with qtbot.waitSignal(page.rows_shown):
        page.choose_values("status", ["En Reparto"])
    shelf.ids[Table.VISITS] = [5]
    with qtbot.waitSignal(page.rows_shown):
        desk.notifier.report_visits({3, 4}, set())
    assert (list(page.model.ids), page.unmatched) == ([5, 4, 3], 2)
    with qtbot.waitSignal(page.rows_shown):
        page.choose_values("status", ["En Reparto"])
    assert (list(page.model.ids), page.unmatched) == ([5], 0)


def test_another_search_view_or_day_starts_at_the_top(pages: Pages, qtbot: QtBot) -> None:
    page = pages[Table.VISITS]
    other = Scope(("ANDINA-BOG",), date(2026, 11, 19))
    for ask in (partial(page.search, "usaquén"), partial(page.show_view, View.FAR_AWAY), partial(page.show_day, other)):
        scrolled_to(page, 400)
        with qtbot.waitSignal(page.rows_shown):
            ask()
        assert page.view.verticalScrollBar().value() == 0


def test_a_row_that_is_picked_is_waited_for_until_the_store_has_answered(
    pages: Pages, shelf: Shelf, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    page.pick(500)
    assert page.view.current_id() == 500
    shelf.ids[Table.VISITS] = [9000, 8000]
    page.ask()
    page.pick(8000)
    qtbot.waitUntil(lambda: page.view.current_id() == 8000)
    page.pick(12345)
    assert page.view.current_id() == 8000


def test_what_was_noted_of_rows_is_read_anew_and_does_not_flash(
    pages: Pages, shelf: Shelf, desk: Desk, qtbot: QtBot
) -> None:
    page = pages[Table.VISITS]
    ids = list(page.model.ids)
    for row in range(20):
        shown(page, row)
    shelf.changes = dict.fromkeys(ids, 1)
    reported = changes(page)
    with qtbot.assertNotEmitted(page.rows_flashed), qtbot.waitSignal(desk.live.outdated):
        desk.notifier.report_follow_ups({ids[2]}, set())
    assert reported == [(2, 2)]
    assert shown(page, 2).endswith(" 1")
