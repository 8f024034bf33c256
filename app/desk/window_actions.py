"""The window's menu and keys."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget

from app.desk.keys_dialog import KeysDialog

if TYPE_CHECKING:
    from app.desk.window import MainWindow


class WindowActions(QObject):
    """Everything one can do by key or menu; each action is made once, and knows its key."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        top = window.top
        menu = QMenu(window)
        menu.addAction(self._add(self.tr("Export what I see…"), "Ctrl+E", window.exporting.export_shown))
        menu.addAction(self._add(self.tr("Export the whole day…"), "Ctrl+Shift+E", window.exporting.export_day))
        menu.addSeparator()
        menu.addAction(self._add(self.tr("Settings…"), "Ctrl+,", window.open_settings))
        if window.ports.start_demo is not None:
            menu.addAction(self._add(self.tr("Open the demo"), "", window.ports.start_demo))
        menu.addSeparator()
        menu.addAction(self._add(self.tr("Keys"), "F1", self._show_keys))
        menu.addAction(self._add(self.tr("About Despacho"), "", self._show_about))
        top.menu_button.setMenu(menu)
        self._add(self.tr("Load"), "F5", top.ask_to_load)
        self._add(self.tr("Search"), "Ctrl+F", lambda: _focus(top.search))
        self._add(self.tr("Clear search and filters"), "Esc", window.clear_filters)
        self._add(self.tr("Carrier"), "Ctrl+L", lambda: _focus(top.carrier))
        self._add(self.tr("Date"), "Ctrl+D", lambda: _focus(top.date))
        self._add(self.tr("Today"), "Ctrl+T", top.go_to_today)
        self._add(self.tr("Previous day"), "Alt+Left", lambda: top.step(-1))
        self._add(self.tr("Next day"), "Alt+Right", lambda: top.step(1))
        self._add(self.tr("Next pane"), "F6", lambda: self._next_pane(1))
        self._add(self.tr("Previous pane"), "Shift+F6", lambda: self._next_pane(-1))
        for place in range(window.tabs.count()):
            key = f"Ctrl+{place + 1}"
            self._add(window.tabs.tabText(place), key, partial(self._show_tab, place))

    def _add(self, text: str, key: str, act: Callable[[], object]) -> QAction:
        action = QAction(text, self._window)
        if key:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda: act())  # noqa: PLW0108 - triggered says whether it is checked
        self._window.addAction(action)
        return action

    def _show_tab(self, place: int) -> None:
        self._window.tabs.setCurrentIndex(place)
        self._window.page.view.setFocus()

    def _next_pane(self, step: int) -> None:
        window = self._window
        table = window.page.view if window.page.view.isVisible() else window.page.empty.main_button()
        panes: list[QWidget] = [window.top, window.views, table, window.detail]
        focused = QApplication.focusWidget()
        here = next((place for place, pane in enumerate(panes) if focused and _within(focused, pane)), 0)
        target = panes[(here + step) % len(panes)]
        _focus(window.top.search if target is window.top else target)

    def _show_keys(self) -> None:
        of_tables = {
            "Return": self.tr("Open detail"),
            "Ctrl+C": self.tr("Copy rows"),
            "Ctrl+Shift+C": self.tr("Copy rows with titles"),
            "Menu": self.tr("Menu of a cell"),
        }
        keys = [(one.shortcut(), one.text()) for one in self._window.actions() if not one.shortcut().isEmpty()]
        keys += [(QKeySequence(key), text) for key, text in of_tables.items()]
        native = QKeySequence.SequenceFormat.NativeText
        KeysDialog([(text.removesuffix("…"), key.toString(native), "") for key, text in keys], self._window).open()

    def _show_about(self) -> None:
        version = self._window.ports.version
        self._tell(self.tr("About Despacho"), self.tr("Despacho {version}").format(version=version))

    def _tell(self, title: str, text: str) -> None:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.open()


def _within(widget: QWidget, pane: QWidget) -> bool:
    return widget is pane or pane.isAncestorOf(widget)


def _focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
