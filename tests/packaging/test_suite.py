"""The suite holds on any machine: nothing in it sleeps, and only what measures for `soak` and `bench` has a clock."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.systems import FILES

TESTS = Path(__file__).parents[1]
ON_POSIX_ALONE = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "time_ns"}
PAUSES = {"sleep", "qWait"}
HAVE_THEM = {
    "waiting.py": "all others wait by it",
    "facts/test_generations.py": "it dates files",
    "faults/accelerated_receiver.py": "a clock that goes faster",
    "faults/figures.py": "times are asserted by a full run alone",
    "faults/test_retention.py": "as above: how long a slice holds the lock",
    "faults/fuzzing/bombs.py": "a figure of a full run",
    "faults/stillness.py": "a figure of a full run",
    "faults/test_burst.py": "the pauses of the sender, in a full run",
    "faults/test_heartbeats.py": "a silence is what is tested",
    "faults/test_slow.py": "a full run alone",
    "files/windows_programs.py": "a virus scanner, as a process that looks for new files",
    "photos/scripted_decoder.py": "a process that takes its time",
}


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return the line and the name of each use of a clock, and of each pause that is not empty."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.Attribute) and node.attr in CLOCKS and isinstance(node.ctx, ast.Load):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not is_empty(node):
            if node.func.attr in PAUSES:
                yield node.lineno, node.func.attr
            if node.func.attr == "wait" and ast.unparse(node.func.value).endswith("qtbot"):
                yield node.lineno, "qtbot.wait"


def is_empty(pause: ast.Call) -> bool:
    """Tell whether it only lets the event loop run: `asyncio.sleep(0)`."""
    return bool(pause.args) and isinstance(pause.args[0], ast.Constant) and pause.args[0].value == 0


def compares_times(node: ast.AST) -> TypeGuard[ast.Compare]:
    """Tell whether this holds the time that something took against another one."""
    return isinstance(node, ast.Compare) and any(
        isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) and any(names_in(part)) for part in ast.walk(node)
    )


def test_no_test_sleeps_has_a_clock_of_its_own_or_asserts_how_long_something_took() -> None:
    with_clocks, comparing = dict[str, list[tuple[int, str]]](), list[str]()
    for path in TESTS.rglob("*.py"):
        name, text = path.relative_to(TESTS).as_posix(), path.read_text(encoding="utf-8")
        if name.startswith("bench/") or not any(word in text for word in (*CLOCKS, *PAUSES, "qtbot.wait(")):
            continue
        tree = ast.parse(text)
        if uses := list(names_in(tree)):
            with_clocks[name] = uses
        comparing += [f"{name}:{node.lineno}" for node in ast.walk(tree) if compares_times(node)]
    assert {name: uses for name, uses in with_clocks.items() if name not in HAVE_THEM} == {}
    assert set(HAVE_THEM) - set(with_clocks) == set(), "they need none any more"
    assert comparing == []


def test_windows_can_import_what_it_collects() -> None:
    """A mark that skips comes too late for a module that it has not."""
    needing = list[str]()
    for path in TESTS.rglob("*.py"):
        name = path.relative_to(TESTS).as_posix()
        if name.startswith(("bench/", *FILES)):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                needing += [f"{name}: {one.name}" for one in node.names if one.name in ON_POSIX_ALONE]
            elif isinstance(node, ast.ImportFrom) and node.module in ON_POSIX_ALONE:
                needing.append(f"{name}: {node.module}")
    assert needing == []


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(0.1)",
        "await asyncio.sleep(pause)",
        "bench.qtbot.wait(50)",
        "QTest.qWait(5)",
        "from time import process_time",
        "assert time.monotonic() - began < 5",
    ],
)
def test_each_way_to_depend_on_the_machine_is_found(code: str) -> None:
    tree = ast.parse(code.replace("await ", ""))
    assert list(names_in(tree))
    assert ("began" in code) is any(map(compares_times, ast.walk(tree)))
