"""Who is silent for long: each driver against the own pace, and never where nothing could be heard."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.pace.silence import Closing, DriverKey, DriverPace, Silence, paces, usual_paces
from app.domain.reception.gaps import Gap, GapCause

ANA, LUIS = DriverKey("1", "Ana Peña"), DriverKey("2", "Luis")
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def at(before_noon: float) -> datetime:
    return NOON - minutes(before_noon)


def rounds(driver: DriverKey, last: float, every: float = 8, count: int = 8) -> list[Closing]:
    """Close visits at a steady pace until so many minutes before noon."""
    return [(driver, at(last + every * nth)) for nth in range(count)]


def gap(since: float, until: float) -> Gap:
    return Gap(at(since), at(until), GapCause.CLOSED)


def of(driver: DriverKey, found: tuple[DriverPace, ...]) -> DriverPace:
    return next(one for one in found if one.driver == driver)


@pytest.mark.parametrize(
    ("last", "every", "gaps", "heard", "silence"),
    [
        (23, 8, (), 0, Silence.USUAL),
        (24, 8, (), 0, Silence.LONG),
        (24, 9, (), 0, Silence.USUAL),  # a slower driver may take longer
        (19, 2, (), 0, Silence.USUAL),  # never under twenty minutes
        (21, 2, (), 0, Silence.LONG),
        (40, 8, (gap(30, 20),), 0, Silence.GAP),  # heard for ten minutes before and twenty after: too little
        (40, 8, (gap(38, 30),), 0, Silence.LONG),  # heard for half an hour since
        (40, 8, (gap(70, 50),), 0, Silence.LONG),  # the gap was over before
        (40, 8, (gap(70, 39),), 0, Silence.LONG),
        (40, 8, (gap(10, 0),), 12, Silence.LONG),  # long enough before the gap already
        (40, 8, (gap(35, 30), gap(30, 5)), 0, Silence.GAP),
        (40, 8, (), 30, Silence.NOTHING_HEARD),  # nobody was heard for half an hour
        (40, 8, (), 10, Silence.LONG),
        (40, 8, (), None, Silence.NOTHING_HEARD),
        (-5, 8, (), 0, Silence.CLOCK),  # the computer's clock was set back
    ],
)
def test_silence_is_long_only_where_it_was_listened_to(
    last: float, every: float, gaps: tuple[Gap, ...], heard: float | None, silence: Silence
) -> None:
    found = paces(rounds(ANA, last, every), {}, gaps, None if heard is None else at(heard), NOON)
    assert [one.silence for one in found] == [silence]
    assert found[0].silent == minutes(max(last, 0))
    assert found[0].today == minutes(every)


def test_a_driver_alone_is_unknown_and_one_beside_others_who_are_heard_is_not() -> None:
    alone = rounds(ANA, 60)
    assert paces(alone, {}, (), alone[0][1], NOON)[0].silence is Silence.NOTHING_HEARD
    both = [*alone, *rounds(LUIS, 1)]
    found = paces(both, {}, (), at(1), NOON)
    assert [(one.driver, one.silence) for one in found] == [(ANA, Silence.LONG), (LUIS, Silence.USUAL)]


def test_one_visit_says_no_pace_unless_past_days_do() -> None:
    one = [(ANA, at(90)), *rounds(LUIS, 0)]
    found = of(ANA, paces(one, {}, (), NOON, NOON))
    assert (found.silence, found.today, found.usually) == (Silence.NO_PACE, None, None)
    assert of(ANA, paces(one, {"1": minutes(10)}, (), NOON, NOON)).silence is Silence.LONG
    assert of(ANA, paces(one, {"1": minutes(31)}, (), NOON, NOON)).silence is Silence.USUAL


def test_the_slower_of_today_and_past_days_is_the_measure() -> None:
    closed = [*rounds(ANA, 30), *rounds(LUIS, 0)]
    assert of(ANA, paces(closed, {"1": minutes(4)}, (), NOON, NOON)).silence is Silence.LONG
    assert of(ANA, paces(closed, {"1": minutes(11)}, (), NOON, NOON)).silence is Silence.USUAL


def test_visits_closed_in_a_bunch_are_one_stop() -> None:
    bunches = [(ANA, at(25 + 12 * stop) + timedelta(seconds=10 * nth)) for stop in range(7) for nth in range(5)]
    found = of(ANA, paces([*bunches, *rounds(LUIS, 0)], {}, (), NOON, NOON))
    assert found.silence is Silence.USUAL, "a pace of ten seconds would call this long"
    assert found.today is not None
    assert minutes(11) < found.today < minutes(12)
    assert found.visits == 35


def test_one_person_with_two_ids_is_not_called_silent_under_the_first() -> None:
    other = DriverKey("9", "ana pena")
    found = paces([*rounds(ANA, 60), *rounds(other, 2)], {}, (), NOON, NOON)
    assert of(ANA, found).silence is Silence.OTHER_ID
    assert of(other, found).silence is Silence.USUAL
    assert all(one.shares_name for one in found)
    both_silent = paces([*rounds(ANA, 60), *rounds(other, 50), *rounds(LUIS, 0)], {}, (), NOON, NOON)
    assert of(other, both_silent).silence is Silence.LONG


def test_a_driver_renamed_during_the_day_is_one_and_has_the_last_name() -> None:
    renamed = DriverKey("1", "Ana P.")
    found = paces([*rounds(ANA, 60), (renamed, at(3))], {}, (), NOON, NOON)
    assert [(one.driver, one.visits, one.shares_name) for one in found] == [(renamed, 9, False)]


def test_past_days_do_not_run_into_each_other() -> None:
    morning = datetime(2026, 11, 18, 8)  # noqa: DTZ001 - by the site's clock
    closed = [(ANA, morning + timedelta(days=day, minutes=9 * nth)) for day in range(2) for nth in range(4)]
    assert usual_paces(reversed(closed)) == {"1": minutes(9)}
    assert usual_paces(closed[:4]) == {}, "three intervals say too little"
    once_a_day = [(ANA, morning + timedelta(days=day)) for day in range(8)]
    assert usual_paces(once_a_day) == {}
    assert paces((), {}, (), None, NOON) == ()
