"""Ctrl+C during a query of SQLite."""

import signal
import sqlite3
import sys
from contextlib import closing

import pytest

from app.cli.terminal.interruption import keyboard_interrupt_kept

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def pressed() -> int:
    """Simulate Ctrl+C while SQLite calls a Python function."""
    signal.raise_signal(signal.SIGINT)
    return 1


def ask() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.create_function("pressed", 0, pressed)
        db.execute("SELECT pressed()").fetchone()


def test_ctrl_c_in_a_function_that_sqlite_calls_is_no_bug() -> None:
    with pytest.raises(sqlite3.OperationalError):  # what SQLite makes of it
        ask()
    with pytest.raises(KeyboardInterrupt), keyboard_interrupt_kept():
        ask()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_failure_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError), keyboard_interrupt_kept():
        raise ZeroDivisionError


def test_a_process_that_was_started_to_ignore_ctrl_c_ignores_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with keyboard_interrupt_kept():
            ask()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
