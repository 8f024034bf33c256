from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import chain, repeat

import pytest

from app.board.reading.reader import Reader
from app.carrier.client import Progress
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import CarrierAnswer, Day, DayState, LoadSummary
from app.domain.errors import CarrierStatusError, LoadCancelledError, NoManifestError
from app.services.loading.load_day import load_day
from app.store.writer import Writer
from tests.carrier.scripted_carrier import Script, ScriptedCarrier, says

DAY = Day("ACME", date(2026, 6, 15))
GOOD = b'[{"idPlanillaReparto": 1, "envios": [{"numero": "1"}, {"numero": "2"}, {}]}]'
LESS = b'[{"idPlanillaReparto": 1, "envios": [{"numero": "1", "idEstadoEnvio": "3"}, {"numero": "3"}]}]'
FIRST, SECOND = datetime(2026, 6, 15, 11, tzinfo=UTC), datetime(2026, 6, 15, 12, tzinfo=UTC)


@dataclass
class Loads:
    """Loads the day, each time with the next script and an hour later."""

    writer: Writer
    progress: list[Progress] = field(default_factory=list)
    cancellation: Cancellation = field(default_factory=Cancellation)

    def __call__(
        self,
        *scripts: Script,
        at: datetime,
        then: Sequence[datetime] = (),
    ) -> LoadSummary:
        """Load the day; the clock says `at`, and `then` what it says the next times."""
        times = chain([at, *then], repeat((at, *then)[-1]))
        with ScriptedCarrier(*scripts) as carrier:
            return load_day(
                DAY,
                endpoint=Endpoint(carrier.url, 60, 0),
                credentials=CarrierCredentials("token", "user"),
                writer=self.writer,
                now=lambda: next(times),
                progress=self.progress.append,
                cancellation=self.cancellation,
            )

    def state(self) -> DayState | None:
        with Reader.opened(self.writer.path) as reader:
            return reader.day_state(DAY)


@pytest.fixture
def loads(writer: Writer) -> Loads:
    return Loads(writer)


def test_a_day_is_loaded_and_then_compared_with_the_load_before(loads: Loads) -> None:
    first = loads(says(200, GOOD), at=FIRST)
    assert (first.manifests, first.shipments, first.new, len(first.skipped)) == (1, 2, 2, 1)
    second = loads(says(200, LESS), at=SECOND)
    assert (second.new, second.changed, second.gone, second.kept) == (1, 1, 1, 1)
    state = loads.state()
    assert state is not None
    assert (state.answer, state.loaded_at, state.shipments, state.gone) == (CarrierAnswer.MANIFESTS, SECOND, 2, 1)
    assert loads.progress[-1].shipments == 2


@pytest.mark.parametrize("is_loaded", [True, False])
def test_an_empty_list_changes_nothing_but_a_mark(loads: Loads, is_loaded: bool) -> None:
    if is_loaded:
        loads(says(200, GOOD), at=FIRST)
    with pytest.raises(NoManifestError, match="no manifest for carrier"):
        loads(says(200, b"[]"), at=SECOND)
    state = loads.state()
    assert state is not None
    assert (state.answer, state.answered_at, state.shipments) == (CarrierAnswer.EMPTY, SECOND, 2 if is_loaded else 0)
    assert state.loaded_at == (FIRST if is_loaded else None)


def test_a_404_is_raised_and_marked(loads: Loads) -> None:
    loads(says(200, GOOD), at=FIRST)
    with pytest.raises(NoManifestError):
        loads(says(404), at=SECOND)
    state = loads.state()
    assert state is not None
    assert (state.answer, state.loaded_at, state.shipments) == (CarrierAnswer.NOT_FOUND, FIRST, 2)


def test_nothing_twice_in_a_row_marks_the_rows_gone_at_the_time_the_second_request_was_sent(loads: Loads) -> None:
    loads(says(200, GOOD), at=FIRST)
    with pytest.raises(NoManifestError):
        loads(says(200, b"[]"), at=SECOND)
    sent, answered = SECOND + timedelta(minutes=5), SECOND + timedelta(minutes=6)
    with pytest.raises(NoManifestError):
        loads(says(404), at=sent, then=[answered])
    state = loads.state()
    assert state is not None
    assert (state.answer, state.loaded_at, state.shipments, state.gone) == (CarrierAnswer.NOT_FOUND, sent, 0, 2)


def test_a_repeated_request_says_how_it_was_when_it_was_sent_itself(loads: Loads) -> None:
    loads(says(504), says(200, GOOD), at=FIRST, then=[SECOND])
    state = loads.state()
    assert state is not None
    assert state.loaded_at == SECOND


def test_what_lists_no_shipments_by_the_contract_leaves_all_rows(loads: Loads) -> None:
    loads(says(200, GOOD), at=FIRST)
    summary = loads(says(200, b'[{"estado": "ERROR", "mensaje": "no service"}]'), at=SECOND)
    assert (summary.gone, len(summary.skipped)) == (0, 1)


def test_every_other_failure_leaves_the_day_and_its_mark(loads: Loads) -> None:
    loads(says(200, GOOD), at=FIRST)
    before = loads.state()
    with pytest.raises(CarrierStatusError):
        loads(says(400), at=SECOND)
    loads.cancellation.cancel()
    with pytest.raises(LoadCancelledError):
        loads(says(200, LESS), at=SECOND)
    assert loads.state() == before
