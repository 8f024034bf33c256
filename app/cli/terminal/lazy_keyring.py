"""The keyring for a command that may turn out not to need it."""

from functools import cached_property

from app.credentials.vault import Vault
from app.domain.credentials import SecretName


class LazyKeyring:
    """The system's keyring, imported once somebody asks it: most commands never do, and it takes its time."""

    @cached_property
    def _vault(self) -> Vault:
        from app.credentials.keyring_vault import KeyringVault  # noqa: PLC0415 - see above

        return KeyringVault()

    def read(self, name: SecretName) -> str | None:
        """Return what is kept under the name, or None."""
        return self._vault.read(name)

    def write(self, name: SecretName, kept: str) -> None:
        """Keep this under the name."""
        self._vault.write(name, kept)

    def delete(self, name: SecretName) -> bool:
        """Forget what is kept under the name. Return whether anything was."""
        return self._vault.delete(name)
