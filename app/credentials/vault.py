"""What keeps secrets, and the one that forgets them when the program ends."""

from typing import Protocol

from app.domain.credentials import SecretName


class Vault(Protocol):
    """Keeps one text for each name. What it raises is a `CredentialsError`."""

    def read(self, name: SecretName) -> str | None:
        """Return what is kept under the name, or None."""

    def write(self, name: SecretName, kept: str) -> None:
        """Keep this under the name, instead of what was there."""

    def delete(self, name: SecretName) -> bool:
        """Forget what is kept under the name. Return whether anything was."""


class SessionVault:
    """Keeps secrets in memory, for this session only."""

    def __init__(self) -> None:
        self._kept: dict[SecretName, str] = {}

    def read(self, name: SecretName) -> str | None:
        """Return what is kept under the name, or None."""
        return self._kept.get(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Keep this under the name, instead of what was there."""
        self._kept[name] = kept

    def delete(self, name: SecretName) -> bool:
        """Forget what is kept under the name. Return whether anything was."""
        return self._kept.pop(name, None) is not None
