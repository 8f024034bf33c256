"""The line at the bottom: how many rows, what just happened, by which clock."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStatusBar, QWidget

from app.ui.widgets.labels import plain_label

_MESSAGE_MS = 15_000


class StatusLine(QStatusBar):
    """Shows counts at the left, a message for a while beside them, the site's time zone at the right."""

    def __init__(self, zone_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted = plain_label()
        self._message = plain_label(tone="dim")
        self._zone = plain_label(self.tr("Time: {zone}").format(zone=zone_name), tone="dim")
        self._time = QTimer(self, singleShot=True, interval=_MESSAGE_MS)
        self._time.timeout.connect(self._message.clear)
        for label in (self._counted, self._message, self._zone):
            label.setWordWrap(False)
        self.addWidget(self._counted)
        self.addWidget(self._message)
        self.addPermanentWidget(self._zone)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(12, 0, 16, 0)

    @property
    def counted(self) -> str:
        """How many rows are shown and selected, in words."""
        return self._counted.text()

    @property
    def told(self) -> str:
        """The message that is shown; empty where there is none."""
        return self._message.text()

    def show_count(self, text: str) -> None:
        """Show how many rows are shown and selected."""
        self._counted.setText(text)

    def tell(self, text: str) -> None:
        """Show a message for a while; an empty one takes the last one away."""
        self._message.setText(text)
        self._time.start()
