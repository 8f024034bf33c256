"""Counts what work takes, in steps that are the same on every machine, to see how that grows with its size."""

import sqlite3
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

_FEWEST = 1000  # of SQLite's steps, between two looks at them
LINEAR = 1.6
"""Four times the size may take so many times four times the steps: trees of an index are a little higher then."""


def steps_of(work: Callable[[], object], db: sqlite3.Connection | None = None) -> int:
    """Return the instructions that Python runs for some work in this thread, and those of SQLite on a connection."""
    count = 0

    def note(frame: FrameType, event: str, _argument: object) -> Any:  # noqa: ANN401 - as `sys.settrace` has it
        nonlocal count
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return note

    def note_sqlite() -> int:
        nonlocal count
        count += _FEWEST
        return 0

    before = sys.gettrace()
    if db is not None:
        db.set_progress_handler(note_sqlite, _FEWEST)
    sys.settrace(note)
    try:
        work()
    finally:
        sys.settrace(before)
        if db is not None:
            db.set_progress_handler(None, 0)
    return count


def growth(work_of_size: Callable[[int], Callable[[], object]], size: int) -> float:
    """Return how the steps for each piece grow when there are four times as many pieces; 1: not at all."""
    few, many = (steps_of(work_of_size(one)) for one in (size, 4 * size))
    return many / few / 4
