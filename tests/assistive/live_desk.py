"""A desk with a carrier and a driver, for the tests with a screen reader."""

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from urllib.parse import urlsplit
from uuid import uuid4
from zoneinfo import ZoneInfo

import httpx

from app.demo.carrier_server import CarrierServer
from app.demo.day.day import DayPlan, generate
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.access.credentials import CarrierCredentials
from tests.assistive.screen_reader import Listener
from tests.carrier.scripted_carrier import Conversation, Script
from tests.waiting import PATIENCE

SITE = "America/Bogota"
CARRIER = "ANDINA-BOG"
_HERE = ZoneInfo(SITE)


@dataclass(frozen=True)
class Office:
    """A desk with a screen reader, and its receiver's URL."""

    listener: Listener
    receiver_url: str
    token: str

    def fail(self, visit: int, number: str) -> None:
        """Send the notification of a failed visit."""
        body = {
            "event": "visita_estado_cambio",
            "timestamp": datetime.now(ZoneInfo(SITE)).strftime("%Y-%m-%dT%H:%M:%S.%f"),
            "data": {
                "visita_id": visit,
                "estado_nuevo": "falso_flete",
                "numero_seguimientos": [number],
                "conductor": {"id": 3, "nombre": "Ana Peña"},
                "fotos": {"evidencia": "https://fotos.example/7.jpg", "dni": "https://fotos.example/7-id.jpg"},
            },
        }
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
            answer = client.post(self.receiver_url, content=json.dumps(body).encode(), headers=headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "stored")


class Street:
    """A carrier's service whose visits close when the test wants it, and whose notifications go to the desk."""

    def __init__(self, failures: int) -> None:
        """Generate a day with so many visits that are still open and will fail; not every seed has one."""
        self.credentials = CarrierCredentials(str(uuid4()), "ana")
        self.token = str(uuid4())
        self._second = 0.0
        today = datetime.now(_HERE).date()
        days = ((one, generate(CARRIER, today, one)) for one in map(partial(DayOptions, 120, 60), count(1)))
        self._options, self._plan = next(one for one in days if len(_failing(one[1])) >= failures)
        self.carrier = CarrierServer(
            self._options, self.credentials, now=lambda: datetime.now(_HERE), clock=lambda: self._second
        )

    def notify(self, url: str) -> None:
        """Notify a receiver from now on."""
        self.carrier.notify(NotifyOptions(url, self.token, CARRIER))

    def close_visits(self, failures: int) -> None:
        """Close the next visits of the day until so many failed."""
        self._second = self._plan.closes_after(_failing(self._plan)[failures - 1], self._options.per_minute)


def _failing(plan: DayPlan) -> list[int]:
    """Return the turns of the visits that are open at first, and will fail."""
    turns = range(plan.closed_at_start, plan.closed_when_over)
    return [turn for turn in turns if not plan.closings[turn].delivered]


def forwarding_to(url: str) -> Script:
    """Forward a query to another server, and its answer back."""
    place = urlsplit(url)

    async def script(conversation: Conversation) -> None:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        headers = {**conversation.headers, "connection": "close"}
        lines = [conversation.line, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        await conversation.send(await reader.read())
        writer.close()

    return script
