"""The function of each command."""

import argparse
from collections.abc import Callable

from app.cli.terminal.context import Context

Command = Callable[[Context, argparse.Namespace], int]
"""Runs a command and returns the exit code; an `AppError` is handled by `main`."""


def command_of(name: str | None) -> Command:
    """Return the function of a command; None stands for the window.

    Each is imported on demand, so that an export that runs every minute imports neither HTTP, keyring nor Qt.
    """
    match name:
        case "fetch":
            from app.cli.fetch import fetch as command  # noqa: PLC0415
        case "export":
            from app.cli.export import export as command  # noqa: PLC0415
        case "follow-up":
            from app.cli.follow_up import follow_up as command  # noqa: PLC0415
        case "rebuild":
            from app.cli.rebuild import rebuild as command  # noqa: PLC0415
        case "credentials":
            from app.cli.credentials import credentials as command  # noqa: PLC0415
        case "settings":
            from app.cli.settings import settings as command  # noqa: PLC0415
        case "simulate":
            from app.cli.simulate import simulate as command  # noqa: PLC0415
        case "receive":
            from app.cli.receive import receive as command  # noqa: PLC0415
        case "doctor":
            from app.cli.doctor import doctor as command  # noqa: PLC0415
        case _:
            from app.cli.window import window as command  # noqa: PLC0415
    return command
