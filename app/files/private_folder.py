"""A folder for its owner alone."""

from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make the log's folder, and the data folder around it, where they are not there yet (0700).

    Raises:
        OSError: it cannot be made.
    """
    for one in (folder.parent, folder):
        if not one.is_dir():
            one.mkdir(parents=True, exist_ok=True, mode=0o700)
