"""Memory of a process as Linux counts it; as a program, that of an empty window."""

import gc
import json
import re
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMainWindow

from tests.bench.row import Figures

_LINE = re.compile(r"^(Rss|Pss|Private_\w+): +([0-9]+) kB$", re.MULTILINE)


def memory(pid: int | str = "self") -> Figures:
    """Return in bytes what is resident, its proportional share, and what is the process's alone."""
    gc.collect()
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = [(name, int(kilobytes) * 1024) for name, kilobytes in _LINE.findall(rollup)]
    of = dict(found)
    return {
        "rss": of["Rss"],
        "pss": of["Pss"],
        "uss": sum(size for name, size in found if name.startswith("Private_")),
    }


def main() -> None:
    """Show a window, and print the process's memory as JSON."""
    app = QApplication(sys.argv)
    window = QMainWindow()
    window.show()
    app.processEvents()
    print(json.dumps(memory()))  # noqa: T201


if __name__ == "__main__":
    main()
