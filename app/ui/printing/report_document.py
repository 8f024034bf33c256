"""The printed report of a day: totals, progress of drivers and places, exceptions, and reception gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from app.domain.contract.statuses import State
from app.domain.errors import OutputError
from app.domain.follow_ups import NEXT_STEP_TEXTS, FollowUp
from app.domain.texts import Say, Text
from app.domain.views.queries import VIEW_TITLES, View
from app.domain.views.report import OUTCOME_NAMES, PARCELS, DayReport, FailureLine, Group, GroupLine, Tally
from app.ui.appearance.formats import UNKNOWN, Formats
from app.ui.day_report.day_words import DayWords
from app.ui.printing.paper import DOTS, Paper, PaperColumn, PaperTable

MARGIN_MM = 12
_POINTS_AN_INCH = 72
_LETTER = frozenset(
    {
        QLocale.Country.Belize,
        QLocale.Country.Canada,
        QLocale.Country.Chile,
        QLocale.Country.Colombia,
        QLocale.Country.CostaRica,
        QLocale.Country.ElSalvador,
        QLocale.Country.Guatemala,
        QLocale.Country.Mexico,
        QLocale.Country.Nicaragua,
        QLocale.Country.Panama,
        QLocale.Country.Philippines,
        QLocale.Country.PuertoRico,
        QLocale.Country.UnitedStates,
        QLocale.Country.Venezuela,
    }
)
"""The territories that use Letter paper, by Unicode's CLDR; all others use A4."""
_GROUP_TITLES = {
    Group.DRIVER: Text("Report", "By driver"),
    Group.ROUTE: Text("Report", "By route"),
    Group.MANIFEST: Text("Report", "By manifest"),
    Group.LOCALITY: Text("Report", "By locality"),
    Group.CARRIER: Text("Report", "By carrier"),
}


@dataclass(frozen=True)
class Printed:
    """What a report shows besides the day: when it was printed (UTC), the time zone, and the font."""

    at: datetime
    zone_name: str
    family: str


class ReportDocument:
    """A report in one language; its pages may be made and painted in any thread."""

    def __init__(self, report: DayReport, printed: Printed, words: DayWords, formats: Formats, say: Say) -> None:
        self._report, self._printed = report, printed
        self._words, self._formats, self._say = words, formats, say

    @property
    def title(self) -> str:
        """The carrier and the date."""
        date = self._formats.long_date(self._report.day.date)
        return " · ".join(filter(None, [self._report.day.named, date]))

    def paint(self, device: QPagedPaintDevice) -> int:
        """Paint all pages, and return how many there are.

        Raises:
            OutputError: the device accepts no page, or not all of them.
        """
        painter = QPainter()
        if not painter.begin(device):
            text = Text("Error", "The printer took nothing. See that it is switched on and connected, and try again.")
            raise OutputError(text, wrong_path=False)
        across, down = device.logicalDpiX() / DOTS, device.logicalDpiY() / DOTS
        size = QSizeF(device.width() / across, device.height() / down) * (_POINTS_AN_INCH / DOTS)
        paper = self.laid_out(size)
        painter.scale(across, down)
        is_whole = paper.paint(painter, device.newPage)
        if not (painter.end() and is_whole):
            text = Text("Error", "The printer did not take all pages. See to it, and print the day once more.")
            raise OutputError(text, wrong_path=False)
        return paper.count

    def pdf(self) -> bytes:
        """Return the report as a PDF."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(self.title)
        writer.setCreator("Despacho")
        writer.setResolution(DOTS)
        writer.setPageLayout(page_layout(self._formats.locale))
        self.paint(writer)
        return bytes(buffer.data().data())

    def laid_out(self, size: QSizeF) -> Paper:
        """Return the pages for a size in points."""
        report = self._report
        paper = Paper(self._printed.family, size, (self.title, self._head()), self._page_of, self._continued)
        paper.add_tables(self._totals(report.figures.tally), self._attention())
        for group, lines in report.groups.items():
            if lines:
                paper.add_table(self._group(group, lines))
        paper.add_table(self._failures(report.failures))
        paper.add_table(self._gaps())
        return paper

    def _head(self) -> list[str]:
        say, loaded = self._say, self._report.loaded_at
        parts = [
            say(Text("Report", "Loaded {at}").filled(at=self._dated(loaded)))
            if loaded
            else say(Text("Report", "Never loaded from the carrier")),
            say(Text("Report", "Printed {at}").filled(at=self._dated(self._printed.at))),
            say(Text("Report", "Times of {zone}").filled(zone=self._printed.zone_name)),
        ]
        if pieces := self._report.pieces:
            parts.append(say(Text("Report", "%Ln piece(s)", count=round(pieces))))
        missing = self._report.nothing_missing
        return [" · ".join(parts), *([say(missing)] if missing is not None else [])]

    def _page_of(self, page: int, pages: int) -> str:
        return self._say(Text("Report", "Page {page} of {pages}").filled(page=page, pages=pages))

    def _continued(self, title: str) -> str:
        return self._say(Text("Report", "{title}, continued").filled(title=title))

    def _totals(self, tally: Tally) -> PaperTable:
        say, formats = self._say, self._formats
        parts = (
            *zip(map(say, OUTCOME_NAMES.values()), tally.counts, tally.values, strict=True),
            (say(PARCELS), tally.total, tally.value),
        )
        return PaperTable(
            say(Text("Report", "The day")),
            (
                PaperColumn("", 2),
                PaperColumn(say(PARCELS), 1.2, is_number=True),
                PaperColumn("%", 0.8, is_number=True),
                PaperColumn(say(Text("Report", "Declared value")), 2.2, is_number=True),
                PaperColumn("%", 0.8, is_number=True),
            ),
            [
                (
                    name,
                    formats.count(count, is_known=self._report.is_loaded),
                    formats.percent(count, tally.total),
                    formats.money(value) if tally.total or self._report.is_loaded else UNKNOWN,
                    formats.percent(value, tally.value),
                )
                for name, count, value in parts
            ],
            totals=1,
        )

    def _attention(self) -> PaperTable:
        report, say = self._report, self._say
        views = (
            (View.TO_ATTEND, report.to_attend),
            (View.TO_ATTEND_VISITS, report.to_attend_visits),
            (View.OVERDUE, report.overdue),
            (View.DUE_TODAY, report.due_today),
            (View.NO_VISIT, report.no_visit),
            (View.NO_SHIPMENT, report.no_shipment),
            (View.GONE, report.gone),
        )
        columns = PaperColumn("", 3), PaperColumn(say(Text("Report", "Count")), 1, is_number=True)
        counts = [*report.figures.lines(), *((VIEW_TITLES[view], count) for view, count in views)]
        known, is_known = self._formats.count, report.is_loaded
        rows = [(say(name), known(count, is_known=is_known)) for name, count in counts if count or not is_known]
        title = Text("Report", "To be looked at (one parcel may be counted in several of these lines)")
        return PaperTable(say(title), columns, rows, rest=say(Text("Report", "Nothing.")))

    def _group(self, group: Group, lines: Sequence[GroupLine]) -> PaperTable:
        say, words, formats = self._say, self._words, self._formats
        columns = (
            PaperColumn(words.group(group), 3.4),
            PaperColumn(say(PARCELS), 1, is_number=True),
            *(PaperColumn(say(name), 1, is_number=True) for name in OUTCOME_NAMES.values()),
            PaperColumn(say(Text("Report", "% delivered")), 1, is_number=True),
            PaperColumn(say(Text("Report", "Declared value")), 1.7, is_number=True),
            PaperColumn(say(Text("Report", "Value delivered")), 1.7, is_number=True),
        )
        rows = [
            self._figures(
                words.name(group, line, formats),
                line.tally,
                words.left(group, line, line.tally.count(State.ON_ITS_WAY), formats),
                group,
            )
            for line in lines
        ]
        total = self._report.figures.tally
        left = formats.number(total.count(State.ON_ITS_WAY))
        rows.append(self._figures(say(Text("Report", "Total")), total, left))
        return PaperTable(say(_GROUP_TITLES[group]), columns, rows, totals=1)

    def _figures(self, name: str, tally: Tally, left: str, group: Group | None = None) -> tuple[str, ...]:
        """Return the cells of a line; `left` is the text for the open parcels."""
        formats = self._formats
        counts = {one: formats.number(tally.count(one)) for one in OUTCOME_NAMES} | {State.ON_ITS_WAY: left}
        return (
            name,
            formats.number(tally.total),
            *counts.values(),
            self._words.share(tally, formats, group),
            formats.money(tally.value),
            formats.money(tally.worth(State.DELIVERED)),
        )

    def _failures(self, failures: Sequence[FailureLine]) -> PaperTable:
        say = self._say
        columns = (
            PaperColumn(say(Text("Report", "Number")), 0.3),
            PaperColumn(say(Text("Report", "Pieces")), 0.1, is_number=True),
            PaperColumn(say(Text("Report", "Recipient and phone")), 1.7),
            PaperColumn(say(Text("Report", "Address")), 2.0),
            PaperColumn(say(Text("Report", "Locality")), 1.1),
            PaperColumn(say(Text("Report", "Driver")), 1.3),
            PaperColumn(say(Text("Report", "Closed")), 0.2),
            PaperColumn(say(Text("Report", "Reason")), 1.1),
            PaperColumn(say(Text("Report", "Note")), 2.2),
            PaperColumn(say(Text("Report", "Next step")), 1.2),
            PaperColumn(say(Text("Report", "Acknowledged")), 0.6),
        )
        title = say(Text("Report", "Failures ({count})").filled(count=self._formats.number(len(failures))))
        rest = say(Text("Report", "No parcel failed, and no visit."))
        return PaperTable(title, columns, [self._failure(one) for one in failures], rest=rest)

    def _failure(self, one: FailureLine) -> tuple[str, ...]:
        kept = one.follow_up or FollowUp()
        return (
            f"{one.number}\n{self._ending(one)}".rstrip(),
            "" if one.pieces is None else self._formats.number(one.pieces),
            "\n".join(filter(None, [one.recipient, *self._phones(one)])),
            one.address or "",
            one.locality or "",
            one.driver or "",
            self._moment(one.visit_timestamp and self._formats.sent(one.visit_timestamp)),
            self._formats.reason(kept.reason) if kept.reason else "",
            kept.note,
            self._next_step(kept),
            self._acknowledged(kept),
        )

    def _phones(self, one: FailureLine) -> list[str]:
        """Return the numbers to call; what was sent if none can be read in it."""
        phones = [phone.shown for phone in self._formats.phones(one.phone)]
        return phones or [one.phone or ""]

    def _ending(self, one: FailureLine) -> str:
        """Return what is known of a failure besides its number; empty if nothing is."""
        if not one.has_shipment:
            return self._say(VIEW_TITLES[View.NO_SHIPMENT])
        has_changed = one.outcome is not one.state
        return self._words.ending(one.outcome, one.state) if has_changed else ""

    def _next_step(self, kept: FollowUp) -> str:
        lines = [self._say(NEXT_STEP_TEXTS[kept.next_step])] if kept.next_step else []
        if kept.called_at is not None:
            lines.append(self._say(Text("Report", "Called {at}").filled(at=self._clock(kept.called_at))))
        return "\n".join(lines)

    def _acknowledged(self, kept: FollowUp) -> str:
        if kept.acknowledged_at is None:
            return self._say(Text("Report", "not yet"))
        return "\n".join(filter(None, [self._clock(kept.acknowledged_at), kept.acknowledged_by]))

    def _gaps(self) -> PaperTable:
        say, formats = self._say, self._formats
        columns = (
            PaperColumn(say(Text("Report", "From")), 1.5),
            PaperColumn(say(Text("Report", "To")), 1.5),
            PaperColumn(say(Text("Report", "How long")), 1),
            PaperColumn(say(Text("Report", "Cause")), 4),
        )
        rows = [
            (
                self._dated(gap.since),
                self._dated(gap.until),
                formats.seconds((gap.until - gap.since).total_seconds()),
                say(gap.text),
            )
            for gap in self._report.gaps
        ]
        rest = say(Text("Report", "None of that day is known."))
        return PaperTable(say(Text("Report", "Reception gaps")), columns, rows, rest=rest)

    def _dated(self, at: datetime) -> str:
        """Return a time with its date, since a printed report is read on other days."""
        return self._formats.dated(self._formats.at_site(at).isoformat())

    def _clock(self, at: datetime) -> str:
        return self._moment(self._formats.at_site(at).isoformat())

    def _moment(self, text: str | None) -> str:
        """Return a time at the site: to the minute if it is of the report's day, else with its date."""
        if text is None:
            return ""
        wall = self._formats.wall(text)
        is_of_day = wall is not None and wall.date() == self._report.day.date
        return f"{wall:%H:%M}" if is_of_day else self._formats.dated(text)


def page_layout(locale: QLocale) -> QPageLayout:
    """Return the landscape page layout of a locale."""
    size = QPageSize.PageSizeId.Letter if locale.territory() in _LETTER else QPageSize.PageSizeId.A4
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    return QPageLayout(QPageSize(size), QPageLayout.Orientation.Landscape, margins, QPageLayout.Unit.Millimeter)
