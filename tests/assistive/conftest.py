import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials
from tests.assistive.live_desk import SITE, Office, forwarding_to
from tests.assistive.screen_reader import Listener, listening
from tests.carrier.scripted_carrier import ScriptedCarrier, says_nothing
from tests.proxies.programs import free_port

SPOKEN = {"DESPACHO_LANGUAGE": "en", "DESPACHO_THEME": "light"}


@pytest.fixture(autouse=True)
def on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("AT-SPI is Linux' accessibility interface")


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    """A screen reader on a demo."""
    with listening(["demo", "--shipments", "60", "--per-minute", "60"], tmp_path, SPOKEN) as listener:
        yield listener


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """A configured desk that has loaded nothing, and a carrier that does not answer its first query."""
    credentials, receiver_token, port = CarrierCredentials(str(uuid4()), "ana"), str(uuid4()), free_port()
    with ExitStack() as stack:
        here = ZoneInfo(SITE)
        day = stack.enter_context(CarrierServer(DayOptions(60, 0), credentials, now=lambda: datetime.now(here)))
        slow = stack.enter_context(ScriptedCarrier(says_nothing, forwarding_to(day.url)))
        environment = {
            **SPOKEN,
            "DESPACHO_TIME_ZONE": SITE,
            "DESPACHO_BASE_URL": slow.url,
            "DESPACHO_CARRIER": "ANDINA-BOG",
            "DESPACHO_RECEIVER_PORT": str(port),
            "DESPACHO_AUTHORIZATION_TOKEN": credentials.token,
            "DESPACHO_AUTHORIZATION_USER": credentials.user,
            "DESPACHO_RECEIVER_TOKEN": receiver_token,
            "KEYRING_PASSWORD": "correct horse",
        }
        listener = stack.enter_context(listening(["--data-dir", str(tmp_path / "data")], tmp_path, environment))
        yield Office(listener, f"http://127.0.0.1:{port}/visitas", receiver_token)
