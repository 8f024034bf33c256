"""Files that only their owner may open."""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from app.files.private_folder import OTHERS


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
