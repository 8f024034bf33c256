"""Copies, late retries and any order over many connections: one row for each key, and the newest decides."""

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from app.domain.views.columns import Table
from tests.faults.figures import Figures, Length
from tests.faults.truth.receiving_store import TOKEN, ReceivingStore, listening, opened
from tests.webhook.running_server import request

FAULT = "copies, late retries, any order"
DAY = date(2026, 11, 20)
EVENING = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
ZONE = ZoneInfo("America/Bogota")
_CONNECTIONS = 32
_MOST_COPIES = 5
_MOST_TRIES = 20

Key = tuple[int, str]


@dataclass(frozen=True)
class Copy:
    """One request of the sender: which event it is of, and what it says."""

    key: Key
    status: str
    body: bytes
    is_other: bool = False
    """Whether it says something else than the other copies of its event."""


def copies_of(events: int, rng: random.Random) -> list[Copy]:
    """Return one to five copies of each event, of visits with some events each; nothing is in order."""
    found: list[Copy] = []
    for nth in range(events):
        at = datetime(2026, 11, 20, 8) + timedelta(microseconds=rng.randrange(10 * 3600 * 10**6))  # noqa: DTZ001 - as sent
        visit, timestamp = nth // 3, at.isoformat(timespec="microseconds")
        status = rng.choice(("completada", "falso_flete"))
        data = {"visita_id": visit, "estado_nuevo": status, "numero_seguimientos": [f"N{visit}"], "titulo": "Entrega"}
        envelope = {"event": "visita_estado_cambio", "timestamp": timestamp, "data": data}
        body, as_other = json.dumps(envelope).encode(), rng.random() < 0.05
        number = rng.randrange(2 if as_other else 1, _MOST_COPIES + 1)
        copies = [Copy((visit, timestamp), status, body) for _ in range(number)]
        if as_other:
            other = envelope | {"data": data | {"titulo": "Otra cosa"}}
            copies[-1] = Copy((visit, timestamp), status, json.dumps(other).encode(), is_other=True)
        elif rng.random() < 0.1:  # the same, written otherwise
            again = json.dumps(dict(reversed(envelope.items())), indent=1).encode()
            copies[-1] = Copy((visit, timestamp), status, again)
        found += copies
    rng.shuffle(found)
    return found


async def post(url: str, copy: Copy) -> str:
    """Send a copy as often as it is answered 503, within reason; return what became of it."""
    where = urlsplit(url)
    for _ in range(_MOST_TRIES):
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(request(copy.body, token=TOKEN, headers={"Connection": "close"}))
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        if head.split(b" ")[1] == b"200":
            return str(json.loads(body)["status"])
        assert head.split(b" ")[1] == b"503"
    return "never kept"


async def post_all(url: str, copies: list[Copy]) -> list[tuple[Copy, str]]:
    """Send them over many connections at once, and return what became of each."""
    left, said = iter(copies), []

    async def send() -> None:
        for copy in left:
            answer = await post(url, copy)
            said.append((copy, answer))

    await asyncio.gather(*(send() for _ in range(_CONNECTIONS)))
    return said


def wrong_events(store: ReceivingStore, said: list[tuple[Copy, str]]) -> set[object]:
    """Return the keys (and visits) with a wrong export or answer."""
    sent: dict[Key, list[tuple[Copy, str]]] = {}
    for copy, answer in said:
        sent.setdefault(copy.key, []).append((copy, answer))
    rows: dict[Key, list[dict[str, Any]]] = {}
    for row in store.exported(Table.NOTIFICATIONS, DAY):
        rows.setdefault((row["visita_id"], row["timestamp"]), []).append(row)
    raw = Counter(row["cuerpo"] for row in store.exported(Table.REJECTED, DAY) if row["motivo"] == "other_content")
    newest = {visit: (visit, timestamp) for visit, timestamp in sorted(sent)}
    wrong: set[object] = set(rows.keys() - sent.keys())
    for key, copies in sent.items():
        answers = Counter(answer for _, answer in copies)
        of_key = rows.get(key, [])
        is_once = len(of_key) == 1 and answers["duplicate"] == len(copies) - 1 == of_key[0]["repetidas"]
        if (
            not is_once
            or answers[of_key[0]["resultado"]] != 1
            or not _is_raw_kept(copies, of_key[0]["cuerpo"], raw)
            or of_key[0]["resultado"] != "stored"
        ):
            wrong.add(key)
    visits = {row["visita_id"]: (row["timestamp"], row["estado_nuevo"]) for row in store.exported(Table.VISITS, DAY)}
    expected = {visit: (key[1], sent[key][0][0].status) for visit, key in newest.items()}
    return wrong | {visit for visit, _ in visits.items() ^ expected.items()}


def _is_raw_kept(copies: list[tuple[Copy, str]], first: str, raw: Counter[str]) -> bool:
    """Tell whether what says something else than the copy that came first was set aside once, and nothing else was."""
    others = [copy for copy, _ in copies if copy.is_other]
    came_first = any(copy.body.decode() == first for copy in others)
    expected = [copy for copy, _ in copies if copy.is_other != came_first] if others else []
    aside = {copy.body.decode() for copy in expected}
    return all(raw[body] == 1 for body in aside) and (
        bool(expected) or not any(raw[copy.body.decode()] for copy, _ in copies)
    )


def test_shuffled_copies_give_one_row_each_and_the_newest_decides(
    length: Length, figures: Figures, tmp_path: Path
) -> None:
    events = length.of(300, 10_000)
    copies = copies_of(events, random.Random(7))
    with opened(tmp_path / "data", ZONE) as store:
        with listening(store, lambda: EVENING) as url:
            said = asyncio.run(post_all(url, copies))
        wrong = wrong_events(store, said)
    what = f"events right, of {len(copies):,} copies shuffled over {_CONNECTIONS} connections"
    figures.at_least("events of one to five copies", len({copy.key for copy in copies}), events)
    figures.at_least(what, 100 * (1 - len(wrong) / events), 100, "%")
