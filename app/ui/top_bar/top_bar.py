"""The top bar: carrier, date, Load, age of the data, search, receiver, alerts, menu."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from enum import IntEnum

from PySide6.QtCore import QDate, QEvent, QMargins, QObject, QPoint, QSignalBlocker, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QWidget,
)

from app.domain.days import LoadProgress, Scope
from app.domain.texts import Say
from app.ui.alerts.alert_controller import Bell
from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.search.search_field import SearchField
from app.ui.top_bar.carrier_field import NARROW_WIDTH, WIDTH, CarrierField
from app.ui.top_bar.date_field import LONG_DATE, SHORT_DATE, DateField
from app.ui.widgets.chip import Chip, Extent
from app.ui.widgets.labels import name_field, plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_PATIENCE_MS = 500
_SEARCH, _NARROW_SEARCH = 160, 88
_AROUND_DATE = 53
"""Pixels of the date field beside its text: its margins and its arrow."""
_MARGINS, _NARROW_MARGINS = QMargins(16, 8, 12, 8), QMargins(10, 8, 10, 8)
_SPACING, _NARROW_SPACING = 8, 6


class Fold(IntEnum):
    """What the top bar leaves out; each step also leaves out what those before it do. The fields always stay."""

    NOTHING = 0
    CHIP_DETAILS = 1
    AGE = 2  # the status line shows it
    CHIP_WORDS = 3
    TODAY = 4  # its button, and the weekday of the date
    DAY_BUTTONS = 5
    WIDTHS = 6
    """The widths that fields have beyond the least, and the bar of a load."""


class TopBar(QFrame):
    """Reports by signals what the user wants."""

    day_chosen = Signal(object)
    """A `Scope`, without a carrier while none is typed."""
    load_asked = Signal()
    cancel_asked = Signal()
    age_folded = Signal()
    """There is no room for `age`, which another place may show until there is."""

    def __init__(self, say: Say, today: Callable[[], date], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", "top")
        self._say = say
        self._today = today
        self.views_button = QToolButton()
        self.carrier = CarrierField()
        self.date = DateField(theme, today)
        self.today_button = QPushButton(self.tr("Today"))
        self._load_icons = [icon("refresh", color) for color in (theme.text, theme.on_fill)]
        self.load = QPushButton(self._load_icons[1], self.tr("Load"))
        self.cancel = QPushButton(icon("x", theme.text), self.tr("Cancel"))
        self.progress = QProgressBar()
        self.age = plain_label(tone="dim", wraps=False)
        self.search = SearchField(theme)
        self.notes, self.receiver = Chip(theme, self.tr("Notes of the day")), Chip(theme, self.tr("Receiver"))
        self.bell = Bell(theme)
        self.menu_button = QToolButton()
        self.fold = Fold.NOTHING
        self._date_widths: dict[str, int] = {}
        self._chosen = Scope((), today())
        self._takes_long = False
        """Whether a load is under way that has not ended at once."""
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_bar)
        self._set_up_fields(theme)
        self._lay_out(theme)

    def _set_up_fields(self, theme: Theme) -> None:
        keep_from_wheel(self.date)
        self.carrier.name_by_label(self)
        self.carrier.chosen.connect(self._choose)
        self.carrier.entered.connect(self.ask_to_load)
        name_field(self.date, self.tr("Date"))
        self.date.setDisplayFormat(LONG_DATE)
        self.date.setDateRange(QDate(2015, 1, 1), QDate(2100, 12, 31))
        self.date.setMinimumWidth(self._date_width(LONG_DATE))
        self.date.setKeyboardTracking(False)  # else the first of two digits would show its own day
        self.date.dateChanged.connect(self._choose)
        self.today_button.clicked.connect(self.go_to_today)
        self.load.setProperty("primary", True)
        self.load.setAccessibleName(self.tr("Load"))
        self.load.clicked.connect(self.ask_to_load)
        self.cancel.clicked.connect(self.cancel_asked)
        self.cancel.hide()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(96)
        self.progress.setAccessibleName(self.tr("Progress of the load"))
        self.progress.hide()
        self.search.setAccessibleName(self.tr("Search"))
        self.search.use_hints(
            self.tr("Search number, name, phone, address…"),
            self.tr("Search number, name…"),
            self.tr("Search…"),
        )
        self.search.setToolTip(self.tr("Paste a list of numbers to see their rows."))
        self.search.setMaximumWidth(scaled(420))
        self.search.setMinimumWidth(scaled(_NARROW_SEARCH))
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.views_button.setIcon(icon("panel-left", theme.dim))
        self.views_button.setCheckable(True)
        self.views_button.setToolTip(self.tr("Show or hide the names of the views"))
        self.views_button.setAccessibleName(self.tr("Show the names of the views"))
        self.menu_button.setIcon(icon("settings", theme.text))
        self.menu_button.setToolTip(self.tr("Menu"))
        self.menu_button.setAccessibleName(self.tr("Menu"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _lay_out(self, theme: Theme) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(_MARGINS)
        row.setSpacing(_SPACING)
        before = self._step("chevron-left", self.tr("Previous day"), -1, theme)
        after = self._step("chevron-right", self.tr("Next day"), 1, theme)
        self._day_buttons = (before, self.today_button, after)
        row.addWidget(self.views_button)
        row.addWidget(self.carrier)
        row.addLayout(in_row(*self._day_buttons, spacing=0))
        for widget in (self.date, self.load, self.cancel):
            row.addWidget(widget)
        row.addWidget(self.progress)
        row.addWidget(self.age)
        row.addStretch(0)  # it takes what the search has no use for
        row.addWidget(self.search, 1)
        row.addWidget(self.notes)
        self.notes.hide()  # until there is one
        row.addWidget(self.receiver)
        row.addWidget(self.bell)
        row.addWidget(self.menu_button)

    def _date_width(self, form: str) -> int:
        """Return the width that the dates of any weekday and month need; each layout asks for it."""
        if form not in self._date_widths:
            locale, metrics = self.date.locale(), self.date.fontMetrics()
            days = (QDate(2026, month, day) for month in range(1, 13) for day in range(22, 29))
            texts = (locale.toString(one, form) for one in days)
            self._date_widths[form] = max(map(metrics.horizontalAdvance, texts)) + scaled(_AROUND_DATE)
        return self._date_widths[form]

    def minimumSizeHint(self) -> QSize:
        """Return the size with as much folded as can be."""
        return QSize(self._needed(Fold.WIDTHS), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold what the new width has no room for."""
        super().resizeEvent(event)
        self._refold()

    def event(self, event: QEvent) -> bool:
        """Fold again when a text needs another width."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._refold()
        return super().event(event)

    def _needed(self, fold: Fold) -> int:
        """Return the width that is needed if so much is folded."""
        is_narrow = fold >= Fold.WIDTHS
        widths = [
            scaled(NARROW_WIDTH if is_narrow else WIDTH),
            self._date_width(_form(fold)),
            scaled(_NARROW_SEARCH if fold >= Fold.CHIP_WORDS else _SEARCH),
            *(chip.size_at(_extent(fold)).width() for chip in (self.notes, self.receiver) if not chip.isHidden()),
        ]
        shown: list[QWidget] = [self.cancel if self.load.isHidden() else self.load, self.bell, self.menu_button]
        shown += [self.progress] if self._takes_long and not is_narrow else []
        shown += [self.age] if fold < Fold.AGE else []
        shown += [] if is_narrow else [self.views_button]
        shown += self._shown_day_buttons(fold)
        widths += [min(max(one.sizeHint().width(), one.minimumWidth()), one.maximumWidth()) for one in shown]
        margins = _NARROW_MARGINS if is_narrow else _MARGINS
        spacing = _NARROW_SPACING if is_narrow else _SPACING
        gaps = len(widths) - max(len(self._shown_day_buttons(fold)) - 1, 0)  # these have none between them
        return sum(widths) + gaps * spacing + margins.left() + margins.right()

    def _shown_day_buttons(self, fold: Fold) -> list[QWidget]:
        least = {self.today_button: Fold.TODAY}
        return [one for one in self._day_buttons if fold < least.get(one, Fold.DAY_BUTTONS)]

    def _refold(self) -> None:
        fold = next((one for one in Fold if self._needed(one) <= self.width()), Fold.WIDTHS)
        self.progress.setVisible(self._takes_long and fold < Fold.WIDTHS)
        if fold is self.fold:
            return
        before, self.fold = self.fold, fold
        is_narrow = fold >= Fold.WIDTHS
        self.views_button.setVisible(not is_narrow)
        for chip in (self.notes, self.receiver):
            chip.use_extent(_extent(fold))
        for button in self._day_buttons:
            button.setVisible(button in self._shown_day_buttons(fold))
        self.carrier.setMinimumWidth(scaled(NARROW_WIDTH if is_narrow else WIDTH))
        self._row.setContentsMargins(_NARROW_MARGINS if is_narrow else _MARGINS)
        self._row.setSpacing(_NARROW_SPACING if is_narrow else _SPACING)
        self.date.setDisplayFormat(_form(fold))
        self.date.setMinimumWidth(self._date_width(_form(fold)))
        if fold < Fold.AGE <= before:
            self._row.insertWidget(self._row.indexOf(self.progress) + 1, self.age)
            self.age.show()
        elif before < Fold.AGE <= fold:
            self._row.removeWidget(self.age)
            self.age.hide()
            self.age_folded.emit()

    def _step(self, name: str, text: str, days: int, theme: Theme) -> QPushButton:
        button = QPushButton(icon(name, theme.text), "")
        button.setFixedWidth(scaled(34))
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.clicked.connect(lambda: self.step(days))
        return button

    def show_day(self, day: Scope, offered: Sequence[str], desk: Sequence[str]) -> None:
        """Show the day in the fields, and the carriers to choose from: any that were used, and those of the desk."""
        with QSignalBlocker(self.carrier), QSignalBlocker(self.date):
            self.carrier.show_carriers(day.carriers, offered, desk)
            if (shown := QDate(day.date.year, day.date.month, day.date.day)) != self.date.date():
                self.date.setDate(shown)  # the same one would take away what is half typed
        self._chosen = day

    def chosen_date(self) -> date:
        """Return the date in the field, also one that is still being typed."""
        self.date.interpretText()
        chosen = self.date.date()
        return date(chosen.year(), chosen.month(), chosen.day())

    def step(self, days: int) -> None:
        """Move the date by some days."""
        self.go_to(self.chosen_date() + timedelta(days=days))

    @Slot()
    def go_to_today(self) -> None:
        """Set the date to the site's today."""
        self.go_to(self._today())

    def go_to(self, day: date) -> None:
        """Set the date."""
        self.date.setDate(QDate(day.year, day.month, day.day))

    @Slot()
    def _choose(self) -> None:
        day = Scope(self.carrier.carriers(), self.chosen_date())
        if day != self._chosen:
            self._chosen = day
            self.day_chosen.emit(day)

    @Slot()
    def ask_to_load(self) -> None:
        """Ask for the day in the fields to be loaded; without a carrier, focus its field."""
        self._choose()
        if not self._chosen.carriers:
            self.carrier.setFocus()
            below, said = QPoint(0, self.carrier.height()), tool_tip(self.tr("Type the carrier's code first."))
            QToolTip.showText(self.carrier.mapToGlobal(below), said, self.carrier)
        else:
            self.load_asked.emit()

    def show_loading(self, *, loading: bool) -> None:
        """Show Cancel instead of Load while a load is under way, and a progress bar after half a second."""
        had_focus = self.load.hasFocus() or self.cancel.hasFocus()
        self.load.setVisible(not loading)
        self.cancel.setVisible(loading)
        if had_focus:
            (self.cancel if loading else self.load).setFocus()
        if loading:
            self._patience.start()
        else:
            self._patience.stop()
            self._takes_long = False
            self._refold()
        self.progress.setRange(0, 0)  # while it is hidden: Qt would repaint it at once

    @Slot()
    def _show_bar(self) -> None:
        self._takes_long = True
        self._refold()

    def show_progress(self, progress: LoadProgress, carrier: str) -> None:
        """Show how far the load is, and of which carrier if there are several."""
        if progress.fraction is not None:
            self.progress.setRange(0, 1000)
            self.progress.setValue(int(progress.fraction * 1000))
        text = self._say(progress.note) if progress.note else ""
        if not text and progress.shipments:
            text = self.tr("%Ln shipment(s)…", "", progress.shipments)
        if text:
            self.age.setText(f"{carrier}: {text}" if carrier else text)

    def emphasize_load(self, *, is_main: bool) -> None:
        """Make Load the main action of the window, or one of several."""
        restyle(self.load, "primary", is_main)
        self.load.setIcon(self._load_icons[is_main])

    def show_age(self, text: str, short: str = "", *, is_old: bool, has_failed: bool = False) -> None:
        """Show how old the data is, in colour if it is older than it should be, or that the last load failed."""
        self.age.setText(short or text)
        self.age.setAccessibleName(text)
        restyle(self.age, "tone", "bad" if has_failed else "warn" if is_old else "dim")
        self.load.setText(self.tr("Retry") if has_failed else self.tr("Load"))
        self.load.setToolTip(tool_tip(text))


def _form(fold: Fold) -> str:
    return SHORT_DATE if fold >= Fold.TODAY else LONG_DATE


def _extent(fold: Fold) -> Extent:
    if fold >= Fold.CHIP_WORDS:
        return Extent.ICON if fold >= Fold.WIDTHS else Extent.FIGURE
    return Extent.FIRST_WORDS if fold >= Fold.CHIP_DETAILS else Extent.WHOLE


class FoldedEntries(QObject):
    """Puts the entries at the head of the menu whenever it opens.

    `of_days` are the actions of the buttons for days, `of_views` that of the button for the names of the views.
    """

    def __init__(self, top: TopBar, menu: QMenu, of_days: Sequence[QAction], of_views: QAction) -> None:
        super().__init__(menu)
        self._top = top
        self._menu = menu
        self._of_days = of_days
        self._of_receiver = QAction(menu)
        self._of_receiver.triggered.connect(top.receiver.click)
        self._of_views = of_views
        self._end = QAction(menu)
        self._end.setSeparator(True)
        menu.aboutToShow.connect(self.offer)

    @Slot()
    def offer(self) -> None:
        """Offer what is folded now."""
        for action in (*self._of_days, self._of_receiver, self._of_views, self._end):
            self._menu.removeAction(action)
        today, *steps = self._of_days
        folded = [today] if self._top.fold >= Fold.TODAY else []
        folded += steps if self._top.fold >= Fold.DAY_BUTTONS else []
        if self._top.fold >= Fold.CHIP_WORDS:
            self._of_receiver.setText(self._top.receiver.text().replace("&", "&&"))
            folded.append(self._of_receiver)
        if self._top.fold >= Fold.WIDTHS:
            folded.append(self._of_views)
        if folded:
            self._menu.insertActions(self._menu.actions()[0], [*folded, self._end])
