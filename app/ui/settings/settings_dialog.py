"""The settings dialog."""

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.access.credentials import SecretName
from app.domain.errors import AppError, CredentialsElsewhereError, KeyringLockedError, KeyringUnavailableError
from app.domain.settings import LANGUAGES
from app.ui.context.window_context import WindowContext
from app.ui.context.window_state import ClosingChoice
from app.ui.ports.settings_ports import SecretState, SettingsPlace, SettingsPorts
from app.ui.settings.call_settings import CallSettings
from app.ui.settings.carrier_settings import CarrierSettings
from app.ui.settings.forms import (
    Field,
    FieldErrors,
    SecretLine,
    add_line,
    add_note,
    check_zone,
    fix_field,
    new_form,
    refused_setting,
    show_value,
    value_of,
)
from app.ui.settings.saving import Saving
from app.ui.settings.settings_groups import AlertSettings, ReceiverSettings, Retention, hour_field
from app.ui.settings.zone_field import ZoneField
from app.ui.widgets.fitted_dialog import KeepFitted, Scrolled, scaled_room, within_screen
from app.ui.widgets.labels import plain_label, tool_tip
from app.ui.widgets.system import has_tray

_MARGIN = 20


class SettingsDialog(QDialog):
    """Changes nothing before Save. Secrets are written to the keyring in a worker, and are never shown."""

    saved = Signal(object)
    """The `Settings` then in force."""
    reasons_changed = Signal()
    """The site's reasons were changed and saved."""
    test_alert_asked = Signal()

    def __init__(self, context: WindowContext, ports: SettingsPorts) -> None:
        super().__init__(context.window)
        self._context = context
        self.setWindowTitle(self.tr("Settings"))
        self.tabs = QTabWidget(documentMode=True)
        self._errors = FieldErrors()
        self.carrier = CarrierSettings(context, ports, self._errors)
        self.receiver = ReceiverSettings()
        self.alerts = AlertSettings(has_tray=has_tray())
        self.calls = CallSettings(ports.reasons, context.say)
        self.language = QComboBox()
        self.theme = QComboBox()
        self.dispatcher = QLineEdit(placeholderText=self.tr("your user name"))
        self.time_zone = ZoneField(self.tr("As this computer: {zone}").format(zone=context.clock.zone.key))
        self.sender_zone = ZoneField(self.tr("As the site's"))
        self.country = QLineEdit(placeholderText=self.tr("two letters; empty: as the time zone"), maxLength=2)
        self.day_end = hour_field(self.tr("The day ends at"))
        self.lag = QSpinBox(minimum=0, maximum=1440)
        self.closing = QComboBox()
        self.retention = Retention(context.clock.today, context.queries, self)
        self.far = QSpinBox(minimum=10, maximum=100_000, singleStep=10)
        self.map_tiles = QLineEdit(placeholderText=self.tr("none: the map asks no server"))
        self.map_attribution = QLineEdit(placeholderText=self.tr("such as © OpenStreetMap"))
        self.version_url = QLineEdit(placeholderText=self.tr("none: it is asked for nowhere"))
        self.error = plain_label(tone="bad")
        self.session_only = QPushButton(self.tr("Use for this session only"))
        self.send_kept = QPushButton()
        self._asked = ""
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        self._saving = Saving(context, ports, self)
        self._places: dict[SettingsPlace, QWidget] = {
            SettingsPlace.CARRIER_ADDRESS: self.carrier.base_url,
            SettingsPlace.CARRIER_TOKEN: self.carrier.token_line,
            SettingsPlace.TIMEOUT: self.carrier.timeout,
            SettingsPlace.RECEIVER_TOKEN: self.receiver.token_line,
            SettingsPlace.RECEIVER_PORT: self.receiver.port,
            SettingsPlace.PUBLIC_URL: self.receiver.public_url,
            SettingsPlace.ALERTS: self.alerts.ways["alert_failed_as"],
            SettingsPlace.CALLS: self.calls.list,
            SettingsPlace.SENDER_ZONE: self.sender_zone,
            SettingsPlace.DISPATCHER: self.dispatcher,
        }
        KeepFitted(self)
        self._lay_out()
        self._show()
        self.alerts.test_asked.connect(self.test_alert_asked)
        for zone in (self.time_zone, self.sender_zone):
            zone.edited.connect(partial(self._errors.clear, zone))
            zone.settled.connect(partial(check_zone, zone, self._errors, context.say))
        self.session_only.clicked.connect(lambda: self._save(for_session=True))
        self.send_kept.clicked.connect(lambda: self._save(confirmed=self._asked))
        self.carrier.changed.connect(self.send_kept.hide)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self.tabs.currentChanged.connect(self._go_to_error)
        self._saving.saved.connect(self.saved)
        self._saving.saved.connect(self._finish)
        self._saving.refused.connect(self._show_refusal)
        self._saving.failed.connect(self._show_failure)
        context.workers.start(lambda _report: ports.secrets.states()).succeeded.connect(self._show_secrets)

    def _lay_out(self) -> None:
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName(self.tr("Settings"))
        self.tabs.setUsesScrollButtons(False)  # they decide about the width of the dialog, where there is room for it
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        for page, title in (
            (self.carrier, self.tr("Carrier's service")),
            (self.receiver, self.tr("Receiver")),
            (self.alerts, self.tr("Alerts")),
            (self.calls, self.tr("Calls")),
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
        self.error.hide()
        self.session_only.hide()
        self.send_kept.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 12, _MARGIN, 16)
        column.setSpacing(12)
        self.carrier.form.insertRow(1, self.send_kept)  # below the address, whose error says why
        for widget in (self.tabs, self.error, self.session_only, self.buttons):
            column.addWidget(widget)

    def _program_page(self) -> QWidget:
        page = QWidget()
        form = new_form(page)
        add_line(form, self.tr("Language"), self.language)
        for value, text in (("", self.tr("As the system")), *LANGUAGES.items()):
            self.language.addItem(text, value)
        add_line(form, self.tr("Theme"), self.theme)
        for value, text in (("", self.tr("As the system")), ("light", self.tr("Light")), ("dark", self.tr("Dark"))):
            self.theme.addItem(text, value)
        add_line(form, self.tr("Your name"), self.dispatcher)
        add_line(form, self.tr("Time zone of the site"), self.time_zone)
        add_line(form, self.tr("Country of the site"), self.country)
        add_line(form, self.tr("The day ends at"), self.day_end)
        hint = self.tr("From 00:00 to 12:00: what happens before it is still of the day before.")
        form.addRow("", plain_label(hint, tone="dim"))
        add_line(form, self.tr("Time zone of the notifications"), self.sender_zone)
        self.lag.setSuffix(self.tr(" min after a visit"))
        add_line(form, self.tr("The carrier may still differ"), self.lag)
        self.far.setSuffix(self.tr(" m from the address"))
        add_line(form, self.tr("A check-in is far from"), self.far)
        add_line(form, self.tr("Map tiles from"), self.map_tiles)
        self.map_tiles.setToolTip(
            tool_tip(
                self.tr(
                    "An https address with {z}, {x} and {y}. That server sees which parts of the map are looked at."
                )
            )
        )
        add_line(form, self.tr("Shown on the map as their maker"), self.map_attribution)
        add_line(form, self.tr("Newer versions are announced at"), self.version_url)
        self.retention.add_to(form)
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
        self._show_page_of(self._places[place])

    def _show(self) -> None:
        fixed = self._context.settings.fixed()
        for key, field in self._fields().items():
            show_value(field, getattr(self._saving.settings, key))
            if key in fixed:
                fix_field(field, fixed[key], self._context.say)
        self._shown = {key: value_of(field) for key, field in self._fields().items()}
        self._changed: set[str] = set()

    def _fields(self) -> dict[str, Field]:
        return {
            **self.carrier.fields(),
            **self.receiver.fields(),
            **self.alerts.fields(),
            "language": self.language,
            "theme": self.theme,
            "dispatcher": self.dispatcher,
            "time_zone": self.time_zone,
            "country": self.country,
            "day_ends_at": self.day_end,
            "sender_time_zone": self.sender_zone,
            "carrier_lag_minutes": self.lag,
            "far_metres": self.far,
            "map_tiles": self.map_tiles,
            "map_attribution": self.map_attribution,
            "version_url": self.version_url,
            "retention_days": self.retention.days,
        }

    def _values(self) -> dict[str, object]:
        """Return the changed values only, since a field may show less than its setting holds."""
        values = {key: value_of(field) for key, field in self._fields().items() if field.isEnabled()}
        self._changed |= {key for key, value in values.items() if value != self._shown[key]}
        return {key: value for key, value in values.items() if key in self._changed}

    def _secrets(self) -> dict[SecretName, SecretLine]:
        return {**self.carrier.secrets(), **self.receiver.secrets()}

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        for name, line in self._secrets().items():
            line.show_state(states[name], self._context.say)

    @Slot()
    def _save(self, *, for_session: bool = False, confirmed: str = "") -> None:
        self._errors.clear_all()
        self.error.hide()
        self.send_kept.hide()
        for zone in (self.time_zone, self.sender_zone):
            if not check_zone(zone, self._errors, self._context.say):
                self._show_page_of(zone)
                return
        self._saving.save(
            self._values(),
            self._secrets(),
            for_session=for_session,
            confirmed=confirmed,
            reasons=self.calls.changed,
        )

    @Slot(object)
    def _show_refusal(self, error: AppError) -> None:
        """Say below its field what a setting must be, and go there."""
        key, wanted = refused_setting(error, self._context.say)
        field = self._fields().get(key)
        if key == "base_url" and not self.carrier.check_address():
            self._show_page_of(self.carrier.base_url)
        elif field is not None and self._errors.show(field, wanted):
            self._show_page_of(field)
        else:
            self._show_failure(error)
            if field is not None:
                self._show_page_of(field)

    @Slot()
    def _go_to_error(self) -> None:
        """Put the cursor in the first wrong field of the page in front, unless keys move through the tabs."""
        wrong = self._errors.first_in(self.tabs.currentWidget())
        if wrong is not None and not self.tabs.tabBar().hasFocus():
            wrong.setFocus()

    def _show_page_of(self, field: QWidget) -> None:
        for page in map(self.tabs.widget, range(self.tabs.count())):
            if page is not None and page.isAncestorOf(field):
                self.tabs.setCurrentWidget(page)
        field.setFocus()

    @Slot(object)
    def _finish(self, _: object) -> None:
        self._context.state.closing = ClosingChoice(self.closing.currentData())
        self.carrier.leave()
        if self.calls.changed is not None:
            self.reasons_changed.emit()
        self.accept()

    def reject(self) -> None:
        """Close without saving, unless it is being saved; what was written before a failure stays."""
        if self._saving.is_busy:
            return
        self.carrier.leave()
        self._saving.saved.disconnect(self._finish)
        self._saving.abandon()
        super().reject()

    @Slot(object)
    def _show_failure(self, error: AppError) -> None:
        text, address = self._context.say(error.user_message), self.carrier.base_url
        self._asked = error.asked if isinstance(error, CredentialsElsewhereError) else ""
        is_beside = bool(self._asked) and self._errors.show(address, text)
        self.error.setText("" if is_beside else text)
        self.error.setVisible(not is_beside)
        self.session_only.setVisible(isinstance(error, KeyringUnavailableError | KeyringLockedError))
        self.send_kept.setText(self.tr("Send the kept credentials to {origin}").format(origin=self._asked))
        self.send_kept.setVisible(bool(self._asked))
        if self.session_only.isVisible():
            self.session_only.setFocus()
        elif self._asked:
            self._show_page_of(address)  # and not the button: Enter must not send secrets to another address
