from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.domain.pace.day_pace import TypicalDay
from app.domain.views.report import Hour
from app.ui.appearance.theme import DARK, LIGHT, Theme
from app.ui.day_report.day_words import DayWords
from app.ui.day_report.hours_chart import HoursChart, HoursScale, ticks
from tests.ui.conftest import formats
from tests.ui.test_report_document import EMPTY, REPORT

AREA = QRectF(30, 0, 390, 230)
SCALE = HoursScale(AREA, range(7, 20), 10)


def chart(theme: Theme, qtbot: QtBot, *hours: Hour) -> HoursChart:
    """Return the chart of a day with a gap from 10:20 to 11:05."""
    made = HoursChart(DayWords(str), theme)
    qtbot.addWidget(made)
    made.resize(512, 262)
    made.show_report(replace(REPORT, hours=hours or REPORT.hours), formats())
    return made


def picture(shown: HoursChart) -> QImage:
    return shown.grab().toImage()


def color_at(image: QImage, point: QPointF) -> str:
    return image.pixelColor(point.toPoint()).name()


def colors_in(image: QImage, place: QRectF) -> set[str]:
    room = place.toRect()
    return {
        image.pixelColor(x, y).name()
        for x in range(room.left(), room.right() + 1)
        for y in range(room.top(), room.bottom() + 1)
    }


def test_an_hour_and_its_visits_have_a_point_and_the_point_has_the_hour() -> None:
    assert SCALE.point(7, 0) == AREA.bottomLeft()
    assert SCALE.point(20, 0) == AREA.bottomRight()
    assert SCALE.point(8.5, 5).x() == 30 + 45
    assert SCALE.point(8, 10) == QPointF(60, 30)
    for hour in SCALE.hours:
        for part in (0.01, 0.5, 0.99):
            assert SCALE.hour_at(SCALE.point(hour + part, 3)) == hour
    for beside in (QPointF(29, 50), QPointF(5, 50), QPointF(421, 50)):
        assert SCALE.hour_at(beside) not in SCALE.hours


def test_the_parts_of_a_bar_stand_on_each_other() -> None:
    parts = SCALE.bar(Hour(9, 4, 0, 2))
    assert list(parts) == [State.DELIVERED, State.EXCEPTION, State.OTHER]
    assert parts[State.DELIVERED] == QRectF(SCALE.point(9.15, 4), SCALE.point(9.85, 0))
    assert parts[State.EXCEPTION].height() == 0
    assert parts[State.OTHER] == QRectF(SCALE.point(9.15, 6), SCALE.point(9.85, 4))


def test_of_a_gap_the_part_within_the_hours_is_shown() -> None:
    assert SCALE.span(8, 9.5) == QRectF(60, 0, 45, 230)
    assert SCALE.span(0, 8) == QRectF(30, 0, 30, 230)
    assert SCALE.span(19, 24) == QRectF(390, 0, 30, 230)
    assert SCALE.span(2, 6).width() == SCALE.span(21, 24).width() == 0


def test_hours_have_labels_that_do_not_overlap() -> None:
    assert SCALE.labelled(29) == list(range(7, 20))
    assert SCALE.labelled(59) == [8, 10, 12, 14, 16, 18]
    assert SCALE.labelled(60) == [8, 12, 16]


@pytest.mark.parametrize(
    ("highest", "made"),
    [(5, [0, 1, 2, 3, 4, 5]), (9, [0, 2, 4, 6, 8]), (69, [0, 20, 40, 60]), (1300, [0, 500, 1000])],
)
def test_ticks_are_few_round_numbers(highest: int, made: list[int]) -> None:
    assert ticks(highest) == made


def test_any_scale_has_some_ticks_at_even_distances() -> None:
    for highest in (*range(5, 3000), 123_456, 9_999_999):
        made = ticks(highest)
        assert 3 <= len(made) <= 6
        assert made[0] == 0
        assert made[-1] <= highest
        assert len({after - before for before, after in pairwise(made)}) == 1


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_bars_and_gaps_are_painted_in_the_colours_of_the_theme(
    theme: Theme, qtbot: QtBot, dressed: QApplication
) -> None:
    hour = Hour(8, 4, 3, 3)
    shown = chart(theme, qtbot, hour, Hour(12, 0, 0), Hour(14, 1, 0))
    scale, image = shown.scale, picture(shown)
    delivered, failed, other = scale.bar(hour).values()
    assert color_at(image, delivered.topRight() + QPointF(-2, 2)) == theme.good_fill.lower()
    assert theme.surface.lower() in colors_in(image, delivered), "the number of deliveries"
    assert color_at(image, other.center()) == theme.control.lower()
    hatched = colors_in(image, failed.adjusted(1, 1, -1, -1))
    assert theme.bad_fill.lower() in hatched
    assert len(hatched) > 1
    assert color_at(image, scale.point(10.7, 3)) == theme.warning.background.lower()
    assert color_at(image, scale.point(11.2, 3)) != theme.warning.background.lower()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_typical_is_a_stroke_and_dashed_from_the_present_hour_on(
    theme: Theme, qtbot: QtBot, dressed: QApplication
) -> None:
    shown = chart(theme, qtbot, Hour(8, 1, 0))

    def gaps(hour: int) -> bool:
        """Whether the stroke over an hour, which 7 visits are usual in, has gaps."""
        line, image = QRectF(shown.scale.point(hour + 0.1, 7), shown.scale.point(hour + 0.9, 7)), picture(shown)
        drawn = {color_at(image, QPointF(x, line.top())) for x in range(int(line.left()), int(line.right()))}
        assert theme.text.lower() in drawn
        return len(drawn) > 1

    shown.show_typical(TypicalDay(0.5, (7.0,) * 24), 14)
    assert shown.scale.most == 7
    assert [gaps(hour) for hour in (9, 13, 14, 17)] == [False, False, True, True]
    shown.show_typical(TypicalDay(0.5, (7.0,) * 24), None)
    assert [gaps(hour) for hour in (9, 17)] == [False, False]
    shown.show_typical(None, 14)
    assert shown.scale.most == 5


def test_the_hour_under_the_pointer_and_that_of_the_keyboard_are_highlighted(
    qtbot: QtBot, dressed: QApplication
) -> None:
    shown = chart(LIGHT, qtbot)
    shown.show()
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    shown.clearFocus()
    place = shown.scale.point(15.5, 2.5)
    QTest.mouseMove(shown, place.toPoint())
    assert color_at(picture(shown), place) == LIGHT.hover.lower()
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    assert color_at(picture(shown), place) == LIGHT.selection.lower()
    QTest.keyClick(shown, Qt.Key.Key_End)
    assert color_at(picture(shown), place) not in (LIGHT.hover.lower(), LIGHT.selection.lower())
    assert color_at(picture(shown), shown.scale.point(19.5, 2.5)) == LIGHT.selection.lower()


def test_the_scale_follows_the_day(qtbot: QtBot, dressed: QApplication) -> None:
    shown = chart(LIGHT, qtbot)
    assert (shown.scale.hours, shown.scale.most) == (range(7, 20), 5)
    left = shown.scale.area.left()
    shown.show_report(replace(REPORT, hours=(Hour(5, 1200, 30), Hour(22, 60, 4))), formats())
    assert (shown.scale.hours, shown.scale.most) == (range(5, 23), 1230)
    assert shown.scale.area.left() > left
    shown.show_report(EMPTY, formats())
    assert (shown.scale.hours, shown.scale.most) == (range(7, 20), 5)


def test_labels_stand_beside_their_ticks_and_below_their_hours(qtbot: QtBot, dressed: QApplication) -> None:
    shown = chart(LIGHT, qtbot)
    scale, image = shown.scale, picture(shown)
    bottom = scale.area.bottom() + 3
    at_left = [QRectF(0, scale.point(7, tick).y() - 2, scale.area.left() - 3, 4) for tick in ticks(5)]
    below = [QRectF(scale.x(hour + 0.5) - 2, bottom, 4, shown.height() - bottom) for hour in range(8, 20)]
    for places, away in ((at_left, QPointF(0, -12)), (below, QPointF(scale.x(8) - scale.x(8.5), 0))):
        for place in places:
            assert len(colors_in(image, place)) > 1
            assert len(colors_in(image, place.translated(away))) == 1
