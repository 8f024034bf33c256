"""Saves settings and secrets: the file at once, the keyring and the receiver in a worker. The base of both dialogs."""

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from app.domain.access.addresses import origin_of
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, RELAY_SECRETS, SecretName
from app.domain.calls.reasons import Reasons
from app.domain.errors import AppError, CredentialsElsewhereError, KeyringLockedError, KeyringUnavailableError
from app.domain.texts import Text
from app.services.kept_secrets import SecretState, confirm_origin, forget_secret, keep_secret, secret_states
from app.ui.context.window_context import WindowContext
from app.ui.settings.carrier_settings import CarrierSettings
from app.ui.settings.forms import SettingFields, fix_field, show_value, value_of
from app.ui.settings.secret_line import SecretLine
from app.ui.widgets.labels import plain_label

_OF_RECEIVER = ("receiver_host", "receiver_port", "receiver_path", "public_url")
_OF_SHARING = ("relay_url", "relay_ca_file", "site", "desk")


class Saving(QObject):
    """Saves the values of a form. What was written before a failure stays written."""

    saved = Signal(object)
    """The `Settings` then in force."""
    refused = Signal(object)
    """The `AppError` of an invalid setting, or of kept credentials for another server; nothing was written."""
    failed = Signal(object)
    """The `AppError` of the keyring or the receiver; the settings are written."""

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.reasons: Reasons | None = None
        """Those of the site; None: they cannot be read, see `problem`."""
        self.problem: AppError | None = None
        try:
            self.reasons = context.rows.reasons()
        except AppError as error:
            self.problem = error
        self._before = self.settings = context.settings.read()
        self.is_written = False
        self.is_busy = False

    def save(
        self,
        values: dict[str, object],
        secrets: Mapping[SecretName, SecretLine],
        *,
        for_session: bool = False,
        confirmed: str = "",
        reasons: Reasons | None = None,
    ) -> None:
        """Write settings by their keys, keep the typed secrets, and delete those marked for it.

        Does nothing while it is already saving.

        Args:
            values: what the fields hold.
            secrets: the lines of the form.
            for_session: keep the secrets in memory only, if there is no keyring.
            confirmed: the origin that kept credentials may be sent to, though they were entered for another.
            reasons: those of the site, if they changed.
        """
        if self.is_busy:
            return
        kept_for, origin = self._kept_for(secrets), origin_of(str(values.get("base_url", "")))
        is_moved = bool(kept_for and origin and kept_for != origin)
        if is_moved and origin != confirmed:
            self.refused.emit(CredentialsElsewhereError(kept_for, origin))
            return
        try:
            self.settings = self._context.settings.save(values)
        except AppError as error:
            self.refused.emit(error)
            return
        self.is_written = self.is_busy = True
        typed = {name: line.typed for name, line in secrets.items() if line.typed}
        forgotten = [name for name, line in secrets.items() if line.is_to_be_forgotten]
        context, before, session_only = self._context, self.reasons, for_session or self._context.is_demo
        app_context, restarts = context.app_context, self._restarts([*typed, *forgotten])

        def work(_report: object) -> None:
            if reasons is not None and before is not None:
                context.follow_ups.save_reasons(reasons, before)
            if is_moved:
                confirm_origin(app_context, origin)
            for name, value in typed.items():
                keep_secret(app_context, name, value, session_only=session_only)
            for name in forgotten:
                forget_secret(app_context, name)
            for restart in restarts:
                restart()

        task = self._context.workers.start(work)
        task.ended.connect(self._end)
        task.succeeded.connect(self._report_saved)
        task.failed.connect(self.failed)

    def _kept_for(self, secrets: Mapping[SecretName, SecretLine]) -> str:
        """Return the origin that the carrier's credentials are for which stay as they are; empty if none stay."""
        own = origin_of(self._before.base_url)
        lines = (secrets[name] for name in CARRIER_SECRETS)
        stay = (
            one.kept_for or own for one in lines if one.is_kept_here and not one.typed and not one.is_to_be_forgotten
        )
        return next(stay, "")

    def abandon(self) -> None:
        """Stop saving; what is written applies, also to the receiver."""
        if not self.is_written:
            return
        self.saved.emit(self.settings)
        restarts = self._restarts([])
        if restarts:
            self._context.workers.start(lambda _report: [restart() for restart in restarts])

    def _restarts(self, secrets: Collection[SecretName]) -> list[Callable[[], None]]:
        """Return what restarts the receiver or the sharing, if its settings changed, or one of these secrets is its."""
        changed = {key for key in _OF_RECEIVER + _OF_SHARING if self._is_changed(key)} | set(secrets)
        return [
            restart
            for restart, what_it_uses in (
                (self._context.receiver.restart, {*_OF_RECEIVER, *RECEIVER_SECRETS}),
                (self._context.sharing.restart, {*_OF_SHARING, *RELAY_SECRETS}),
            )
            if changed & what_it_uses
        ]

    def _is_changed(self, key: str) -> bool:
        return bool(getattr(self._before, key) != getattr(self.settings, key))

    @Slot()
    def _end(self) -> None:
        self.is_busy = False

    @Slot(object)
    def _report_saved(self, _: object) -> None:
        self.saved.emit(self.settings)


class SavingDialog(QDialog):
    """Fields of settings with the carrier's service first, and what is said where they cannot be saved."""

    saved = Signal(object)
    """The `Settings` then in force."""

    def __init__(self, context: WindowContext, *, is_first_day: bool) -> None:
        super().__init__(context.window)
        self._context = context
        self.fields = SettingFields(context)
        self._errors = self.fields.errors
        self._saving = Saving(context, self)
        self.carrier = CarrierSettings(context, self.fields, is_first_day=is_first_day)
        self.error = plain_label(tone="bad")
        self.session_only = QPushButton(self.tr("Use for this session only"))
        self.send_kept = QPushButton()
        for widget in (self.error, self.session_only, self.send_kept):
            widget.hide()
        self.carrier.form.insertRow(1, self.send_kept)  # below the address, whose error says why
        self._asked = ""
        self.session_only.clicked.connect(lambda: self._save(for_session=True))
        self.send_kept.clicked.connect(lambda: self._save(confirmed=self._asked))
        self.carrier.changed.connect(self.send_kept.hide)
        self._saving.saved.connect(self.saved)
        self._saving.saved.connect(self._finish)
        self._saving.refused.connect(self._show_refusal)
        self._saving.failed.connect(self._show_failure)
        context.workers.start(lambda _report: secret_states(context.app_context)).succeeded.connect(self._show_secrets)

    def _save(self, *, for_session: bool = False, confirmed: str = "") -> None:
        raise NotImplementedError

    def _secrets(self) -> dict[SecretName, SecretLine]:
        return self.carrier.secrets()

    def _go_to(self, field: QWidget) -> None:
        field.setFocus()

    def _show_values(self) -> None:
        """Show the settings in force in their fields, and which are fixed."""
        fixed = self._context.settings.fixed()
        for key, field in self.fields.items():
            show_value(field, getattr(self._saving.settings, key))
            if key in fixed:
                fix_field(field, fixed[key], self._context.say)

    def _values(self) -> dict[str, object]:
        """Return what the fields hold that can be changed."""
        return {key: value_of(field) for key, field in self.fields.items() if field.isEnabled()}

    @Slot(object)
    def _show_secrets(self, states: dict[SecretName, SecretState]) -> None:
        for name, line in self._secrets().items():
            line.show_state(states[name], self._context.say)

    @Slot(object)
    def _finish(self, _: object) -> None:
        self.carrier.leave()
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
    def _show_refusal(self, error: AppError) -> None:
        """Say below its field what a setting must be, and go there."""
        key, wanted = str(error.user_message.values.get("key")), error.user_message.values.get("wanted")
        field = self.fields.get(key)
        if key == "base_url" and not self.carrier.check_address():
            self._go_to(self.carrier.base_url)
            return
        if not (isinstance(wanted, Text) and field is not None and self.fields.show_wanted(key, wanted)):
            self._show_failure(error)
        if field is not None:
            self._go_to(field)

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
            self._go_to(address)  # and not the button: Enter must not send secrets to another address
