"""`despacho export`: writes a table of the store, or a whole day, without asking a server."""

import argparse
from datetime import date
from pathlib import Path
from typing import BinaryIO

from app import __version__
from app.cli.arguments import DAY
from app.cli.terminal.context import Context, result_stream
from app.cli.terminal.interruption import keyboard_interrupt_kept
from app.domain.days import Day
from app.domain.errors import OutputError, SettingsError
from app.domain.texts import Text
from app.domain.views.columns import Table
from app.domain.views.exports import Format
from app.export.csv_format import Delimiter
from app.export.output import check_output
from app.services.exporting.day_workbook import write_day
from app.services.exporting.export_rows import Headers, day_rows, write_rows
from app.services.exporting.summary_sheet import ExportInfo
from app.services.open_reader import opened_store


def export(context: Context, options: argparse.Namespace) -> int:
    """Write a table or a day; say so if there is nothing to write."""
    with keyboard_interrupt_kept():
        return _export_day(context, options) if options.table == DAY else _export_table(context, options)


def _export_day(context: Context, options: argparse.Namespace) -> int:
    ending = options.output.suffix.lower().removeprefix(".") if options.output else ""
    form = options.format or ending
    if form != Format.XLSX and (options.format or ending == "xls" or ending in set(Format)):
        text = Text("Error", "A day is a workbook of several sheets, an xlsx. For csv or json, export a table.")
        raise SettingsError(text)
    target = _target(options, Format.XLSX)
    app_context = context.app_context
    now = app_context.now()
    with opened_store(app_context.database, app_context.settings_file) as reader:
        today = reader.days().day_of(now)
        day = options.date or today
        is_known = write_day(
            reader,
            Day(options.carrier or "", day),
            target=target,
            headers=Headers(options.headers),
            say=context.say,
            info=ExportInfo(now, today, __version__),
            identity_photos=options.identity_photos,
        )
    if not is_known:
        context.print_message(_nothing(context, Table.SHIPMENTS, day, options.carrier))
    return 0


def _target(options: argparse.Namespace, form: Format) -> Path | BinaryIO:
    """Return the file or standard output; a workbook is not written to a terminal.

    Raises:
        OutputError: no file can have that name, a workbook would be written to a terminal, or standard output is
            closed.
    """
    if options.output is not None:
        file: Path = options.output
        check_output(file)
        return file
    stream = result_stream()
    if form is Format.XLSX and stream.isatty():
        text = Text("Error", "An xlsx cannot be shown in a terminal. Name a file: --output FILE")
        raise OutputError(text, wrong_path=True)
    return stream


def _export_table(context: Context, options: argparse.Namespace) -> int:
    table, app_context = Table(options.table), context.app_context
    form = Format(options.format) if options.format else Format.of_ending(options.output)
    target = _target(options, form)
    with opened_store(app_context.database, app_context.settings_file) as reader:
        day = options.date or reader.days().day_of(app_context.now())
        columns, rows = day_rows(reader, table, day, options.carrier, form, identity_photos=options.identity_photos)
        written = write_rows(
            rows,
            table,
            columns,
            target=target,
            form=form,
            headers=Headers(options.headers),
            delimiter=Delimiter(options.delimiter),
            say=context.say,
            reasons=reader.reasons(),
        )
    if not written:
        context.print_message(_nothing(context, table, day, options.carrier))
    return 0


def _nothing(context: Context, table: Table, day: date, carrier: str | None) -> Text:
    folder = context.app_context.folder
    if table is not Table.SHIPMENTS:
        nothing = Text("Cli", "“{table}” has nothing of {date} in {folder}.")
        return nothing.filled(table=table.value, date=day, folder=folder)
    if carrier is None:
        text = Text("Cli", "Nothing of {date} is in the data folder {folder}. To load it: {command}")
    else:
        text = Text(
            "Cli", "Nothing of carrier {carrier} on {date} is in the data folder {folder}. To load it: {command}"
        )
    command = f"despacho fetch --carrier {carrier or context.say(Text('Cli', 'CODE'))} --date {day}"
    return text.filled(date=day, carrier=carrier, folder=folder, command=command)
