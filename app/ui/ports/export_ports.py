"""What the export is handed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from app.domain.texts import Say
from app.domain.views.exports import ExportOrder


@dataclass(frozen=True)
class ExportPorts:
    """What writes an export."""

    export: Callable[[ExportOrder, Callable[[int], None]], int]
    """Worker. Returns the number of rows written, and reports meanwhile how many were read.

    Raises OutputError, and ExportCancelledError if the order was cancelled.
    """
    list_separator: Callable[[], str]
    """The separator of cells in a CSV file on this machine."""
    say: Say
    today: Callable[[], date]
    """At the site."""
