"""Exports: what the cache holds of a date, or the rows that the window shows, as csv, xlsx or json."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

import simplejson

from app.domain.columns import COLUMNS, VISIT_COLUMNS, WORDS, Column, Kind, Table
from app.domain.details import Cell
from app.domain.documents import read_document
from app.domain.texts import Say, Text
from app.export.csv_format import write_csv
from app.export.delimiter import Delimiter
from app.export.json_format import write_json
from app.export.output import file_output, standard_output
from app.export.rows import ExportRow, RawJson
from app.store.reader import Reader

_SHEETS = {
    Table.SHIPMENTS: Text("Table", "Shipments"),
    Table.VISITS: Text("Table", "Visits"),
    Table.MANIFESTS: Text("Table", "Manifests"),
    Table.NOTIFICATIONS: Text("Table", "Notifications"),
    Table.REJECTED: Text("Table", "Rejected"),
    Table.GAPS: Text("Table", "Gaps"),
}
_DATA_OF_VISIT = tuple(dict.fromkeys(column.api.partition(".")[0] for column in VISIT_COLUMNS[:-5]))
_KNOWN_OF_VISIT = VISIT_COLUMNS[-5:]  # from the envelope and from us, behind what `data` holds
_VISIT_IN_JSON = (*(Column(name, name, Text("Column", "Visit")) for name in _DATA_OF_VISIT), *_KNOWN_OF_VISIT)


class Format(StrEnum):
    """What a file can be."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @classmethod
    def of_ending(cls, path: Path | None) -> "Format":
        """Return the format that a file's ending names; csv where it names none."""
        ending = path.suffix.lower().removeprefix(".") if path else ""
        return cls(ending) if ending in set(cls) else cls.CSV


class Headers(StrEnum):
    """How a header line names the columns: as people do, or as the carrier's service does."""

    UI = "ui"
    API = "api"


def day_rows(
    reader: Reader, table: Table, day: date, carrier: str | None, form: Format
) -> tuple[Sequence[Column], Iterator[ExportRow]]:
    """Return the columns and the rows of a table for a date; json shows more than its cells hold.

    Args:
        reader: of the cache.
        table: one of `EXPORTED_TABLES`.
        day: of the site.
        carrier: one carrier's shipments and visits alone; None: all of them.
        form: what is to be written.
    """
    columns = tuple(column for column in COLUMNS[table] if column.is_exported)
    if table is Table.SHIPMENTS:
        return columns, _shipment_rows(reader, day, carrier, columns, with_documents=form is Format.JSON)
    if table is Table.VISITS and form is Format.JSON:
        return _VISIT_IN_JSON, _nested_visit_rows(reader, day, carrier)
    cells: Iterable[Sequence[Cell]]
    if table is Table.VISITS:
        cells = (row[0] for row in reader.exported_visits(day, carrier))
    elif table is Table.NOTIFICATIONS:
        cells = reader.exported_notifications(day)
    elif table is Table.REJECTED:
        cells = reader.exported_rejected(day)
    else:
        cells = reader.exported_gaps(day)
    return columns, (ExportRow(_typed(columns, row)) for row in cells)


def _shipment_rows(
    reader: Reader, day: date, carrier: str | None, columns: Sequence[Column], *, with_documents: bool
) -> Iterator[ExportRow]:
    for cells, raw in reader.exported_shipments(day, carrier, with_documents=with_documents):
        yield ExportRow(_typed(columns, cells), _documents(raw) if raw is not None else {})


def _nested_visit_rows(reader: Reader, day: date, carrier: str | None) -> Iterator[ExportRow]:
    """Go through visits as the service sends them: `data` itself, whatever else it holds, and what is known of it."""
    places = [COLUMNS[Table.VISITS].index(column) for column in _KNOWN_OF_VISIT]
    for cells, raw, numbers in reader.exported_visits(day, carrier):
        document = read_document(raw.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
        data = document["data"] if isinstance(document, dict) else {}
        own = {column.api for column in _KNOWN_OF_VISIT}
        extras = {name: _as_json(value) for name, value in data.items() if name not in own}
        extras["envios"] = _as_json(numbers)
        yield ExportRow([*(None for _ in _DATA_OF_VISIT), *(cells[place] for place in places)], extras)


def shown_rows(reader: Reader, table: Table, columns: Sequence[Column], ids: Sequence[int]) -> Iterator[ExportRow]:
    """Go through the rows that the window shows, in its order and with its columns."""
    every = COLUMNS[table]
    places = [every.index(column) for column in columns]
    for cells in reader.exported_rows(table, ids):
        yield ExportRow(_typed(columns, [cells[place] for place in places]))


def write_rows(
    rows: Iterable[ExportRow],
    table: Table,
    columns: Sequence[Column],
    *,
    target: Path | BinaryIO,
    form: Format,
    headers: Headers,
    delimiter: Delimiter,
    say: Say,
) -> int:
    """Write rows, and return how many they were.

    Args:
        rows: are taken one by one; nothing is held.
        table: names the sheet of an xlsx.
        columns: of the cells, in their order.
        target: a file, or standard output's bytes.
        form: of the file.
        headers: of csv and xlsx; json always names columns as the service does.
        delimiter: of csv.
        say: the user's language.

    Raises:
        OutputError: nothing half-written is left, and an older file is as it was.
        StoreError: the cache could not be read; the same holds.
    """
    counted = _Counted(_in_words(rows, columns, say) if headers is Headers.UI and form is not Format.JSON else rows)
    titles = [say(column.title) if headers is Headers.UI else column.api for column in columns]
    with ExitStack() as stack:
        output = file_output(target) if isinstance(target, Path) else standard_output(target)
        stream = stack.enter_context(output)
        if form is Format.CSV:
            write_csv(stream, titles, counted, delimiter)
        elif form is Format.XLSX:
            from app.export.xlsx_format import write_xlsx  # noqa: PLC0415 - a csv need not wait for it

            write_xlsx(stream, say(_SHEETS[table]), titles, columns, counted)
        else:
            write_json(stream, columns, counted)
    return counted.count


class _Counted:
    """Passes rows on and counts them."""

    def __init__(self, rows: Iterable[ExportRow]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[ExportRow]:
        for row in self._rows:
            self.count += 1
            yield row


def _typed(columns: Sequence[Column], cells: Sequence[Cell]) -> list[Cell]:
    """Give flags back their type, which SQLite does not have."""
    return [
        bool(cell) if column.kind is Kind.FLAG and cell is not None else cell
        for column, cell in zip(columns, cells, strict=True)
    ]


def _in_words(rows: Iterable[ExportRow], columns: Sequence[Column], say: Say) -> Iterator[ExportRow]:
    """Say codes in the user's language; whatever reads the names of the wire gets the codes themselves."""
    said = [(place, WORDS[column.kind]) for place, column in enumerate(columns) if column.kind in WORDS]
    for row in rows:
        cells = list(row.cells)
        for place, words in said:
            text = words.get(str(cells[place]))
            cells[place] = say(text) if text is not None else cells[place]
        yield ExportRow(cells, row.extras)


def _as_json(value: object) -> RawJson:
    return RawJson(simplejson.dumps(value, use_decimal=True, ensure_ascii=False))


def _documents(raw: str) -> dict[str, RawJson]:
    from app.domain.manifests import Shipment  # noqa: PLC0415 - json alone needs what it takes to read one

    shipment = Shipment.model_validate(read_document(raw))
    skus = shipment.provider_data.skus_as_sent if shipment.provider_data else []
    return {"skus": _as_json(skus), "crudo": RawJson(raw)}
