"""Brings databases up to date, each in a process of its own that is killed at one step that it does on the disk.

Run as a script. For each line on standard input, a database and a number, it opens that database as the program does;
that process ends itself by SIGKILL right behind the step of that number. The answer is a line: how it ended.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from app.board.schema import VERSION
from app.facts.file.generations import FIRST_LAYOUT
from app.store.writer import Writer
from tests.faults.below import Below, Step


def run() -> None:
    """Do so for each line that comes."""
    for line in sys.stdin:
        path, last = line.rsplit(maxsplit=1)
        child = os.fork()
        if child == 0:
            _open(Path(path), int(last))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201 - whoever asked reads it


def _open(path: Path, last: int) -> None:
    steps = count()

    def end_at_the_last(_step: Step) -> None:
        if next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    names = path.name, FIRST_LAYOUT, f"{path.stem}.unfinished", f"board-{VERSION}-1.sqlite"
    Below([str(path.with_name(name)) for name in names], end_at_the_last).lay()
    with Writer(path):
        os._exit(0)


if __name__ == "__main__":
    run()
