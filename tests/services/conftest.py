from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import Day, LoadSummary
from app.services.loading.load_day import load_day
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    """An open cache of the test's own."""
    with Writer(tmp_path / "data" / "facts.sqlite") as writer:
        yield writer


@pytest.fixture
def load(writer: Writer) -> Callable[[Day, bytes, datetime], LoadSummary]:
    """Load a day out of the body that a real carrier answers with, at a moment."""

    def load_body(day: Day, body: bytes, at: datetime) -> LoadSummary:
        with ScriptedCarrier(says(200, body)) as carrier:
            return load_day(
                day,
                endpoint=Endpoint(carrier.url, 30.0, 0.0),
                credentials=CarrierCredentials("token", "user"),
                writer=writer,
                now=lambda: at,
                progress=lambda _: None,
                cancellation=Cancellation(),
            )

    return load_body
