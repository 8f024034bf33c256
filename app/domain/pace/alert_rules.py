"""The rules of alerts: which of them hold for a day as it is known."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Final

from app.domain.contract.statuses import State
from app.domain.pace.lanes import CLOSED, FEWEST_FOR_SHARE, Silence, lanes_of, silence_of
from app.domain.reception.alerts import Alert, AlertKind
from app.domain.reception.gaps import Gap
from app.domain.settings import Settings
from app.domain.site import SiteDays, site_time
from app.domain.texts import Text
from app.domain.views.report import VisitPlace

_SILENT = Text("Alert", "{driver} has closed no visit since {time}.")
_PROMISE = Text("Alert", "{carrier}: %Ln parcel(s) promised for today, not delivered yet.", count=0)
_ROUTE = Text("Alert", "{route}: {failed} of {closed} closed visits failed.")
_LOADED = Text("Alert", "{carrier}: today was last loaded at {time}.")
_NOT_LOADED = Text("Alert", "{carrier}: today was not loaded.")

RULES: Final = (AlertKind.SILENT, AlertKind.PROMISE, AlertKind.ROUTE, AlertKind.NOT_LOADED)
"""The kinds of alerts that a rule raises."""
_RECEPTION: Final = (
    AlertKind.GAP, AlertKind.NOT_RECEIVING, AlertKind.UNREACHABLE, AlertKind.REFUSED, AlertKind.TOKEN_REFUSED,
)  # fmt: skip
WAYS: Final = {
    **dict.fromkeys(AlertKind, "alert_program_as"),
    **dict.fromkeys(_RECEPTION, "alert_reception_as"),
    **dict.fromkeys((AlertKind.QUARANTINED, AlertKind.SHORTENED), "alert_set_aside_as"),
    AlertKind.FAILED: "alert_failed_as",
    AlertKind.REMINDER: "alert_reminder_as",
    **{rule: f"alert_{rule.value}_as" for rule in RULES},
}
"""The setting of each kind that says how it is announced."""


@dataclass(frozen=True)
class DayFacts:
    """What the rules look at. All moments are in UTC.

    Args:
        day: today.
        days: the site's.
        watched_since: since when this process could have loaded the day.
        visits: of all carriers.
        is_over: whether no parcel is open, so that drivers have nothing left to close.
        gaps: reception gaps that overlap the day.
        heard_at: when the last notification arrived; None: never.
        due: of each carrier the parcels promised for the day that are not delivered.
        answered: when each carrier last answered for the day; None: not yet.
    """

    day: date
    days: SiteDays
    watched_since: datetime
    visits: Sequence[VisitPlace] = ()
    is_over: bool = False
    gaps: Sequence[Gap] = ()
    heard_at: datetime | None = None
    due: Mapping[str, int] = field(default_factory=dict)
    answered: Mapping[str, datetime | None] = field(default_factory=dict)


def are_rules_on(settings: Settings) -> bool:
    """Return whether any rule is in use."""
    by_number = settings.alert_silent_minutes, settings.alert_route_percent, settings.alert_not_loaded_minutes
    return any(by_number) or bool(settings.alert_promise_at)


def ways_of(kind: AlertKind, settings: Settings) -> tuple[bool, bool]:
    """Return whether alerts of a kind are shown as messages of the system, and whether with a sound."""
    chosen = getattr(settings, WAYS[kind])
    return chosen in ("message", "both"), chosen in ("sound", "both")


def is_off(kind: AlertKind, settings: Settings) -> bool:
    """Return whether the user wants no alerts of a kind."""
    return str(getattr(settings, WAYS[kind])) == "off"


def alerts_in_force(facts: DayFacts, settings: Settings, now: datetime) -> list[Alert]:
    """Return an alert for each driver, route or carrier for which a rule holds; `now` is in UTC."""
    alerts: list[Alert] = []
    if settings.alert_silent_minutes and not facts.is_over:
        alerts += _silent(facts, timedelta(minutes=settings.alert_silent_minutes), now)
    if settings.alert_promise_at and _is_reached(settings.alert_promise_at, facts.days, now):
        alerts += _due(facts, now)
    if settings.alert_route_percent:
        alerts += _failing(facts, settings.alert_route_percent, now)
    if settings.alert_not_loaded_minutes:
        alerts += _not_loaded(facts, timedelta(minutes=settings.alert_not_loaded_minutes), now)
    return alerts


def _silent(facts: DayFacts, least: timedelta, now: datetime) -> Iterator[Alert]:
    for lane in lanes_of(facts.visits):
        last = lane.last.replace(tzinfo=facts.days.zone)
        if lane.key is None or silence_of(last, least, facts.gaps, facts.heard_at, now) is not Silence.LONG:
            continue
        text = _SILENT.filled(driver=lane.name, time=f"{last:%H:%M}")
        chosen = lane.filters[0]
        of_visits = (chosen.key, chosen.value)
        yield Alert(AlertKind.SILENT, now, facts.day, driver=lane.name, problem=text, of_visits=of_visits)


def _is_reached(clock: str, days: SiteDays, now: datetime) -> bool:
    """Return whether the site's clock has come to a time of its day."""
    return days.minute_of(site_time(now, days.zone).time()) >= days.minute_of(time.fromisoformat(clock))


def _due(facts: DayFacts, now: datetime) -> Iterator[Alert]:
    for carrier, count in facts.due.items():
        if count:
            text = replace(_PROMISE.filled(carrier=carrier), count=count)
            yield Alert(AlertKind.PROMISE, now, facts.day, problem=text, carrier=carrier)


def _failing(facts: DayFacts, percent: int, now: datetime) -> Iterator[Alert]:
    closed = Counter(one.route for one in facts.visits if one.route and one.state in CLOSED)
    failures = Counter(one.route for one in facts.visits if one.state is State.EXCEPTION)
    for route, count in closed.items():
        failed = failures[route]
        if count >= FEWEST_FOR_SHARE and 100 * failed > percent * count:
            text = _ROUTE.filled(route=route, failed=failed, closed=count)
            yield Alert(AlertKind.ROUTE, now, facts.day, problem=text, of_visits=("route", route))


def _not_loaded(facts: DayFacts, least: timedelta, now: datetime) -> Iterator[Alert]:
    for carrier, at in facts.answered.items():
        if now - max(at or facts.days.begin(facts.day), facts.watched_since) < least:
            continue
        text = _LOADED.filled(time=f"{site_time(at, facts.days.zone):%H:%M}") if at else _NOT_LOADED
        yield Alert(AlertKind.NOT_LOADED, now, facts.day, problem=text.filled(carrier=carrier), carrier=carrier)
