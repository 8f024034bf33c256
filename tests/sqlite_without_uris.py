"""A pytest plugin: SQLite reads `file:` addresses only in connections opened with `uri=True`, as on Windows.

Debian's SQLite reads them in all connections, python.org's for Windows does not. For any part of the suite:
`python -m pytest -p tests.sqlite_without_uris ...`
"""

import ctypes
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.sqlite_library import sqlite_library

_CONFIG_URI = 17
_OK = 0


def _switch_off() -> None:
    """Configure SQLite, which is possible only before the module `sqlite3` initialises it."""
    configure = sqlite_library().sqlite3_config
    configure.argtypes = [ctypes.c_int]  # the others are variadic
    if configure(_CONFIG_URI, ctypes.c_int(0)) != _OK:
        raise RuntimeError("SQLite is in use already, and can no longer be configured")
    import sqlite3  # noqa: PLC0415 - initialises SQLite

    with TemporaryDirectory() as folder:
        try:
            sqlite3.connect((Path(folder) / "any.sqlite").as_uri()).close()
        except sqlite3.OperationalError:
            return  # a file in a folder `file:`, which is not there
    raise RuntimeError("SQLite reads `file:` addresses in all connections although it was configured not to")


_switch_off()
