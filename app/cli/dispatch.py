"""The function of each command."""

import argparse
from collections.abc import Callable
from importlib import import_module

from app.cli.terminal.context import Context

Command = Callable[[Context, argparse.Namespace], int]
"""Runs a command and returns the exit code; an `AppError` is handled by `main`."""

_WINDOW = (None, "demo")
"""The commands that open the window: that without a name, and the demo."""


def command_of(name: str | None) -> Command:
    """Return the function of a command: that of the module `app.cli.COMMAND`, which has the same name.

    The module is imported on demand, so that an export that runs every minute imports neither HTTP, keyring nor Qt.
    """
    own_name = "window" if name in _WINDOW else str(name).replace("-", "_")
    command: Command = getattr(import_module(f"app.cli.{own_name}"), own_name)
    return command
