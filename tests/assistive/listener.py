"""Starts a desk, reads it as a screen reader does, and types as a user does.

The system's Python runs it, which has pyatspi; the desk's own command is what it is given. One JSON object a line comes
in by standard input, and one goes out: `{"do": "tree"}`, `{"do": "rows", "table": "Visits"}`, `{"do": "focused"}`,
`{"do": "keys", "keys": ["ctrl+2"]}`, `{"do": "text", "text": "ana"}`, `{"do": "focus window", "title": "Despacho"}`.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import pyatspi  # type: ignore[import-not-found]  # Debian's python3-pyatspi
from gi.repository import GLib  # type: ignore[import-not-found]  # comes with it

_ROWS = 4  # of a table: enough to see that its cells speak
_TABLES = ("table", "tree table")
_MANY = ("list", "page tab list", *_TABLES)
_TRIES = 5
_BUS = "/usr/libexec/at-spi-bus-launcher"


def main() -> None:
    """Answer until nobody asks any more."""
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
    """Do what is asked; anew, where something went away while it was read."""
    for _ in range(_TRIES):
        with suppress(GLib.Error, LookupError):
            return _ANSWERS[asked["do"]](asked)
    return _ANSWERS[asked["do"]](asked)


def _desks() -> list[object]:
    return [one for one in pyatspi.Registry.getDesktop(0) if one is not None and one.name == "Despacho"]


def _tree(_asked: dict[str, object]) -> list[dict[str, object]]:
    return [_of(one) for one in _desks()]


def _of(one: object) -> dict[str, object]:
    states = one.getState()  # type: ignore[attr-defined]
    role = one.getRoleName()  # type: ignore[attr-defined]
    found: dict[str, object] = {
        "role": role,
        "name": _name(one),
        "description": one.description,  # type: ignore[attr-defined]
        "focusable": states.contains(pyatspi.STATE_FOCUSABLE),
        "showing": states.contains(pyatspi.STATE_SHOWING),
        "enabled": states.contains(pyatspi.STATE_ENABLED),
    }
    found["children"] = [_of(child) for child in _inside(one)]
    return found


def _inside(one: object) -> list[object]:
    """Return what is worth going through: there may be thousands of cells, and lists that have not dropped down."""
    if one.getRoleName() in (*_TABLES, "combo box"):  # type: ignore[attr-defined]
        return []
    if not one.getState().contains(pyatspi.STATE_SHOWING) and one.getRoleName() != "application":  # type: ignore[attr-defined]
        return []
    return [child for child in one if child is not None]  # type: ignore[attr-defined]


def _name(one: object) -> str:
    """Return what a screen reader calls something: on Linux Qt leaves the name of a combo box to its label."""
    is_combo = one.getRoleName() == "combo box"  # type: ignore[attr-defined]
    labels = [label.name for label in _labels(one)] if is_combo or not one.name else []  # type: ignore[attr-defined]
    return " ".join(labels) or one.name  # type: ignore[attr-defined,no-any-return]


def _labels(one: object) -> list[object]:
    found = [
        relation
        for relation in one.getRelationSet()  # type: ignore[attr-defined]
        if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY
    ]
    return [relation.getTarget(nth) for relation in found for nth in range(relation.getNTargets())]


def _rows(asked: dict[str, str]) -> list[list[str]]:
    """Return the first rows of the table with a name that shows, or nothing."""
    for table in (found for desk in _desks() for found in _tables(desk) if found.name == asked["table"]):  # type: ignore[attr-defined]
        cells = table.queryTable()  # type: ignore[attr-defined]
        rows = range(min(cells.nRows, _ROWS))
        return [[_cell(cells, row, column) for column in range(cells.nColumns)] for row in rows]
    return []


def _cell(cells: object, row: int, column: int) -> str:
    cell = cells.getAccessibleAt(row, column)  # type: ignore[attr-defined]
    if cell is None:
        raise LookupError(row)
    return str(cell.name)


def _tables(one: object) -> list[object]:
    if one.getRoleName() in _TABLES:  # type: ignore[attr-defined]
        return [one] if one.getState().contains(pyatspi.STATE_SHOWING) else []  # type: ignore[attr-defined]
    return [found for child in _inside(one) for found in _tables(child)]


def _focused(_asked: dict[str, object]) -> list[dict[str, object]]:
    return [{"role": one.getRoleName(), "name": _name(one)} for desk in _desks() for one in _in_focus(desk)]


def _in_focus(one: object) -> list[object]:
    """Return what has the keyboard: the control, and what is current in it.

    What is current in a list, a table or a row of tabs counts as focused to Qt even while the keyboard is elsewhere.
    """
    states = one.getState()  # type: ignore[attr-defined]
    has_focus = states.contains(pyatspi.STATE_FOCUSED) and states.contains(pyatspi.STATE_SHOWING)
    if one.getRoleName() in _MANY and not has_focus:  # type: ignore[attr-defined]
        return []
    return [*([one] if has_focus else []), *(found for child in _inside(one) for found in _in_focus(child))]


def _keys(asked: dict[str, list[str]]) -> bool:
    subprocess.run(["xdotool", "key", "--clearmodifiers", *asked["keys"]], check=True)
    return True


def _text(asked: dict[str, str]) -> bool:
    subprocess.run(["xdotool", "type", "--clearmodifiers", asked["text"]], check=True)
    return True


def _focus_window(asked: dict[str, str]) -> bool:
    """Give a window the keys: there is no window manager that would."""
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
