"""The texts of a day's figures: on tiles, under charts, and for screen readers."""

from dataclasses import dataclass
from datetime import date, datetime, time

from PySide6.QtCore import QObject

from app.domain.contract.statuses import State
from app.domain.reception.gaps import Gap
from app.domain.texts import Say
from app.domain.views.columns import DAY_OUTCOME_TEXTS
from app.domain.views.queries import VIEW_TITLES, View
from app.domain.views.report import OUTCOME_NAMES, PARCELS, DayReport, Group, GroupLine, Hour
from app.ui.appearance.formats import UNKNOWN, Formats
from app.ui.appearance.pills import PILL_ICONS
from app.ui.receiver.receiver_words import gap_times

_OUTCOME_VIEWS = {
    State.DELIVERED: View.DELIVERED,
    State.EXCEPTION: View.EXCEPTIONS,
    State.PICKUP: View.PICKUP,
    State.ON_ITS_WAY: View.ON_ITS_WAY,
    State.OTHER: View.OTHER,
}
"""The view of each outcome; its tile shows how many parcels ended the day so."""
_MOST_GAPS = 3
"""How many reception gaps are named in one line."""
_RARE = (
    View.PICKUP, View.OTHER, View.DELIVERED_LATER, View.TO_ATTEND_VISITS, View.AMBIGUOUS, View.DOUBTFUL,
    View.NOT_IN_FORCE,
)  # fmt: skip
"""Views whose figures are shown only if they are not 0."""


@dataclass(frozen=True)
class Figure:
    """One figure, and the view of the rows that it counts. `tone` is a key of `Theme.tone`, or empty.

    A figure with an `outcome` counts the rows whose day ended so; its `view` is that of the present state, which may
    differ. Any other figure counts the rows of its view.
    """

    view: View
    title: str
    text: str
    note: str
    icon: str
    tone: str = ""
    is_none: bool = False
    outcome: State | None = None

    @property
    def spoken(self) -> str:
        """The figure in one line."""
        return f"{self.title}: {self.text}{f' ({self.note})' if self.note else ''}"


class DayWords(QObject):
    """Words the figures; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say

    def figures(self, report: DayReport, formats: Formats) -> list[Figure]:
        """Return the key figures: how the day of all parcels ended, then what needs attention."""
        figures, tally = report.figures, report.figures.tally
        total, left_out = tally.total, figures.left_out
        note = self.tr("%Ln row(s) left out", "", left_out) if left_out else ""
        text = formats.count(total, is_known=report.is_loaded)
        made = [Figure(View.ALL, self._say(PARCELS), text, note, "package", is_none=not total)]
        for outcome, name in OUTCOME_NAMES.items():
            view, count = _OUTCOME_VIEWS[outcome], tally.count(outcome)
            if count or view not in _RARE:
                text, share = formats.count(count, is_known=report.is_loaded), percent(count, total, formats)
                tone = outcome.value if count else ""
                title, icon = self._say(name), PILL_ICONS[outcome]
                made.append(Figure(view, title, text, share, icon, tone, is_none=not count, outcome=outcome))
        visited = self.tr("%Ln visited", "", figures.not_in_force_visited) if figures.not_in_force_visited else ""
        counts = (
            (View.DELIVERED_LATER, figures.delivered_later, PILL_ICONS[State.DELIVERED], "delivered", ""),
            (View.TO_ATTEND, report.to_attend, "alert", "exception", ""),
            (View.TO_ATTEND_VISITS, report.to_attend_visits, "alert", "exception", ""),
            (View.OVERDUE, report.overdue, "clock-alert", "exception", ""),
            (View.DUE_TODAY, report.due_today, "clock", "warning", ""),
            (View.CONFLICTS, figures.contradictions, "differ", "warning", ""),
            (View.MISSED, figures.missed, "help", "missed", self.tr("unknown") if report.nothing_missing else ""),
            (View.AMBIGUOUS, figures.ambiguous, "split", "warning", ""),
            (View.DOUBTFUL, figures.doubtful, "warning", "warning", ""),
            (View.NOT_IN_FORCE, figures.not_in_force, "ban", "", visited),
        )  # fmt: skip
        for view, count, icon, tone, note in counts:
            if count or view not in _RARE:
                is_known = report.is_loaded and (view is not View.MISSED or report.nothing_missing is None)
                title, text = self._say(VIEW_TITLES[view]), formats.count(count, is_known=is_known)
                made.append(Figure(view, title, text, note, icon, tone if count else "", is_none=not count))
        return made

    def follow_ups(self, report: DayReport) -> str:
        """Return what must be known to read the figures, in one line; empty if there is nothing."""
        figures = report.figures
        beside = (figures.delivered_later, figures.contradictions, figures.missed, figures.ambiguous, figures.doubtful)
        may_overlap = sum(map(bool, beside)) > 1
        said = [
            self.tr("Beside the outcomes, one parcel may be counted in several figures") if may_overlap else "",
            self.tr("%Ln outcome(s) seen only by a later load", "", figures.seen_later) if figures.seen_later else "",
            self.tr("%Ln counted with two carriers", "", figures.two_carriers) if figures.two_carriers else "",
            self.tr("%Ln row(s) moved to another listing and left out", "", figures.moved) if figures.moved else "",
            self.tr("%Ln row(s) delivered on an earlier day and left out", "", figures.delivered_before)
            if figures.delivered_before
            else "",
            self.tr("%Ln row(s) gone before the day began and left out", "", figures.gone_before)
            if figures.gone_before
            else "",
            self.tr("%Ln further row(s) of a parcel left out", "", figures.repeated) if figures.repeated else "",
            self._say(report.nothing_missing) if report.nothing_missing is not None else "",
        ]
        return " · ".join(filter(None, said))

    def parts(self) -> tuple[str, str, str]:
        """Return the names of the parts of a bar, in their order."""
        say = self._say
        return say(OUTCOME_NAMES[State.DELIVERED]), say(OUTCOME_NAMES[State.EXCEPTION]), self.tr("Remaining")

    def value(self, report: DayReport, formats: Formats) -> list[str]:
        """Return the value of the parcels of each outcome, and the total."""
        tally = report.figures.tally

        def money(value: float) -> str:
            return formats.money(value) if tally.total or report.is_loaded else UNKNOWN

        said = [
            f"{self._say(name)} {money(value)}{_behind(percent(value, tally.value, formats))}"
            for name, value in zip(OUTCOME_NAMES.values(), tally.values, strict=True)
        ]
        return [*said, self.tr("Total {value}").format(value=money(tally.value))]

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

    def hour(self, hour: Hour, so_far: int, report: DayReport, formats: Formats) -> str:
        """Return what happened in an hour."""
        text = self.tr("{hour}: {delivered}, {failed}; %Ln closed until then", "", so_far).format(
            hour=hour_name(hour.hour), delivered=self._delivered(hour.delivered), failed=self._failed(hour.failed)
        )
        if hour.other:
            text += " · " + self.tr("%Ln with another status", "", hour.other)
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

    def name(self, group: Group, line: GroupLine, formats: Formats) -> str:
        """Return the name of a line, or a text for a line without a name."""
        if line.name is None and group in (Group.DRIVER, Group.ROUTE):
            return self.tr("No visit yet")
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


def hour_name(hour: int) -> str:
    """Return an hour as the visits' column holds it."""
    return f"{hour:02}:00"


def percent(part: float, whole: float, formats: Formats) -> str:
    """Return a percentage; 0 and 100 only if it is exactly none or all; empty if the total is 0."""
    part, whole = round(part, 2), round(whole, 2)  # an amount below a cent counts as 0
    if whole <= 0:
        return ""
    share = round(100 * part / whole)
    if 0 < part < whole and share in (0, 100):
        return "<1 %" if share == 0 else ">99 %"
    return f"{formats.locale.toString(share)} %"


def gap_hours(gap: Gap, day: date, formats: Formats) -> tuple[float, float]:
    """Return when a gap began and ended as hours of a day at the site, 0 to 24."""
    midnight = datetime.combine(day, time())
    begin, end = ((formats.at_site(at) - midnight).total_seconds() / 3600 for at in (gap.since, gap.until))
    return max(begin, 0.0), min(end, 24.0)


def _behind(text: str) -> str:
    return f" ({text})" if text else ""
