"""The lanes of drivers: their visits in order, pauses, and silence only where it was listened to."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.contract.statuses import State
from app.domain.pace.lanes import Lane, Silence, lanes_of, silence_of
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.queries import ValueFilter
from app.domain.views.report import VisitPlace

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def at(before_noon: float) -> datetime:
    return NOON - minutes(before_noon)


def gap(since: float, until: float) -> Gap:
    return Gap(at(since), at(until), GapCause.CLOSED)


def visit(
    number: int,
    clock: str = "10:00",
    driver: str | None = "Ana Peña",
    driver_id: str | None = None,
    state: State = State.DELIVERED,
    route: str | None = None,
) -> VisitPlace:
    return VisitPlace(number, driver, f"2026-11-20T{clock}:00", state, "Eva", None, None, driver_id, route)


def numbers(lane: Lane) -> list[int]:
    return [one.visit_id for one in lane.visits]


@pytest.mark.parametrize(
    ("last", "gaps", "heard", "silence"),
    [
        (44, (), 0, Silence.USUAL),
        (45, (), 0, Silence.LONG),
        (100, (gap(60, 20),), 0, Silence.GAP),  # heard for forty minutes before and twenty after: too little
        (100, (gap(98, 90),), 0, Silence.LONG),  # heard for an hour and a half since
        (100, (gap(140, 110),), 0, Silence.LONG),  # the gap was over before
        (100, (gap(140, 99),), 0, Silence.LONG),
        (100, (gap(10, 0),), 12, Silence.LONG),  # long enough before the gap already
        (100, (), 60, Silence.NOTHING_HEARD),  # nobody was heard for an hour
        (100, (), 10, Silence.LONG),
        (100, (), None, Silence.NOTHING_HEARD),
        (-5, (), 0, Silence.CLOCK),  # the computer's clock was set back
    ],
)
def test_silence_is_long_only_where_it_was_listened_to(
    last: float, gaps: tuple[Gap, ...], heard: float | None, silence: Silence
) -> None:
    heard_at = None if heard is None else at(heard)
    assert silence_of(at(last), minutes(45), gaps, heard_at, NOON) is silence


def test_a_lane_holds_the_closed_visits_of_a_driver_by_time_and_the_longest_silent_comes_first() -> None:
    lanes = lanes_of(
        [
            visit(1, "11:00", route="Norte 2"),
            visit(2, "09:00", route="Norte 1"),
            visit(3, "10:00", state=State.EXCEPTION),
            visit(4, "12:00", state=State.ON_ITS_WAY),
            visit(5, "08:00", "Luis"),
        ]
    )
    assert [(one.name, numbers(one)) for one in lanes] == [("Luis", [5]), ("Ana Peña", [2, 3, 1])]
    ana = lanes[1]
    assert (ana.delivered, ana.failed, ana.visits[-1].route) == (2, 1, "Norte 2")
    assert ana.last == datetime(2026, 11, 20, 11)  # noqa: DTZ001 - by the site's clock
    assert lanes_of([]) == []


def test_pauses_are_the_times_between_visits_that_are_long_enough() -> None:
    (lane,) = lanes_of([visit(1, "08:00"), visit(2, "08:44"), visit(3, "09:29"), visit(4, "11:00")])
    assert [f"{one:%H:%M}" for one, _ in lane.pauses(minutes(45))] == ["08:44", "09:29"]
    assert lane.pauses(minutes(120)) == []


def test_visits_without_a_driver_are_the_last_lane_and_have_a_filter_of_their_own() -> None:
    lanes = lanes_of([visit(1, "07:00", None), visit(2, "12:00", "Luis"), visit(3, "06:00", None, "9")])
    assert [(one.name, one.key) for one in lanes] == [("9", "9"), ("Luis", "Luis"), ("", None)]
    assert lanes[0].filters == (ValueFilter("driver_id", "9"),)
    assert lanes[2].filters == (ValueFilter("driver", None), ValueFilter("driver_id", None))
    assert [one.is_kept_by(lanes[2].filters) for one in lanes] == [False, False, True]


def test_drivers_of_one_name_are_told_apart_and_one_who_was_renamed_is_one() -> None:
    ana, other, renamed = lanes_of(
        [
            visit(1, "07:00", driver_id="1"),
            visit(2, "08:00", driver_id="2"),
            visit(3, "09:00", "Luis", "3"),
            visit(4, "10:00", "Luis P.", "3"),
            visit(5, "10:30", None, "3"),
        ]
    )
    assert (ana.shares_name, other.shares_name, renamed.shares_name) == (True, True, False)
    assert ana.filters == (ValueFilter("driver_id", "1"),)
    assert (renamed.name, numbers(renamed), renamed.filters) == ("Luis P.", [3, 4, 5], (ValueFilter("driver_id", "3"),))
    assert [one.is_kept_by([ValueFilter("driver", "Ana Peña", exclude=True)]) for one in (ana, renamed)] == [
        False,
        True,
    ]
