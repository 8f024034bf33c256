"""Makes or migrates databases, each in a process of its own that is killed after one of its disk operations.

Run as a script. For each line on standard input, a database and a number, a process opens the database as the
next version does, and kills itself by SIGKILL after the operation with that number. The answer is a line with its exit
code.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from app.board.schema import VERSION
from app.store.writer import Writer
from tests.facts.next_version import be_next_version
from tests.faults.recording_vfs import RecordingVfs, Step


def run() -> None:
    """Start a process for each input line."""
    for line in sys.stdin:
        path, last = line.rsplit(maxsplit=1)
        child = os.fork()
        if child == 0:
            _open(Path(path), int(last))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201 - the test reads it


def _open(path: Path, last: int) -> None:
    steps = count()

    def end_at_the_last(_step: Step) -> None:
        if next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    names = path.name, f"{path.stem}.unfinished", f"board-{VERSION}-1.sqlite"
    RecordingVfs([str(path.with_name(name)) for name in names], end_at_the_last).lay()
    be_next_version()
    with Writer(path):
        os._exit(0)


if __name__ == "__main__":
    run()
