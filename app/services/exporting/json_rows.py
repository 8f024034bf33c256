"""The rows of shipments and visits for json, which hold the service's own documents."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal

import simplejson

from app.board.reading.reader import Reader
from app.domain.column import Cell, Column
from app.domain.contract.json_text.json_documents import read_document
from app.domain.contract.manifests import Shipment
from app.domain.contract.wire_values import identifier
from app.domain.folding import plain_identifier
from app.domain.texts import Text
from app.domain.views.columns import VISIT_COLUMNS
from app.export.rows import ExportRow, RawJson

_EXPORTED = tuple(column for column in VISIT_COLUMNS if column.is_exported)
_OF_DATA = tuple(dict.fromkeys(column.api.partition(".")[0] for column in _EXPORTED[:-5]))
_OTHERS = _EXPORTED[-5:]  # from the envelope and from Despacho, after the fields of `data`
_IDENTIFIERS = ("visita_id", "tracking_id", "numero_seguimientos")
VISIT_JSON_COLUMNS = (*(Column(name, name, Text("Column", "Visit")) for name in _OF_DATA), *_OTHERS)
"""The columns of `visit_rows`: the fields of `data` as a whole, and those that Despacho knows."""


def shipment_rows(
    reader: Reader, day: date, carrier: str | None, typed_row: Callable[[Sequence[Cell]], list[Cell]]
) -> Iterator[ExportRow]:
    """Yield shipments with their SKUs and their text as it was received; `typed_row` converts the cells."""
    for cells, raw in reader.exported_shipments(day, carrier, with_documents=True):
        yield ExportRow(typed_row(cells), _documents(raw) if raw is not None else {})


def visit_rows(reader: Reader, day: date, carrier: str | None) -> Iterator[ExportRow]:
    """Yield visits as the service sends them: all of `data`, and what Despacho knows of the visit.

    Identifiers that some program made floats of are integers again.
    """
    places = [_EXPORTED.index(column) for column in _OTHERS]
    own = {column.api for column in _OTHERS}
    for cells, raw, numbers in reader.exported_visits(day, carrier):
        document = read_document(raw.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
        data = document["data"] if isinstance(document, dict) else {}
        sent = {name: _without_floats(value) if name in _IDENTIFIERS else value for name, value in data.items()}
        extras = {name: _as_json(value) for name, value in sent.items() if name not in own}
        extras["envios"] = _as_json(numbers)
        yield ExportRow([*(None for _ in _OF_DATA), *(cells[place] for place in places)], extras)


def _without_floats(value: object) -> object:
    if isinstance(value, list):
        return [_without_floats(item) for item in value]
    if isinstance(value, str):
        return plain_identifier(value) if "." in value else value
    read = identifier(value) if isinstance(value, Decimal) else None
    return int(read) if read is not None and read.isdecimal() else value


def _documents(raw: str) -> dict[str, RawJson]:
    shipment = Shipment.model_validate(read_document(raw))
    skus = shipment.provider_data.skus_as_sent if shipment.provider_data else []
    return {"skus": _as_json(skus), "crudo": RawJson(raw)}


def _as_json(value: object) -> RawJson:
    return RawJson(simplejson.dumps(value, use_decimal=True, ensure_ascii=False))
