"""How settings and secrets are saved: the file at once, the keyring and the receiver in a worker."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.credentials import SecretName
from app.domain.errors import AppError
from app.qt_threads.worker_pool import WorkerPool
from app.ui.ports.settings_ports import SettingsPorts
from app.ui.settings.secret_line import SecretLine

_RESTARTING = ("receiver_host", "receiver_port", "receiver_path")
_OF_RECEIVER = (SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT)


class Saving(QObject):
    """Saves what a form holds. What was written before something failed stays written."""

    saved = Signal(object)
    """The `Settings` then in force."""
    refused = Signal(object)
    """The `AppError` of a setting that cannot be as it is; nothing was written."""
    failed = Signal(object)
    """The `AppError` of the keyring or the receiver; the settings are written."""

    def __init__(self, ports: SettingsPorts, workers: WorkerPool, parent: QObject) -> None:
        super().__init__(parent)
        self._ports = ports
        self._workers = workers
        self._before = self.settings = ports.settings()
        self.is_written = False
        self.is_busy = False

    def save(
        self, values: dict[str, object], secrets: Mapping[SecretName, SecretLine], *, for_session: bool = False
    ) -> None:
        """Write settings by their keys, keep what was typed as secrets, and forget what is to be forgotten.

        Nothing happens while the form is being saved already.

        Args:
            values: what the fields hold.
            secrets: the lines of the form.
            for_session: keep the secrets in memory, where there is no keyring.
        """
        if self.is_busy:
            return
        try:
            self.settings = self._ports.save_settings(values)
        except AppError as error:
            self.refused.emit(error)
            return
        self.is_written = self.is_busy = True
        typed = {name: line.typed for name, line in secrets.items() if line.typed}
        forgotten = [name for name, line in secrets.items() if line.is_to_be_forgotten]
        keep = self._ports.secrets.keep_for_session if for_session else self._ports.secrets.keep
        forget = self._ports.secrets.forget
        restart = self._ports.restart_receiver if self._is_new_receiver([*typed, *forgotten]) else None

        def work(_report: object) -> None:
            for name, value in typed.items():
                keep(name, value)
            for name in forgotten:
                forget(name)
            if restart is not None:
                restart()

        task = self._workers.start(work)
        task.ended.connect(self._end)
        task.succeeded.connect(self._tell)
        task.failed.connect(self.failed)

    def abandon(self) -> None:
        """Leave it at what is written: it holds, and the receiver follows it."""
        if not self.is_written:
            return
        self.saved.emit(self.settings)
        if self._is_new_receiver([]):
            restart = self._ports.restart_receiver
            self._workers.start(lambda _report: restart())

    def _is_new_receiver(self, changed: list[SecretName]) -> bool:
        """Whether the receiver has to be started anew: where it listens changed, or a token of its own."""
        moved = any(getattr(self._before, key) != getattr(self.settings, key) for key in _RESTARTING)
        return moved or any(name in _OF_RECEIVER for name in changed)

    @Slot()
    def _end(self) -> None:
        self.is_busy = False

    @Slot(object)
    def _tell(self, _: object) -> None:
        self.saved.emit(self.settings)
