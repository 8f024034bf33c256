"""The settings dialog, and what opens it and applies what was changed."""

from contextlib import suppress
from functools import partial
from typing import cast

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QSpinBox, QTabWidget, QWidget

from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, SecretName
from app.domain.errors import AppError
from app.domain.settings import Group, Settings
from app.services.kept_secrets import SecretState, secret_states
from app.ui.context.places import HelpPlace, Page, SettingsPlace
from app.ui.context.window_context import Feature, WindowContext
from app.ui.context.window_state import ClosingChoice
from app.ui.receiver.receiver_controller import ReceiverController
from app.ui.settings.call_settings import CallSettings
from app.ui.settings.codes_field import CodesField
from app.ui.settings.forms import add_line, add_note, new_form, value_of
from app.ui.settings.saving import SavingDialog
from app.ui.settings.secret_line import SecretLine
from app.ui.settings.settings_groups import (
    AlertSettings,
    CarriersSettings,
    ReceiverSettings,
    Retention,
    SharingSettings,
)
from app.ui.widgets.fitted_dialog import KeepFitted, Question, Scrolled, scaled_room, within_screen
from app.ui.widgets.labels import plain_label
from app.ui.widgets.layouts import in_column
from app.ui.widgets.system import has_tray

_MARGIN = 20
HELP = (
    HelpPlace(Page.FIRST_DAY, "what-you-need"),
    HelpPlace(Page.FIRST_DAY, "several-carriers"),
    HelpPlace(Page.RECEIVING, "set-it-up"),
    HelpPlace(Page.TO_ATTEND, "alerts"),
    HelpPlace(Page.TO_ATTEND, "reasons-and-messages"),
    HelpPlace(Page.SHARING, "connect-a-desk"),
    HelpPlace(Page.SCRIPTS, "settings"),
)
"""What explains each page."""


class SettingsDialog(SavingDialog):
    """Changes nothing before Save. Secrets are written to the keyring in a worker, and are never shown."""

    reasons_changed = Signal()
    """The site's reasons were changed and saved."""
    test_alert_asked = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context, is_first_day=False)
        self.setWindowTitle(self.tr("Settings"))
        self.tabs = QTabWidget(documentMode=True)
        self.receiver = ReceiverSettings(self.fields)
        self.carriers, self.sharing = CarriersSettings(self.fields), SharingSettings(context, self.fields)
        self.alerts = AlertSettings(self.fields, has_tray=has_tray())
        self.calls = CallSettings(self._saving.reasons or context.formats.reasons, context.say)
        self.calls.setEnabled(self._saving.reasons is not None)
        self.closing = QComboBox()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        KeepFitted(self)
        self._lay_out()
        context.explain(self, lambda: HELP[self.tabs.currentIndex()])
        self._show_values()
        with suppress(AppError):  # of facts that cannot be read none is implied
            in_use = context.rows.carriers_of_desk(context.settings.read(), context.clock.now())
            cast("CodesField", self.fields["carriers"]).imply(in_use)
        self._shown = {key: value_of(field) for key, field in self.fields.items()}
        self._changed: set[str] = set()
        self.alerts.test_asked.connect(self.test_alert_asked)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self.sharing.test.stop)
        self.tabs.currentChanged.connect(self._go_to_error)
        if self._saving.problem is not None:
            self._show_failure(self._saving.problem)

    def _lay_out(self) -> None:
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.tr("Settings"))
        self.tabs.setUsesScrollButtons(False)  # they decide about the width of the dialog, where there is room for it
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        for page, title in (
            (self.carrier, self.tr("Connection")),
            (self.carriers, self.tr("Carriers")),
            (self.receiver, self.tr("Receiver")),
            (self.alerts, self.tr("Alerts")),
            (self.calls, self.tr("Calls")),
            (self.sharing, self.tr("Sharing")),
            (self._program_page(), self.tr("This program")),
        ):
            scrolled = Scrolled(page)
            self.tabs.addTab(scrolled, title)
            if page is self.carrier:
                self.carrier.explained.connect(scrolled.show_soon)
        wanted = max(scaled_room(self, 600).width(), self.tabs.minimumSizeHint().width())
        room = within_screen(self, self.maximumSize()).width() - 2 * _MARGIN
        self.tabs.setUsesScrollButtons(wanted > room)
        self.tabs.setMinimumWidth(min(wanted, room))
        in_column(
            self.tabs,
            self.error,
            self.session_only,
            self.buttons,
            on=self,
            margins=(_MARGIN, 12, _MARGIN, 16),
            spacing=12,
        )

    def _program_page(self) -> QWidget:
        page = QWidget()
        form = new_form(page)
        self.fields.add_group(form, Group.PROGRAM)
        days = cast("QSpinBox", self.fields["retention_days"])
        add_note(form, Retention(days, self._context.clock.today, self._context.queries).note)
        add_line(form, self.tr("Closing while it receives"), self.closing)
        for choice, text in (
            (ClosingChoice.ASK, self.tr("asks")),
            (ClosingChoice.BACKGROUND, self.tr("goes on in the background")),
            (ClosingChoice.END, self.tr("ends Despacho")),
        ):
            self.closing.addItem(text, choice)
        self.closing.setCurrentIndex(self.closing.findData(self._context.state.closing))
        if not has_tray():
            add_note(form, plain_label(self.tr("This desktop has no tray: there is no background here."), tone="dim"))
        return page

    def show_place(self, place: SettingsPlace) -> None:
        """Show a field's page, with the cursor in the field."""
        if place is SettingsPlace.RECEIVER:
            has_address = bool(self._saving.settings.public_url)
            place = SettingsPlace.RECEIVER_TOKEN if has_address else SettingsPlace.PUBLIC_URL
        lines = {name.value: line for name, line in self._secrets().items()}
        self._go_to({**self.fields, **lines, "calls": self.calls.list}[place.value])

    def _values(self) -> dict[str, object]:
        """Return the changed values only, since a field may show less than its setting holds."""
        values = super()._values()
        self._changed |= {key for key, value in values.items() if value != self._shown[key]}
        return {key: value for key, value in values.items() if key in self._changed}

    def _secrets(self) -> dict[SecretName, SecretLine]:
        return {**self.carrier.secrets(), **self.receiver.secrets(), **self.sharing.secrets()}

    @Slot()
    def _save(self, *, for_session: bool = False, confirmed: str = "") -> None:
        if self._saving.is_busy:
            return
        self._errors.clear_all()
        self.error.hide()
        self.send_kept.hide()
        values = self._values()
        wrong: list[QWidget] = [*self.fields.wrong(values)]
        if "base_url" in values and not self.carrier.check_address():
            wrong.insert(0, self.carrier.base_url)
        if wrong:
            self._go_to(self._errors.first_in(self.tabs.currentWidget()) or wrong[0])
            return
        self._saving.save(
            values,
            self._secrets(),
            for_session=for_session,
            confirmed=confirmed,
            reasons=self.calls.changed,
        )
        if self._saving.is_busy:
            self._shown |= values  # they are written, whatever becomes of the secrets

    @property
    def _is_changed(self) -> bool:
        values = any(value != self._shown[key] for key, value in super()._values().items())
        secrets = any(line.typed or line.is_to_be_forgotten for line in self._secrets().values())
        closing = self.closing.currentData() != self._context.state.closing
        return values or secrets or closing or self.calls.changed is not None

    def reject(self) -> None:
        """Close without saving; ask first where something was changed, or was not kept."""
        if self._saving.is_busy or not self._is_changed:
            super().reject()
            return
        text = self.tr("You changed settings, and did not save them.")
        keep, discard = (self.tr("Keep editing"), None), (self.tr("Discard"), super().reject)
        Question(self, self.tr("Save the changes?"), text, keep, discard, (self.tr("Save"), self._save)).open()

    @Slot()
    def _go_to_error(self) -> None:
        """Put the cursor in the first wrong field of the page in front, unless keys move through the tabs."""
        wrong = self._errors.first_in(self.tabs.currentWidget())
        if wrong is not None and not self.tabs.tabBar().hasFocus():
            wrong.setFocus()

    def _go_to(self, field: QWidget) -> None:
        for page in map(self.tabs.widget, range(self.tabs.count())):
            if page is not None and page.isAncestorOf(field):
                self.tabs.setCurrentWidget(page)
        field.setFocus()

    @Slot(object)
    def _finish(self, settings: object) -> None:
        self._context.state.closing = ClosingChoice(self.closing.currentData())
        if self.calls.changed is not None:
            self.reasons_changed.emit()
        super()._finish(settings)


_NEEDED = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
_SOON_MS = 250
"""After the window is made: the modules that ask the keyring take long to load."""
_REBUILDING = (
    *("language", "theme", "time_zone", "country", "far_metres", "dispatcher"),
    *("carriers", "relay_url", "site", "desk"),
)


class SettingsController(Feature):
    """Opens the dialog, and reports which secrets are there and whether the window must be rebuilt."""

    rebuild_asked = Signal()
    """The language, the theme or another setting changed that the whole window is built from."""
    set_up_seen = Signal(bool)
    """Whether the carrier can be asked: its address and both credentials are there."""
    test_alert_asked = Signal()
    """The user wants to see what an alert looks like."""

    def __init__(self, context: WindowContext, receiver: ReceiverController) -> None:
        super().__init__(context)
        self._receiver = receiver
        self._settings = context.settings.read()
        context.signals.asked.connect(self._lead)
        QTimer.singleShot(_SOON_MS, self, self._look_for_credentials)

    @Slot()
    def open_settings(self, place: SettingsPlace | None = None) -> None:
        """Open the settings at their first page, or with the cursor in a field."""
        dialog = SettingsDialog(self._context)
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
        """Ask for those alone that the window says something of: each is a question to the keyring, at each start."""
        asked = partial(secret_states, self._context.app_context, (*CARRIER_SECRETS, *RECEIVER_SECRETS))
        self._context.workers.start(lambda _report: asked()).succeeded.connect(self._see_credentials)

    @Slot(object)
    def _see_credentials(self, states: dict[SecretName, SecretState]) -> None:
        has_address = bool(self._context.settings.read().base_url)
        self._receiver.note_secrets(states)
        self.set_up_seen.emit(has_address and all(states[name].is_set for name in _NEEDED))
