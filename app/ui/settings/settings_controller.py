"""Whether the program is set up, and what follows where its settings change."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.domain.credentials import SecretName
from app.domain.settings import Settings
from app.qt_threads.query_thread import QueryThread
from app.ui.ports.ports import Rows, SecretState
from app.ui.settings.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from app.ui.window.window import MainWindow

_NEEDED = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
_SOON_MS = 250
"""After the window is made: what asks the keyring takes long to be loaded."""
_REBUILDING = ("language", "theme", "time_zone", "far_metres")


class SettingsController(QObject):
    """Opens the settings, and has the window follow them."""

    def __init__(self, window: "MainWindow", query_thread: QueryThread[Rows]) -> None:
        super().__init__(window)
        self._window = window
        self._query_thread = query_thread
        self._settings = window.ports.settings()
        self.is_complete = True
        """Whether the carrier can be asked; taken for granted until the keyring has answered."""
        QTimer.singleShot(_SOON_MS, self, self._look_for_credentials)

    @Slot()
    def open_settings(self, *, at_receiver: bool = False, at_alerts: bool = False, at_sender: bool = False) -> None:
        """Open the settings, or their page about the receiver or the alerts, or at the sender's time zone."""
        window = self._window
        dialog = SettingsDialog(window.ports, window.workers, self._query_thread, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(self.follow)
        dialog.test_alert_asked.connect(window.alerts.show_test)
        if at_receiver:
            dialog.show_receiver()
        elif at_alerts:
            dialog.show_alerts()
        elif at_sender:
            dialog.show_sender()
        dialog.open()

    @Slot(object)
    def follow(self, settings: Settings) -> None:
        """Work by these settings; another language or theme asks for a new window."""
        before, self._settings = self._settings, settings
        self._look_for_credentials()
        if any(getattr(before, key) != getattr(settings, key) for key in _REBUILDING):
            self._window.rebuild_asked.emit()

    @Slot()
    def _look_for_credentials(self) -> None:
        secrets = self._window.ports.secrets
        self._window.workers.start(lambda _report: secrets()).succeeded.connect(self._see_credentials)

    @Slot(object)
    def _see_credentials(self, states: dict[SecretName, SecretState]) -> None:
        has_address = bool(self._window.ports.settings().base_url)
        self.is_complete = has_address and all(states[name].is_set for name in _NEEDED)
        self._window.receiver.see_set_up(states)
        self._window.show_rows()
