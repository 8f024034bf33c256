"""The texts of a day's figures: on cards, under charts, and for screen readers."""

from datetime import date, datetime, time

from PySide6.QtCore import QObject

from app.domain.contract.statuses import State
from app.domain.pace.day_pace import TypicalDay
from app.domain.pace.forecast import NO_FORECAST_TEXTS, Forecast, NoForecast, kind_of
from app.domain.pace.lanes import FEWEST_FOR_SHARE
from app.domain.reception.gaps import Gap
from app.domain.texts import Say
from app.domain.views.columns import DAY_OUTCOME_TEXTS
from app.domain.views.report import DayReport, Group, GroupLine, Hour, Tally
from app.ui.appearance.formats import UNKNOWN, Formats
from app.ui.receiver.receiver_words import gap_times
from app.ui.widgets.labels import begun

_MOST_GAPS = 3
"""How many reception gaps are named in one line."""


class DayWords(QObject):
    """Words the figures; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say

    def headline(self, report: DayReport, at: datetime | None, formats: Formats) -> str:
        """Return how many parcels are delivered: at a moment of the site's clock, or on a day that is not today."""
        tally = report.figures.tally
        if not tally.total:
            return self.tr("There is no parcel of this day to count")
        if at is None:
            text = self.tr("%Ln of {parcels} were delivered", "", tally.delivered)
        else:
            text = self.tr("At {time}, %Ln of {parcels} are delivered", "", tally.delivered)
        return text.format(time="" if at is None else f"{at:%H:%M}", parcels=self.tr("%Ln parcel(s)", "", tally.total))

    def value(self, report: DayReport, formats: Formats) -> str:
        """Return the declared value of what is delivered; empty where no value is known."""
        tally = report.figures.tally
        if not tally.value:
            return ""
        delivered, whole = (formats.money(value) for value in (tally.worth(State.DELIVERED), tally.value))
        return self.tr("Delivered value {delivered} of {whole}").format(delivered=delivered, whole=whole)

    def outcome(self, outcome: State) -> str:
        """Return the name of an outcome."""
        return self._say(DAY_OUTCOME_TEXTS[outcome])

    def notes(self, report: DayReport) -> str:
        """Return what must be known to read the figures, in one line; empty if there is nothing."""
        figures = report.figures
        said = (
            (figures.seen_later, self.tr("%Ln outcome(s) seen only by a later load", "", figures.seen_later)),
            (figures.two_carriers, self.tr("%Ln counted with two carriers", "", figures.two_carriers)),
            (figures.not_in_force, self.tr("%Ln row(s) of manifests not in force left out", "", figures.not_in_force)),
            (figures.moved, self.tr("%Ln row(s) moved to another listing and left out", "", figures.moved)),
            (
                figures.delivered_before,
                self.tr("%Ln row(s) delivered on an earlier day and left out", "", figures.delivered_before),
            ),
            (
                figures.gone_before,
                self.tr("%Ln row(s) gone before the day began and left out", "", figures.gone_before),
            ),
            (figures.repeated, self.tr("%Ln further row(s) of a parcel left out", "", figures.repeated)),
        )
        why = [] if report.nothing_missing is None else [self._say(report.nothing_missing)]
        return " · ".join([*(text for count, text in said if count), *why])

    def counted(self, report: DayReport) -> str:
        """Return what is counted, for the status line."""
        left_out = report.figures.left_out
        said = self.tr("Each parcel is counted once")
        return f"{said} · {self.tr('%Ln row(s) left out', '', left_out)}" if left_out else said

    def usual_share(self, typical: TypicalDay | None, day: date, formats: Formats) -> str:
        """Return which share a day of this kind has delivered, by now if it is today."""
        text = self.tr("A {day} at this hour: {share}") if day == formats.today else self.tr("A {day}: {share}")
        share = formats.percent(typical.delivered, 1) if typical is not None else UNKNOWN
        return text.format(day=self._kind(day), share=share)

    def missing(self, days: int | None, day: date) -> str:
        """Return that nothing is known of days of this kind, as too few were notified."""
        if not days:
            return ""
        return self.tr("Not known yet: {days} missing", "", days).format(days=self._days(days, day))

    def to_attend(self, report: DayReport) -> str:
        """Return which failures those to attend are of."""
        failed, visits = report.figures.tally.failed, report.to_attend_visits
        said = [
            self.tr("Of %Ln failed", "", failed) if failed >= report.to_attend else "",
            self.tr("plus %Ln visit(s) without a shipment", "", visits) if visits else "",
        ]
        return begun(" ".join(filter(None, said)))

    def left_open(self, left: Forecast | NoForecast | None, missing: int | None, day: date, formats: Formats) -> str:
        """Return the range of the forecast and what it rests on, or why there is none."""
        if left is NoForecast.FEW_DAYS:
            return self.missing(missing, day)
        if not isinstance(left, Forecast):
            return "" if left is None else self._say(NO_FORECAST_TEXTS[left])
        return self.tr("Between {least} and {most}, by the last {days}").format(
            least=formats.number(left.least), most=formats.number(left.most), days=self._days(left.days, day)
        )

    def typical(self, day: date) -> str:
        """Return the name of what is typical of a day's kind."""
        return self.tr("typical {day}").format(day=self._kind(day))

    def _kind(self, day: date) -> str:
        return (self.tr("working day"), self.tr("Saturday"), self.tr("Sunday"))[kind_of(day)]

    def _days(self, days: int, day: date) -> str:
        return (
            self.tr("%Ln working day(s)", "", days),
            self.tr("%Ln Saturday(s)", "", days),
            self.tr("%Ln Sunday(s)", "", days),
        )[kind_of(day)]

    def ending(self, outcome: State, state: State) -> str:
        """Return how the day of a parcel ended, and its present state if that differs."""
        ended = self._say(DAY_OUTCOME_TEXTS[outcome])
        if state is outcome:
            return ended
        later = {
            State.DELIVERED: self.tr("{outcome}; delivered later"),
            State.EXCEPTION: self.tr("{outcome}; failed later"),
        }
        said = later.get(state, self.tr("{outcome}; now: {state}"))
        return said.format(outcome=ended, state=self._say(DAY_OUTCOME_TEXTS[state]))

    def hour(self, hour: Hour, so_far: int, usual: float | None, report: DayReport, formats: Formats) -> str:
        """Return what happened in an hour, and how many visits are `usual` in it."""
        text = self.tr("{hour}: {delivered}, {failed}; %Ln closed until then", "", so_far).format(
            hour=hour_name(hour.hour), delivered=self._delivered(hour.delivered), failed=self._failed(hour.failed)
        )
        if hour.other:
            text += " · " + self.tr("%Ln with another status", "", hour.other)
        if usual is not None:
            text += f" · {self.typical(report.day.date)}: {formats.number(usual)}"
        return " · ".join([text, *self.gaps(report, formats, hour.hour)])

    def hours(self, report: DayReport, formats: Formats) -> str:
        """Return the day's visits in a line."""
        if not report.visits:
            return " · ".join([self.tr("No visit was closed yet."), *self.gaps(report, formats)])
        failed = sum(hour.failed for hour in report.hours)
        busiest = max(report.hours, key=lambda hour: hour.total)
        text = self.tr("%Ln visit(s) closed, {failed}; most of them at {hour}", "", report.visits).format(
            failed=self._failed(failed), hour=hour_name(busiest.hour)
        )
        return " · ".join([text, *self.gaps(report, formats)])

    def _delivered(self, visits: int) -> str:
        return self.tr("%Ln delivered", "", visits)

    def _failed(self, visits: int) -> str:
        return self.tr("%Ln failed", "", visits)

    def all_hours(self, report: DayReport, formats: Formats) -> str:
        """Return the chart of the hours in words."""
        each = [
            self.tr("{hour}: {delivered}, {failed}").format(
                hour=hour_name(hour.hour), delivered=self._delivered(hour.delivered), failed=self._failed(hour.failed)
            )
            for hour in report.hours
        ]
        return ". ".join([self.hours(report, formats), *each])

    def gaps(self, report: DayReport, formats: Formats, hour: int | None = None) -> list[str]:
        """Return the reception gaps of the day, or of one hour."""
        text, said = self.tr("no reception from {since} to {until}: {cause}"), []
        for gap in report.gaps:
            begin, end = gap_hours(gap, report.day.date, formats)
            if hour is None or (begin < hour + 1 and end > hour):
                since, until = gap_times(gap, formats)
                said.append(text.format(since=since, until=until, cause=self._say(gap.text)))
        more = len(said) - _MOST_GAPS
        return said if more <= 0 else [*said[:_MOST_GAPS], self.tr("and %Ln more time(s)", "", more)]

    def group(self, group: Group) -> str:
        """Return the name of a grouping."""
        return {
            Group.DRIVER: self.tr("Driver"),
            Group.ROUTE: self.tr("Route"),
            Group.MANIFEST: self.tr("Manifest"),
            Group.LOCALITY: self.tr("Locality"),
            Group.CARRIER: self.tr("Carrier"),
        }[group]

    def group_title(self, group: Group) -> str:
        """Return the title of the card of a grouping."""
        return {
            Group.DRIVER: self.tr("Success rate by driver"),
            Group.ROUTE: self.tr("Success rate by route"),
            Group.MANIFEST: self.tr("By manifest"),
            Group.LOCALITY: self.tr("By locality"),
            Group.CARRIER: self.tr("By carrier"),
        }[group]

    def group_note(self, group: Group) -> str:
        """Return what its figures are of, where that is not all parcels."""
        return self.tr("delivered of the parcels visited; lowest first") if group.is_named_by_visits else ""

    def all_of(self, group: Group, count: int) -> str:
        """Return what the link is called that shows all lines of a grouping."""
        return {
            Group.DRIVER: self.tr("See all {count} drivers"),
            Group.ROUTE: self.tr("See all {count} routes"),
            Group.MANIFEST: self.tr("See all {count} manifests"),
            Group.LOCALITY: self.tr("See all {count} localities"),
            Group.CARRIER: self.tr("See all {count} carriers"),
        }[group].format(count=count)

    def name(self, group: Group, line: GroupLine, formats: Formats) -> str:
        """Return the name of a line, or a text for a line without a name."""
        if line.name is None and group.is_named_by_visits:
            return self.tr("No visit")
        if line.name is None or line.name == "":
            return self.tr("Not named")
        return (
            line.name
            if isinstance(line.name, str)
            else formats.number(line.name).replace(formats.locale.groupSeparator(), "")
        )

    def left(self, group: Group, line: GroupLine, count: int, formats: Formats) -> str:
        """Return how many parcels of a line are left, or `–` if that is not known: no open parcel names a driver."""
        is_unknown = not count and line.name is not None and group.is_named_by_visits
        return UNKNOWN if is_unknown else formats.number(count)

    def line(self, group: Group, line: GroupLine, formats: Formats) -> str:
        """Return the progress of a line."""
        tally = line.tally
        text = self.tr(
            "{name}, parcels: {delivered} delivered, {failed} failed, {pickup} ready for pickup, {open} open,"
            " {other} other; {total} in all"
        )
        return text.format(
            name=self.name(group, line, formats),
            total=formats.number(tally.total),
            delivered=formats.number(tally.delivered),
            failed=formats.number(tally.failed),
            pickup=formats.number(tally.count(State.PICKUP)),
            open=self.left(group, line, tally.count(State.ON_ITS_WAY), formats),
            other=formats.number(tally.count(State.OTHER)),
        )

    def share(self, tally: Tally, formats: Formats, group: Group | None = None) -> str:
        """Return which share of a line's parcels is delivered; empty where too few were visited to say anything."""
        is_said = tally.total >= FEWEST_FOR_SHARE or group is None or not group.is_named_by_visits
        return formats.percent(tally.delivered, tally.total) if is_said else ""

    def done(self, tally: Tally, formats: Formats) -> str:
        """Return how many parcels of a line are delivered."""
        return self.tr("{delivered} of {total}").format(
            delivered=formats.number(tally.delivered), total=formats.number(tally.total)
        )

    def failures(self, failed: int) -> str:
        """Return how many of them failed; empty if none."""
        return self._failed(failed) if failed else ""


def hour_name(hour: int) -> str:
    """Return an hour as the visits' column holds it."""
    return f"{hour:02}:00"


def gap_hours(gap: Gap, day: date, formats: Formats) -> tuple[float, float]:
    """Return when a gap began and ended as hours of a day at the site, 0 to 24."""
    midnight = datetime.combine(day, time())
    begin, end = ((formats.at_site(at) - midnight).total_seconds() / 3600 for at in (gap.since, gap.until))
    return max(begin, 0.0), min(end, 24.0)
