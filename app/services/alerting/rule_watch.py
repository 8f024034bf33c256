"""Looks after the rules of alerts, in a thread of its own."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.errors import AppError
from app.domain.pace.alert_rules import DayFacts, alerts_in_force, are_rules_on
from app.domain.reception.alerts import Alert
from app.domain.settings import Settings
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, View
from app.logs.redaction import MASK
from app.services.app_context import AppContext
from app.threads import OnceReporter, WatchThread

_LOOK_EVERY = 20.0  # seconds
_INTERRUPTED = timedelta(minutes=2)
"""After a longer time between two looks the computer slept, so that nothing could be loaded."""
_log = logging.getLogger(__name__)


class RuleWatch(WatchThread):
    """Raises an alert once while its rule holds, and again after it held no more.

    `on_alerts` is called in the thread with new alerts, a list that is not empty; `reporter` reports what prevents
    looking, such as settings that cannot be read.
    """

    def __init__(
        self,
        place: AppContext,
        on_alerts: Callable[[Sequence[Alert]], object],
        on_bug: Callable[[BaseException], None],
        reporter: OnceReporter | None = None,
    ) -> None:
        super().__init__("alert-rules", on_bug, _LOOK_EVERY)
        self._place, self._on_alerts = place, on_alerts
        self._reporter = reporter or OnceReporter()
        self._raised: set[object] = set()
        self._looked_at = self._watched_since = datetime.min.replace(tzinfo=UTC)

    def _look(self) -> None:
        try:
            self._raise_new()
        except AppError as error:
            self._reporter.report("alert-rules", error)

    def _raise_new(self) -> None:
        settings, now = self._place.settings_file.read(), self._place.now()
        if not timedelta() <= now - self._looked_at <= _INTERRUPTED:
            self._watched_since = now
        self._looked_at = now
        alerts: list[Alert] = []
        if are_rules_on(settings):
            with Reader.opened(self._place.database) as reader:
                if reader.left_to_derive():
                    return  # the board does not have all visits yet
                alerts = alerts_in_force(self._read(reader, settings, now), settings, now)
        in_force = {(one.kind, one.on, one.carrier, one.of_visits): one for one in alerts}
        new = [one for key, one in in_force.items() if key not in self._raised]
        self._raised = {*in_force}
        for one in new:
            _log.warning("Alert (%s): %s", one.kind.value, one.problem and one.problem.filled(driver=MASK))
        if new:
            self._on_alerts(new)

    def _read(self, reader: Reader, settings: Settings, now: datetime) -> DayFacts:
        with reader.snapshot():
            days = reader.days()
            today = days.day_of(now)
            of_desk = [Day(one, today) for one in reader.carriers_of_desk(settings, now)]
            states = {day: reader.day_state(day) for day in of_desk}
            course = reader.course(Day("", today))
            still_open = [state is None or reader.course(day).open_now for day, state in states.items()]
            return DayFacts(
                today,
                days,
                self._watched_since,
                reader.places(Day("", today)),
                is_over=bool(still_open) and not any(still_open),
                gaps=course.gaps,
                heard_at=course.heard_at,
                due={
                    day.carrier: reader.count(RowQuery(Table.SHIPMENTS, day, View.DUE_TODAY), today) for day in of_desk
                },
                answered={day.carrier: state.answered_at if state else None for day, state in states.items()},
            )
