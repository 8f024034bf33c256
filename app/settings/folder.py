"""Finds the data folder, and the file in which an administrator fixes settings for all users."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from app.domain.errors import SettingsError
from app.domain.texts import Text
from app.files.file_names import path_problem

_NOWHERE = Path(os.devnull, "despacho")
_NO_HOME = Text(
    "Error",
    "This user has no home folder, so Despacho has no place for its data. Name a folder: --data-dir DIR, or "
    "DESPACHO_DATA_DIR.",
)
_ROOM = 100
"""Characters of the longest path within the data folder: a copy before a migration, with its log."""


def data_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the given folder, else that of `DESPACHO_DATA_DIR`, else the platform's folder for user data.

    On macOS that is one folder, whatever variables a terminal has and the Finder has not. Of a user without a home
    folder it is one that cannot be, which `check_data_folder` says.
    """
    if given is not None:
        return given.absolute()
    if named := environment.get("DESPACHO_DATA_DIR"):
        return Path(named).absolute()
    try:
        if sys.platform == "darwin":  # platformdirs 4.14 follows XDG_DATA_HOME there too
            return Path.home() / "Library" / "Application Support" / "despacho"
        return Path(platformdirs.user_data_dir("despacho", appauthor=False))
    except RuntimeError:
        return _NOWHERE


def check_data_folder(folder: Path) -> None:
    """Check that there may be such a folder.

    Raises:
        SettingsError: another path may work.
    """
    problem = _NO_HOME if folder == _NOWHERE else path_problem(folder, room=_ROOM)
    if problem is not None:
        raise SettingsError(problem)


def fixed_settings_file(environment: Mapping[str, str]) -> Path:
    """Return the path of the administrator's file; it need not exist.

    The place is the same for every user and service of a computer, whatever folders their sessions name.
    """
    if sys.platform == "win32":
        folder = Path(environment.get("PROGRAMDATA", r"C:\ProgramData"))
    elif sys.platform == "darwin":
        folder = Path("/Library/Application Support")
    else:
        folder = Path("/etc/xdg")
    return folder / "despacho" / "settings.toml"
