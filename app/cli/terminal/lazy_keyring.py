"""A keyring that is imported on first use."""

from functools import cached_property

from app.credentials.vault import Vault
from app.domain.access.credentials import SecretName


class LazyKeyring:
    """The system's keyring, imported on first use: the import is slow, and most commands do not need it."""

    @cached_property
    def _vault(self) -> Vault:
        from app.credentials.keyring_vault import KeyringVault  # noqa: PLC0415 - see above

        return KeyringVault()

    def read(self, name: SecretName) -> str | None:
        """Return the secret with this name, or None."""
        return self._vault.read(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Save a secret under this name."""
        self._vault.write(name, kept)

    def delete(self, name: SecretName) -> bool:
        """Remove the secret with this name; return whether there was one."""
        return self._vault.delete(name)
