import pytest
from PySide6.QtCore import QDate, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.days import Scope
from app.ui.appearance.theme import LIGHT, scaled
from app.ui.top_bar.date_field import LONG_DATE
from app.ui.top_bar.top_bar import TopBar
from tests.ui.conftest import TODAY


def test_a_load_that_takes_long_does_not_widen_the_smallest_window(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1500, 48)
    bar = TopBar(str, lambda: TODAY, LIGHT, window)
    bar.resize(1500, 48)
    window.show()
    bar.show_loading(loading=True)
    smallest = bar.minimumSizeHint().width()
    qtbot.waitUntil(bar.progress.isVisible)
    assert bar.minimumSizeHint().width() == smallest
    bar.resize(smallest, 48)
    assert not bar.progress.isVisible()
    bar.resize(1500, 48)
    assert bar.progress.isVisible()
    bar.show_loading(loading=False)
    assert not bar.progress.isVisible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_widest_date_of_a_year_is_not_cut(dressed: QApplication, qtbot: QtBot, language: str) -> None:
    window = QWidget()
    window.setLocale(QLocale(language))
    qtbot.addWidget(window)
    bar = TopBar(str, lambda: TODAY, LIGHT, window)
    days = (QDate(2026, 1, 1).addDays(nth) for nth in range(365))
    texts = (bar.date.locale().toString(day, LONG_DATE) for day in days)
    widest = max(map(bar.date.fontMetrics().horizontalAdvance, texts))
    assert bar.date.minimumWidth() - widest >= scaled(52)  # the arrow, and the field's own room


def test_the_wheel_changes_neither_carrier_nor_date(dressed: QApplication, qtbot: QtBot) -> None:
    bar = TopBar(str, lambda: TODAY, LIGHT)
    qtbot.addWidget(bar)
    bar.carrier.addItems(["ANDINA-BOG", "OTRA"])
    shown = bar.carrier.currentText(), bar.date.date()
    bar.show()
    for field in (bar.carrier, bar.date):
        field.setFocus()
        wheel = QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(field, wheel)
        assert not wheel.isAccepted()
    assert (bar.carrier.currentText(), bar.date.date()) == shown


def test_a_date_that_is_half_typed_shows_no_day_and_stays_until_it_is_whole(
    dressed: QApplication, qtbot: QtBot
) -> None:
    bar = TopBar(str, lambda: TODAY, LIGHT)
    qtbot.addWidget(bar)
    bar.resize(1500, 48)
    with qtbot.waitActive(bar):
        bar.show()
    shown = Scope(("ANDINA-BOG",), TODAY)
    bar.show_day(shown, (), ())
    chosen: list[Scope] = []
    bar.day_chosen.connect(chosen.append)
    bar.date.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QTest.keyClicks(bar.date, "1")
    bar.show_day(shown, (), ())  # a load ended meanwhile
    assert not chosen
    QTest.keyClicks(bar.date, "7")
    QTest.keyClick(bar.date, Qt.Key.Key_Return)
    assert [one.date for one in chosen] == [TODAY.replace(day=17)]
