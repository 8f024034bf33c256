"""Where secrets are besides the keyring: in memory for a session, and in the process's environment."""

from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from app.domain.access.credentials import SecretName

_SECRETS: Final = tuple(name.variable for name in SecretName)


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


def take_environment(variables: MutableMapping[str, str]) -> dict[str, str]:
    """Return a copy of the variables, and remove the secrets from them: child processes inherit those that are left.

    A secret that is not among the variables is taken from the file of its name in `CREDENTIALS_DIRECTORY`, which
    systemd fills by `LoadCredential=` and the like: one that is missing or cannot be read there counts as not set.

    Args:
        variables: `os.environ`; removing a variable from it also removes it for Qt, which starts the processes.
    """
    taken = dict(variables)
    folder = variables.get("CREDENTIALS_DIRECTORY", "")
    for name in SecretName if folder else ():
        if not taken.get(name.variable):
            with suppress(OSError):
                taken[name.variable] = Path(folder, name.value).read_text(encoding="utf-8", errors="replace").strip()
    for variable in (*_SECRETS, "CREDENTIALS_DIRECTORY"):
        variables.pop(variable, None)
    return taken
