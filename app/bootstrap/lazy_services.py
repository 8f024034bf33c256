"""Functions of the window whose modules are imported on first use, so that the window opens sooner."""

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess

from app import __version__
from app.board.reading.reader import Reader
from app.domain.access.connection import ConnectionReport, Verdict
from app.domain.access.credentials import SecretName
from app.domain.days import Day, Scope
from app.domain.errors import SettingsError
from app.domain.resources import PROGRAM_FOLDER
from app.domain.settings import Settings
from app.domain.texts import Say
from app.export.csv_format import Delimiter
from app.export.output import file_output
from app.photos.decoder_protocol import MOST_PIXELS
from app.services.app_context import AppContext
from app.services.diagnostics.relay_probe import check_relay

if TYPE_CHECKING:
    from app.domain.views.exports import ExportOrder
    from app.ui.ports.feature_ports import Photo
    from app.ui.ports.help_ports import Licence

_log = logging.getLogger(__name__)


def export_shown(app_context: AppContext, order: "ExportOrder", report: Callable[[int], None], say: Say) -> int:
    """Write the rows that the window shows; return their number. See `write_shown`."""
    from app.services.exporting import export_rows, summary_sheet  # noqa: PLC0415 - see above

    now = app_context.now()
    with Reader.opened(app_context.database) as reader:
        rows = export_rows.write_shown(
            reader,
            order,
            delimiter=Delimiter.AUTO,
            say=say,
            info=summary_sheet.ExportInfo(now, reader.days().day_of(now), __version__),
            report=report,
        )
    _log.info("Exported %d rows of %s as %s", rows, order.query.table.name, order.path.suffix)
    return rows


def export_day(
    app_context: AppContext, day: Day | Scope, path: Path, is_cancelled: Callable[[], bool], *, say: Say
) -> None:
    """Write the workbook of a day, of all carriers where it names none. See `write_day`."""
    from app.services.exporting import day_workbook, export_rows, summary_sheet  # noqa: PLC0415 - see above

    now, words = app_context.now(), export_rows.Headers.UI
    with Reader.opened(app_context.database) as reader:
        info = summary_sheet.ExportInfo(now, reader.days().day_of(now), __version__)
        day_workbook.write_day(reader, day, target=path, headers=words, say=say, info=info, is_cancelled=is_cancelled)


def probe_relay(
    app_context: AppContext, values: Mapping[str, object], secrets: Mapping[SecretName, str]
) -> ConnectionReport:
    """Try settings and secrets of the relay; those that are not given are the kept ones."""
    try:
        given = Settings.read({**vars(app_context.settings_file.read()), **values})
        checks = check_relay(app_context, given, secrets)
    except SettingsError as error:
        return ConnectionReport(Verdict.FAILS, None, 0, error.user_message)
    wrong = [one.text for one in checks if not one.works]
    return ConnectionReport(Verdict.FAILS if wrong else Verdict.WORKS, None, 0, (wrong or [checks[0].text])[0])


def list_separator() -> str:
    """Return the separator between two csv cells on this machine."""
    return Delimiter.AUTO.character


def licences(say: Say) -> "Sequence[Licence]":
    """Return the licences of the program and its libraries."""
    from app.bootstrap import licences as installed  # noqa: PLC0415 - see above

    return installed.licences(say)


def photo(address: str, most_pixels: int = MOST_PIXELS) -> "Photo":
    """Return a picture at an address, not fetched yet; one of more pixels is refused before it is decoded."""
    from app.photos.photo import Photo, Rules  # noqa: PLC0415 - see above

    return Photo(address, Rules(most_pixels=most_pixels))


def write_file(path: Path, content: Callable[[], bytes]) -> None:
    """Write a file atomically; its content is made once it is certain that there may be such a file.

    Raises:
        OutputError: it could not be written; an older file is unchanged.
    """
    with file_output(path) as stream:
        stream.write(content())


def start_demo(folder: Path, *options: str) -> None:
    """Start the demo as a process of its own, with the language and theme of the folder's settings."""
    arguments = ["-m", "app", "--data-dir", str(folder.absolute()), "demo", *options]
    QProcess.startDetached(sys.executable, arguments, str(PROGRAM_FOLDER))
