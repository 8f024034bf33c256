"""`despacho rebuild`: derives the board again from the facts."""

import argparse

from app.cli.terminal.context import Context
from app.domain.texts import Text
from app.services.open_reader import has_cache
from app.store.writer import Writer


def rebuild(context: Context, options: argparse.Namespace) -> int:  # noqa: ARG001 - the signature of all commands
    """Derive all days and visits again, printing progress; the next start continues an interrupted rebuild."""
    place = context.workplace
    if not has_cache(place.database):
        context.tell(Text("Cli", "There is no data in {folder} yet.").filled(folder=place.folder))
        return 0
    printed = -1

    def print_progress(done: int, total: int) -> None:
        nonlocal printed
        tenth = 10 * done // total if total else 10
        if tenth > printed:
            printed = tenth
            context.tell(Text("Cli", "Derived {done} of {total} days and visits.").filled(done=done, total=total))

    with Writer(place.database, patience=0) as writer:
        writer.tell_recovered(lambda recovery: context.tell(recovery.text))
        writer.rebuild(print_progress)
    context.give(context.say(Text("Cli", "All rows are derived again from what is kept.")))
    return 0
