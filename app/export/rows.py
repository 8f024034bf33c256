"""The rows of an export, the characters that its formats can hold, and the stream that takes them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NewType, Protocol

Cell = str | int | float | bool | None

RawJson = NewType("RawJson", str)
"""A JSON text as it was received. It is written unchanged, so that `1.50` stays `1.50`."""


@dataclass(frozen=True, slots=True)
class ExportRow:
    """One row.

    Attributes:
        cells: in the order of the columns.
        extras: values for json by name, which csv and xlsx leave out. One with a column's name (`skus`, the list)
            replaces that column's cell; any other (`crudo`) follows after the last column.
    """

    cells: Sequence[Cell]
    extras: Mapping[str, RawJson] = field(default_factory=dict)


class Sink(Protocol):
    """A stream for bytes."""

    def write(self, data: bytes, /) -> int:
        """Write the bytes."""


class ProgressStream:
    """Calls `watch` before each write; an exception of it cancels the export."""

    def __init__(self, sink: Sink, watch: Callable[[], None]) -> None:
        self._sink = sink
        self._watch = watch

    def write(self, data: bytes, /) -> int:
        """Call `watch`, and write the bytes."""
        self._watch()
        return self._sink.write(data)


_REPLACEMENT = "\ufffd"
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def encodable(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def for_spreadsheet(text: str) -> str:
    """Return a text for a spreadsheet: without lone surrogates and control characters, except tab, CR and LF.

    Excel refuses a file with others, or reads it only up to them.
    """
    if text.isprintable():  # surrogates, control characters and noncharacters are not printable
        return text
    return _CONTROLS.sub(_REPLACEMENT, encodable(text))
