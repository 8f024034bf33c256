"""Takes the secrets out of the process's environment."""

from collections.abc import MutableMapping

from app.domain.access.credentials import SecretName


def take_environment(variables: MutableMapping[str, str]) -> dict[str, str]:
    """Return a copy of the variables, and remove the secrets from them: child processes inherit those that are left.

    Args:
        variables: `os.environ`; removing a variable from it also removes it for Qt, which starts the processes.
    """
    taken = dict(variables)
    for name in SecretName:
        variables.pop(name.variable, None)
    return taken
