"""`despacho` and `despacho demo`: open the window."""

import argparse

from app.bootstrap.process_tuning import quick_imports
from app.cli.terminal.context import Context
from app.domain.errors import AppError


def window(context: Context, options: argparse.Namespace) -> int:
    """Open the window, on the data folder or against the demo carrier."""
    with quick_imports():
        from app.bootstrap.start_window import open_desk, show_failure  # noqa: PLC0415 - the commands need no Qt

        if options.command == "demo":
            from app.bootstrap.start_demo import open_demo  # noqa: PLC0415 - the window needs no demo

    app_context = context.app_context
    try:
        return open_demo(app_context, options) if options.command == "demo" else open_desk(app_context, context.log)
    except AppError as error:
        show_failure(context.say(error.user_message))
        raise
