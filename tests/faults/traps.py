"""Bugs that are sprung in a thread of the program's own, through the clock, the settings and the keyring it asks."""

import re
import threading
from dataclasses import dataclass, field
from datetime import datetime

from app.credentials.vault import SessionVault
from app.domain.credentials import SecretName
from app.settings.file import SettingsFile
from tests.flows.conftest import FixedDay


class TrapError(SystemExit):
    """A bug that ends a thread without a word: Python's own hook says nothing of it, and event loops let it pass."""


class Traps:
    """For each thread by its name, how often it is still to be ended; what was sprung is counted."""

    def __init__(self) -> None:
        self._set: dict[str, int] = {}
        self._kinds: dict[str, type[TrapError]] = {}
        self.sprung = 0

    def set(self, thread: str, times: int = 1) -> None:
        """Have a thread ended the next times that it passes here."""
        self._set[thread] = times

    def spring(self) -> None:
        """End the thread that passes, if that is wanted."""
        name = threading.current_thread().name
        if self._set.get(name, 0):
            self._set[name] -= 1
            self.sprung += 1
            raise self.kind(name)(name)

    def kind(self, thread: str) -> type[TrapError]:
        """Return what ends a thread: a class for each, as reports tell bugs apart by it."""
        title = re.sub(r"\W|_", "", thread.title())
        return self._kinds.setdefault(thread, type(f"{title}TrapError", (TrapError,), {}))


@dataclass(frozen=True)
class TrappedDay(FixedDay):
    """An AppContext whose clock and settings are trapped."""

    traps: Traps = field(default_factory=Traps)

    def now(self) -> datetime:
        """Return the time, to whoever gets away."""
        self.traps.spring()
        return super().now()

    @property
    def settings_file(self) -> SettingsFile:
        """Return the settings, to whoever gets away."""
        self.traps.spring()
        return super().settings_file


class TrappedVault(SessionVault):
    """Keeps secrets in memory, and is trapped."""

    def __init__(self, traps: Traps) -> None:
        super().__init__()
        self._traps = traps

    def read(self, name: SecretName) -> str | None:
        self._traps.spring()
        return super().read(name)
