"""The cases R0 to R7 of the rule, and outcomes of a day, in literal values."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.domain.board.decision import Loads, Rule, are_visits_contradictory, decide
from app.domain.board.facts import Listing, Observation
from app.domain.board.message_order import Statement
from app.domain.board.signs import Sign
from app.domain.board.verdict import DayOutcome, day_outcome
from app.domain.contract.statuses import State

OPEN, DELIVERED, FAILED, PICKUP = State.ON_ITS_WAY, State.DELIVERED, State.EXCEPTION, State.PICKUP
MISSED, AHEAD, CONTRADICTION = Sign.POSSIBLY_MISSED, Sign.AHEAD, Sign.CONTRADICTION
MIDNIGHT = datetime(2026, 11, 21, 5, tzinfo=UTC)
NOTHING: tuple[str, ...] = ()


def at(clock: str) -> datetime:
    """Return a time of the day, UTC; from 24:00 on, of the next day."""
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, 11, 20, tzinfo=UTC) + timedelta(hours=hour, minutes=minute)


def said(*reported: tuple[str, State] | tuple[str, State, int]) -> list[Statement]:
    """Return statements, by default of visit 7."""
    return [Statement(at(one[0]), one[2] if len(one) > 2 else 7, one[1], f"7_{one[0]}") for one in reported]


def seen(*shown: tuple[str, State] | tuple[str, State, str]) -> list[Observation]:
    """Return observations: when seen, which state, and when another state was last shown."""
    return [Observation(at(one[0]), at(one[2]) if len(one) > 2 else None, one[1], one[1]) for one in shown]


CASES = [
    (Rule.NOT_LOADED, [("10:00", DELIVERED)], [], None, DELIVERED, NOTHING),
    (Rule.NO_VISIT, [], [("08:00", OPEN)], "08:00", OPEN, NOTHING),
    (Rule.NO_VISIT, [], [("08:00", DELIVERED)], "08:00", DELIVERED, (MISSED,)),
    (Rule.NO_VISIT, [], [("08:00", FAILED)], "08:00", FAILED, (MISSED,)),
    (Rule.NO_VISIT, [], [("08:00", PICKUP)], "08:00", PICKUP, NOTHING),
    (Rule.NOT_ASKED_SINCE, [("10:00", DELIVERED)], [("08:00", OPEN)], "09:00", DELIVERED, (AHEAD,)),
    (Rule.NOT_ASKED_SINCE, [("10:00", FAILED)], [("08:00", DELIVERED)], "09:00", FAILED,
     (AHEAD, CONTRADICTION, MISSED)),
    (Rule.NOT_ASKED_SINCE, [("07:00", DELIVERED), ("10:00", FAILED)], [("08:00", DELIVERED)], "09:00", FAILED,
     (AHEAD,)),
    (Rule.AGREED, [("10:00", FAILED)], [("08:00", OPEN), ("11:00", FAILED, "08:00")], "11:00", FAILED, NOTHING),
    (Rule.AT_PICKUP, [("10:00", FAILED)], [("08:00", OPEN), ("11:00", PICKUP, "08:00")], "11:00", PICKUP, NOTHING),
    (Rule.DELIVERED_AFTER_FAILURE, [("10:00", FAILED)], [("08:00", OPEN), ("11:00", DELIVERED, "08:00")], "11:00",
     DELIVERED, (MISSED,)),
    (Rule.DELIVERED_AFTER_FAILURE, [("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", PICKUP, "08:00"), ("12:00", DELIVERED, "11:00")], "12:00", DELIVERED, NOTHING),
    (Rule.DELIVERED_AFTER_FAILURE, [("09:00", DELIVERED), ("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", DELIVERED, "10:00")], "11:00", DELIVERED, (MISSED,)),
    (Rule.VISIT_STANDS, [("09:00", DELIVERED), ("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", DELIVERED, "08:00")], "11:00", FAILED, (CONTRADICTION,)),
    (Rule.CHANGED_AFTER_VISIT, [("10:00", DELIVERED)], [("08:00", OPEN), ("11:00", FAILED, "10:00")], "11:00",
     FAILED, (CONTRADICTION,)),
    (Rule.CHANGED_AFTER_VISIT, [("10:00", DELIVERED)],
     [("08:00", OPEN), ("11:00", FAILED, "10:30"), ("12:00", OPEN, "11:00")], "12:00", OPEN, (CONTRADICTION,)),
    (Rule.CHANGED_AFTER_VISIT, [("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", FAILED, "10:30"), ("12:00", OPEN, "11:00")], "12:00", OPEN, NOTHING),
    (Rule.CHANGED_AFTER_VISIT, [("09:00", FAILED, 6), ("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", FAILED, "10:30"), ("12:00", OPEN, "11:00")], "12:00", OPEN, (CONTRADICTION,)),
    (Rule.NO_VISIT, [], [("08:00", DELIVERED), ("09:00", OPEN, "08:00")], "09:00", OPEN, (CONTRADICTION,)),
    (Rule.AGREED, [("10:00", FAILED)],
     [("08:00", OPEN), ("11:00", DELIVERED, "08:00"), ("12:00", FAILED, "11:00")], "12:00", FAILED, (CONTRADICTION,)),
    (Rule.VISIT_STANDS, [("10:00", DELIVERED)], [("08:00", OPEN)], "10:15", DELIVERED, (AHEAD,)),
    (Rule.VISIT_STANDS, [("10:00", DELIVERED)], [("08:00", OPEN)], "10:16", DELIVERED, (CONTRADICTION,)),
    (Rule.VISIT_STANDS, [("10:00", DELIVERED)], [("08:00", OPEN)], "10:00", DELIVERED, (AHEAD,)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "reported", "shown", "last", "state", "signs"), CASES)
def test_a_case_decides_and_signs(
    rule: Rule,
    reported: list[tuple[str, State]],
    shown: list[tuple[str, State]],
    last: str | None,
    state: State,
    signs: tuple[Sign, ...],
) -> None:
    asked = at(last) if last else None
    made = decide(said(*reported), seen(*shown), Loads(asked, asked, timedelta(minutes=15), at("00:00")))
    assert (made.rule, made.state, made.signs) == (rule, state, frozenset(signs))


def test_before_the_first_notification_none_is_called_missing() -> None:
    shown = seen(("08:00", DELIVERED))
    assert decide([], shown, Loads(at("08:00"), at("08:00"), timedelta(), at("08:01"))).signs == frozenset()
    assert decide([], shown, Loads(at("08:00"), at("08:00"), timedelta())).signs == frozenset()


@pytest.mark.parametrize(
    ("reported", "shown", "loads", "outcome"),
    [
        ([], [("12:00", OPEN)], ["12:00"], (OPEN, False)),
        ([], [("30:00", OPEN)], ["30:00"], (OPEN, True)),
        ([("20:00", DELIVERED)], [("12:00", OPEN)], ["12:00"], (DELIVERED, False)),
        ([("20:00", DELIVERED)], [("12:00", OPEN), ("30:00", DELIVERED, "12:00")], ["12:00", "30:00"],
         (DELIVERED, False)),
        ([], [("12:00", OPEN), ("30:00", DELIVERED, "12:00")], ["12:00", "30:00"], (OPEN, False)),
        ([("13:00", FAILED)], [("12:00", OPEN), ("30:00", DELIVERED, "12:00"), ("14:00", OPEN, "30:00")],
         ["12:00", "30:00", "14:00"], (FAILED, False)),  # the clock was set back before the last load
        ([("14:30", FAILED)], [("12:00", OPEN), ("30:00", DELIVERED, "12:00")], ["12:00", "30:00", "15:00"],
         (DELIVERED, False)),
    ],
)  # fmt: skip
def test_a_days_outcome_follows_its_own_visits_and_loads(
    reported: list[tuple[str, State]],
    shown: list[tuple[str, State]],
    loads: list[str],
    outcome: tuple[State, bool],
) -> None:
    asked, begins = [at(one) for one in loads], MIDNIGHT - timedelta(days=1)
    listing = Listing(1, "ANDINA", date(2026, 11, 20), 1, 0, True, None, False, asked, seen(*shown))
    made = day_outcome(said(*reported), listing, begins, MIDNIGHT, is_listed_later=False)
    assert made == DayOutcome(*outcome)


def test_a_visit_with_thousands_of_messages_after_the_last_load_is_decided() -> None:
    reported = said(*(("10:00", FAILED if nth % 2 else DELIVERED) for nth in range(3000)))
    loads = Loads(at("09:00"), at("09:00"), timedelta(minutes=15))
    decided = decide(reported, seen(("08:00", OPEN)), loads)
    assert (decided.state, decided.signs) == (FAILED, frozenset({AHEAD}))


def test_a_doubt_caused_by_an_earlier_visit_after_the_load_stays() -> None:
    reported = said(("10:00", FAILED), ("11:00", DELIVERED, 8))
    loads = Loads(at("09:00"), at("09:00"), timedelta(minutes=15), at("00:00"))
    decided = decide(reported, seen(("08:00", DELIVERED)), loads)
    assert (decided.state, decided.signs, decided.is_settled) == (DELIVERED, frozenset({CONTRADICTION, MISSED}), False)


def test_an_earlier_visit_that_delivered_contradicts_a_newer_one_that_failed_until_the_carrier_delivers() -> None:
    reported = said(("09:00", DELIVERED, 6), ("10:00", FAILED))
    assert are_visits_contradictory(reported, seen(("08:00", OPEN)))
    assert not are_visits_contradictory(reported, seen(("08:00", OPEN), ("11:00", DELIVERED, "08:00")))
    assert not are_visits_contradictory(said(("09:00", DELIVERED), ("10:00", FAILED)), seen(("08:00", OPEN)))
