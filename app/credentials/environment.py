"""Takes the secrets out of the process's environment, and out of the files in which systemd hands them over."""

from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.domain.access.credentials import SecretName

_SECRETS: Final = tuple(name.variable for name in SecretName)


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
