"""Somebody who sits at the desk: sees what is on the screen, and works with keys and mouse."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QFileDialog, QLineEdit, QMenu, QWidget

from app.ui.appearance.icons import CellRole
from app.ui.tables.column_arrangement import ColumnChooser
from tests.flows.conftest import Bench

D = TypeVar("D", bound=QDialog)


class Person:
    """What one person does and sees at a bench's desk; everything by the texts that they read."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.wait = bench.qtbot.waitUntil

    # What they do

    def sit_down(self) -> None:
        """Look at the window, which a desktop would bring to the front."""
        window = self._bench.window
        window.activateWindow()
        self.wait(window.isActiveWindow)

    def press(self, keys: str) -> None:
        """Press keys, wherever the keyboard is."""
        QTest.keySequence(QApplication.focusWidget() or self._bench.window, QKeySequence(keys))

    def write(self, text: str) -> None:
        """Type into what has the keyboard."""
        field = QApplication.focusWidget()
        assert field is not None
        QTest.keyClicks(field, text)

    def fill(self, field: QWidget, text: str) -> None:
        """Go to a field, and type something in place of what is there."""
        field.setFocus()
        self.press("Ctrl+A")
        self.write(text)

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def click_row(self, row: int) -> None:
        """Click into the first column of a row that is in sight, or scroll there."""
        view = self._bench.window.tabs.page.view
        index = view.model().index(row, view.columns_header.shown_places()[0])
        view.scrollTo(index)
        at = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def click_view(self, title: str) -> None:
        """Click a view in the list at the left."""
        views = self._bench.window.views
        item = next(one for one in map(views.item, range(views.count())) if one.text() == title)
        at: QPoint = views.visualItemRect(item).center()
        QTest.mouseClick(views.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def choose(self, field: QComboBox, word: str) -> None:
        """Choose a word with the arrow keys."""
        field.setFocus()
        for _ in range(field.count()):
            if field.currentText() == word:
                return
            QTest.keyClick(field, Qt.Key.Key_Down)
        assert field.currentText() == word

    def choose_to_export(self, text: str) -> None:
        """Choose something below the button for exports."""
        self._choose(self._bench.window.tab_actions.of_export, text)

    def choose_in_menu(self, text: str) -> None:
        """Choose something in the menu of what is done with rows and day."""
        self._choose(self._bench.window.tab_actions.more.menu(), text)

    def _choose(self, menu: QMenu, text: str) -> None:
        next(one for one in menu.actions() if one.text() == text).trigger()

    def show_column(self, title: str) -> None:
        """Show a column: find it in the list that the menu opens, and check it."""
        view = self._bench.window.tabs.page.view
        self.choose_in_menu("Choose columns…")
        chooser = view.findChildren(ColumnChooser)[-1]
        item = next(one for one in chooser.list.findItems(title, Qt.MatchFlag.MatchExactly))
        chooser.list.setCurrentItem(item)
        QTest.keyClick(chooser.list, Qt.Key.Key_Space)
        assert item.checkState() is Qt.CheckState.Checked
        chooser.close()

    def load(self) -> None:
        """Press F5, and wait until the day is there."""
        with self._bench.qtbot.waitSignal(self._bench.window.current_day.load_ended):
            self.press("F5")
        self._bench.settle()

    def name_file(self, name: str) -> None:
        """Answer the dialog that asks for a file."""
        files = self.dialog(QFileDialog)
        files.setOption(QFileDialog.Option.DontUseNativeDialog)
        field = files.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(field, QLineEdit)
        field.setText(name)
        files.accept()

    # What they see

    def dialog(self, kind: type[D]) -> D:
        """Look at the dialog that is open, and return it."""
        found: list[D] = []

        def look() -> bool:
            found[:] = [one for one in self._bench.window.findChildren(kind) if one.isVisible()]
            return bool(found)

        self.wait(look)
        found[-1].activateWindow()
        self.wait(found[-1].isActiveWindow)
        return found[-1]

    def button(self, text: str, inside: QWidget | None = None) -> QAbstractButton:
        """Return the button with a text."""
        found: list[QAbstractButton] = []

        def look() -> bool:
            buttons = (inside or self._bench.window).findChildren(QAbstractButton)
            found[:] = [one for one in buttons if one.isVisible() and one.text().replace("&", "") == text]
            return bool(found)

        self.wait(look)
        return found[0]

    def count(self, title: str) -> int:
        """Return the number behind a view in the list at the left; 0 where it says that there is none yet."""
        views = self._bench.window.views
        said = [str(views.item(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(views.count())]
        number = next(one for one in said if one.startswith(f"{title} ")).removeprefix(f"{title} ")
        return 0 if number == "–" else int(number)

    def column(self, title: str) -> list[str]:
        """Return what the column with a title shows, from top to bottom."""
        page = self._bench.window.tabs.page
        key = next(one.key for one in page.model.columns if page.model.title(one.key) == title)
        return self._bench.column(key, page.table)

    def is_bold(self, row: int) -> bool:
        model = self._bench.window.tabs.page.model
        return bool(model.data(model.index(row, 0), CellRole.NEW))

    def says_of_status(self, row: int) -> str:
        """Return what the sign beside the status says."""
        model = self._bench.window.tabs.page.model
        cell = model.index(row, model.position("shown_status"))
        return str(model.data(cell, Qt.ItemDataRole.AccessibleDescriptionRole) or "")

    def reads(self, *texts: str) -> Callable[[], bool]:
        """Return whether the pane at the right shows these texts, each somewhere."""
        return lambda: all(any(text in one for one in self._bench.window.detail.shown_texts()) for text in texts)

    def figure(self, title: str) -> str:
        """Return the figure of a part or a card of the Day tab."""
        buttons = [one for one in self._bench.window.day.page.findChildren(QAbstractButton) if one.isVisible()]
        named = (one.accessibleName().partition(": ") for one in buttons)
        return next(figure.partition(" (")[0] for name, _, figure in named if name == title)

    @property
    def line(self) -> str:
        """What the line at the bottom counts."""
        return self._bench.window.line.counted.text()

    @property
    def announced(self) -> str:
        """What the line at the bottom said last."""
        return self._bench.window.line.message.text()

    @property
    def clipboard(self) -> QMimeData:
        return QGuiApplication.clipboard().mimeData()
