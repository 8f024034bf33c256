"""Injects bugs into the program's threads through the clock, the settings and the keyring that they use."""

import re
import threading
from dataclasses import dataclass, field
from datetime import datetime

from app.credentials.credentials import SessionVault
from app.domain.access.credentials import SecretName
from app.settings import SettingsFile
from tests.flows.conftest import FixedDay


class InjectedError(SystemExit):
    """An error that ends a thread silently: Python's hook ignores SystemExit, and event loops pass it on."""


class BugInjector:
    """Number of errors still to be raised in each thread, by its name; `sprung` counts those raised."""

    def __init__(self) -> None:
        self._set: dict[str, int] = {}
        self._kinds: dict[str, type[InjectedError]] = {}
        self.sprung = 0

    def set(self, thread: str, times: int = 1) -> None:
        """Raise an error in a thread at its next `times` calls of `spring`."""
        self._set[thread] = times

    def spring(self) -> None:
        """Raise an error if one is set for the current thread."""
        name = threading.current_thread().name
        if self._set.get(name, 0):
            self._set[name] -= 1
            self.sprung += 1
            raise self.kind(name)(name)

    def kind(self, thread: str) -> type[InjectedError]:
        """Return the error's class, one for each thread, as reports distinguish bugs by class."""
        title = re.sub(r"\W|_", "", thread.title())
        return self._kinds.setdefault(thread, type(f"{title}InjectedError", (InjectedError,), {}))


@dataclass(frozen=True)
class BuggyContext(FixedDay):
    """An AppContext whose clock and settings raise injected errors."""

    traps: BugInjector = field(default_factory=BugInjector)

    def now(self) -> datetime:
        """Return the time, or raise an injected error."""
        self.traps.spring()
        return super().now()

    @property
    def settings_file(self) -> SettingsFile:
        """Return the settings, or raise an injected error."""
        self.traps.spring()
        return super().settings_file


class BuggyVault(SessionVault):
    """Keeps secrets in memory, and raises injected errors."""

    def __init__(self, traps: BugInjector) -> None:
        super().__init__()
        self._traps = traps

    def read(self, name: SecretName) -> str | None:
        self._traps.spring()
        return super().read(name)
