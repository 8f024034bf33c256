"""Notifications of visits to the shipments of a cached day, each with a new timestamp and status."""

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from app.facts.file.opening import FILE_NAME
from tests.bench.days import LOADED_AT
from tests.database import connected

TOKEN = str(uuid5(NAMESPACE_DNS, "despacho.example.com"))
PATH = "/visitas"
_SAMPLES = Path(__file__).parents[1] / "samples" / "notifications.json"
_FIRST = (LOADED_AT + timedelta(minutes=1)).replace(tzinfo=None)
_STATUSES = ("completada", "falso_flete")


def numbers_in(folder: Path) -> list[str]:
    """Return the numbers of the shipments in a data folder."""
    with connected(folder / FILE_NAME) as db:
        return [row[0] for row in db.execute("SELECT DISTINCT number FROM shipment ORDER BY position")]


def words(numbers: Sequence[str], count: int, begin: int = 0) -> Iterator[tuple[int, str, bytes]]:
    """Yield visit, timestamp and body: one visit for each number in turn, with the other status the next time.

    `begin`: how many were sent before.
    """
    envelope = json.loads(_SAMPLES.read_text(encoding="utf-8"))[0]
    for nth in range(begin, begin + count):
        turn, place = divmod(nth, len(numbers))
        visit, word = place + 1, (_FIRST + timedelta(milliseconds=nth)).isoformat(timespec="microseconds")
        changes = {
            "visita_id": visit,
            "tracking_id": f"VIS-{visit}",
            "estado_nuevo": _STATUSES[turn % len(_STATUSES)],
            "numero_seguimientos": [numbers[place]],
        }
        body = envelope | {"timestamp": word, "data": envelope["data"] | changes}
        yield visit, word, json.dumps(body, ensure_ascii=False).encode()


def request(body: bytes, host: str) -> bytes:
    """Return the request that bears a body."""
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
