"""The library with Python's SQLite, for tests that call what the module `sqlite3` does not offer."""

import ctypes
from importlib.util import find_spec


def sqlite_library() -> ctypes.CDLL:
    """Return the library; its functions are missing if it is linked into Python statically. Initialises nothing."""
    found = find_spec("_sqlite3")
    return ctypes.CDLL(found.origin if found is not None and found.has_location else None)
