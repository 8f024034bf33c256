"""`despacho` and `despacho demo`: the window."""

import argparse
import builtins
import gc

from app.cli.context import Context


def window(context: Context, options: argparse.Namespace) -> int:
    """Open the window, on the data folder or against the demo carrier."""
    import_window()
    from app.main.opening import open_demo, open_desk  # noqa: PLC0415 - see above

    place = context.workplace
    return open_demo(place, options) if options.command == "demo" else open_desk(place, context.journal)


def import_window() -> None:
    """Import what the window is made of, without what would take a fifth of a start.

    All of it stays: nobody looks for garbage in that, now or later. And PySide6's own hook is taken out of `import`. It
    reads the source of every module, to see whether that may `import __feature__`, and here none does (PySide6 6.11;
    try without once it asks no more).
    """
    gc.disable()
    import PySide6  # noqa: F401, PLC0415 - see above

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
    import app.main.opening  # noqa: F401, PLC0415 - see above

    gc.freeze()
    gc.enable()
