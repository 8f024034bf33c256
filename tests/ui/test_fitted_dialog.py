"""What is scrolled in dialogs on small screens."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QFormLayout, QLineEdit, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from app.ui.settings.forms import FieldErrors
from app.ui.widgets.fitted_dialog import Scrolled
from tests.flows.places.ways import settle

TEXT = "This address is not encrypted: others could read the token on its way. Use the one that begins with https."


@pytest.fixture
def fields(qtbot: QtBot) -> Iterator[list[QLineEdit]]:
    """Twelve fields, in room for four."""
    page = QWidget()
    form = QFormLayout(page)
    made = [QLineEdit(f"field {nth}") for nth in range(12)]
    for one in made:
        form.addRow("", one)
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    tabs.addTab(Scrolled(page), "first")
    tabs.addTab(QLineEdit(), "second")
    tabs.resize(300, 170)
    tabs.show()
    tabs.activateWindow()
    qtbot.waitUntil(tabs.isActiveWindow)
    yield made
    tabs.close()


def is_seen(widget: QWidget) -> bool:
    area = widget.window().findChild(Scrolled)
    assert isinstance(area, Scrolled)
    return area.viewport().rect().contains(QRect(widget.mapTo(area.viewport(), QPoint()), widget.size()))


@pytest.mark.parametrize("place", [0, 5, 11])
def test_a_field_with_an_error_and_what_is_wrong_with_it_are_seen(
    qtbot: QtBot, fields: list[QLineEdit], place: int
) -> None:
    errors, field = FieldErrors(), fields[place]
    field.setFocus()
    errors.show(field, TEXT)
    said = errors.label(field)
    assert said is not None
    qtbot.waitUntil(lambda: is_seen(field) and is_seen(said))
    fields[5].setFocus()
    qtbot.waitUntil(lambda: is_seen(fields[5]))


def test_what_passes_the_keyboard_on_at_once_is_not_scrolled_to(qtbot: QtBot, fields: list[QLineEdit]) -> None:
    tabs = fields[0].window()
    assert isinstance(tabs, QTabWidget)
    fields[0].setFocus()
    qtbot.waitUntil(lambda: is_seen(fields[0]))
    fields[11].setFocus()
    tabs.tabBar().setFocus()
    settle()
    assert is_seen(fields[0])
