"""`despacho` and `despacho demo`: the window."""

import argparse

from app.bootstrap.process_tuning import imported_to_stay
from app.cli.terminal.context import Context


def window(context: Context, options: argparse.Namespace) -> int:
    """Open the window, on the data folder or against the demo carrier."""
    with imported_to_stay():
        from app.bootstrap.start_window import open_demo, open_desk  # noqa: PLC0415 - the window and all that it is made of

    place = context.workplace
    return open_demo(place, options) if options.command == "demo" else open_desk(place, context.journal)
