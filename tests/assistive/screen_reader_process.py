"""Starts a desk, reads it as a screen reader does, and types as a user does.

Runs in the system's Python, which has pyatspi; its arguments are the desk's command. Commands and answers are JSON
objects, one a line, on standard input and output: `{"do": "tree"}`, `{"do": "rows", "table": "Visits", "columns": [5]}`
(of all columns: `[]`), `{"do": "items", "name": "Views"}`, `{"do": "focused"}`, `{"do": "keys", "keys": ["ctrl+2"]}`,
`{"do": "text", "text": "ana"}`, `{"do": "focus window", "title": "Despacho"}`,
`{"do": "close window", "title": "Despacho"}`, `{"do": "exit code"}`.
Where `KEYRING_PASSWORD` is set, the desk finds a keyring that is unlocked by it.
"""

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # Debian's python3-pyatspi
from gi.repository import GLib  # type: ignore[import-not-found]  # comes with it

_ROWS = 4  # of a table: enough to see that its cells are exposed
_TABLES = ("table", "tree table")
_MANY = ("list", "page tab list", *_TABLES)
_TRIES = 5
_CLIENT_MESSAGE = 33
_BUS = "/usr/libexec/at-spi-bus-launcher"
_KEYRING = ("gnome-keyring-daemon", "--unlock", "--components=secrets")


def main() -> None:
    """Answer commands until standard input is closed."""
    quiet = subprocess.DEVNULL  # what they print is no answer
    subprocess.run(["xdotool", "mousemove", "0", "0"], check=True)  # nothing is under the pointer
    password = os.environ.pop("KEYRING_PASSWORD", "")
    if password:
        subprocess.run(_KEYRING, input=password.encode(), stdout=quiet, check=True)  # it ends with the session's bus
    with (
        subprocess.Popen([_BUS, "--launch-immediately"], stdout=quiet) as bus,
        subprocess.Popen(sys.argv[1:], stdout=quiet) as desk,
    ):
        try:
            for line in sys.stdin:
                asked = json.loads(line)
                answer = desk.poll() if asked["do"] == "exit code" else _answer(asked)
                sys.stdout.write(json.dumps(answer) + "\n")
                sys.stdout.flush()
        finally:
            desk.terminate()
            desk.wait()
            bus.terminate()


def _answer(asked: dict[str, str]) -> object:
    """Execute a command; repeat it if a part disappeared meanwhile."""
    for _ in range(_TRIES):
        with suppress(GLib.Error, LookupError):
            return _ANSWERS[asked["do"]](asked)
    return _ANSWERS[asked["do"]](asked)


class Part:
    """A part of the screen in its present state."""

    def __init__(self, one: Any) -> None:  # noqa: ANN401 - pyatspi says no types
        """Read only its state at first: each call is slow, and most parts are not visible."""
        self.one = one
        self._states = one.getState()

    @cached_property
    def role(self) -> str:
        """Its role."""
        return str(self.one.getRoleName())

    def has(self, state: object) -> bool:
        """Return whether it has a state."""
        return bool(self._states.contains(state))

    @property
    def is_showing(self) -> bool:
        """Whether it is visible."""
        return self.has(pyatspi.STATE_SHOWING)

    @property
    def name(self) -> str:
        """Its name for a screen reader: on Linux Qt leaves the name of a combo box to its label."""
        name = str(self.one.name)
        return " ".join(self._labels()) or name if self.role == "combo box" or not name else name

    @property
    def text(self) -> str:
        """What is written in it; never a password."""
        if self.role != "text":
            return ""
        try:
            return str(self.one.queryText().getText(0, -1))
        except NotImplementedError:  # it has just gone, with its dialog
            return ""

    def _labels(self) -> list[str]:
        relations = [one for one in self.one.getRelationSet() if one.getRelationType() == pyatspi.RELATION_LABELLED_BY]
        return [str(one.getTarget(nth).name) for one in relations for nth in range(one.getNTargets())]

    def inside(self) -> "Iterator[Part]":
        """Yield the visible children, without cells of tables and closed lists."""
        if self.role not in (*_TABLES, "combo box"):
            yield from (part for part in (Part(child) for child in self.one if child is not None) if part.is_showing)


def _desks() -> list[Part]:
    return [Part(one) for one in pyatspi.Registry.getDesktop(0) if one is not None and one.name == "Despacho"]


def _tree(_asked: dict[str, object]) -> list[dict[str, object]]:
    return [_described(one) for one in _desks()]


def _described(one: Part) -> dict[str, object]:
    return {
        "role": one.role,
        "name": one.name,
        "description": one.one.description,
        "text": one.text,
        "focusable": one.has(pyatspi.STATE_FOCUSABLE),
        "showing": one.is_showing,
        "enabled": one.has(pyatspi.STATE_ENABLED),
        "children": [_described(child) for child in one.inside()],
    }


def _rows(asked: dict[str, Any]) -> list[list[str]]:
    """Return the first rows of the visible table with a name, or nothing."""
    for table in (found for desk in _desks() for found in _tables(desk) if found.name == asked["table"]):
        cells = table.one.queryTable()
        rows = range(min(cells.nRows, _ROWS))
        columns = asked["columns"] or range(cells.nColumns)
        return [[_cell(cells, row, column) for column in columns] for row in rows]
    return []


def _items(asked: dict[str, str]) -> list[str]:
    """Return the names of the visible items of the list with a name, or nothing."""
    found = (one for desk in _desks() for one in _lists(desk) if one.name == asked["name"])
    return [item.name for one in found for item in one.inside()]


def _lists(one: Part) -> Iterator[Part]:
    if one.role == "list":
        yield one
    else:
        for child in one.inside():
            yield from _lists(child)


def _cell(cells: Any, row: int, column: int) -> str:  # noqa: ANN401 - see above
    cell = cells.getAccessibleAt(row, column)
    if cell is None:
        raise LookupError(row)
    return str(cell.name)


def _tables(one: Part) -> Iterator[Part]:
    if one.role in _TABLES and one.is_showing:
        yield one
    for child in one.inside():
        yield from _tables(child)


def _focused(_asked: dict[str, object]) -> list[dict[str, object]]:
    return [{"role": one.role, "name": one.name} for desk in _desks() for one in _in_focus(desk)]


def _in_focus(one: Part) -> Iterator[Part]:
    """Yield the focused control and its current item.

    Qt marks the current item of a list, a table or a tab bar as focused even while the focus is elsewhere.
    """
    has_focus = one.has(pyatspi.STATE_FOCUSED) and one.is_showing
    if has_focus:
        yield one
    if has_focus or one.role not in _MANY:
        for child in one.inside():
            yield from _in_focus(child)


def _keys(asked: dict[str, list[str]]) -> bool:
    subprocess.run(["xdotool", "key", "--clearmodifiers", *asked["keys"]], check=True)
    return True


def _text(asked: dict[str, str]) -> bool:
    subprocess.run(["xdotool", "type", "--clearmodifiers", asked["text"]], check=True)
    return True


def _focus_window(asked: dict[str, str]) -> bool:
    """Give a window the focus, as there is no window manager."""
    found = _windows(asked["title"])
    if not found:
        return False
    subprocess.run(["xdotool", "windowfocus", found[-1]], check=True)
    return True


def _close_window(asked: dict[str, str]) -> bool:
    """Ask a window to close, as a window manager's own key does; this xdotool cannot."""
    found = _windows(asked["title"])
    if not found:
        return False
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XInternAtom.restype = ctypes.c_ulong
    protocols, delete = (x11.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = _Message(type=_CLIENT_MESSAGE, window=int(found[-1]), message_type=protocols, format=32)
    message.data[0] = delete
    x11.XSendEvent(display, ctypes.c_ulong(int(found[-1])), False, 0, ctypes.byref(message))
    x11.XCloseDisplay(display)
    return True


class _Message(ctypes.Structure):
    """An XClientMessageEvent, as long as an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    )


def _windows(title: str) -> list[str]:
    """Return the identifiers of the visible windows with a title, the topmost last."""
    return subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", title],
        check=False,
        capture_output=True,
        text=True,
    ).stdout.split()


_ANSWERS: dict[str, Callable[..., object]] = {
    "tree": _tree,
    "rows": _rows,
    "items": _items,
    "focused": _focused,
    "keys": _keys,
    "text": _text,
    "focus window": _focus_window,
    "close window": _close_window,
}

if __name__ == "__main__":
    main()
