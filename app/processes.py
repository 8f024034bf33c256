"""Starts parts of the program in processes of their own."""

import subprocess
import sys
from typing import IO, Final, cast

from app.domain.resources import PROGRAM_FOLDER

_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Without it, Windows opens a console."""


def start_module(module: str, *arguments: object, buffer: int = -1) -> "subprocess.Popen[bytes]":
    """Start a module of the program, as `python -m` does, with pipes as its input and output; `buffer` as of `Popen`.

    The environment that it inherits holds no secrets: see `take_environment`.

    Raises:
        OSError: it cannot be started.
    """
    return subprocess.Popen(  # noqa: S603 - the program itself
        [sys.executable, "-m", module, *map(str, arguments)],
        bufsize=buffer,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # libraries write there what they find in data
        cwd=PROGRAM_FOLDER,
        creationflags=_NO_WINDOW,
        start_new_session=True,  # Ctrl+C of the terminal is for this process
    )


def pipes_of(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    """Return the input and the output of a process that has pipes."""
    return cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
