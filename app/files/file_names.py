"""Names of files: whether there can be one, and which files of a folder fit a pattern."""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath, PureWindowsPath

from app.domain.texts import Text

IGNORES_CASE = sys.platform in ("win32", "darwin")
"""Whether `FACTS.SQLITE` is `facts.sqlite`: on Windows, and on a Mac unless its disk was formatted otherwise."""


if sys.platform == "win32":
    import ctypes

_FORBIDDEN = frozenset('<>:"/\\|?*') | {chr(code) for code in range(32)}
_DEVICES = frozenset(
    {"CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL"}
    | {f"{port}{digit}" for port in ("COM", "LPT") for digit in "123456789¹²³"}
)
_LONGEST_NAME = 255
"""Bytes of a name on POSIX, UTF-16 units on Windows."""
_LONGEST_PATH = 259
"""UTF-16 units of a path on Windows where long paths are off: MAX_PATH, without the zero at its end."""

_CHARACTERS = Text(
    "Error",
    "“{name}” cannot be a name: Windows allows neither control characters nor any of {characters} in one. "
    "Choose another one.",
).filled(characters='< > : " / \\ | ? *')
_DEVICE = Text(
    "Error", "“{name}” cannot be a name: Windows keeps it for a device, whatever follows it. Choose another one."
)
_END = Text("Error", "“{name}” cannot be a name: Windows drops a dot or a blank at its end. Choose another one.")
_LONG_NAME = Text("Error", "The name “{name}” is too long. Choose a shorter one.")
_LONG_PATH = Text(
    "Error", "The path {path} is too long for this computer. Choose a shorter name, or a folder nearer to the drive."
)
_NO_DRIVE = Text("Error", "{drive} cannot be reached. Connect it, or choose another folder.")


def name_problem(path: PurePath, *, room: int = 0, longest_path: int | None = None) -> Text | None:
    """Return why a system allows nothing to have this path; None: its names are allowed.

    Args:
        path: absolute. Its class says whose rules apply: `PureWindowsPath` or `PurePosixPath`.
        room: characters by which the longest path of the work is longer.
        longest_path: most UTF-16 units of a path on Windows; None: long paths are on.
    """
    is_windows = isinstance(path, PureWindowsPath)
    for name in path.parts[1:]:
        problem = _windows_problem(name) if is_windows else None
        if problem is None and _size(name, is_windows=is_windows) > _LONGEST_NAME:
            problem = _LONG_NAME
        if problem is not None:
            return problem.filled(name=name)
    is_limited = longest_path is not None and is_windows and not path.drive.startswith("\\\\?\\")
    if is_limited and _size(str(path), is_windows=True) + room > (longest_path or 0):
        return _LONG_PATH.filled(path=path)
    return None


def path_problem(path: Path, *, room: int = 0) -> Text | None:
    """Return why this computer allows nothing to have this path, or that its drive is absent; None: it may have it.

    Args:
        path: of a file or a folder.
        room: characters by which the longest path of the work is longer.
    """
    longest_path = None if _has_long_paths() else _LONGEST_PATH
    whole = path.absolute()
    problem = name_problem(whole, room=room, longest_path=longest_path)
    if problem is None and sys.platform == "win32" and not os.path.exists(whole.anchor):  # noqa: PTH110 - never raises
        return _NO_DRIVE.filled(drive=whole.anchor)
    return problem


def _windows_problem(name: str) -> Text | None:
    if name == "..":
        return None
    if not _FORBIDDEN.isdisjoint(name):
        return _CHARACTERS
    if name.partition(".")[0].rstrip().upper() in _DEVICES:
        return _DEVICE
    return _END if name[-1] in ". " else None


def _size(text: str, *, is_windows: bool) -> int:
    if is_windows:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogateescape"))


def _has_long_paths() -> bool:
    """Tell whether Windows allows this process paths of more than 259 characters."""
    if sys.platform == "win32":
        is_on = getattr(ctypes.windll.ntdll, "RtlAreLongPathsEnabled", None)  # since Windows 10, version 1607
        return is_on is not None and bool(is_on() & 0xFF)
    return True


def name_match(pattern: str, name: str) -> re.Match[str] | None:
    """Return how a whole file name fits a regular expression; None: it does not."""
    return _compiled(pattern, ignores_case=IGNORES_CASE).fullmatch(name)


@cache
def _compiled(pattern: str, *, ignores_case: bool) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | (re.IGNORECASE if ignores_case else 0))


def matching_names(folder: Path, pattern: str) -> Iterator[re.Match[str]]:
    """Go through the names in a folder that fit a regular expression, as they are written there; none if it is missing.

    Raises:
        OSError: it cannot be listed.
    """
    try:
        with os.scandir(folder) as entries:
            names = [one.name for one in entries]
    except (FileNotFoundError, NotADirectoryError):
        names = []
    return filter(None, map(_compiled(pattern, ignores_case=IGNORES_CASE).fullmatch, names))
