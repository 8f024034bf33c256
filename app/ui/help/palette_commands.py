"""What the palette offers of a window: its actions, its views, its carriers, and any day."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTimer, Slot
from PySide6.QtGui import QAction, QKeySequence

from app.domain.days import Day
from app.domain.views.queries import VIEW_TITLES, View
from app.ui.help.palette import Entry, Palette
from app.ui.help.shortcuts_page import Shortcut
from app.ui.help.typed_day import typed_day
from app.ui.window.window_actions import GROUP, KEYS

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow


class PaletteCommands(QObject):
    """Gathers them whenever the palette opens, and does what is chosen."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._palette: Palette | None = None

    def shortcuts(self) -> list[Shortcut]:
        """Return the actions that have a key."""
        named = [(one, _keys_of(one)) for one in self._actions()]
        return [Shortcut(str(one.property(GROUP)), _title(one), keys) for one, keys in named if keys]

    @Slot()
    def open_palette(self) -> None:
        """Let the user choose."""
        window = self._window
        if self._palette is None:
            self._palette = Palette(list(self._entries()), self._days, window.state.last_done(), window)
            self._palette.finished.connect(self._palette.deleteLater)
            self._palette.finished.connect(self._forget_palette)
            self._palette.chosen.connect(self._do)
        self._palette.open_over(window)

    @Slot()
    def _forget_palette(self) -> None:
        self._palette = None

    def _actions(self) -> list[QAction]:
        return [one for one in self._window.actions() if one.text() and one.isVisible()]

    def _entries(self) -> Iterator[Entry]:
        for one in self._actions():
            yield Entry(_title(one), str(one.property(GROUP) or ""), one.trigger, _keys_of(one), one.isEnabled())
        window = self._window
        for view in View:
            title = window.ports.say(VIEW_TITLES[view])
            yield Entry(title, self.tr("View"), partial(window.views.view_chosen.emit, view))
        for saved in window.saved.views:
            yield Entry(saved.name, self.tr("My view"), partial(window.views.saved_chosen.emit, saved))
        for carrier in dict.fromkeys([*window.state.carriers(), *window.ports.rows.carriers()]):
            yield Entry(carrier, self.tr("Carrier"), partial(self._show_carrier, carrier))

    def _days(self, text: str) -> list[Entry]:
        window = self._window
        written = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
        is_month_first = written.lower().find("m") < written.lower().find("d") and not written.lower().startswith("y")
        day = typed_day(text, window.ports.today(), month_first=is_month_first)
        if day is None:
            return []
        return [Entry(window.detail.formats.long_date(day), self.tr("Day"), partial(window.top.go_to, day))]

    def _show_carrier(self, carrier: str) -> None:
        self._window.show_day(Day(carrier, self._window.current_day.shown_day.date))

    @Slot(object)
    def _do(self, entry: Entry) -> None:
        self._window.state.keep_last_done(entry.name)
        self._window.activateWindow()
        QTimer.singleShot(0, self, entry.act)  # the palette gives the focus back first


def _title(action: QAction) -> str:
    return action.text().removesuffix("…")


def _keys_of(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    of_table = action.property(KEYS)
    keys = [QKeySequence(str(of_table))] if of_table else action.shortcuts()
    return ", ".join(one.toString(native) for one in keys)
