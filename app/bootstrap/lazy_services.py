"""Services that import slow modules at their first use, so that no start waits for them."""

import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app import __version__
from app.board.reading.reader import Reader
from app.domain.texts import Say
from app.services.app_context import AppContext

if TYPE_CHECKING:
    from app.domain.views.exports import ExportOrder
    from app.ui.ports.help_ports import Licence
    from app.ui.ports.photo_ports import Photo

_log = logging.getLogger(__name__)


def export_shown(place: AppContext, order: "ExportOrder", report: Callable[[int], None], say: Say) -> int:
    """Write an export, and return the number of rows; see `write_shown`."""
    from app.export.delimiter import Delimiter  # noqa: PLC0415 - see above
    from app.services.exporting.export_rows import write_shown  # noqa: PLC0415 - see above
    from app.services.exporting.summary_sheet import ExportInfo  # noqa: PLC0415 - see above

    now = place.now()
    with Reader.opened(place.database) as reader:
        rows = write_shown(
            reader,
            order,
            delimiter=Delimiter.AUTO,
            say=say,
            occasion=ExportInfo(now, now.astimezone(reader.zone()).date(), __version__),
            report=report,
        )
    _log.info("Exported %d rows of %s as %s", rows, order.query.table.name, order.path.suffix)
    return rows


def list_separator() -> str:
    """Return the separator of cells in a CSV file on this machine."""
    from app.export.delimiter import Delimiter  # noqa: PLC0415 - see above

    return Delimiter.AUTO.character


def licences() -> "Sequence[Licence]":
    """Return the licences of the program's parts."""
    from app.bootstrap import licences as installed  # noqa: PLC0415 - see above

    return installed.licences()


def photo(address: str) -> "Photo":
    """Return a visit's photo, to be fetched."""
    from app.photos.photo import Photo  # noqa: PLC0415 - see above

    return Photo(address)


def write_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        OutputError: an older file is as it was.
    """
    from app.export.output import file_output  # noqa: PLC0415 - see above

    with file_output(path) as stream:
        stream.write(content)


def start_demo(folder: Path, options: Sequence[str]) -> None:
    """Open the demo beside this window, with the language and the theme of the folder's settings."""
    from PySide6.QtCore import QProcess  # noqa: PLC0415 - see above

    arguments = ["-m", "app", "--data-dir", str(folder), "demo", *options]
    QProcess.startDetached(sys.executable, arguments)
