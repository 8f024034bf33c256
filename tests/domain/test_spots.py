import random

from app.domain.places.geography import Closing, Place, closed_at_one_spot

METRE = 1 / 111_195.0  # degrees of latitude
BOGOTA = Place(4.65, -74.1)


def at(visit_id: int, north: float, east: float = 0.0, driver: str = "Ana") -> Closing:
    """Return a closing at this many metres from a place in Bogotá."""
    return Closing(visit_id, driver, Place(BOGOTA.latitude + north * METRE, BOGOTA.longitude + east * METRE / 0.9967))


def test_three_visits_closed_within_fifty_metres_of_each_other_are_at_one_spot() -> None:
    assert closed_at_one_spot([at(1, 0), at(2, 30), at(3, 49), at(4, 300)]) == {1, 2, 3}
    assert closed_at_one_spot([at(1, 0), at(2, 49, 0), at(3, 0, 49)]) == set()  # the last two are 69 m apart


def test_two_visits_or_visits_of_two_drivers_are_no_spot() -> None:
    assert closed_at_one_spot([at(1, 0), at(2, 1)]) == set()
    assert closed_at_one_spot([at(1, 0), at(2, 1), at(3, 2, driver="Luis")]) == set()
    assert closed_at_one_spot([]) == set()


def test_a_row_of_visits_is_no_spot_and_each_spot_of_a_day_is_found() -> None:
    row = [at(nth, 40.0 * nth) for nth in range(20)]
    assert closed_at_one_spot(row) == set()
    assert closed_at_one_spot([*row, at(100, 5000), at(101, 5010), at(102, 5020, -20)]) == {100, 101, 102}


def test_it_agrees_with_comparing_all_pairs() -> None:
    chance = random.Random(7)
    closings = [at(nth, chance.uniform(0, 900), chance.uniform(0, 900)) for nth in range(250)]
    near = {
        one.visit_id: {
            other.visit_id
            for other in closings
            if other is not one and closed_at_one_spot([one, other, Closing(-1, "Ana", one.place)])
        }
        for one in closings
    }
    expected = {one for one, others in near.items() if any(near[other] & others for other in others)}
    assert 50 < len(expected) < 250
    assert closed_at_one_spot(closings) == expected


def test_ten_thousand_visits_at_one_spot_or_spread_out_take_linear_time() -> None:
    """Comparing all pairs would be fifty million comparisons, and exceed the test's time."""
    chance = random.Random(7)
    assert len(closed_at_one_spot(at(nth, 0) for nth in range(10_000))) == 10_000
    town = [at(nth, chance.uniform(0, 20_000), chance.uniform(0, 20_000), str(nth % 40)) for nth in range(10_000)]
    assert closed_at_one_spot(town) == set() or len(closed_at_one_spot(town)) < 10_000
