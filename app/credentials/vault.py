"""The protocol of what keeps secrets, and the one that keeps them in memory."""

from typing import Protocol

from app.domain.access.credentials import SecretName


class Vault(Protocol):
    """Keeps one value for each name. Its failures are `CredentialsError`s."""

    def read(self, name: SecretName) -> str | None:
        """Return the value of a secret, or None."""

    def write(self, name: SecretName, kept: str) -> None:
        """Save a value, in place of an earlier one."""

    def delete(self, name: SecretName) -> bool:
        """Delete a value, and return whether there was one."""


class SessionVault:
    """Keeps secrets in memory, for this session only."""

    def __init__(self) -> None:
        self._kept: dict[SecretName, str] = {}

    def read(self, name: SecretName) -> str | None:
        """Return the value of a secret, or None."""
        return self._kept.get(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Save a value, in place of an earlier one."""
        self._kept[name] = kept

    def delete(self, name: SecretName) -> bool:
        """Delete a value, and return whether there was one."""
        return self._kept.pop(name, None) is not None
