"""Opens the settings, and applies those that change."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.domain.access.credentials import SecretName
from app.domain.settings import Settings
from app.ui.context.window_context import WindowContext
from app.ui.ports.settings_ports import SecretState, SettingsPlace, SettingsPorts
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.settings.settings_dialog import SettingsDialog

_NEEDED = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
_SOON_MS = 250
"""After the window is made: the modules that ask the keyring take long to load."""
_REBUILDING = ("language", "theme", "time_zone", "country", "far_metres")


class SettingsController(QObject):
    """Opens the dialog, and reports which secrets are there and whether the window must be rebuilt."""

    rebuild_asked = Signal()
    """The language, the theme or another setting changed that the whole window is built from."""
    set_up_seen = Signal(bool)
    """Whether the carrier can be asked: its address and both credentials are there."""
    test_alert_asked = Signal()
    """The user wants to see what an alert looks like."""

    def __init__(self, context: WindowContext, ports: SettingsPorts, receiver: ReceiverController) -> None:
        super().__init__(context.window)
        self._context = context
        self._ports = ports
        self._receiver = receiver
        self._settings = context.settings.read()
        context.signals.asked.connect(self._lead)
        QTimer.singleShot(_SOON_MS, self, self._look_for_credentials)

    @Slot()
    def open_settings(self, place: SettingsPlace | None = None) -> None:
        """Open the settings at their first page, or with the cursor in a field."""
        dialog = SettingsDialog(self._context, self._ports)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(self.follow)
        dialog.reasons_changed.connect(self.rebuild_asked)
        dialog.test_alert_asked.connect(self.test_alert_asked)
        if place is not None:
            dialog.show_place(place)
        dialog.open()

    @Slot(object)
    def _lead(self, place: object) -> None:
        """Show the field that a button leads to; what else buttons ask for is done elsewhere."""
        if isinstance(place, SettingsPlace):
            self.open_settings(place)

    @Slot(object)
    def follow(self, settings: Settings) -> None:
        """Apply settings that were saved."""
        before, self._settings = self._settings, settings
        self._look_for_credentials()
        if any(getattr(before, key) != getattr(settings, key) for key in _REBUILDING):
            self.rebuild_asked.emit()

    @Slot()
    def _look_for_credentials(self) -> None:
        states = self._ports.secrets.states
        self._context.workers.start(lambda _report: states()).succeeded.connect(self._see_credentials)

    @Slot(object)
    def _see_credentials(self, states: dict[SecretName, SecretState]) -> None:
        has_address = bool(self._context.settings.read().base_url)
        self._receiver.note_secrets(states)
        self.set_up_seen.emit(has_address and all(states[name].is_set for name in _NEEDED))
