"""Files and folders that only their owner may open or change."""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from app.domain.errors import SettingsError
from app.domain.texts import Text

OTHERS = 0o077
"""The bits of a mode for other users."""
OPEN_TO_OTHERS = Text("Doctor", "Other users can open the data folder. Prevent that: chmod 700 {path}")
_NOT_CHANGED = Text(
    "Error", "The mode of {path} cannot be changed ({reason}). Ask its owner or the administrator to: chmod 700 {path}"
)
_OTHERS_WRITE = 0o022


IS_SET = os.name == "posix"
"""Whether a mode is set for what is to be private.

On Windows it would cut off the permissions of the profile, which is its user's alone: what an elevated process makes
belongs to the administrators then, and the user could not open it.
"""


def private_folder(folder: Path) -> None:
    """Make a folder, with those that are missing above it, for its owner alone (0700); an existing one stays as it is.

    On Windows it has the permissions of the folder above it: see `IS_SET`.

    Raises:
        OSError: it cannot be made.
    """
    missing = [one for one in folder.parents if not one.exists()]
    for one in (*reversed(missing), folder):
        one.mkdir(mode=0o700 if IS_SET else 0o777, exist_ok=True)


def mode_for_others(folder: Path) -> int:
    """Return the permissions that other users have in a folder; 0: none, or it is shared by all users, as /tmp is."""
    if os.name != "posix":
        return 0
    try:
        mode = folder.stat().st_mode
    except OSError:
        return 0
    return 0 if mode & stat.S_ISVTX else mode & OTHERS


def deny_others(folder: Path) -> None:
    """Close a folder to other users (0700).

    Raises:
        SettingsError: its mode cannot be changed.
    """
    try:
        folder.chmod(0o700)
    except OSError as error:
        raise SettingsError(_NOT_CHANGED.filled(path=folder, reason=error.strerror)) from error


def is_only_ours_to_change(folder: Path) -> bool:
    """Tell whether this user owns a folder and no other one can add or replace files in it; on Windows, always.

    A link to a folder counts as changeable: it leads where its owner wants.
    """
    if sys.platform == "win32":
        return True
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & _OTHERS_WRITE


def open_private(path: Path, flags: int) -> int:
    """Open a file for its owner alone (0600), which is created if it is missing, and return its descriptor.

    A file of this user that others may open, made by another program or restored with another mode, is closed to them.

    Raises:
        OSError: it cannot be created or opened.
    """
    handle = os.open(path, flags | os.O_CREAT, 0o600)
    if sys.platform != "win32":
        status = os.fstat(handle)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and status.st_mode & OTHERS:
            with suppress(OSError):  # a file system without modes
                os.fchmod(handle, 0o600)
    return handle
