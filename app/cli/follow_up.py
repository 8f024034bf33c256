"""`despacho follow-up`: saves the follow-up of a shipment, as the window does."""

import argparse
from dataclasses import replace

from app.cli.terminal.context import Context, one_line
from app.domain.calls.reasons import Reasons
from app.domain.errors import SettingsError
from app.domain.folding import fold
from app.domain.follow_ups import AS_IS, FollowUpEdit, NextStep
from app.domain.texts import Say, Text
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.services.app_context import user_name
from app.services.open_reader import opened_store
from app.store.follow_ups import FollowUps
from app.store.writer import Writer

_NOT_LISTED = 3  # the exit code


def follow_up(context: Context, options: argparse.Namespace) -> int:
    """Save the follow-up in the options; print the shipment's number, carrier and date."""
    edit, app_context, asked_at = _edit_of(options), context.app_context, context.app_context.now()
    if edit == FollowUpEdit():
        raise SettingsError(
            Text("Error", "Say what to save: --reason, --next-step, --note, --called, --acknowledge or --assign.")
        )
    with opened_store(app_context.database, app_context.settings_file) as reader:
        if options.reason is not None:
            edit = replace(edit, reason=_reason_of(options.reason, reader.reasons(), context.say))
        day = options.date or reader.days().day_of(asked_at)
        words = {"number": one_line(options.number), "date": day}
        listings = reader.listings_of(options.number, day, options.carrier)
        if not listings:
            _tell_not_listed(context, words, options.carrier)
            if options.carrier is not None:
                context.suggest_carrier(options.carrier, reader.carriers())
            return _NOT_LISTED
        carriers = sorted({carrier for carrier, _ in listings})
        if len(carriers) > 1:
            text = Text("Error", "Several carriers list {number} on {date}: {carriers}. Name one: --carrier CODE")
            raise SettingsError(text.filled(**words, carriers=one_line(", ".join(carriers))))
        ids = [row_id for _, row_id in listings]
        failed = reader.failed(Table.SHIPMENTS, ids)
        if edit.is_acknowledged is True and not failed:
            text = Text("Error", "{number} has not failed on {date}: there is nothing to acknowledge.")
            raise SettingsError(text.filled(**words))
    with Writer(app_context.database) as writer:
        writer.on_recovered(lambda recovery: context.print_message(recovery.text))
        follow_ups = FollowUps(writer, lambda _kept: None, lambda: options.by or user_name())
        follow_ups.save([Subject(Table.SHIPMENTS, (failed or ids)[0])], edit, asked_at)
    noted = Text("Cli", "Saved for shipment {number} of {carrier} on {date}.")
    context.print_result(context.say(noted.filled(**words, carrier=one_line(carriers[0]))))
    return 0


def _edit_of(options: argparse.Namespace) -> FollowUpEdit:
    return FollowUpEdit(
        reason=AS_IS if options.reason is None else options.reason,
        note=AS_IS if options.note is None else options.note,
        is_called=options.called or AS_IS,
        next_step=AS_IS if options.next_step is None else NextStep(options.next_step),
        is_acknowledged=options.acknowledge or AS_IS,
        assigned_to=AS_IS if options.assign is None else options.assign,
    )


def _reason_of(written: str, reasons: Reasons, say: Say) -> str:
    """Return the key of a reason that is written by its key, or by its name in the user's language.

    A key goes first: a script goes on saving what it did when the site gives its name to another reason.

    Raises:
        SettingsError: the site has no such reason, or several of this name.
    """
    names, wanted = reasons.all_names(say), fold(written)
    found = [key for key in names if key == written] or [key for key in names if fold(key) == wanted]
    found = found or [key for key, name in names.items() if fold(name) == wanted]
    if not found:
        text = Text("Error", "“{value}” is no reason of this site. There are: {names}")
        raise SettingsError(text.filled(value=one_line(written), names=one_line(", ".join(names))))
    if len(found) > 1:
        text = Text("Error", "“{value}” is the name of several reasons: {names}. Name one of these.")
        raise SettingsError(text.filled(value=one_line(written), names=one_line(", ".join(found))))
    return found[0]


def _tell_not_listed(context: Context, words: dict[str, object], carrier: str | None) -> None:
    command = f"despacho fetch --carrier {carrier or context.say(Text('Cli', 'CODE'))} --date {words['date']}"
    text = Text("Cli", "No shipment {number} of {date} is in the data folder {folder}. To load the day: {command}")
    context.print_message(text.filled(**words, folder=context.app_context.folder, command=one_line(command)))
