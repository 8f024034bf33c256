"""Reads the values of arguments; each raises ValueError for what it does not accept."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

from app.cli.parser import wanted
from app.domain.follow_ups import LONGEST_NOTE
from app.domain.texts import Say, Text

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LAST_PORT = 65_535
_LONGEST_WAIT = 86_400  # seconds


def whole_number(say: Say) -> Callable[[str], object]:
    """Return a type for whole numbers."""
    return wanted(say, Text("Cli", "“{value}” is not a whole number"), int)


def port_number(say: Say) -> Callable[[str], object]:
    """Return a type for ports."""
    return wanted(say, Text("Cli", "“{value}” is not a port: a whole number from 0 to 65535"), _port)


def number_of_seconds(say: Say) -> Callable[[str], object]:
    """Return a type for times up to a day, in seconds."""
    return wanted(say, Text("Cli", "“{value}” is not a number of seconds: 0 to 86400"), _seconds)


def day_of(value: str) -> date:
    """Return a date in the form YYYY-MM-DD."""
    if not _DATE.fullmatch(value):  # Python also reads 20261120 and 2026-W47-5
        raise ValueError(value)
    return date.fromisoformat(value)


def desks_of(value: str) -> int:
    """Return a number of desks."""
    if int(value) not in range(1, 10):
        raise ValueError(value)
    return int(value)


def _port(value: str) -> int:
    port = int(value)
    if not 0 <= port <= _LAST_PORT:
        raise ValueError(value)
    return port


def _seconds(value: str) -> float:
    seconds = float(value)
    if not 0 <= seconds <= _LONGEST_WAIT:  # true for NaN as well
        raise ValueError(value)
    return seconds


def code_of(value: str) -> str:
    """Return a text that is not blank, without blanks around it."""
    value.encode()  # bytes of the shell that are no UTF-8 arrive as surrogates
    if not value.strip():
        raise ValueError(value)
    return value.strip()


def note_of(value: str) -> str:
    """Return a note, without blanks around it."""
    value.encode()
    if len(value.strip()) > LONGEST_NOTE:
        raise ValueError(value)
    return value.strip()


def path_of(value: str) -> Path:
    """Return a path that is not empty."""
    if not value:  # `Path("")` is the working directory, which an unset shell variable would select
        raise ValueError(value)
    return Path(value)
