"""The buttons beside the tabs: what is done with the day as a whole."""

from app.domain.views.queries import View
from app.ui.shift.end_page import EndPage
from tests.flows.conftest import Bench
from tests.shown_counts import view_count


def opened(bench: Bench) -> Bench:
    bench.carrier(400)
    bench.trust()
    return bench.open()


def test_loading_is_the_main_action_until_a_day_is_loaded_and_then_calling_is(bench: Bench) -> None:
    window = opened(bench).window
    buttons = (window.top.load, window.tab_actions.call)
    assert [one.property("primary") for one in buttons] == [True, False]
    assert [one.isEnabled() for one in buttons] == [True, False]
    bench.load()
    assert [one.property("primary") for one in buttons] == [False, True]
    assert window.tab_actions.end_shift.isEnabled()
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.TO_ATTEND) > 0)
    count = view_count(window.views, View.TO_ATTEND)
    bench.qtbot.waitUntil(lambda: window.tab_actions.call.text() == f"Call ({count})")
    assert window.tab_actions.call.accessibleName() == "Call"
    window.tab_actions.show_counts(
        window.current_day.shown_day.days[0], {View.ALL: 400, View.TO_ATTEND: 0, View.EARLIER: 1}
    )
    assert window.tab_actions.call.isEnabled()
    window.tab_actions.show_counts(window.current_day.shown_day.days[0], {View.ALL: 400, View.TO_ATTEND: 0})
    assert [one.isEnabled() for one in (window.tab_actions.call, window.tab_actions.export)] == [False, True]


def test_they_open_the_queue_of_calls_and_the_end_of_the_shift(bench: Bench) -> None:
    window = opened(bench).window
    bench.load()
    window.tab_actions.call.click()
    bench.qtbot.waitUntil(lambda: window.calls.page is not None and window.calls.page.isVisible())
    window.calls.close()
    window.tab_actions.end_shift.click()
    assert bench.the(EndPage).isVisible()
    bench.the(EndPage).buttons.rejected.emit()


def test_where_there_is_little_room_calling_stays_and_the_menu_has_the_others(bench: Bench) -> None:
    window = opened(bench).window
    window.detail_fold.toggle()
    actions, tabs = window.tab_actions, window.tabs
    buttons = (actions.call, actions.export, actions.end_shift)
    window.views.hide()
    needed = tabs.tabBar().sizeHint().width() + actions.minimumSizeHint().width()
    calling = needed + actions.call.sizeHint().width() - actions.more.sizeHint().width()
    whole = calling + sum(one.sizeHint().width() + 8 for one in buttons[1:])
    shown = []
    for width in (whole, whole - 1, calling, needed):
        tabs.resize(width, tabs.height())
        shown.append([one.text() for one in buttons if not one.isHidden()])
    assert shown == [["Call", "Export", "End shift"], ["Call", "Export"], ["Call"], [""]]
    offered = [one.text() for one in actions.more.menu().actions()]
    assert {"Export", "End shift…"} <= {*offered}


def test_all_of_them_are_there_beside_the_detail_on_the_usual_screen(bench: Bench) -> None:
    window = opened(bench).window
    window.resize(1366, 768)
    bench.load()
    window.tabs.page.view.selectRow(0)
    window.detail_fold.open()
    actions = window.tab_actions
    bench.qtbot.waitUntil(lambda: window.detail.isVisible() and window.width() == 1366)
    bench.qtbot.waitUntil(lambda: all(one.isVisible() for one in (actions.call, actions.export, actions.end_shift)))
