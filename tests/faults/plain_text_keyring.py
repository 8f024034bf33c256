"""A keyring backend that stores secrets in a plain-text file, as some real ones do."""

import os
from pathlib import Path

from keyring.backend import KeyringBackend

FOLDER = "PLAIN_TEXT_KEYRING"
"""Environment variable with the folder of the file."""


class FileKeyring(KeyringBackend):
    """Stores passwords in `passwords.txt`."""

    priority = 0.5

    def get_password(self, service: str, username: str) -> str | None:
        """Return a password."""
        kept = dict(line.split("\t") for line in _file().read_text().splitlines()) if _file().exists() else {}
        return kept.get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a password."""
        with _file().open("a") as file:
            file.write(f"{service}/{username}\t{password}\n")


def _file() -> Path:
    return Path(os.environ[FOLDER]) / "passwords.txt"
