"""A keyring backend as some ship it: it writes what it is given into a file that everybody can read."""

import os
from pathlib import Path

from keyring.backend import KeyringBackend

FOLDER = "PLAIN_TEXT_KEYRING"
"""The variable that names the folder of the file."""


class FileKeyring(KeyringBackend):
    """Keeps the passwords in `passwords.txt`."""

    priority = 0.5

    def get_password(self, service: str, username: str) -> str | None:
        """Read one."""
        kept = dict(line.split("\t") for line in _file().read_text().splitlines()) if _file().exists() else {}
        return kept.get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Write one."""
        with _file().open("a") as file:
            file.write(f"{service}/{username}\t{password}\n")


def _file() -> Path:
    return Path(os.environ[FOLDER]) / "passwords.txt"
