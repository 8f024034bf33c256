"""A parcel is delivered once: over whatever days and carriers, in the figures of the oracle."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from hypothesis import HealthCheck, given, settings

from tests.faults.figures import Length, results_folder
from tests.truth.histories import History
from tests.truth.history_handovers import NUMBER, handed_over_once
from tests.truth.oracle import Judged, judged
from tests.truth.statuses import DELIVERED

_LENGTH = Length.SHORT if results_folder() is None else Length.FULL


def deliveries(found: Sequence[Judged], number: str) -> Counter[tuple[str, date]]:
    """Return what *Delivered* and *Delivered later* count of a number, by carrier and day."""
    return Counter(
        one.key[:2]
        for one in found
        if one.key[3] == number
        and one.expected.counts
        and (one.expected.resultado_dia == DELIVERED or one.is_delivered_later)
    )


def most_deliveries(found: Sequence[Judged], number: str) -> int:
    """Return how often a number may count as delivered: "where two carriers list it on a day, 1 for each"."""
    carriers = Counter(day for _, day in {one.key[:2] for one in found if one.key[3] == number and one.expected.counts})
    return max(carriers.values(), default=0)


@settings(
    max_examples=_LENGTH.of(200, 20_000),
    derandomize=_LENGTH is Length.SHORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(handed_over_once())
def test_a_parcel_that_was_handed_over_once_is_delivered_once(history: History) -> None:
    found = judged(history.site, history.events)
    assert deliveries(found, NUMBER).total() <= most_deliveries(found, NUMBER)
