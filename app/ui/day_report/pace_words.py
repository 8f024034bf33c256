"""The texts of the pace: what will stay open, and how long each driver has been silent."""

from datetime import timedelta

from PySide6.QtCore import QObject

from app.domain.pace.forecast import NO_FORECAST_TEXTS, Forecast, NoForecast
from app.domain.pace.silence import SILENCE_TEXTS, DriverPace, Silence
from app.domain.texts import Say
from app.ui.appearance.formats import UNKNOWN, Formats


class PaceWords(QObject):
    """Words the pace; a QObject, so that its sentences are translated."""

    def __init__(self, say: Say, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._say = say

    def left_open(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return how many parcels will stay open, with the range, in one line."""
        if isinstance(left, NoForecast):
            return self.tr("What will stay open: unknown")
        if left.least == left.most:
            return self.tr("%Ln parcel(s) will stay open at this pace", "", left.expected)
        return self.tr("%Ln parcel(s) will stay open at this pace, {least} to {most}", "", left.expected).format(
            least=formats.number(left.least), most=formats.number(left.most)
        )

    def behind_it(self, left: Forecast | NoForecast, formats: Formats) -> str:
        """Return what the forecast rests on, or why there is none."""
        if isinstance(left, NoForecast):
            return self._say(NO_FORECAST_TEXTS[left])
        return self.tr(
            "On %Ln past day(s) of this kind, the same forecast at this time of day was off by {off_by} parcels or less"
            " nine times of ten. The last visit is usually closed at {ends}.",
            "",
            left.days,
        ).format(off_by=formats.number(left.off_by), ends=f"{left.ends_at // 60:02}:{left.ends_at % 60:02}")

    def caption(self) -> str:
        """Return what the list of drivers cannot tell."""
        return self.tr(
            "Open parcels have no driver until their visit is closed: a silent driver may be on a break, without"
            " signal, or done."
        )

    def titles(self) -> tuple[str, ...]:
        """Return the titles of the list of drivers."""
        return (
            self.tr("Driver"),
            self.tr("No visit for"),
            self.tr("Last visit"),
            self.tr("Today every"),
            self.tr("Usually every"),
        )

    def name(self, pace: DriverPace) -> str:
        """Return a driver's name, with the id where another id has the same name."""
        driver = pace.driver
        if driver.name and driver.id and pace.shares_name:
            return f"{driver.name} ({driver.id})"
        return driver.name or driver.id or ""

    def silent(self, pace: DriverPace, formats: Formats) -> str:
        """Return how long a driver has closed no visit; unknown if that cannot be told."""
        if pace.silence in (Silence.USUAL, Silence.LONG):
            return self.duration(pace.silent, formats)
        return self.tr("unknown")

    def judged(self, pace: DriverPace, formats: Formats) -> str:
        """Return what is known of a driver's silence in a sentence, for the tooltip and screen readers."""
        said = self.tr("{driver}: last visit at {time}, {silent} ago. Compared with the own pace: {judged}.").format(
            driver=self.name(pace),
            time=formats.minute(pace.last),
            silent=self.duration(pace.silent, formats),
            judged=self._say(SILENCE_TEXTS[pace.silence]),
        )
        return said + " " + self.tr("%Ln visit(s) closed today.", "", pace.visits)

    def duration(self, length: timedelta | None, formats: Formats) -> str:
        """Return a duration to the minute; a dash if it is not known."""
        if length is None:
            return UNKNOWN
        return formats.minutes(int(length.total_seconds() // 60))
