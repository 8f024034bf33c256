"""The headline, the bar and the cards: what they say, and the rows that they lead to."""

from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import DAY_OUTCOMES, State
from app.domain.days import Scope
from app.domain.views.columns import Table
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, SignsOff
from app.domain.views.queries import ValueFilter, View
from app.domain.views.report import Figures, Group
from app.ui.day_report.day_page import DayPage
from tests.ui.conftest import DAY, formats
from tests.ui.day_report.conftest import COUNTED, PAST, Clock, Reports, Show
from tests.ui.test_report_document import REPORT, TALLY


def test_the_headline_says_until_when_and_how_many_with_their_value(page: DayPage) -> None:
    assert page.headline.text() == "At 12:00, 6 of 10 parcel(s) are delivered"
    assert page.value.text() == "Delivered value $\N{NO-BREAK SPACE}60,000 of $\N{NO-BREAK SPACE}100,000"


def test_the_headline_of_an_earlier_day_has_no_hour(show: Show) -> None:
    page = show(replace(REPORT, day=Scope(DAY.carriers, date(2026, 11, 19))))
    assert page.headline.text() == "6 of 10 parcel(s) were delivered"
    assert page.left.title.text() == "Remained out"
    assert page.left.figure.text() == "0"
    assert page.delivered.note.text() == "A working day: 80 %"


def test_the_headline_has_the_hour_of_what_is_known_if_that_is_long_ago(
    page: DayPage, clock: Clock, shelf: Reports
) -> None:
    clock.now += timedelta(minutes=59)
    page.use_formats(formats())
    assert page.headline.text().startswith("At 12:00")
    page._context.clock.tick()
    assert page.headline.text().startswith("At 12:59")
    clock.now += timedelta(minutes=1)
    page._context.clock.tick()
    assert page.headline.text().startswith("At 12:00")


def test_each_part_of_the_bar_says_its_count_and_leads_to_its_rows(page: DayPage, qtbot: QtBot) -> None:
    names = [part.accessibleName() for part in page.bar.parts.values()]
    assert names == [
        "Delivered: 6 (60 %)",
        "Failed: 3 (30 %)",
        "Ready for pickup: 1 (10 %)",
        "Out for delivery: 0 (0 %)",
        "Other: 0 (0 %)",
    ]
    assert page.bar.bar.accessibleName() == ", ".join(names)
    for outcome, part in page.bar.parts.items():
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.keyClick(part, Qt.Key.Key_Space)
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", DAY_OUTCOMES[outcome]), COUNTED)]
    bar = page.bar.bar
    for share, key in ((0.3, "entregado"), (0.75, "excepcion"), (0.95, "retiro")):
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(int(bar.width() * share), 5))
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", key), COUNTED)]


def test_where_no_row_is_left_out_none_has_to_be_filtered_out(show: Show, qtbot: QtBot) -> None:
    page = show(replace(REPORT, figures=Figures(TALLY)))
    with qtbot.waitSignal(page.filter_asked) as asked:
        page.bar.parts[State.DELIVERED].click()
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", "entregado"),)]
    with qtbot.waitSignal(page.filter_asked) as asked:
        page.groups[Group.DRIVER].table.line_asked.emit(Group.DRIVER, REPORT.groups[Group.DRIVER][0])
    assert asked.args == [Table.SHIPMENTS, (ValueFilter("driver", "Eva Ríos"),)]


def test_the_cards_have_a_figure_that_leads_to_its_rows(page: DayPage, qtbot: QtBot) -> None:
    assert page.delivered.figure.accessibleName() == "Delivered: 60 %"
    assert page.delivered.note.text() == "A working day at this hour: 50 %"
    assert page.to_attend.figure.accessibleName() == "To attend: 2"
    assert page.to_attend.note.text() == "Of 3 failed"
    assert page.left.figure.accessibleName() == "Will remain out: ≈ 8"
    assert page.left.note.text() == "Between 2 and 14, by the last 9 working day(s)"
    for card, key in ((page.delivered, "entregado"), (page.left, "abierto")):
        with qtbot.waitSignal(page.filter_asked) as asked:
            QTest.keyClick(card.figure, Qt.Key.Key_Space)
        assert asked.args == [Table.SHIPMENTS, (ValueFilter("outcome", key), COUNTED)]
    with qtbot.waitSignal(page.view_asked) as asked:
        QTest.mouseClick(page.to_attend.figure, Qt.MouseButton.LeftButton)
    assert asked.args == [View.TO_ATTEND]


def test_nobody_is_to_be_called_where_nothing_is_to_attend(show: Show) -> None:
    assert show(replace(REPORT, to_attend=0, to_attend_visits=1)).call.isVisible()
    page = show(replace(REPORT, to_attend=0))
    assert not page.call.isVisible()
    assert page.to_attend.figure.text() == "0"
    assert page.to_attend.figure.property("tone") == ""


def test_with_fewer_than_five_days_of_a_kind_nothing_is_compared(
    page: DayPage, show: Show, shelf: Reports, clock: Clock
) -> None:
    assert page.hours.typical.isVisible()
    shelf.past = PAST[:3]
    clock.now += timedelta(minutes=11)  # so long what past days tell is used
    show(REPORT)
    assert page.delivered.note.text() == "A working day at this hour: –"
    assert (page.left.figure.text(), page.left.note.text()) == ("–", "Not known yet: 2 working day(s) missing")
    assert not page.hours.typical.isVisible()


def test_past_days_are_read_again_after_a_while(show: Show, shelf: Reports, clock: Clock) -> None:
    show(REPORT)
    assert shelf.past_read == 1
    clock.now += timedelta(minutes=11)
    show(REPORT)
    assert shelf.past_read == 2


def test_why_there_is_no_forecast_is_said(show: Show, shelf: Reports) -> None:
    shelf.went = replace(shelf.went, loaded_at=None)
    page = show(REPORT)
    assert (page.left.figure.text(), page.left.note.text()) == ("–", "The day is not loaded yet.")


def test_what_is_to_be_known_of_the_figures_stands_under_them(show: Show, qtbot: QtBot) -> None:
    why = SIGNS_OFF_TEXTS[SignsOff.NO_NOTIFICATION]
    page = show(replace(REPORT, figures=replace(REPORT.figures, seen_later=3, moved=1), nothing_missing=why))
    said = (
        "3 outcome(s) seen only by a later load · 1 row(s) of manifests not in force left out"
        " · 1 row(s) moved to another listing and left out"
    )
    never = "No notification ever arrived here, so none is counted as possibly missed."
    assert page.notes.text() == f"{said} · {never}"
    assert page.notes.isVisible()
    with qtbot.waitSignal(page.counted) as counted:
        show(replace(REPORT, figures=replace(REPORT.figures, repeated=2)))
    assert counted.args == ["Each parcel is counted once · 3 row(s) left out"]
    assert not show(replace(REPORT, figures=Figures(REPORT.figures.tally))).notes.isVisible()
