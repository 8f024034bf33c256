from collections.abc import Iterator, Sequence
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.domain.views.columns import Table
from app.domain.views.queries import Hit
from app.ui.context.window_context import WindowContext
from app.ui.search.global_search import GlobalSearchDialog
from tests.ui.conftest import DAY, Shelf


class Library(Shelf):
    """Rows that hold whatever is looked for, and are found when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.is_open = Event()
        self.is_open.set()
        self.looked_for: list[str] = []
        self.limits: set[int] = set()

    def hits(self, words: str, limit: int) -> Sequence[Hit]:
        self.looked_for.append(words)
        self.limits.add(limit)
        self.is_open.wait()
        return [
            Hit(Table.SHIPMENTS, nth, DAY, f"{words} {nth}", None, None, State.OTHER) for nth in range(min(limit, 3))
        ]


@pytest.fixture
def shelf() -> Iterator[Library]:
    library = Library()
    yield library
    library.is_open.set()


@pytest.fixture
def dialog(shelf: Library, context: WindowContext, qtbot: QtBot, dressed: QApplication) -> Iterator[GlobalSearchDialog]:
    dialog = GlobalSearchDialog(context)
    dialog.show()
    dialog.search("one")
    qtbot.waitUntil(lambda: bool(dialog.table.hits))
    yield dialog
    shelf.is_open.set()


def test_enter_takes_nothing_of_the_words_before_while_those_typed_are_looked_for(
    dialog: GlobalSearchDialog, shelf: Library, qtbot: QtBot
) -> None:
    shelf.is_open.clear()
    dialog.field.setText("two")
    qtbot.waitUntil(lambda: "two" in shelf.looked_for)
    assert not dialog.go.isEnabled()
    with qtbot.assertNotEmitted(dialog.hit_chosen):
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    with qtbot.waitSignal(dialog.hit_chosen) as chosen:
        shelf.is_open.set()
    assert chosen.args is not None
    assert chosen.args[0].number == "two 0"


def test_enter_right_after_the_last_letter_chooses_when_the_answer_is_there(
    dialog: GlobalSearchDialog, qtbot: QtBot
) -> None:
    dialog.field.setText("two")
    with qtbot.waitSignal(dialog.hit_chosen) as chosen:
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert chosen.args is not None
    assert chosen.args[0].number == "two 0"


def test_who_types_on_after_enter_is_not_taken_away(dialog: GlobalSearchDialog, shelf: Library, qtbot: QtBot) -> None:
    shelf.is_open.clear()
    dialog.field.setText("two")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    dialog.field.setText("twofold")
    with qtbot.assertNotEmitted(dialog.hit_chosen):
        shelf.is_open.set()
        qtbot.waitUntil(lambda: dialog.table.hits[0].number == "twofold 0")
    assert dialog.go.isEnabled()


def test_as_many_are_looked_for_as_the_dialog_says_that_it_shows(dialog: GlobalSearchDialog, shelf: Library) -> None:
    assert shelf.limits == {200}


def test_a_number_of_40_digits_is_listed_whole(dialog: GlobalSearchDialog, qtbot: QtBot) -> None:
    number = "1234567890" * 4
    dialog.search(number)
    qtbot.waitUntil(lambda: dialog.table.hits[:1] != () and dialog.table.hits[0].number.startswith(number))
    assert dialog.table.columnWidth(2) >= dialog.table.sizeHintForColumn(2)
