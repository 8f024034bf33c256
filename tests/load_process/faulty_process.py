"""The load process with one fault: `python -m tests.load_process.faulty_process DATABASE`.

The file `fault` beside the database says what happens at which step; it is taken away then, so it happens once.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import get_ident
from typing import Any

from app.board.projecting import day_rows
from app.facts.loads import day_answer
from app.load_process import messages, serving
from app.services.loading import load_day
from app.store import save_day
from tests.waiting import wait_until

DATABASE = Path(sys.argv[1])
FAULT, REACHED, GO_ON = (DATABASE.with_name(name) for name in ("fault", "reached", "go on"))

STEPS: Mapping[str, tuple[Any, str]] = {
    "before the request": (load_day, "fetch_manifests"),
    "in the answer": (day_answer.DayAnswer, "take_shipments"),
    "after the answer": (save_day, "compare"),
    "in the transaction": (save_day, "_save"),
    "after the transaction": (day_answer.DayAnswer, "release"),
    "while it derives": (day_rows.DayProjection, "show"),
    "before the result": (save_day, "_kept_and_dropped"),
}


def _wait() -> None:
    REACHED.touch()
    wait_until(GO_ON.exists)


def _break_a_line() -> None:
    os.write(sys.__stdout__.fileno(), b'{"progress": [1, 0')  # type: ignore[union-attr]  # it is a pipe
    os._exit(0)


def _say_nonsense() -> None:
    os.write(sys.__stdout__.fileno(), b"[]\n")  # type: ignore[union-attr]  # it is a pipe
    wait_until(GO_ON.exists)  # which nobody makes: it is killed before it saves, however slowly its line is read


def _note_priorities() -> None:
    REACHED.write_text(str(os.getpriority(os.PRIO_PROCESS, 0)))


FAULTS: Mapping[str, Callable[[], object]] = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "suspended": lambda: signal.pthread_kill(get_ident(), signal.SIGSTOP),  # at once, on a busy machine too
    "a line broken off": _break_a_line,
    "nonsense said": _say_nonsense,
    "out of memory": lambda: bytearray(messages.MEGABYTES * 2**20),
    "a bug": lambda: 1 / 0,
    "wait": _wait,
    "note the priority": _note_priorities,
}


def _faulty(function: Callable[..., object], at_step: str) -> Callable[..., object]:
    def run(*given: object, **named: object) -> object:
        step, _, fault = FAULT.read_text().partition(": ") if FAULT.exists() else ("", "", "")
        if step == at_step:
            FAULT.unlink()
            FAULTS[fault]()
        return function(*given, **named)

    return run


def main() -> None:
    """Serve."""
    for step, (owner, name) in STEPS.items():
        setattr(owner, name, _faulty(getattr(owner, name), step))
    if FAULT.exists() and FAULT.read_text() == "another version":
        FAULT.unlink()
        messages.__version__ = "99"  # type: ignore[attr-defined]  # what `hello` says
    if FAULT.exists() and FAULT.read_text() == "always alive":
        serving._ALIVE_SECONDS = 0.001
    serving.LoadServer(DATABASE).run()


if __name__ == "__main__":
    main()
