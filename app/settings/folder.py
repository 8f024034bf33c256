"""Finds the data folder."""

from collections.abc import Mapping
from pathlib import Path

import platformdirs


def data_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the given folder, else that of `DESPACHO_DATA_DIR`, else the platform's folder for user data."""
    if given is not None:
        return given.absolute()
    if named := environment.get("DESPACHO_DATA_DIR"):
        return Path(named).absolute()
    return Path(platformdirs.user_data_dir("despacho", appauthor=False))
