"""`despacho export` of a small day: from the start of the process to its end."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.days import DAY, data_folder, own_copy
from tests.bench.row import Compared, Figures, Row, Scale, Target

_TRIED = """
`-X importtime` named the imports: sqlite-utils with click, dateutil and, where it is there, numpy; filelock; the models
of notifications and shipments; tomlkit; importlib.metadata; and pydantic for the settings alone. What only reads
the cache imports none of them now: names and texts are apart from models, the file is made and migrated by a module of
its own, settings are read by a check for each. CPU on a busy machine: 584 ms before, 310 without the first, 273 without
pydantic; the yardstick 184 to 244. The Spanish sentences (6 ms to read) are left as they are.

What was left was the benchmark's own: where `PYTHONDONTWRITEBYTECODE` is set, the program was compiled at each start,
and what it is held against hardly was. It is measured as it is installed now, compiled. Processor time, the least of
ten in turn: 214 ms to 170 before, 148 to 154 since.
"""
ROW = Row(
    "`despacho export` of 400 shipments to csv, the whole process",
    "`python -c 'import httpx, pydantic, sqlite3'`, both timed from outside",
    (
        Target("seconds", "from start to end", 1.5, compared=Compared.TIMES),
        Target("qt", "modules of Qt that are imported", 0, scale=Scale.COUNT),
    ),
    tried=_TRIED,
)

_SHIPMENTS = 400
_RUNS = 15
_COUNT_QT = """
import sys
from app.cli.main import main
main(sys.argv[1:])
print(sum(name.startswith("PySide6") for name in sys.modules))
"""


def prepare(folder: Path) -> None:
    """Make the day."""
    data_folder(folder, _SHIPMENTS)


def contender(folder: Path) -> Figures:
    """Export it."""
    own = own_copy(folder, _SHIPMENTS, "exported")
    exported = ["export", "shipments", "--data-dir", str(own), "--date", DAY.date.isoformat()]
    exported += ["--output", str(own / "day.csv")]
    counted = subprocess.run([sys.executable, "-c", _COUNT_QT, *exported], check=True, capture_output=True, text=True)
    assert len((own / "day.csv").read_text(encoding="utf-8").splitlines()) > _SHIPMENTS
    return {"seconds": _timed([sys.executable, "-m", "app", *exported]), "qt": int(counted.stdout)}


def yardstick(_folder: Path) -> Figures:
    """Import what every program that asks a carrier and keeps what it says would import."""
    return {"seconds": _timed([sys.executable, "-c", "import httpx, pydantic, sqlite3"])}


def _timed(command: list[str]) -> float:
    """Return the median time of some runs, in seconds."""
    took = []
    for _ in range(_RUNS):
        began = time.perf_counter()
        subprocess.run(command, check=True)
        took.append(time.perf_counter() - began)
    return statistics.median(took)
