"""Opens Help and the palette."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.domain.days import Scope
from app.domain.views.queries import VIEW_TITLES, SavedView, View
from app.ui.appearance.shown_texts import key_text
from app.ui.context.places import HelpPage, HelpPlace
from app.ui.context.window_context import DialogFeature, Feature, WindowContext
from app.ui.help.palette import GROUP, KEYS, Palette, PaletteEntry, Shortcut

if TYPE_CHECKING:
    from app.ui.help.help_dialog import HelpDialog

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_WRITTEN = re.compile(r"(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?")


def typed_day(text: str, today: date, *, month_first: bool) -> date | None:
    """Return the day that a text means; None if it means none.

    Without a year it is the latest such day that is not in the future. `month_first` decides between two readings.
    """
    text = text.strip()
    if found := _ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    one, other = int(found[1]), int(found[2])
    day, month = (other, one) if month_first else (one, other)
    return _of_year(found[3], month, day, today) or _of_year(found[3], day, month, today)


def _of_year(year: str | None, month: int, day: int, today: date) -> date | None:
    if year:
        return _day(int(year) if len(year) == 4 else 2000 + int(year), month, day)
    this = _day(today.year, month, day)
    return this if this is not None and this <= today else _day(today.year - 1, month, day)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


class PaletteCommands(Feature):
    """Collects them whenever the palette opens, and runs the one that is chosen."""

    view_chosen = Signal(object)
    """A `View` to show."""
    saved_view_chosen = Signal(object)
    """A `SavedView` to show."""
    date_chosen = Signal(object)
    """A `date` to show."""

    def __init__(self, context: WindowContext, saved_views: Callable[[], Sequence[SavedView]]) -> None:
        """List the actions of a window; `saved_views` returns the user's own views."""
        super().__init__(context)
        self._saved_views = saved_views
        self._palette: Palette | None = None

    def shortcuts(self) -> list[Shortcut]:
        """Return the actions that have a key."""
        named = [(one, _keys_of(one)) for one in self._actions()]
        return [Shortcut(str(one.property(GROUP)), _title(one), keys) for one, keys in named if keys]

    @Slot()
    def open_palette(self) -> None:
        """Open the palette."""
        if self._palette is None:
            self._palette = Palette(
                list(self._entries()), self._days, self._context.state.last_done(), self._context.window
            )
            self._palette.finished.connect(self._palette.deleteLater)
            self._palette.finished.connect(self._forget_palette)
            self._palette.chosen.connect(self._do)
        self._palette.open_over(self._context.window)

    @Slot()
    def _forget_palette(self) -> None:
        self._palette = None

    def _actions(self) -> list[QAction]:
        return [one for one in self._context.window.actions() if one.text() and one.isVisible()]

    def _entries(self) -> Iterator[PaletteEntry]:
        for one in self._actions():
            yield PaletteEntry(_title(one), str(one.property(GROUP) or ""), one.trigger, _keys_of(one), one.isEnabled())
        for view in View:
            title = self._context.say(VIEW_TITLES[view])
            yield PaletteEntry(title, self.tr("View"), partial(self.view_chosen.emit, view))
        for saved in self._saved_views():
            yield PaletteEntry(saved.name, self.tr("My view"), partial(self.saved_view_chosen.emit, saved))
        for carrier in dict.fromkeys([*self._context.state.carriers(), *self._context.rows.carriers()]):
            yield PaletteEntry(carrier, self.tr("Carrier"), partial(self._show_carrier, carrier))

    def _days(self, text: str) -> list[PaletteEntry]:
        written = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
        is_month_first = written.lower().find("m") < written.lower().find("d") and not written.lower().startswith("y")
        day = typed_day(text, self._context.clock.today(), month_first=is_month_first)
        if day is None:
            return []
        return [PaletteEntry(self._context.formats.long_date(day), self.tr("Day"), partial(self.date_chosen.emit, day))]

    def _show_carrier(self, carrier: str) -> None:
        self._context.signals.day_asked.emit(Scope((carrier,), self._context.day.shown_day.date))

    @Slot(object)
    def _do(self, entry: PaletteEntry) -> None:
        self._context.state.keep_last_done(entry.name)
        self._context.window.activateWindow()
        QTimer.singleShot(0, self, entry.act)  # after the palette has given the focus back


def _title(action: QAction) -> str:
    return action.text().removesuffix("…")


def _keys_of(action: QAction) -> str:
    of_table = action.property(KEYS)
    keys = [QKeySequence(str(of_table))] if of_table else action.shortcuts()
    return ", ".join(map(key_text, keys))


class HelpController(DialogFeature["HelpDialog"]):
    """Holds the dialog while it is open."""

    def __init__(self, context: WindowContext, commands: PaletteCommands) -> None:
        super().__init__(context)
        self._commands = commands
        context.signals.help_asked.connect(self.open_place)
        context.signals.asked.connect(self._lead)

    def open_page(self, page: HelpPage) -> None:
        """Open a page of Help."""
        self._shown().show_page(page)

    @Slot(object)
    def open_place(self, place: HelpPlace) -> None:
        """Open a place in the manual."""
        self._shown().show_place(place)

    @Slot(object)
    def _lead(self, place: object) -> None:
        if isinstance(place, HelpPlace):
            self.open_place(place)

    def _shown(self) -> "HelpDialog":
        from app.ui.help.help_dialog import HelpDialog  # noqa: PLC0415 - 40 ms of a start, which Help is no part of

        dialog = self.dialog
        if dialog is None or not isValid(dialog):  # a modal dialog takes it along
            dialog = self._held(HelpDialog(self._context, self._commands.shortcuts()))
        over = QApplication.activeModalWidget() or self._context.window  # which blocks what is not its own
        if dialog.parent() is not over:
            dialog.setParent(over, dialog.windowFlags())
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog
