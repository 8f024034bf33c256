"""A layer below SQLite: a VFS that is the system's own, and tells of whatever reaches the disk of one database.

Reading, locks and shared memory go to the system's functions directly: they never come by here.
"""

import _sqlite3
import ctypes
import sys
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, memmove, pointer, sizeof
from enum import Enum
from os import fsdecode
from pathlib import Path
from typing import Any, NamedTuple

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
    """What is done to a disk, and that somebody was told of it."""

    CREATE = "create"  # a name, of a file that was not there
    WRITE = "write"  # a file, where, what
    TRUNCATE = "truncate"  # a file, to how many bytes
    SYNC = "sync"  # a file, and whether with the names of its folder
    DELETE = "delete"  # a name, and whether the names of its folder are synced
    TELL = "tell"  # what somebody was told


class Step(NamedTuple):
    """One of them. A file is a number of its own: another one may have had its name before."""

    op: Op
    file: int
    name: str = ""
    at: int = 0
    what: Any = None


def sqlite_library() -> ctypes.CDLL:
    """Return where Python's own SQLite is found, with its functions unless it is hidden inside Python."""
    return ctypes.CDLL(getattr(_sqlite3, "__file__", None))


def can_be_laid() -> bool:
    """Whether something can be put below SQLite here."""
    return sys.platform != "win32" and hasattr(sqlite_library(), "sqlite3_vfs_register")


class Below:
    """The layer. Whatever a process does with the database goes through it once it is `laid`.

    Args:
        databases: the paths of the files; beside each, its WAL and journal are heeded, and nothing else.
        tell: told of each step, one after the other, after it was done.
    """

    def __init__(self, databases: Sequence[str], tell: Callable[[Step], None]) -> None:
        self._databases, self._tell = databases, tell
        self._names: dict[str, int] = {}
        self._files = 0
        self._handles: dict[int, tuple[int, bool]] = {}
        self._tables: dict[int, tuple[_Methods, _Methods]] = {}

    def lay(self) -> None:
        """Have SQLite open all files through here, from now on and for good.

        Raises:
            AttributeError: SQLite's functions are not to be had: it is linked into Python.
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
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))  # SQLite has it from here on
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
            if content := Path(path).read_bytes():  # it was made under another name, and was whole when it got this one
                self._tell(Step(Op.WRITE, self._files, what=content))
                self._tell(Step(Op.SYNC, self._files, what=True))
        is_new_journal = bool(flags & _OPEN_CREATE and flags & (_OPEN_JOURNAL | _OPEN_WAL))
        self._handles[file] = self._names[path], is_new_journal
        methods = cast(file, POINTER(c_void_p))
        methods[0] = ctypes.addressof(self._told(methods[0]))
        return code

    def _told(self, table: int) -> _Methods:
        """Return the functions of a file as the system has them, but for those that change it."""
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
                    self._handles[file] = number, False  # the system does so at the first time alone
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
