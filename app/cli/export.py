"""`despacho export`: writes a table of the cache, asking no server."""

import argparse
from datetime import date

from app.cli.context import Context, result_stream
from app.domain.columns import Table
from app.domain.errors import OutputError
from app.domain.texts import Text
from app.export.delimiter import Delimiter
from app.services.exporting import Format, Headers, day_rows, write_rows
from app.services.reading import opened_cache
from app.services.workplace import zone_of


def export(context: Context, options: argparse.Namespace) -> int:
    """Write a table, and say where there was nothing to write."""
    day, table = context.day(options.date), Table(options.table)
    form = Format(options.format) if options.format else Format.of_ending(options.output)
    target = options.output or result_stream()
    if options.output is None and form is Format.XLSX and target.isatty():
        text = Text("Error", "An xlsx is nothing to show in a terminal. Name a file: --output FILE")
        raise OutputError(text, wrong_path=True)
    with opened_cache(context.workplace.database, lambda: zone_of(context.settings())) as reader:
        columns, rows = day_rows(reader, table, day, options.carrier, form)
        written = write_rows(
            rows,
            table,
            columns,
            target=target,
            form=form,
            headers=Headers(options.headers),
            delimiter=Delimiter(options.delimiter),
            say=context.say,
        )
    if not written:
        context.tell(_nothing(context, table, day, options.carrier))
    return 0


def _nothing(context: Context, table: Table, day: date, carrier: str | None) -> Text:
    folder = context.workplace.folder
    if table is not Table.SHIPMENTS:
        return Text("Cli", "Nothing of that kind is known of {date} in {folder}.").filled(date=day, folder=folder)
    if carrier is None:
        text = Text("Cli", "Nothing of {date} is in the cache in {folder}. To load it: {command}")
    else:
        text = Text("Cli", "Nothing of carrier {carrier} on {date} is in the cache in {folder}. To load it: {command}")
    command = f"despacho fetch --carrier {carrier or 'CODE'} --date {day}"
    return text.filled(date=day, carrier=carrier, folder=folder, command=command)
