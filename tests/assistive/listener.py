"""Starts a desk, reads it as a screen reader does, and types as a user does.

The system's Python runs it, which has pyatspi; the desk's own command is what it is given. One JSON object a line comes
in by standard input, and one goes out: `{"do": "tree"}`, `{"do": "focused"}`, `{"do": "keys", "keys": ["ctrl+2"]}`,
`{"do": "text", "text": "ana"}`, `{"do": "focus window", "title": "Despacho"}`.
"""

import json
import subprocess
import sys
from collections.abc import Callable

import pyatspi  # type: ignore[import-not-found]  # Debian's python3-pyatspi

_ROWS = 4  # of a table: enough to see that its cells speak


_BUS = "/usr/libexec/at-spi-bus-launcher"


def main() -> None:
    """Answer until nobody asks any more."""
    quiet = subprocess.DEVNULL  # what they print is no answer
    with (
        subprocess.Popen([_BUS, "--launch-immediately"], stdout=quiet) as bus,
        subprocess.Popen(sys.argv[1:], stdout=quiet) as desk,
    ):
        for line in sys.stdin:
            asked = json.loads(line)
            sys.stdout.write(json.dumps(_ANSWERS[asked["do"]](asked)) + "\n")
            sys.stdout.flush()
        desk.terminate()
        desk.wait()
        bus.terminate()


def _desks() -> list[object]:
    return [one for one in pyatspi.Registry.getDesktop(0) if one is not None and one.name == "Despacho"]


def _tree(_asked: dict[str, object]) -> list[dict[str, object]]:
    return [_of(one) for one in _desks()]


def _of(one: object) -> dict[str, object]:
    states = one.getState()  # type: ignore[attr-defined]
    role = one.getRoleName()  # type: ignore[attr-defined]
    found: dict[str, object] = {
        "role": role,
        "name": one.name,  # type: ignore[attr-defined]
        "description": one.description,  # type: ignore[attr-defined]
        "focusable": states.contains(pyatspi.STATE_FOCUSABLE),
        "showing": states.contains(pyatspi.STATE_SHOWING),
        "enabled": states.contains(pyatspi.STATE_ENABLED),
    }
    if role in ("table", "tree table"):
        found["rows"] = _cells(one)
    else:
        found["children"] = [_of(child) for child in one if child is not None]  # type: ignore[attr-defined]
    return found


def _cells(one: object) -> list[list[str]]:
    table = one.queryTable()  # type: ignore[attr-defined]
    rows = range(min(table.nRows, _ROWS))
    return [[table.getAccessibleAt(row, column).name for column in range(table.nColumns)] for row in rows]


def _focused(_asked: dict[str, object]) -> dict[str, object] | None:
    for desk in _desks():
        found = pyatspi.findDescendant(desk, lambda one: one.getState().contains(pyatspi.STATE_FOCUSED))
        if found is not None:
            return {"role": found.getRoleName(), "name": found.name}
    return None


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
    "focused": _focused,
    "keys": _keys,
    "text": _text,
    "focus window": _focus_window,
}

if __name__ == "__main__":
    main()
