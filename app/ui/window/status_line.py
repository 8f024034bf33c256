"""The status line: how many rows are shown, what just happened, and in which time zone times are."""

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from app.ui.widgets.elided_label import ElidedLabel
from app.ui.widgets.labels import plain_label

_MESSAGE_MS = 15_000
_BETWEEN = 8
"""Pixels between labels, at least."""


class StatusLine(QStatusBar):
    """Shows counts and a temporary message at the left, the site's time zone at the right."""

    def __init__(self, zone_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count_label = plain_label()
        self._message_label = ElidedLabel(tone="dim")
        self.zone = plain_label(self.tr("Time: {zone}").format(zone=zone_name), tone="dim")
        self._beside: QLabel | None = None
        self._clearing = QTimer(self, singleShot=True, interval=_MESSAGE_MS)
        self._clearing.timeout.connect(self._clear)
        for label in (self._count_label, self.zone):
            label.setWordWrap(False)
        self.addWidget(self._count_label)
        self.addWidget(self._message_label, 1)
        self.addPermanentWidget(self.zone)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(12, 0, 16, 0)

    @property
    def counted(self) -> str:
        """How many rows are shown and selected, in words."""
        return self._count_label.text()

    @property
    def message(self) -> str:
        """The message that is shown; empty if there is none."""
        return self._message_label.text()

    def show_count(self, text: str) -> None:
        """Show how many rows are shown and selected."""
        self._count_label.setText(text)
        self._fold()

    def show_message(self, text: str) -> None:
        """Show a message for 15 seconds; an empty one clears the last one."""
        self._message_label.show_text(text)
        self._clearing.start()
        self._fold()

    @Slot()
    def _clear(self) -> None:
        self._message_label.show_text("")
        self._fold()

    def show_beside_zone(self, label: QLabel) -> None:
        """Show a label that has no room elsewhere, until it gets another parent."""
        self.removeWidget(self.zone)
        for one in (label, self.zone):
            self.addPermanentWidget(one)
            one.show()
        self._beside = label
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the zone only where there is room."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Leave the zone's room to a message that would be cut."""
        labels = [self._count_label, self._message_label, self.zone]
        if self._beside is not None and self._beside.parent() is self:
            labels.append(self._beside)
        needed = sum(label.sizeHint().width() + _BETWEEN for label in labels)
        self.zone.setVisible(not self.message or needed <= self.contentsRect().width())
