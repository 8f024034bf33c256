"""`despacho` and `despacho demo`: the window."""

import argparse

from app.cli.context import Context
from app.main.opening import open_demo, open_desk


def window(context: Context, options: argparse.Namespace) -> int:
    """Open the window, on the data folder or against the demo carrier."""
    place = context.workplace
    return open_demo(place, options) if options.command == "demo" else open_desk(place, context.journal)
