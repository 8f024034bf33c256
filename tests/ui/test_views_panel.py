"""The views at the left: chosen by click and key, marked as the table in front shows, and never jumping about."""

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.domain.views.columns import Table
from app.domain.views.queries import VIEW_TITLES, SavedView, View
from app.ui.appearance.theme import LIGHT
from app.ui.views.views_panel import _ALWAYS_SHOWN, _FOLDED_AT_ZERO, ViewsPanel
from tests.shown_counts import saved_counts, view_count


@pytest.fixture
def panel(qtbot: QtBot, dressed: QApplication) -> ViewsPanel:
    panel = ViewsPanel(str, LIGHT)
    qtbot.addWidget(panel)
    panel.resize(200, 700)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def click(panel: ViewsPanel, view: View) -> None:
    (item,) = panel.findItems(str(VIEW_TITLES[view]), Qt.MatchFlag.MatchExactly)
    QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=panel.visualItemRect(item).center())


def shown(panel: ViewsPanel) -> list[str]:
    return [panel.item(row).text() for row in range(panel.count()) if not panel.item(row).isHidden()]


def test_what_news_count_is_shown_from_the_start_so_that_nothing_moves_under_the_pointer(panel: ViewsPanel) -> None:
    before = shown(panel)
    for view in (View.CONFLICTS, View.MISSED, View.NO_VISIT, View.NO_SHIPMENT):
        assert str(VIEW_TITLES[view]) in before
    panel.show_counts({View.ALL: 60, View.CONFLICTS: 4, View.MISSED: 7, View.NO_VISIT: 38, View.NO_SHIPMENT: 2})
    assert shown(panel) == before
    assert view_count(panel, View.MISSED) == 7
    panel.show_counts({View.GONE: 1})
    assert "No longer listed" in shown(panel)


def test_no_view_appears_or_goes_while_the_pointer_is_over_them(panel: ViewsPanel) -> None:
    before = shown(panel)
    QTest.mouseMove(panel.viewport(), panel.visualItemRect(panel.item(3)).center())
    panel.show_counts({View.GONE: 1, View.MISSED: 0})
    assert shown(panel) == before
    QApplication.sendEvent(panel, QEvent(QEvent.Type.Leave))
    assert "No longer listed" in shown(panel)
    assert "Missed notification?" not in shown(panel)


@pytest.mark.parametrize("by_key", [False, True])
def test_views_known_to_be_empty_fold_into_one_entry_that_shows_them_again(panel: ViewsPanel, by_key: bool) -> None:
    panel.show_view(View.ALL)
    panel.show_counts({View.ALL: 9, View.NO_VISIT: 3, View.FAR_AWAY: 0, View.CONFLICTS: 0, View.EXCEPTIONS: 0})
    (fold,) = panel.findItems("2 view(s) at zero", Qt.MatchFlag.MatchExactly)
    folded = {"Far away", "Contradictions"}
    assert folded.isdisjoint(shown(panel))
    assert {"No visit", "Failed", "Missed notification?", fold.text()} <= set(shown(panel))  # one of them is not known
    assert fold.data(Qt.ItemDataRole.AccessibleTextRole) == "2 view(s) at zero"
    for is_shown in (True, False):
        if by_key:
            panel.setCurrentItem(fold)
            QTest.keyClick(panel, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=panel.visualItemRect(fold).center())
        assert (folded <= set(shown(panel))) is is_shown
        assert panel.currentItem().text() == "All"
    panel.show_view(View.FAR_AWAY)
    assert "Far away" in shown(panel)
    panel.show_counts({View.CONFLICTS: 1, View.FAR_AWAY: 2})
    assert folded <= set(shown(panel))
    assert fold.isHidden()


def test_counts_are_grouped_by_the_locale_when_painted_and_bare_when_announced(
    panel: ViewsPanel,
) -> None:
    panel.show_counts({View.ALL: 12345})
    bare = QLocale("en_US")
    bare.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    pictures = []
    for locale in (bare, QLocale("en_US")):
        panel.setLocale(locale)
        pictures.append(panel.grab().toImage())
    assert pictures[0] != pictures[1]
    (item,) = panel.findItems("All", Qt.MatchFlag.MatchExactly)
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "All 12345"


def test_a_view_is_chosen_by_a_click_also_where_it_is_marked_already(panel: ViewsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.view_chosen) as chosen:
        click(panel, View.NO_SHIPMENT)
    assert chosen.args == [View.NO_SHIPMENT]
    with qtbot.waitSignal(panel.view_chosen) as chosen:
        click(panel, View.NO_SHIPMENT)
    assert chosen.args == [View.NO_SHIPMENT]


def test_a_view_is_chosen_by_key(panel: ViewsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.view_chosen) as chosen:
        QTest.keyClick(panel, Qt.Key.Key_Down)
    assert chosen.args == [View.ON_ITS_WAY]


def test_to_mark_a_view_is_not_to_choose_it(panel: ViewsPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.view_chosen):
        panel.show_view(View.MISSED)
    assert panel.currentItem().text() == "Missed notification?"
    assert panel.selectedItems() == [panel.currentItem()]


def test_counts_are_said_with_the_name(panel: ViewsPanel) -> None:
    panel.show_counts({View.CONFLICTS: 4})
    (item,) = panel.findItems("Contradictions", Qt.MatchFlag.MatchExactly)
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "Contradictions 4"


def test_no_usual_name_is_cut_in_the_width_that_the_panel_asks_for(panel: ViewsPanel) -> None:
    panel.show_counts(dict.fromkeys(View, 388))
    images = []
    for width in (panel.sizeHint().width(), 500):
        panel.resize(width, 900)
        images.append(panel.grab().toImage())
    usual = {str(VIEW_TITLES[view]) for view in (*_ALWAYS_SHOWN, *_FOLDED_AT_ZERO)}
    for row in (one for one in range(panel.count()) if panel.item(one).text() in usual):
        room = panel.visualItemRect(panel.item(row)).adjusted(12, 0, 0, 0)  # what is chosen has a frame
        room.setRight(40 + panel.fontMetrics().horizontalAdvance(panel.item(row).text()) - 2)
        asked, wide = (image.copy(room) for image in images)
        assert asked == wide, panel.item(row).text()


def test_the_worklist_is_the_first_of_what_needs_attention(panel: ViewsPanel) -> None:
    names = shown(panel)
    assert names[names.index("ATTENTION") + 1] == "To attend"


def test_what_earlier_days_left_stands_below_the_worklist_where_there_is_any(panel: ViewsPanel) -> None:
    assert "Of earlier days" not in shown(panel)
    assert {"My cases", "Other statuses"} <= set(shown(panel))  # not known yet
    panel.show_counts({View.EARLIER: 3, View.MINE: 0})
    names = shown(panel)
    assert names[names.index("Due today") + 1] == "Of earlier days"
    assert view_count(panel, View.EARLIER) == 3


def test_ones_own_views_stand_under_a_heading_of_their_own_with_their_counts(panel: ViewsPanel, qtbot: QtBot) -> None:
    assert "MY VIEWS" not in shown(panel)
    north, rich = SavedView("North", Table.SHIPMENTS, search="suba"), SavedView("Rich", Table.VISITS)
    panel.show_saved([north, rich])
    panel.show_saved_counts({"North": 12, "Rich": None})
    assert shown(panel)[-3:] == ["MY VIEWS", "North", "Rich"]
    with qtbot.waitSignal(panel.saved_chosen) as chosen:
        panel.choose(north)
    assert chosen.args == [north]
    panel.show_saved([rich, north])
    assert saved_counts(panel) == {"Rich": None, "North": 12}
    assert panel.currentItem().text() == "North"
    with qtbot.waitSignal(panel.delete_asked) as deleted:
        QTest.keyClick(panel, Qt.Key.Key_Delete)
    assert deleted.args == [north]


def test_nothing_is_marked_where_a_table_shows_none_of_the_views(panel: ViewsPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.view_chosen):
        panel.show_view(None)
    assert panel.selectedItems() == []
    with qtbot.waitSignal(panel.view_chosen) as chosen:
        QTest.keyClick(panel, Qt.Key.Key_Down)
    assert chosen.args == [View.ALL]


def test_a_count_that_is_not_known_is_no_zero(panel: ViewsPanel) -> None:
    (item,) = panel.findItems("All", Qt.MatchFlag.MatchExactly)
    for counts, said in (({View.ALL: 0}, "All 0"), ({View.ALL: None}, "All –")):
        panel.show_counts(counts)
        assert item.data(Qt.ItemDataRole.AccessibleTextRole) == said


def test_an_own_view_at_the_foot_is_wholly_in_sight_once_it_is_made_or_chosen(panel: ViewsPanel) -> None:
    panel.resize(200, 407)
    made = SavedView("Mine", Table.SHIPMENTS)
    panel.show_saved((made,))

    def is_in_sight() -> bool:
        return panel.viewport().rect().contains(panel.visualItemRect(panel.item(panel.count() - 1)))

    panel.show_view(made)
    assert is_in_sight()
    panel.show_counts(dict.fromkeys(View, 1))
    assert is_in_sight()
    bar = panel.verticalScrollBar()
    bar.setValue(bar.maximum() - 10)
    assert not is_in_sight()
    at = panel.visualItemRect(panel.item(panel.count() - 1)).topLeft() + QPoint(20, 5)
    QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert is_in_sight()


@pytest.mark.parametrize("by_key", [False, True])
def test_a_rail_in_a_low_window_shows_eight_views_and_offers_the_others_in_a_menu(
    panel: ViewsPanel, qtbot: QtBot, by_key: bool
) -> None:
    panel.show_saved((SavedView("Cash & carry", Table.SHIPMENTS),))
    panel.show_counts({**dict.fromkeys(View, 1), View.FAR_AWAY: 0})
    panel.use_rail(is_rail=True)
    assert {"Cash & carry", "Overdue", "1 view(s) at zero"} <= set(shown(panel))
    panel.resize(52, 480)
    day, attention = ["All", "Out for delivery", "Delivered", "Failed"], ["To attend", "My cases", "Overdue"]
    assert shown(panel) == [*day, "Ready for pickup", *attention, "More views"]
    (more,) = panel.findItems("More views", Qt.MatchFlag.MatchExactly)
    assert panel.viewport().rect().contains(panel.visualItemRect(more))
    if by_key:
        panel.setCurrentItem(more)
        QTest.keyClick(panel, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=panel.visualItemRect(more).center())
    (menu,) = panel.findChildren(QMenu)
    offered = {action.text(): action for action in menu.actions()}
    assert {"Due today\t1", "Far away\t0", "Cash && carry\t–"} <= set(offered)
    assert (len(offered), panel.currentItem().text()) == (len(View) + 1 - 8, "All")
    with qtbot.waitSignal(panel.view_chosen) as chosen:
        offered["Due today\t1"].trigger()
    assert chosen.args == [View.DUE_TODAY]
    assert (panel.currentItem().text(), shown(panel)) == ("Due today", [*day, *attention, "Due today", "More views"])
    panel.show_saved((SavedView("Cash & carry", Table.SHIPMENTS, search="cash"),))  # while the menu is open
    with qtbot.waitSignal(panel.saved_chosen) as anew:
        offered["Cash && carry\t–"].trigger()
    assert anew.args is not None
    assert anew.args[0].search == "cash"
    menu.close()
    panel.resize(52, 700)
    assert {"To attend", "Cash & carry", "1 view(s) at zero"} <= set(shown(panel))
