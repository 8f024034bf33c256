"""A running desk read through the accessibility interface, and operated by the keyboard."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

from tests.displays import virtual_display
from tests.waiting import wait_until

_LISTENER = Path(__file__).with_name("screen_reader_process.py")
_CAMERA = Path(__file__).with_name("camera.py")
_SYSTEM_PYTHON = "/usr/bin/python3"
_DEADLINE = 180.0
"""Timeout in seconds for all processes: a call of the accessibility interface can hang."""


class Listener:
    """Reads a desk through the platform's accessibility interface, and types into it."""

    def __init__(self, process: "subprocess.Popen[str]", errors: Path, display: str) -> None:
        self._process = process
        self._errors = errors
        self._display = display

    def ask(self, what: str, **values: object) -> Any:  # noqa: ANN401 - JSON
        assert self._process.stdin is not None
        print(json.dumps({"do": what, **values}), file=self._process.stdin, flush=True)
        return self._next_message()

    def _next_message(self) -> Any:  # noqa: ANN401 - JSON
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._errors.read_text(encoding="utf-8", errors="replace")
        return json.loads(line)

    def everything(self) -> list[dict[str, Any]]:
        """Return all visible parts as a flat list, outermost first."""
        return [one for one in _flat(self.ask("tree")) if one["showing"]]

    def named(self, name: str) -> dict[str, Any] | None:
        return next((one for one in self.everything() if one["name"] == name), None)

    def nameless(self) -> list[dict[str, Any]]:
        """Return the focusable parts without a name."""
        return [one for one in self.everything() if one["focusable"] and not one["name"]]

    def rows(self, table: str, columns: Sequence[int] = ()) -> list[list[str]]:
        """Return the texts of a table's first rows, in these columns or in all; nothing if it is not visible."""
        found: list[list[str]] = self.ask("rows", table=table, columns=columns)
        return found

    def items(self, name: str) -> list[str]:
        """Return the names of a list's visible items; nothing if it is not visible."""
        found: list[str] = self.ask("items", name=name)
        return found

    def press(self, *keys: str) -> None:
        self.ask("keys", keys=keys)

    def write(self, text: str) -> None:
        self.ask("text", text=text)

    def focused(self) -> list[str]:
        """Return the names of the focused control and of its current item."""
        return [one["name"] for one in self.ask("focused")]

    def at(self, *names: str) -> None:
        """Wait until the control with a name has the focus, with the current item of another name."""
        self.until(lambda: tuple(self.focused()[: len(names)]) == names)

    def look_at(self, title: str) -> None:
        """Wait for a window, and give it the focus as a window manager would."""
        self.until(lambda: self.ask("focus window", title=f"^{title}"))

    def says(self, *texts: str) -> bool:
        """Return whether each of the texts is part of a visible name, description or field."""
        said = [f"{one['name']} {one['description']} {one['text']}" for one in self.everything()]
        return all(any(text in one for one in said) for text in texts)

    def hears(self, *texts: str) -> None:
        """Wait until each of the texts is said somewhere."""
        self.until(lambda: self.says(*texts))

    def close_window(self, title: str) -> None:
        """Ask a window to close."""
        self.until(lambda: self.ask("close window", title=f"^{title}"))

    def has_ended(self) -> bool:
        """Return whether the desk ended, without an error."""
        code = self.ask("exit code")
        assert code in (None, 0), self._errors.read_text(encoding="utf-8", errors="replace")
        return bool(code == 0)

    def take_picture(self, file: Path, *part: int) -> None:
        """Save a picture of the display, or of a part of it: left, top, width, height."""
        environment = {**os.environ, "DISPLAY": self._display, "QT_QPA_PLATFORM": "xcb"}
        subprocess.run([sys.executable, str(_CAMERA), str(file), *map(str, part)], env=environment, check=True)

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds."""
        wait_until(condition, self._state)

    def _state(self) -> str:
        """Return what has the focus, what is written in fields, and what is visible, the innermost first."""
        parts = self.everything()
        written = [(one["name"], one["text"]) for one in parts if one["text"]]
        visible = [one["name"] for one in reversed(parts) if one["name"]]
        return f"focus {self.ask('focused')}; fields {written}; visible {visible}"


def _flat(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in tree:
        yield one
        yield from _flat(one["children"])


@contextmanager
def listening(
    arguments: Sequence[str], home: Path, more: Mapping[str, str], size: str = "1600x900"
) -> Iterator[Listener]:
    """Start `despacho` on a display of its own, with a screen reader; both end with the context.

    Args:
        arguments: its command line.
        home: a folder for all its files.
        more: further environment variables.
        size: of the display, in pixels.
    """
    for program in ("dbus-run-session", "xdotool", _SYSTEM_PYTHON):
        assert shutil.which(program), f"{program} is lacking: packaging/dev.py test installs it"
    with virtual_display(size) as display:
        environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "PYTHONPATH")}
        environment |= {
            "DISPLAY": display,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "TMPDIR": str(home),
            "HOME": str(home),
            **more,
        }
        desk, errors = [sys.executable, "-m", "app", *arguments], home / "errors.txt"
        with (
            errors.open("wb") as said,
            subprocess.Popen(
                ["dbus-run-session", "--", _SYSTEM_PYTHON, str(_LISTENER), *desk],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                start_new_session=True,
            ) as process,
        ):
            deadline = Timer(_DEADLINE, _end, [process])
            deadline.start()
            try:
                listener = Listener(process, errors, display)
                listener.look_at("Despacho")
                yield listener
            finally:
                assert process.stdin is not None
                process.stdin.close()
                process.wait()
                deadline.cancel()


def _end(process: "subprocess.Popen[str]") -> None:
    """End a process and its child processes."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
