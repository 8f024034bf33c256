"""Memory of the window with a big day open."""

import json
import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.bench.days import data_folder, own_copy
from tests.bench.memory import memory
from tests.bench.row import Compared, Figures, Row, Scale, Target
from tests.bench.windows import desk_on

SHIPMENTS = 100_000
_STEPS = 200

ROW = Row(
    "Memory with 100,000 rows open, scrolled through",
    "a `QMainWindow` with nothing in it, shown",
    (Target("rss", "resident", 150, scale=Scale.MEGABYTES, compared=Compared.ABOVE),),
    "Folded texts of whole shipments are no longer remembered. With 50,000 rows (one measurement on a busy machine): "
    "the bare window 50 MB; the program's modules 66 MB more; the window 239 MB in all, of which 42 MB were the pages "
    "that SQLite's reading connections kept, 32 MB each at most. They kept 8 MB then: the window had 197 MB, and "
    "neither a search nor an order took longer by it in processor time. They keep 4 MB since (201 → 195 MB with "
    "100,000 rows), and a table the cells of 2,000 rows in place of 4,000 (189 MB).",
    rounds=3,
    on_a_screen=True,
)


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Open the day, and scroll from its first row to its last."""
    with desk_on(own_copy(folder, SHIPMENTS, "memory")) as desk:
        assert len(desk.window.tabs.page.model.ids) > SHIPMENTS * 0.9
        bar = desk.window.tabs.page.view.verticalScrollBar()
        for step in range(_STEPS + 1):
            bar.setValue(bar.maximum() * step // _STEPS)
            QApplication.processEvents()
        return memory()


def yardstick(_folder: Path) -> Figures:
    """Show a window in a process of its own, which has loaded nothing of the program."""
    command = [sys.executable, "-m", "tests.bench.memory"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: Figures = json.loads(shown.stdout)
    return figures
