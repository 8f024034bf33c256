"""The summary sheet of a workbook: carrier, date, filters and totals of the other sheets."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from app.board.reading.column_sql import site_day
from app.board.reading.reader import Reader
from app.domain.column import Kind
from app.domain.days import Day, Scope
from app.domain.texts import Say, Text
from app.domain.views.columns import WORDS, Table
from app.domain.views.exports import ExportOrder
from app.domain.views.report import Tally
from app.export.sheets import SummaryLine
from app.services.exporting.totals import Totals, figure_lines

SHEET_TITLE = Text("Sheet", "Day")
TABLE_TITLES = {
    Table.SHIPMENTS: Text("Table", "Shipments"),
    Table.VISITS: Text("Table", "Visits"),
    Table.MANIFESTS: Text("Table", "Manifests"),
    Table.NOTIFICATIONS: Text("Table", "Notifications"),
    Table.REJECTED: Text("Table", "Rejected"),
    Table.GAPS: Text("Table", "Gaps"),
    Table.FOLLOW_UPS: Text("Table", "Follow-ups"),
    Table.DEVIATIONS: Text("Table", "Deviations"),
}
IN_THIS_FILE = Text("Summary", "Rows in this file")
FIGURES = Text("Summary", "The day in figures: each parcel once, by the outcome of that day")
_OF_A_CARRIER = (Table.SHIPMENTS, Table.MANIFESTS)


@dataclass(frozen=True)
class ExportInfo:
    """The time of an export (UTC, and the date at the site), and the version of the program."""

    at: datetime
    today: date
    version: str


def shown_summary(
    reader: Reader, order: ExportOrder, totals: Totals, info: ExportInfo, say: Say
) -> Iterator[SummaryLine]:
    """Yield the lines for an export of what the window shows; call it once its rows are counted."""
    query, zone = order.query, reader.zone()
    day, table = query.day, query.table
    yield SummaryLine((say(Text("Summary", "Carrier")), ", ".join(day.carriers) or say(Text("Summary", "all"))))
    yield SummaryLine((say(Text("Summary", "Date")), day.date.isoformat()))
    yield SummaryLine((say(Text("Summary", "Table")), say(TABLE_TITLES[table])))
    if order.narrowed:
        for label, value in order.narrowed:
            yield SummaryLine((label, value))
    else:
        yield SummaryLine((say(Text("Summary", "Filters")), say(Text("Summary", "none: the whole day"))))
    yield SummaryLine((say(Text("Summary", "Order")), order.order))
    if table in _OF_A_CARRIER:
        yield from (line for one in day.days for line in _loaded(reader, one, zone, say, is_alone=len(day.days) == 1))
    yield from export_info_lines(info, zone, say)
    yield SummaryLine()
    yield from totals.lines(IN_THIS_FILE, say)
    if table is Table.SHIPMENTS:
        yield SummaryLine()
        yield from day_lines(reader, day, say, of_file=totals.tally)
    elif order.narrowed:
        yield SummaryLine()
        count = reader.count(query.widened(), info.today)
        yield SummaryLine((say(Text("Summary", "Rows of the whole day")), count))
    yield SummaryLine()
    yield from gap_lines(reader, day.date, zone, say)


def _loaded(reader: Reader, day: Day, zone: ZoneInfo, say: Say, *, is_alone: bool) -> Iterator[SummaryLine]:
    state, name = reader.day_state(day), say(Text("Summary", "Loaded"))
    loaded = site_time(state.loaded_at, zone) if state and state.loaded_at else say(Text("Summary", "never"))
    yield SummaryLine((name if is_alone else f"{name}: {day.carrier}", loaded))
    if state and state.skipped:
        yield SummaryLine((say(Text("Summary", "Shipments that could not be read")), len(state.skipped)))


def day_lines(reader: Reader, day: Day | Scope, say: Say, *, of_file: Tally | None = None) -> Iterator[SummaryLine]:
    """Yield the lines for a day's figures; `of_file` as in `figure_lines`."""
    yield from figure_lines(reader.figures(day), FIGURES, say, of_file=of_file)
    why = reader.nothing_missing(day)
    if why is not None:
        yield SummaryLine((say(why),))


def export_info_lines(info: ExportInfo, zone: ZoneInfo, say: Say) -> Iterator[SummaryLine]:
    """Yield the lines for the time of the export and the program."""
    yield SummaryLine((say(Text("Summary", "Exported")), site_time(info.at, zone)))
    yield SummaryLine((say(Text("Summary", "Time zone")), zone.key))
    yield SummaryLine((say(Text("Summary", "Program")), f"Despacho {info.version}"))


def gap_lines(reader: Reader, day: date, zone: ZoneInfo, say: Say) -> Iterator[SummaryLine]:
    """Yield the lines for the reception gaps that overlap a day, in the site's time."""
    gaps = reader.gaps_touching(*site_day(day, reader.days()))
    yield SummaryLine((say(Text("Summary", "Reception gaps")), len(gaps)))
    if not gaps:
        return
    heads = (Text("Summary", "Without reception since"), Text("Summary", "Until"), Text("Summary", "Cause"))
    yield SummaryLine(tuple(map(say, heads)), is_heading=True)
    for gap in gaps:
        times = (site_time(at, zone) for at in (gap.since, gap.until))
        yield SummaryLine((*times, say(WORDS[Kind.CAUSE][gap.cause])))


def site_time(at: datetime, zone: ZoneInfo) -> str:
    """Return a time in the site's time zone, to the second."""
    aware = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return aware.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
