"""Open database files by their address, the only way to say how; the stored form of times; a store's identity."""

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Literal
from urllib.parse import quote


def address(file: Path, mode: Literal["ro", "rw"]) -> str:
    """Return the address of an existing file for `connect` and `ATTACH`; `ro`: neither written nor checkpointed."""
    return f"{uri_of(file.absolute())}?mode={mode}"


def uri_of(file: PurePath) -> str:
    """Return an absolute path as SQLite reads it; the server of a Windows share is a part of the path.

    `Path.as_uri` makes it the authority, which SQLite refuses.
    """
    path = file.as_posix()
    return f"file://{quote(os.fsencode(path if path.startswith('/') else f'/{path}'), safe='/:')}"


def connect(opened: str, *, check_same_thread: bool = True) -> sqlite3.Connection:
    """Open an address, or `:memory:`, in autocommit mode; a statement waits up to 5 s for another process's lock.

    `ATTACH` reads addresses in this connection. Debian's SQLite does so in any, python.org's for Windows does not.

    Args:
        opened: the address.
        check_same_thread: whether only this thread may use the connection.
    """
    return sqlite3.connect(  # noqa: TID251 - the one place
        opened, timeout=5.0, isolation_level=None, check_same_thread=check_same_thread, uri=True
    )


def utc_text(at: datetime) -> str:
    """Return a time as stored and exported: UTC, always with microseconds and `Z`."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def identity(db: sqlite3.Connection) -> str:
    """Return the identity of a store, which changes when it is restored."""
    return str(db.execute("SELECT identity FROM store").fetchone()[0])
