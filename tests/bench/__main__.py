"""Runs the benchmark: `python -m tests.bench [--rounds N] [--write FOLDER] [ROW ...]`; without names, every row.

Contender and yardstick run alternately, each time in a new process, so that other load on the machine affects both.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from app.bootstrap.start_window import OFFSCREEN
from tests.bench.results import Measured, about, document, lines_of, put_in, read_json, write_json
from tests.bench.row import Figures, Row

ROOT = Path(__file__).parents[2]
ROWS = tuple(sorted(path.stem for path in (Path(__file__).parent / "rows").glob("[a-z]*.py")))
_LIMIT = 900
"""Seconds that one measurement may take."""


def main() -> int:
    """Measure, print each row as it is known, and return 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="dev.py bench")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(ROWS)}")
    parser.add_argument("--rounds", type=int, help="how often each measures; else what each row says")
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write RESULTS.md and results.json there; of some rows, into them"
    )
    options = parser.parse_args()
    unknown = sorted(set(options.rows) - set(ROWS))
    if unknown:
        parser.error(f"there is no row {', '.join(unknown)}; there are {', '.join(ROWS)}")
    began = time.monotonic()
    done: list[Measured] = []
    for key in options.rows or _measurable():
        row = row_of(key)
        for screen in screens_for(row):
            done.append(_tried(key, row, screen, options.rounds or row.rounds))
            say("\n".join(lines_of(done[-1])))
            if options.write:  # what is measured stays, whatever comes of the rest
                _write(options.write, done, about(time.monotonic() - began), anew=not options.rows)
    return 0 if all(one.is_reached for one in done) else 1


def _measurable() -> Iterator[str]:
    """Name every row, but for the bundle's where none was built."""
    for key in ROWS:
        if key == "bundle" and not (ROOT / "build" / "bundle" / "despacho").exists():
            say("There is no bundle here, which `dev.py build` makes: it is not measured.")
        else:
            yield key


def row_of(key: str) -> Row:
    """Return the row that a module of `rows` makes."""
    row: Row = import_module(f"tests.bench.rows.{key}").ROW
    return row


def _write(folder: Path, done: list[Measured], run: list[str], *, anew: bool) -> None:
    """Write what is measured, in the place of what was written before or, of some rows, in their places there."""
    file = folder / "results.json"
    every = [] if anew else read_json(file, row_of)
    for one in done:
        put_in(every, replace(one, run=tuple(run)))
    write_json(file, every)
    (folder / "RESULTS.md").write_text(document(every), encoding="utf-8")


def screens_for(row: Row) -> Iterator[str]:
    """Name Qt's platforms to measure a row on: none for what has no window, X11 where a screen can be had."""
    if not row.on_a_screen:
        yield ""
        return
    yield "offscreen"
    if shutil.which("xvfb-run"):
        yield "xcb"
    else:
        say("There is no xvfb-run here: nothing is measured on X11.")


def _tried(key: str, row: Row, screen: str, rounds: int) -> Measured:
    try:
        return Measured(key, row, screen, measured(key, row, screen, rounds))
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        return Measured(key, row, screen, {}, str(error.cmd[-2]))


def measured(key: str, row: Row, screen: str, rounds: int) -> dict[str, list[Figures]]:
    """Let contender and yardsticks measure in turn; return the figures of each round by function.

    Raises:
        CalledProcessError: one of them failed; what it said is on standard error.
        TimeoutExpired: one of them took too long.
    """
    found: dict[str, list[Figures]] = {name: [] for name in (row.contender, *row.yardsticks)}
    with TemporaryDirectory(prefix="despacho-bench-", ignore_cleanup_errors=True) as folder:
        if hasattr(import_module(f"tests.bench.rows.{key}"), "prepare"):
            say(f"{key}: preparing …")
            _once(key, "prepare", folder, "offscreen" if screen else "")
        for turn in range(rounds):
            for name, figures in found.items():
                say(f"{key}{f' on {screen}' if screen else ''}: {name}, {turn + 1} of {rounds}")
                figures.append(_once(key, name, folder, screen))
    return found


def _once(key: str, function: str, folder: str, screen: str) -> Figures:
    command = [sys.executable, "-m", "tests.bench.single_run", key, function, folder]
    if screen == "xcb":
        command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", *command]
    kept = {"PYTHONDONTWRITEBYTECODE": ""}  # an installed program is not compiled anew at each start
    env = {**os.environ, **kept, "QT_QPA_PLATFORM": screen if screen not in ("", "offscreen") else OFFSCREEN}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, timeout=_LIMIT, check=True)
    figures: Figures | None = json.loads(done.stdout.splitlines()[-1])
    return figures or {}


def say(text: str) -> None:
    """Print at once."""
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
