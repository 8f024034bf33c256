"""Saves settings and secrets: the file at once, the keyring and the receiver in a worker."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.access.addresses import origin_of
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, SecretName
from app.domain.calls.reasons import Reasons
from app.domain.errors import AppError, CredentialsElsewhereError
from app.ui.context.window_context import WindowContext
from app.ui.ports.settings_ports import SettingsPorts
from app.ui.settings.forms import SecretLine

_RESTARTING = ("receiver_host", "receiver_port", "receiver_path", "public_url")


class Saving(QObject):
    """Saves the values of a form. What was written before a failure stays written."""

    saved = Signal(object)
    """The `Settings` then in force."""
    refused = Signal(object)
    """The `AppError` of an invalid setting, or of kept credentials for another server; nothing was written."""
    failed = Signal(object)
    """The `AppError` of the keyring or the receiver; the settings are written."""

    def __init__(self, context: WindowContext, ports: SettingsPorts, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._ports = ports
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
        keep = self._ports.secrets.keep_for_session if for_session else self._ports.secrets.keep
        forget, confirm = self._ports.secrets.forget, self._ports.secrets.confirm
        restart = self._ports.restart_receiver if self._is_new_receiver([*typed, *forgotten]) else None

        save_reasons = self._ports.save_reasons

        def work(_report: object) -> None:
            if reasons is not None:
                save_reasons(reasons)
            if is_moved:
                confirm(origin)
            for name, value in typed.items():
                keep(name, value)
            for name in forgotten:
                forget(name)
            if restart is not None:
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
        if self._is_new_receiver([]):
            restart = self._ports.restart_receiver
            self._context.workers.start(lambda _report: restart())

    def _is_new_receiver(self, changed: list[SecretName]) -> bool:
        """Whether the receiver must restart: one of its addresses or tokens changed."""
        moved = any(getattr(self._before, key) != getattr(self.settings, key) for key in _RESTARTING)
        return moved or any(name in RECEIVER_SECRETS for name in changed)

    @Slot()
    def _end(self) -> None:
        self.is_busy = False

    @Slot(object)
    def _report_saved(self, _: object) -> None:
        self.saved.emit(self.settings)
