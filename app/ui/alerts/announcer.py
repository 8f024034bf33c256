"""Announces alerts outside the window: grouped, with a sound if wanted, and not in the quiet time."""

from collections.abc import Callable, Sequence
from datetime import time

from PySide6.QtCore import QObject, QTimer, Slot

from app.domain.reception.alerts import Alert, is_quiet
from app.domain.settings import Settings
from app.ui.alerts.alert_words import AlertWords
from app.ui.widgets.tray import Shower

GATHER_MS = 10_000
QUIET_MS = 60_000
"""How often to check whether the quiet time is over."""


class Announcer(QObject):
    """Shows one message for all alerts of ten seconds, or of the quiet time."""

    def __init__(
        self,
        shower: Shower,
        words: AlertWords,
        settings: Callable[[], Settings],
        site_time: Callable[[], time],
        beep: Callable[[], object],
        parent: QObject | None = None,
    ) -> None:
        """Announce through `shower` and `beep`."""
        super().__init__(parent)
        self._shower = shower
        self._words = words
        self._settings = settings
        self._site_time = site_time
        self._beep = beep
        self.waiting: list[Alert] = []
        self.announced: Sequence[Alert] = ()
        """The alerts of the last message."""
        self.gathering = QTimer(self, singleShot=True)
        self.gathering.timeout.connect(self._announce)

    @Slot(object)
    def take(self, alerts: Sequence[Alert]) -> None:
        """Announce these alerts soon, if the user wants that."""
        settings = self._settings()
        if not (settings.alert_failed or settings.alert_sound):
            return
        self.waiting += alerts
        if self.waiting and not self.gathering.isActive():
            self.gathering.start(GATHER_MS)

    @Slot()
    def forget(self) -> None:
        """Drop the alerts that wait: the user read them in the window."""
        self.waiting = []
        self.gathering.stop()

    @Slot()
    def _announce(self) -> None:
        settings = self._settings()
        if is_quiet(self._site_time(), settings.quiet_from, settings.quiet_until):
            self.gathering.start(QUIET_MS)
            return
        alerts, self.waiting = self.waiting, []
        if not alerts:
            return
        if settings.alert_failed:
            self.announced = alerts
            self._shower.show(*self._words.message(alerts))
        if settings.alert_sound:
            self._beep()
