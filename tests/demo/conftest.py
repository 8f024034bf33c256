from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from types import SimpleNamespace

import httpx
import pytest

from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials


@pytest.fixture
def times() -> SimpleNamespace:
    """Return the two clocks of a server, which the test moves."""
    return SimpleNamespace(seconds=5000.0, now=datetime(2026, 6, 15, 10, 0))  # noqa: DTZ001 - the site's time


@pytest.fixture
def opened(times: SimpleNamespace) -> Iterator[Callable[..., SimpleNamespace]]:
    """Return a function that opens a demo carrier until the test ends: `server`, and `get`, `ask` and `manifests`."""
    token = "123e4567-e89b-42d3-a456-426614174000"
    with httpx.Client(trust_env=False, timeout=60) as client, ExitStack() as running:

        def open_carrier(credentials: CarrierCredentials | None = None, **options: int) -> SimpleNamespace:
            day_options = DayOptions(**options)
            server = CarrierServer(day_options, credentials, now=lambda: times.now, clock=lambda: times.seconds)
            running.enter_context(server)

            def get(path: str, method: str = "GET", headers: object = None, **query: str) -> httpx.Response:
                known = {"Authorization-Token": token, "Authorization-User": "ana"} if headers is None else headers
                return client.request(method, server.url + path, headers=known, params=query or None)  # type: ignore[arg-type]

            def ask(carrier: str = "DEMO", day: str = "2026-06-15") -> httpx.Response:
                return get("/v2/planillas-envios", codigoCarrier=carrier, fecha=day)

            def manifests(carrier: str = "DEMO", day: str = "2026-06-15") -> object:
                answer = ask(carrier, day)
                assert answer.status_code == 200
                return answer.json()

            return SimpleNamespace(server=server, get=get, ask=ask, manifests=manifests)

        yield open_carrier


@pytest.fixture
def carrier(opened: Callable[..., SimpleNamespace]) -> SimpleNamespace:
    return opened()
