"""A SQLite VFS that records every change on disk of one database, and passes all calls to the system's own VFS.

Reads, locks and shared memory go to the system's functions directly, and are not recorded.
"""

import ctypes
import sys
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, memmove, pointer, sizeof
from enum import Enum
from os import fsdecode
from pathlib import Path
from typing import Any, NamedTuple

from tests.sqlite_library import sqlite_library

_OPEN_CREATE, _OPEN_JOURNAL, _OPEN_WAL = 0x4, 0x800, 0x80000

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p), ("name", c_char_p),
        ("app_data", c_void_p), ("open", _Open), ("delete", _Delete), ("others", c_void_p * 14),
    )  # fmt: skip


class _Methods(Structure):
    _fields_ = (
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", _Write), ("truncate", _Truncate),
        ("sync", _Sync), ("others", c_void_p * 13),
    )  # fmt: skip


class Op(Enum):
    """An operation on the disk, or a message about it."""

    CREATE = "create"  # name of a new file
    WRITE = "write"  # file, offset, content
    TRUNCATE = "truncate"  # file, new size in bytes
    SYNC = "sync"  # file, and whether its folder is synced too
    DELETE = "delete"  # name, and whether its folder is synced
    TELL = "tell"  # a message, such as that a notification was acknowledged


class Step(NamedTuple):
    """One recorded operation. A file is identified by a number, as several files may have the same name in turn."""

    op: Op
    file: int
    name: str = ""
    at: int = 0
    what: Any = None


def is_vfs_supported() -> bool:
    """Return whether a VFS can be registered on this platform."""
    return sys.platform != "win32" and hasattr(sqlite_library(), "sqlite3_vfs_register")


class RecordingVfs:
    """The recording VFS; `lay` makes it the process's default.

    Args:
        databases: paths of the recorded files; their WALs and journals are recorded too.
        tell: called with each operation, in order, after it was done.
    """

    def __init__(self, databases: Sequence[str], tell: Callable[[Step], None]) -> None:
        self._databases, self._tell = databases, tell
        self._names: dict[str, int] = {}
        self._files = 0
        self._handles: dict[int, tuple[int, bool]] = {}
        self._tables: dict[int, tuple[_Methods, _Methods]] = {}

    def lay(self) -> None:
        """Register the VFS as the default, for the rest of the process.

        Raises:
            AttributeError: SQLite's functions are not available, because it is linked into Python.
        """
        library = sqlite_library()
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = [c_char_p]
        library.sqlite3_vfs_register.argtypes = [POINTER(_Vfs), c_int]
        self._system: _Vfs = library.sqlite3_vfs_find(None).contents
        self._own = _Vfs()
        memmove(pointer(self._own), pointer(self._system), sizeof(_Vfs))
        self._own.name, self._own.next = b"below", None
        self._own.open, self._own.delete = _Open(self._open), _Delete(self._delete)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))  # SQLite keeps a pointer to it
        assert library.sqlite3_vfs_register(pointer(self._own), 1) == 0

    def _open(self, vfs: int, name: int | None, file: int, flags: int, given: int | None) -> int:
        code: int = self._system.open(vfs, name, file, flags, given)
        path = fsdecode(ctypes.string_at(name)) if name else ""
        if code or path.removesuffix("-wal").removesuffix("-journal") not in self._databases:
            return code
        if path not in self._names:
            self._files += 1
            self._names[path] = self._files
            self._tell(Step(Op.CREATE, self._files, path))
            if content := Path(
                path
            ).read_bytes():  # it was written under another name, and complete when it was renamed
                self._tell(Step(Op.WRITE, self._files, what=content))
                self._tell(Step(Op.SYNC, self._files, what=True))
        is_new_journal = bool(flags & _OPEN_CREATE and flags & (_OPEN_JOURNAL | _OPEN_WAL))
        self._handles[file] = self._names[path], is_new_journal
        methods = cast(file, POINTER(c_void_p))
        methods[0] = ctypes.addressof(self._recording_methods(methods[0]))
        return code

    def _recording_methods(self, table: int) -> _Methods:
        """Return the system's functions of a file, with those that change it replaced."""
        if table not in self._tables:
            system, own = _Methods.from_address(table), _Methods()
            memmove(pointer(own), table, sizeof(_Methods))

            def write(file: int, data: int, size: int, at: int) -> int:
                code: int = system.write(file, data, size, at)
                if not code:
                    self._tell(Step(Op.WRITE, self._handles[file][0], at=at, what=ctypes.string_at(data, size)))
                return code

            def truncate(file: int, size: int) -> int:
                code: int = system.truncate(file, size)
                if not code:
                    self._tell(Step(Op.TRUNCATE, self._handles[file][0], at=size))
                return code

            def sync(file: int, flags: int) -> int:
                code: int = system.sync(file, flags)
                number, with_names = self._handles[file]
                if not code:
                    self._handles[file] = number, False  # the system syncs the folder only the first time
                    self._tell(Step(Op.SYNC, number, what=with_names))
                return code

            own.write, own.truncate, own.sync = _Write(write), _Truncate(truncate), _Sync(sync)
            self._tables[table] = own, system
        return self._tables[table][0]

    def _delete(self, vfs: int, name: int, with_names: int) -> int:
        code: int = self._system.delete(vfs, name, with_names)
        path = fsdecode(ctypes.string_at(name))
        if not code and path in self._names:
            self._tell(Step(Op.DELETE, self._names.pop(path), path, what=bool(with_names)))
        return code
