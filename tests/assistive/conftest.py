import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.displays import virtual_display

_LISTENER = Path(__file__).with_name("listener.py")
_SYSTEM_PYTHON = "/usr/bin/python3"


class Listener:
    """Hears a running desk through the platform's accessibility interface, and types into it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, what: str, **values: object) -> Any:  # noqa: ANN401 - JSON
        assert self._process.stdin is not None
        print(json.dumps({"do": what, **values}), file=self._process.stdin, flush=True)
        return self._hear()

    def _hear(self) -> Any:  # noqa: ANN401 - JSON
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the listener ended"
        return json.loads(line)

    def everything(self) -> list[dict[str, Any]]:
        """Return all that is showing, a flat list from the outside in."""
        return [one for one in _flat(self.ask("tree")) if one["showing"]]

    def named(self, name: str) -> dict[str, Any] | None:
        return next((one for one in self.everything() if one["name"] == name), None)

    def rows(self, table: str) -> list[list[str]]:
        found = next((one for one in self.everything() if one["name"] == table and "rows" in one), None)
        return found["rows"] if found else []

    def press(self, *keys: str) -> None:
        self.ask("keys", keys=keys)

    def focused(self) -> str:
        found = self.ask("focused")
        return found["name"] if found else ""

    def until(self, condition: Callable[[], object], seconds: float = 60) -> None:
        """Wait until something can be heard."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, json.dumps(self.everything(), indent=1)[:20_000]
            select.select([], [], [], 0.05)


def _flat(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in tree:
        yield one
        yield from _flat(one.get("children", []))


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    """A demo on a display of its own, and whoever listens to it; both end with the test."""
    if sys.platform != "linux":
        pytest.skip("AT-SPI is Linux' accessibility interface")
    for program in ("dbus-run-session", "xdotool", _SYSTEM_PYTHON):
        assert shutil.which(program), f"{program} is lacking: packaging/dev.py test installs it"
    with virtual_display() as display:
        environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "PYTHONPATH")}
        environment |= {
            "DISPLAY": display,
            "DESPACHO_LANGUAGE": "en",
            "DESPACHO_THEME": "light",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "TMPDIR": str(tmp_path),
            "HOME": str(tmp_path),
        }
        desk = [sys.executable, "-m", "app", "demo", "--shipments", "60", "--per-minute", "60"]
        with subprocess.Popen(
            ["dbus-run-session", "--", _SYSTEM_PYTHON, str(_LISTENER), *desk],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            listener = Listener(process)
            try:
                listener.until(lambda: listener.ask("focus window", title="Despacho"))
                yield listener
            finally:
                assert process.stdin is not None
                process.stdin.close()
                process.wait(timeout=60)
