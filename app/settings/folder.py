"""Finds the data folder, and the file in which an administrator fixes settings for all users."""

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


def fixed_settings_file() -> Path:
    """Return the path of the administrator's file, in the platform's place for all users; it need not exist."""
    return Path(platformdirs.site_config_dir("despacho", appauthor=False)) / "settings.toml"
