"""Writes rows as a JSON array with one object a line."""

import json
import math
from collections.abc import Iterable, Sequence

import simplejson

from app.domain.column import Column
from app.export.rows import Cell, ExportRow, RawJson, Sink, encodable

_ENCODER = simplejson.JSONEncoder(ensure_ascii=False, allow_nan=False)


def write_json(stream: Sink, columns: Sequence[Column], rows: Iterable[ExportRow]) -> None:
    """Write the array: UTF-8 without BOM, members named as the service does, None and non-finite numbers as null.

    The stream takes bytes, and is neither flushed nor closed; the rows are iterated once, and an extra replaces the
    column of its name, or follows after the last one.

    Raises:
        OSError: the stream could not be written.
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
    """Return a JSON text unchanged but on one line, or as a string where it is no JSON.

    Line breaks in JSON are white space: inside a string they are escaped.
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
