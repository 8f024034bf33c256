"""Folders that only their owner can read."""

import stat
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Create a folder and its parent where missing (0700), and restrict a folder that exists to its owner.

    Raises:
        OSError: it cannot be created or restricted.
    """
    for one in (folder.parent, folder):
        if not one.is_dir():
            one.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not folder.stat().st_mode & stat.S_ISVTX:  # a shared folder such as /tmp keeps its permissions
        folder.chmod(0o700)
