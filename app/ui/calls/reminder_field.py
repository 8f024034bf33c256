"""The field that says when to call again."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from PySide6.QtCore import QTime, Signal, Slot
from PySide6.QtWidgets import QComboBox, QTimeEdit, QVBoxLayout, QWidget

from app.domain.calls.queue import next_moment
from app.ui.appearance.theme import scaled
from app.ui.widgets.labels import name_field
from app.ui.widgets.wheel_guard import keep_from_wheel

_AT = -1
_CLOCK_WIDTH = 88
_MINUTES = (30, 60, 120)


class ReminderField(QWidget):
    """Offers to leave it to the outcome, some waits, and a time of day; a time that is past is tomorrow's."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
