"""The exports of the window."""

import logging
from collections.abc import Callable
from pathlib import Path

from app import __version__
from app.board.reading.reader import Reader
from app.domain.days import Day, Scope
from app.domain.texts import Say
from app.domain.views.exports import ExportOrder
from app.export.csv_format import Delimiter
from app.services.app_context import AppContext
from app.services.exporting.day_workbook import write_day
from app.services.exporting.export_rows import Headers, write_shown
from app.services.exporting.summary_sheet import ExportInfo

_log = logging.getLogger(__name__)


def export_shown(context: AppContext, order: ExportOrder, report: Callable[[int], None], say: Say) -> int:
    """Write the rows that the window shows; return their number. See `write_shown`. Blocks."""
    with Reader.opened(context.database) as reader:
        info = _info(context, reader)
        rows = write_shown(reader, order, delimiter=Delimiter.AUTO, say=say, info=info, report=report)
    _log.info("Exported %d rows of %s as %s", rows, order.query.table.name, order.path.suffix)
    return rows


def export_day(
    context: AppContext, day: Day | Scope, path: Path, is_cancelled: Callable[[], bool], *, say: Say
) -> None:
    """Write the workbook of a day, of all carriers where it names none. See `write_day`. Blocks."""
    with Reader.opened(context.database) as reader:
        info = _info(context, reader)
        write_day(reader, day, target=path, headers=Headers.UI, say=say, info=info, is_cancelled=is_cancelled)


def _info(context: AppContext, reader: Reader) -> ExportInfo:
    now = context.now()
    return ExportInfo(now, reader.days().day_of(now), __version__)
