"""The rules of alerts: when each holds, at which threshold, and over midnight."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.contract.statuses import State
from app.domain.pace.alert_rules import RULES, WAYS, DayFacts, alerts_in_force, are_rules_on, is_off, ways_of
from app.domain.reception.alerts import AlertKind
from app.domain.reception.gaps import Gap, GapCause
from app.domain.settings import Settings, WrongSettingError
from app.domain.site import SiteDays
from app.domain.views.report import VisitPlace
from tests.domain.pace.test_lanes import NOON, visit

DAY = date(2026, 11, 20)
BOGOTA = SiteDays(ZoneInfo("America/Bogota"))
EMPTY = DayFacts(DAY, BOGOTA, NOON - timedelta(days=1), heard_at=NOON)


def said(facts: DayFacts, now: datetime = NOON, **settings: object) -> list[str]:
    """Return the sentences of the alerts in force; noon is that of the site."""
    return [str(one.problem) for one in alerts_in_force(facts, Settings.read(settings), now)]


def routed(failed: int, delivered: int, route: str | None = "Norte", first: int = 1) -> list[VisitPlace]:
    states = [State.EXCEPTION] * failed + [State.DELIVERED] * delivered
    return [visit(first + nth, state=state, route=route) for nth, state in enumerate(states)]


def test_without_settings_no_rule_is_on_and_none_holds() -> None:
    facts = replace(EMPTY, visits=routed(9, 0), due={"A": 3}, answered={"A": None})
    assert not are_rules_on(Settings())
    assert said(facts) == []
    for values in ({"alert_silent_minutes": 1}, {"alert_promise_at": "16:00"}, {"alert_not_loaded_minutes": 1}):
        assert are_rules_on(Settings.read(values))
    assert are_rules_on(Settings(alert_route_percent=1))


def test_a_day_without_visits_shipments_and_carriers_raises_nothing() -> None:
    on = Settings(alert_silent_minutes=1, alert_promise_at="00:00", alert_route_percent=1, alert_not_loaded_minutes=1)
    assert alerts_in_force(EMPTY, on, NOON) == []


def test_a_driver_is_silent_from_the_threshold_and_one_without_a_name_never() -> None:
    visits = (visit(1, "11:15"), visit(2, "11:16", "Luis"), visit(3, "08:00", driver=None))
    facts = replace(EMPTY, visits=visits)
    assert said(facts, alert_silent_minutes=45) == ["Ana Peña has closed no visit since 11:15."]
    (alert,) = alerts_in_force(facts, Settings(alert_silent_minutes=45), NOON)
    assert (alert.kind, alert.driver, alert.of_visits) == (AlertKind.SILENT, "Ana Peña", ("driver", "Ana Peña"))


def test_nobody_is_silent_while_nothing_could_be_heard_or_once_nothing_is_open() -> None:
    facts = replace(EMPTY, visits=(visit(1, "11:00"),))
    assert len(said(facts, alert_silent_minutes=45)) == 1
    gap = Gap(NOON - timedelta(minutes=50), NOON - timedelta(minutes=20), GapCause.CLOSED)
    assert said(replace(facts, gaps=(gap,)), alert_silent_minutes=45) == []
    assert said(replace(facts, heard_at=None), alert_silent_minutes=45) == []
    assert said(replace(facts, is_over=True), alert_silent_minutes=45) == []


def test_two_drivers_of_one_name_are_two_alerts_each_with_its_visits() -> None:
    facts = replace(EMPTY, visits=(visit(1, "09:00", driver_id="7"), visit(2, "10:00", driver_id="8")))
    alerts = alerts_in_force(facts, Settings(alert_silent_minutes=60), NOON)
    assert [one.of_visits for one in alerts] == [("driver_id", "7"), ("driver_id", "8")]


@pytest.mark.parametrize(
    ("now", "ends_at", "holds"),
    [
        ("2026-11-20T20:59", time(), False),  # 15:59 at the site
        ("2026-11-20T21:00", time(), True),
        ("2026-11-21T04:59", time(), True),  # the last minute of the site's day
        ("2026-11-20T13:00", time(8), False),  # the day begins at 08:00
        ("2026-11-21T12:59", time(8), True),  # and ends on the next morning
    ],
)
def test_promises_alert_from_an_hour_of_the_site_until_the_end_of_its_day(
    now: str, ends_at: time, *, holds: bool
) -> None:
    facts = replace(EMPTY, days=SiteDays(BOGOTA.zone, ends_at), due={"A": 1, "B": 0, "C": 12})
    expected = ["A: 1 parcel(s) promised for today, not delivered yet."] if holds else []
    found = said(facts, datetime.fromisoformat(now).replace(tzinfo=UTC), alert_promise_at="16:00")
    assert found[:1] == expected
    assert len(found) == 2 * holds


def test_an_hour_after_midnight_belongs_to_the_end_of_a_day_that_ends_in_the_morning() -> None:
    facts = replace(EMPTY, days=SiteDays(BOGOTA.zone, time(4)), due={"A": 1})
    assert said(facts, alert_promise_at="01:00") == []
    assert len(said(facts, datetime(2026, 11, 21, 6, tzinfo=UTC), alert_promise_at="01:00")) == 1


@pytest.mark.parametrize(
    ("failed", "delivered", "holds"),
    [(4, 0, False), (5, 0, True), (1, 4, False), (2, 3, True), (2, 8, False), (21, 79, True)],
)
def test_a_route_alerts_over_the_share_and_never_below_five_closed_visits(
    failed: int, delivered: int, *, holds: bool
) -> None:
    facts = replace(EMPTY, visits=routed(failed, delivered))
    expected = [f"Norte: {failed} of {failed + delivered} closed visits failed."]
    assert said(facts, alert_route_percent=20) == (expected if holds else [])


def test_visits_of_other_routes_of_none_and_those_still_open_do_not_count() -> None:
    others = [*routed(0, 20, "Sur", 100), *routed(0, 20, None, 200), visit(300, state=State.ON_ITS_WAY, route="Norte")]
    facts = replace(EMPTY, visits=[*routed(3, 2), *others])
    assert said(facts, alert_route_percent=50) == ["Norte: 3 of 5 closed visits failed."]
    assert said(replace(EMPTY, visits=routed(9, 0, None)), alert_route_percent=50) == []


def test_a_carrier_alerts_from_so_long_after_its_last_load() -> None:
    facts = replace(EMPTY, answered={"A": NOON - timedelta(minutes=30), "B": NOON - timedelta(minutes=29)})
    assert said(facts, alert_not_loaded_minutes=30) == ["A: today was last loaded at 11:30."]


@pytest.mark.parametrize(("minutes", "holds"), [(29, False), (30, True)])
def test_a_day_that_was_never_loaded_counts_from_midnight_at_the_site(minutes: int, *, holds: bool) -> None:
    facts, midnight = replace(EMPTY, answered={"A": None}), datetime(2026, 11, 20, 5, tzinfo=UTC)
    found = said(facts, midnight + timedelta(minutes=minutes), alert_not_loaded_minutes=30)
    assert found == (["A: today was not loaded."] if holds else [])


def test_time_in_which_nothing_was_watched_does_not_count_as_not_loaded() -> None:
    facts = replace(EMPTY, answered={"A": NOON - timedelta(hours=9), "B": None})
    assert said(replace(facts, watched_since=NOON - timedelta(minutes=29)), alert_not_loaded_minutes=30) == []
    assert len(said(replace(facts, watched_since=NOON - timedelta(minutes=30)), alert_not_loaded_minutes=30)) == 2


@pytest.mark.parametrize(
    ("way", "announced"),
    [
        ("", (False, False)),
        ("off", (False, False)),
        ("list", (False, False)),
        ("message", (True, False)),
        ("sound", (False, True)),
        ("both", (True, True)),
    ],
)
def test_each_kind_is_announced_in_its_own_way(way: str, announced: tuple[bool, bool]) -> None:
    for kind in AlertKind:
        if way == "off" and kind in RULES:  # that is what their thresholds are for
            with pytest.raises(WrongSettingError):
                Settings.read({WAYS[kind]: way})
            continue
        settings = Settings.read({WAYS[kind]: way})
        assert (ways_of(kind, settings), is_off(kind, settings)) == (announced, way == "off")
        assert {ways_of(one, settings) for one in AlertKind if WAYS[one] != WAYS[kind]} == {(False, False)}
