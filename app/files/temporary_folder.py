"""Folders that last as long as a context."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

_WAITS = (0.0, 0.1, 0.5, 2.0)  # seconds before each try


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Make a folder for temporary files, and delete it with all that it holds when the context ends.

    A process that is ending, or a virus scanner on Windows, may hold or write a file in it at that moment, so deletion
    is tried again for some seconds. What still cannot be deleted is left to the system.

    Raises:
        OSError: it cannot be made.
    """
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        for seconds in _WAITS:
            time.sleep(seconds)
            rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
