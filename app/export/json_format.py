"""Writes rows as one JSON array of objects, an object to a line."""

import json
import math
from collections.abc import Iterable, Sequence

import simplejson

from app.domain.views.columns import Column
from app.export.progress_stream import Sink
from app.export.rows import Cell, ExportRow, RawJson
from app.export.writable_text import encodable

_ENCODER = simplejson.JSONEncoder(ensure_ascii=False, allow_nan=False)


def write_json(stream: Sink, columns: Sequence[Column], rows: Iterable[ExportRow]) -> None:
    """Write the array: UTF-8 without BOM, members named as on the wire, nothing and not-a-number as null.

    Args:
        stream: takes bytes; it is neither flushed nor closed.
        columns: name the cells, in their order.
        rows: taken one by one; an extra stands in for the column of its name, or follows after the last one.

    Raises:
        OSError: the stream took no more.
    """
    names = [column.api for column in columns]
    lead = b"["
    for row in rows:
        members = {name: _value(cell) for name, cell in zip(names, row.cells, strict=True)}
        members.update((encodable(name), _embedded(raw)) for name, raw in row.extras.items())
        stream.write(lead + b"\n" + _ENCODER.encode(members).encode())
        lead = b","
    stream.write(b"[]\n" if lead == b"[" else b"\n]\n")


def _value(cell: Cell) -> object:
    if isinstance(cell, str):
        return encodable(cell)
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    return cell


def _embedded(raw: RawJson) -> object:
    """Pass a JSON text on as it stands, on one line; what is none after all is shown as the text that it is.

    Line breaks in JSON are white space only: inside a string they are escaped.
    """
    text = encodable(raw)
    try:
        _CHECKER.decode(text)
    except (ValueError, RecursionError):
        return text
    return simplejson.RawJSON(text.replace("\r", " ").replace("\n", " "))


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


_CHECKER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=_refuse)
"""Reads numbers as text, because one of 5,000 digits is JSON too."""
