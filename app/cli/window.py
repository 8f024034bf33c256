"""`despacho` and `despacho demo`: the window."""

import argparse
import builtins
import gc

from app.cli.context import Context


def window(context: Context, options: argparse.Namespace) -> int:
    """Open the window, on the data folder or against the demo carrier.

    All that is imported for it stays: to look for garbage in that, again and again, takes a tenth of a start.
    """
    gc.disable()
    _let_imports_be()
    from app.main.opening import open_demo, open_desk  # noqa: PLC0415 - see above

    gc.freeze()
    gc.enable()
    place = context.workplace
    return open_demo(place, options) if options.command == "demo" else open_desk(place, context.journal)


def _let_imports_be() -> None:
    """Take PySide6's own hook out of `import`, which takes another tenth.

    It reads the source of every module, to see whether that may `import __feature__`, and here none does (PySide6 6.11;
    try without once it asks no more).
    """
    import PySide6  # noqa: F401, PLC0415 - see above

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
