"""A desk with a carrier and a driver, for the tests with a screen reader."""

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import httpx

from tests.assistive.screen_reader import Listener
from tests.carrier.scripted_carrier import Conversation, Script

SITE = "America/Bogota"


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
        with httpx.Client(trust_env=False) as client:
            answer = client.post(self.receiver_url, content=json.dumps(body).encode(), headers=headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "stored")


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
