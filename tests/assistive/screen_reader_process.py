"""Starts a desk, reads it as a screen reader does, and types as a user does.

Runs in the system's Python, which has pyatspi; its arguments are the desk's command. Commands and answers are JSON
objects, one a line, on standard input and output: `{"do": "tree"}`, `{"do": "rows", "table": "Visits"}`,
`{"do": "focused"}`, `{"do": "keys", "keys": ["ctrl+2"]}`, `{"do": "text", "text": "ana"}`,
`{"do": "focus window", "title": "Despacho"}`.
"""

import json
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
_BUS = "/usr/libexec/at-spi-bus-launcher"


def main() -> None:
    """Answer commands until standard input is closed."""
    quiet = subprocess.DEVNULL  # what they print is no answer
    with (
        subprocess.Popen([_BUS, "--launch-immediately"], stdout=quiet) as bus,
        subprocess.Popen(sys.argv[1:], stdout=quiet) as desk,
    ):
        try:
            for line in sys.stdin:
                asked = json.loads(line)
                sys.stdout.write(json.dumps(_answer(asked)) + "\n")
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
        "focusable": one.has(pyatspi.STATE_FOCUSABLE),
        "showing": one.is_showing,
        "enabled": one.has(pyatspi.STATE_ENABLED),
        "children": [_described(child) for child in one.inside()],
    }


def _rows(asked: dict[str, str]) -> list[list[str]]:
    """Return the first rows of the visible table with a name, or nothing."""
    for table in (found for desk in _desks() for found in _tables(desk) if found.name == asked["table"]):
        cells = table.one.queryTable()
        rows = range(min(cells.nRows, _ROWS))
        return [[_cell(cells, row, column) for column in range(cells.nColumns)] for row in rows]
    return []


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
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", asked["title"]],
        check=False,
        capture_output=True,
        text=True,
    ).stdout.split()
    if not found:
        return False
    subprocess.run(["xdotool", "windowfocus", found[-1]], check=True)
    return True


_ANSWERS: dict[str, Callable[..., object]] = {
    "tree": _tree,
    "rows": _rows,
    "focused": _focused,
    "keys": _keys,
    "text": _text,
    "focus window": _focus_window,
}

if __name__ == "__main__":
    main()
