"""Folders that only their owner may open or change."""

import os
import stat
from pathlib import Path

OTHERS = 0o077
"""The bits of a mode for other users."""
_OTHERS_WRITE = 0o022


def private_folder(folder: Path) -> None:
    """Close a folder to other users (0700); where it is missing, make it with the folders above it, closed as well.

    A folder with the sticky bit, such as /tmp, is shared by all users and stays so.

    Raises:
        OSError: it cannot be made or closed.
    """
    missing = [one for one in folder.parents if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in (folder, *missing):
        if not one.stat().st_mode & stat.S_ISVTX:
            one.chmod(0o700)


def is_only_ours_to_change(folder: Path) -> bool:
    """Tell whether this user owns a folder and no other one can add or replace files in it; on Windows, always.

    A link to a folder counts as changeable: it leads where its owner wants.
    """
    if os.name != "posix":
        return True
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & _OTHERS_WRITE
