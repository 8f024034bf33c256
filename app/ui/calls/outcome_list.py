"""What a call came to: its outcome, and when to call again."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from PySide6.QtCore import QKeyCombination, QSize, Qt, QTime, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QTimeEdit, QWidget

from app.domain.calls.queue import next_moment
from app.domain.calls.reasons import KEYED, CallReason, Reasons
from app.domain.follow_ups import NEXT_STEP_TEXTS, FailureReason, NextStep
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import line_height, scaled, with_even_figures
from app.ui.follow_up.follow_up_dialog import OneClickButton
from app.ui.widgets.flow_layout import PlainArea
from app.ui.widgets.labels import begun, name_field, plain_label, tool_tip
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_FIRST_OFFER = timedelta(minutes=90)  # the full hour before that is 30 minutes ahead at least
_AT = -1
_ROW, _LOW_ROW = 42, 36
_CLOCK_WIDTH = 88
_MINUTES = (30, 60, 120)


def on_key(key: Qt.Key, page: QWidget, act: Callable[[], object]) -> None:
    """Have a key act within a page, since the window has other controls; held down it acts once.

    With repetition the next recipient would get the outcome too.
    """
    within = Qt.ShortcutContext.WidgetWithChildrenShortcut
    shortcut = QShortcut(QKeySequence(QKeyCombination(key)), page, autoRepeat=False, context=within)
    shortcut.activated.connect(act)


class OutcomeButton(OneClickButton):
    """An outcome: its key, its word, and below that what it leads to."""

    def __init__(self, key: str, name: str) -> None:
        super().__init__()
        self.setAccessibleName(f"{key} {name}".strip())
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.effect = plain_label(tone="dim")
        self._name = plain_label(name, heading="outcome")
        self._words = in_column(self._name, self.effect, spacing=0)
        self._row = in_row(on=self, margins=(10, 4, 10, 4), spacing=10)
        if key:
            cap = plain_label(key, heading="key")
            cap.setFont(with_even_figures(cap.font()))
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._row.addWidget(cap, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addLayout(self._words, 1)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_effect(self, effect: str) -> None:
        """Say what the outcome leads to."""
        self.setAccessibleDescription(effect)
        self.setToolTip(tool_tip(effect))
        self.effect.setText(effect)

    def least_width(self) -> int:
        """Return the width that its key and its word need, whatever it leads to."""
        beside = self._row.totalMinimumSize().width() - self._words.totalMinimumSize().width()
        return beside + self._name.minimumSizeHint().width()

    def sizeHint(self) -> QSize:
        """Return the size of its words."""
        return self._row.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the least size of its words."""
        return self._row.totalMinimumSize()

    def heightForWidth(self, width: int) -> int:
        """Return the height of its words at a width."""
        return max(self._row.totalHeightForWidth(width), line_height(_LOW_ROW if self.effect.isHidden() else _ROW))


class OutcomeList(PlainArea):
    """A button for each outcome. Its key works wherever no text is written."""

    chosen = Signal(object)
    """The `CallReason` of a call that was made."""

    def __init__(self, reasons: Reasons, say: Say, parent: QWidget) -> None:
        super().__init__(parent)
        self._say = say
        self.setAccessibleName(self.tr("Reason"))
        content = QWidget()
        content.setObjectName("scrolled")
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self.buttons: list[OutcomeButton] = []
        self._reasons = reasons.offered
        self._steps: dict[NextStep | None, str] = {one: say(text) for one, text in NEXT_STEP_TEXTS.items()}
        self._steps[NextStep.RETURN] = self.tr("Return")  # it stands in one line with what follows
        self._asked: dict[str, tuple[str, str]] = {
            FailureReason.RESCHEDULED: (self.tr("Choose a day"), self.tr("Write for when")),
            FailureReason.ADDRESS: (self.tr("Asks for the new address"), self.tr("Write the new address")),
            FailureReason.OTHER: (self.tr("Asks for a note"), self.tr("Write the note")),
        }
        self.armed: CallReason | None = None
        """The outcome that was chosen and asks for a note first."""
        for place, reason in enumerate(self._reasons, 1):
            key = str(place) if place <= KEYED else ""
            button = OutcomeButton(key, reasons.name(reason.key, say))
            button.clicked.connect(partial(self.chosen.emit, reason))
            self.buttons.append(button)
            if key:
                on_key(Qt.Key(Qt.Key.Key_0 + place), parent, button.click)
        self._columns = 0
        self._arrange(1)
        self.setWidget(content)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the words alone, in two columns if these have room, where all of it would be scrolled."""
        super().resizeEvent(event)
        gap = self._grid.spacing()
        is_low = self.height() < len(self.buttons) * (line_height(_ROW) + gap)
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        has_room = room >= 2 * max(one.least_width() for one in self.buttons) + gap
        self._arrange(2 if is_low and has_room else 1)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns, rows = columns, -(-len(self.buttons) // columns)
        for nth, button in enumerate(self.buttons):
            button.effect.setVisible(columns == 1)
            self._grid.addWidget(button, nth % rows, nth // rows)
        for place in range(2):
            self._grid.setColumnStretch(place, place < columns)
        for place in range(len(self.buttons) + 1):
            self._grid.setRowStretch(place, place == rows)

    def show_effects(self, again: datetime | None, now: datetime, formats: Formats) -> None:
        """Say what each outcome leads to, if the user calls again then; None: as the outcome says."""
        for reason, button in zip(self._reasons, self.buttons, strict=True):
            waits = timedelta(minutes=reason.again_minutes)
            at = again or (now + waits if waits and not reason.closes else None)
            if reason is self.armed:
                effect = self.wanted
            elif at is not None:
                effect = self.tr("Call again {time}").format(time=formats.minute(at))
            else:
                step = self._asked.get(reason.key, ("", ""))[0] or self._steps.get(reason.next_step, "")
                closes = self.tr("acknowledged") if reason.closes else self.tr("stays to attend")
                is_long = reason.key in self._asked and reason.next_step is None
                effect = begun(" · ".join(filter(None, [step, "" if is_long else closes])))
            button.show_effect(effect)

    def asks(self, reason: CallReason, *, has_time: bool) -> bool:
        """Return whether an outcome is nothing without what was agreed; a time says it all where it is put off."""
        return reason.key in self._asked and not (has_time and reason.key == FailureReason.RESCHEDULED)

    def arm(self, reason: CallReason | None) -> None:
        """Mark the outcome that waits for its note; None: none does."""
        self.armed = reason
        for one, button in zip(self._reasons, self.buttons, strict=True):
            button.setChecked(False)  # while it still can be: else it is not painted anew
            button.setCheckable(one is reason)
            button.setChecked(one is reason)

    @property
    def wanted(self) -> str:
        """What the note of the armed outcome has to say; empty if none waits for it."""
        return self._asked[self.armed.key][1] if self.armed is not None else ""

    def enable(self, *, is_possible: bool) -> None:
        """Let the outcomes be chosen or not."""
        for button in self.buttons:
            button.setEnabled(is_possible)


class ReminderField(QWidget):
    """Offers to leave it to the outcome, some waits, and a time of day; a time that is past is tomorrow's."""

    changed = Signal()

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Make it; `now` returns the time at the site."""
        super().__init__()
        self._now = now
        self.choice = QComboBox()
        self.choice.addItem(self.tr("As the reason says"), 0)
        for minutes in _MINUTES:
            text = self.tr("In {minutes} min").format(minutes=minutes) if minutes < 60 else ""
            self.choice.addItem(text or self.tr("In {hours} h").format(hours=minutes // 60), minutes)
        self.choice.addItem(self.tr("At a time…"), _AT)
        self.clock = QTimeEdit()
        self.clock.setDisplayFormat("HH:mm")
        keep_from_wheel(self.choice, self.clock)
        name_field(self.choice, self.tr("Call again"))
        self.setAccessibleName(self.choice.accessibleName())
        self.setFocusProxy(self.choice)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        name_field(self.clock, self.tr("Time of the call"))
        self.clock.setFixedWidth(scaled(_CLOCK_WIDTH))
        self.clock.hide()
        in_column(self.choice, self.clock, on=self, margins=0, spacing=8)
        self.choice.currentIndexChanged.connect(self._show_clock)
        self.choice.activated.connect(self._go_to_clock)
        self.clock.timeChanged.connect(self.changed)

    @Slot()
    def _show_clock(self) -> None:
        self.clock.setVisible(self.choice.currentData() == _AT)
        self.changed.emit()

    @Slot()
    def _go_to_clock(self) -> None:
        if self.choice.currentData() == _AT:
            self.clock.setTime(QTime((self._now() + _FIRST_OFFER).hour, 0))
            self.clock.setFocus()

    def offer(self) -> None:
        """Open the list, if it can be seen."""
        if self.choice.isVisible():
            self.choice.setFocus()
            self.choice.showPopup()

    def clear(self) -> None:
        """Leave it to the outcome again."""
        self.choice.setCurrentIndex(0)

    @property
    def minutes(self) -> int | None:
        """The wait that is chosen; 0: as the outcome says; None: until the time of day."""
        minutes = int(self.choice.currentData())
        return None if minutes == _AT else minutes

    def moment(self, now: datetime, zone: ZoneInfo) -> datetime | None:
        """Return when to call again; None: as the outcome says."""
        minutes = self.minutes
        if minutes is None:
            at = self.clock.time()
            return next_moment(time(at.hour(), at.minute()), now, zone)
        return now + timedelta(minutes=minutes) if minutes else None
