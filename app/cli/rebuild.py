"""`despacho rebuild`: derives the board again from the facts."""

import argparse

from app.cli.terminal.context import Context
from app.domain.texts import Text
from app.facts.recovery.backups import had_facts
from app.services.open_reader import has_store
from app.store.writer import Writer


def rebuild(context: Context, options: argparse.Namespace) -> int:  # noqa: ARG001 - the signature of all commands
    """Derive all days and visits again, printing progress; the next start continues an interrupted rebuild."""
    app_context = context.app_context
    if not has_store(app_context.database) and not had_facts(app_context.database):
        context.print_message(Text("Cli", "There is no data in {folder} yet.").filled(folder=app_context.folder))
        return 0
    printed = -1

    def print_progress(done: int, total: int) -> None:
        nonlocal printed
        tenth = 10 * done // total if total else 10
        if tenth > printed:
            printed = tenth
            context.print_message(
                Text("Cli", "Rebuilt {done} of {total} days and visits.").filled(done=done, total=total)
            )

    with Writer(app_context.database, board_timeout=0) as writer:
        writer.on_recovered(lambda recovery: context.print_message(recovery.text))
        writer.rebuild(print_progress)
    context.print_result(context.say(Text("Cli", "All rows were rebuilt from the saved data.")))
    return 0
