"""Random histories, played into the real store: what its export says is what the oracle says."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.board.reading.reader import Reader
from app.facts.file.opening import FILE_NAME
from tests.faults.figures import Length, results_folder
from tests.truth.events import Event
from tests.truth.histories import History, histories, shuffled
from tests.truth.history_handovers import handed_over_once
from tests.truth.oracle import figures_of, judged
from tests.truth.player import differences, labelled_figures, play

_LENGTH = Length.SHORT if results_folder() is None else Length.FULL
_PROFILE = settings(
    max_examples=_LENGTH.of(60, 5000),
    derandomize=_LENGTH is Length.SHORT,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def _judged(history: History, events: tuple[Event, ...]) -> None:
    expected = judged(history.site, events)
    says = {one.key: one.expected for one in expected}
    with TemporaryDirectory() as folder:
        found = play(Path(folder), history.site, events)
        assert found.keys() == says.keys()
        assert differences(says, found) == {}
        with Reader.opened(Path(folder) / FILE_NAME) as reader:
            for carrier, day in {one.key[:2] for one in expected}:
                figures = figures_of(expected, carrier, day)
                counted = labelled_figures(reader, carrier, day)
                assert {label: counted.get(label) for label in figures} == figures, (carrier, day)


@_PROFILE
@given(histories())
def test_a_random_history_says_what_the_oracle_says(history: History) -> None:
    _judged(history, history.events)


@settings(_PROFILE, max_examples=_LENGTH.of(20, 1000))
@given(histories(), st.randoms(use_true_random=False))
def test_notifications_handed_over_in_any_order_say_what_the_oracle_says(history: History, random: Random) -> None:
    """An arrival before that of one that came sooner: the site's clock was set back between."""
    _judged(history, shuffled(history, random))


@settings(_PROFILE, max_examples=_LENGTH.of(20, 2000))
@given(handed_over_once())
def test_a_desk_counts_a_parcel_that_was_handed_over_once_as_the_oracle_does(history: History) -> None:
    _judged(history, history.events)


@settings(_PROFILE, max_examples=_LENGTH.of(40, 5000))
@given(histories())
def test_the_oracle_counts_each_parcel_once(history: History) -> None:
    found = judged(history.site, history.events)
    for carrier, day in {one.key[:2] for one in found}:
        counted = [one.key[3] for one in found if one.key[:2] == (carrier, day) and one.expected.counts]
        reported = figures_of(found, carrier, day)
        outcomes = ("Delivered", "Failed", "Ready for pickup", "Open", "Other")
        assert len(set(counted)) == len(counted) == reported["Parcels"] == sum(reported[label] for label in outcomes)
        assert reported["Delivered later"] <= reported["Parcels"] - reported["Delivered"]
