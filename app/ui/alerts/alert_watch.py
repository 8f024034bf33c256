"""Finds what is worth an alert: new notifications in the store, and changes of the receiver's state."""

from datetime import datetime, timedelta

from PySide6.QtCore import QObject, QTimer, Slot

from app.board.reading.reader import Reader
from app.domain.days import Day, LoadSummary
from app.domain.errors import AppError, CredentialsError
from app.domain.reception.alerts import Alert, AlertKind, Arrival
from app.domain.reception.gaps import Gap
from app.domain.reception.reception_state import ReceptionState
from app.domain.reception.refusals import Refusal
from app.ui.alerts.alerts import MOST, Alerts
from app.ui.context.window_context import WindowContext
from app.ui.receiver.shown_receiver import ShownReceiver

_PAUSE_MS = 500
_AGAIN = timedelta(minutes=5)
"""A receiver that fails again in the same way within this time raises no second alert."""

_Found = tuple[int, list[Arrival]]


class AlertWatch(QObject):
    """Fills the list, also with what arrived while the window was closed, but not before the first start."""

    def __init__(self, context: WindowContext, alerts: Alerts) -> None:
        super().__init__(context.window)
        self._context = context
        self._alerts = alerts
        marks = context.state.alert_marks
        self._is_first_start = marks is None
        self._read, self._announced, self._gap = marks or (0, 0, context.clock.now().isoformat())
        self._after = self._read
        self._receiver: ShownReceiver | None = None
        self._down_at: dict[ReceptionState, datetime] = {}
        self._has_credentials = True
        self.pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self.pause.timeout.connect(self._ask)
        context.feed.visits_changed.connect(self._ask_soon)
        context.feed.listening_changed.connect(self._ask_soon)
        context.day.reload_noted.connect(self.follow_reload)
        context.day.load_ended.connect(self.follow_load)
        alerts.read.connect(self._note_read)
        self._ask()

    @Slot()
    def _ask_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    @Slot()
    def _ask(self) -> None:
        after, is_first_start = self._after, self._is_first_start

        def find(rows: Reader) -> _Found:
            last = rows.last_notification()  # read first: more may arrive meanwhile
            found: list[Arrival] = []
            while not is_first_start and (more := rows.arrivals(found[-1].notification_id if found else after)):
                found = [*found, *more][-MOST:]
            return max([after, last, *(one.notification_id for one in found[-1:])]), found

        asked = self._context.queries.ask("arrivals", find)
        asked.succeeded.connect(self._take)
        asked.failed.connect(lambda _error: None)  # the tables report it, and the next change has this asked again

    @Slot(object)
    def _take(self, found: _Found) -> None:
        self._after, arrivals = found
        for is_announced in (True, False):
            some = [one for one in arrivals if (one.notification_id <= self._announced) is is_announced]
            self._alerts.add(map(self._alert, some), is_announced=is_announced)
        self._is_first_start = False
        self._announced = self._after
        if not self._alerts.unread:
            self._read = self._after
        self._keep()

    def _alert(self, arrival: Arrival) -> Alert:
        aside = AlertKind.SHORTENED if arrival.is_shortened else AlertKind.QUARANTINED
        return Alert(
            aside if arrival.visit_id is None else AlertKind.FAILED,
            arrival.received_at,
            arrival.date or self._context.clock.days.day_of(arrival.received_at),
            arrival.notification_id,
            arrival.visit_id,
            arrival.driver,
            arrival.contact,
        )

    @Slot()
    def _note_read(self) -> None:
        if self._read != self._after:
            self._read = self._after
            self._keep()

    def _keep(self) -> None:
        marks = (self._read, self._announced, self._gap)
        if marks != self._context.state.alert_marks:
            self._context.state.alert_marks = marks

    @Slot(object)
    def follow_receiver(self, state: ShownReceiver) -> None:
        """Raise alerts for what changed since the last state; the first one raises none."""
        before, self._receiver = self._receiver, state
        self._follow_gaps(state)
        if before is None:
            return
        if state.is_down and not (before.is_down and before.reception is state.reception):
            self._alert_outage(state)
        if state.is_cut_off and not before.is_cut_off and state.others is not None:
            self._alerts.add([Alert(AlertKind.NOT_RECEIVING, self._context.clock.now(), problem=state.others.problem)])
        problem = state.listening.unreachable
        if problem is not None and before.listening.unreachable is None:
            self._alerts.add([Alert(AlertKind.UNREACHABLE, self._context.clock.now(), problem=problem)])
        since = state.listening.refused_since
        if since is not None and before.listening.refused_since is None:
            self._alerts.add([Alert(AlertKind.TOKEN_REFUSED, self._context.clock.now(), refused_since=since)])
        if _has_refused(state) and not (_has_refused(before) and _since(before) == _since(state)):
            self._alerts.add([Alert(AlertKind.REFUSED, self._context.clock.now())])

    def _alert_outage(self, state: ShownReceiver) -> None:
        reception, now = state.reception, self._context.clock.now()
        last = self._down_at.get(reception)
        self._down_at[reception] = now
        if last is None or now - last >= _AGAIN:
            self._alerts.add([Alert(AlertKind.NOT_RECEIVING, now, problem=state.listening.problem)])

    def _follow_gaps(self, state: ShownReceiver) -> None:
        recovery = state.listening.recovery
        restored = Gap.of(recovery) if recovery is not None else None
        whole = [restored] if restored is not None and restored.since == restored.until else []  # not stored as a gap
        new = [gap for gap in (*whole, *state.listening.missed) if gap.until.isoformat() > self._gap]
        if new:
            self._gap = max(gap.until.isoformat() for gap in new)
            self._keep()
            self._alerts.add(
                Alert(AlertKind.RESTORED, gap.until, recovery=recovery)
                if gap == restored
                else Alert(AlertKind.GAP, gap.until, gap=gap)
                for gap in reversed(new)
            )

    @Slot(object, object)
    def follow_reload(self, day: Day, problem: AppError | None) -> None:
        """Raise an alert if an automatic load lacks credentials and the one before did not."""
        if isinstance(problem, CredentialsError) and self._has_credentials:
            self._alerts.add([Alert(AlertKind.CREDENTIALS, self._context.clock.now(), problem=problem.user_message)])
        if problem is None or isinstance(problem, CredentialsError):
            self._has_credentials = problem is None

    @Slot(object)
    def follow_load(self, summary: LoadSummary | None) -> None:
        """Record that a load of the user succeeded, so that there are credentials."""
        self._has_credentials = self._has_credentials or summary is not None


def _has_refused(state: ShownReceiver) -> bool:
    server = state.listening.server
    return server is not None and server.refused.get(Refusal.TOKEN, 0) > 0


def _since(state: ShownReceiver) -> datetime | None:
    server = state.listening.server
    return server.since if server is not None else None
