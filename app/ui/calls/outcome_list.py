"""What a call came to: its outcome, and when to call again."""

from datetime import datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from PySide6.QtCore import QKeyCombination, Qt, QTime, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QPushButton, QScrollArea, QTimeEdit, QVBoxLayout, QWidget

from app.domain.calls.queue import next_moment
from app.domain.calls.reasons import KEYED, CallReason, Reasons
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import scaled, with_even_figures
from app.ui.follow_up.follow_up_dialog import OneClickButton
from app.ui.widgets.labels import name_field, plain_label, tool_tip
from app.ui.widgets.wheel_guard import keep_from_wheel

_AT = -1
_CLOCK_WIDTH = 88
_MINUTES = (30, 60, 120)


class OutcomeList(QScrollArea):
    """A button for each outcome. Its key works wherever no text is written."""

    chosen = Signal(object)
    """The `CallReason` of a call that was made."""

    def __init__(self, reasons: Reasons, say: Say, formats: Formats, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = formats
        self.setAccessibleName(self.tr("Reason"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.buttons: list[QPushButton] = []
        self._hints: list[tuple[CallReason, QLabel]] = []
        """What each outcome does, below its button."""
        for place, reason in enumerate(reasons.offered, 1):
            column.addLayout(self._line(place, reason, reasons.name(reason.key, say), parent))
        column.addStretch(1)
        self.setWidget(content)
        self.show_reminder(0, "")

    def _line(self, place: int, reason: CallReason, name: str, keys_of: QWidget) -> QVBoxLayout:
        has_key = place <= KEYED
        button = OneClickButton((f"{place}   {name}" if has_key else name).replace("&", "&&"))
        button.setFont(with_even_figures(button.font()))
        button.setAutoDefault(False)
        button.setProperty("outcome", True)
        button.setAccessibleName(f"{place} {name}" if has_key else name)
        button.clicked.connect(partial(self.chosen.emit, reason))
        self.buttons.append(button)
        if has_key:
            key = QKeySequence(QKeyCombination(Qt.Key(Qt.Key.Key_0 + place)))
            shortcut = QShortcut(key, keys_of, autoRepeat=False)  # the next recipient would get the outcome too
            shortcut.activated.connect(partial(self._press, button))
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(button)
        hint = plain_label(tone="dim")
        line.addWidget(hint)
        self._hints.append((reason, hint))
        return line

    def show_reminder(self, minutes: int | None, clock: str) -> None:
        """Say what each outcome does if the user calls again then.

        Args:
            minutes: from now; 0: as the outcome says; None: at `clock`.
            clock: a time of day, such as `16:00`.
        """
        chosen = self._again(minutes) if minutes else self.tr("Call again at {time}").format(time=clock)
        for (reason, hint), button in zip(self._hints, self.buttons, strict=True):
            effect = self._effect(reason) if minutes == 0 else chosen
            button.setAccessibleDescription(effect)
            button.setToolTip(tool_tip(effect))
            hint.setText(f"      {effect}")
            hint.setVisible(minutes == 0 and not reason.closes)  # a chosen time already stands above the list

    def _press(self, button: QPushButton) -> None:
        if button.isEnabled():
            button.click()

    def _effect(self, reason: CallReason) -> str:
        if reason.closes:
            return self.tr("Acknowledges what failed")
        if not reason.again_minutes:
            return self.tr("Stays to attend")
        return self._again(reason.again_minutes)

    def _again(self, minutes: int) -> str:
        return self.tr("Call again in {time}").format(time=self._formats.minutes(minutes))

    def enable(self, *, is_possible: bool) -> None:
        """Let the outcomes be chosen or not."""
        for button in self.buttons:
            button.setEnabled(is_possible)


class ReminderField(QWidget):
    """Offers to leave it to the outcome, some waits, and a time of day; a time that is past is tomorrow's."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = QComboBox()
        self.choice.addItem(self.tr("As the reason says"), 0)
        for minutes in _MINUTES:
            text = self.tr("In {minutes} min").format(minutes=minutes) if minutes < 60 else ""
            self.choice.addItem(text or self.tr("In {hours} h").format(hours=minutes // 60), minutes)
        self.choice.addItem(self.tr("At a time…"), _AT)
        self.clock = QTimeEdit(QTime(16, 0))
        self.clock.setDisplayFormat("HH:mm")
        keep_from_wheel(self.choice, self.clock)
        name_field(self.choice, self.tr("Call again"))
        name_field(self.clock, self.tr("Time of the call"))
        self.clock.setFixedWidth(scaled(_CLOCK_WIDTH))
        self.clock.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.choice)
        column.addWidget(self.clock)
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
            self.clock.setFocus()

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
