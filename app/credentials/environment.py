"""Takes the secrets out of the process's environment."""

from collections.abc import MutableMapping
from typing import Final

from app.domain.access.credentials import SecretName

_SECRETS: Final = (
    *(name.variable for name in SecretName),
    *("DESPACHO_RELAY_USER", "DESPACHO_RELAY_PASSWORD", "DESPACHO_RELAY_NKEY"),  # which this version does not read
)


def take_environment(variables: MutableMapping[str, str]) -> dict[str, str]:
    """Return a copy of the variables, and remove the secrets from them: child processes inherit those that are left.

    Args:
        variables: `os.environ`; removing a variable from it also removes it for Qt, which starts the processes.
    """
    taken = dict(variables)
    for name in _SECRETS:
        variables.pop(name, None)
    return taken
