"""A folder that only its owner may read."""

import stat
from pathlib import Path


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
