"""From the sender through Caddy, a receiver and the relay to three desks, while one after the other is killed."""

import json
import signal
import ssl
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from subprocess import Popen
from urllib.parse import urlsplit

import httpx
import pytest

from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials, RelayCredentials
from app.facts.file.opening import FILE_NAME
from tests.board.board_rows import board_of
from tests.cli.process import DEADLINE, TOKEN, USER, Despacho
from tests.cli.test_receive import RECEIVER_TOKEN
from tests.database import connected
from tests.faults.figures import Figures, Length
from tests.proxies.reverse_proxies import front
from tests.relay.conftest import authority, cluster, server, sharing, trusted
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.waiting import wait_until

__all__ = ["authority", "cluster", "server", "sharing", "trusted"]

FAULT = "a relay, receivers and desks away or killed"
CARRIER, DAY = "ANDINA-BOG", "2026-11-20"
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
_AT_ONCE = 8
Sharing = Callable[[str, RelayCredentials], Despacho]
_NOTES = """
    SELECT carrier, date, number, visit_id, saved_by, note FROM follow_up ORDER BY 1, 2, 3, 4, saved_at, saved_by, note
"""


@dataclass
class Desk:
    """A folder, and the process that receives in it or only shares."""

    despacho: Despacho
    process: "Popen[bytes] | None" = None
    url: str = ""
    _port: int = 0
    noted: list[str] = field(default_factory=list)

    def start(self) -> None:
        command = ("receive", "--relay", "--port", str(self._port))
        self.process = self.despacho.start(*command)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().decode().strip()
        self._port = urlsplit(self.url).port or 0

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(by)
            _, said = self.process.communicate(timeout=DEADLINE)
            assert b"Traceback" not in said, said.decode()
            self.process = None

    def note(self, number: str, text: str) -> None:
        """Write a note about a shipment, as somebody at this desk."""
        done = self.despacho.run("follow-up", number, "--date", DAY, "--note", text)
        assert done.code == 0, done.said
        self.noted.append(text)

    def board(self) -> dict[str, list[tuple[object, ...]]]:
        """Return all that the board shows and the timelines say, but for ids of this file."""
        assert self.despacho.run("rebuild").code == 0
        rows = board_of(self.despacho.folder / FILE_NAME)
        with connected(self.despacho.folder / FILE_NAME) as db:
            notes = db.execute(_NOTES).fetchall()
        return rows | {"visit": [(one[0], *one[2:]) for one in rows["visit"]], "follow_up": sorted(set(notes), key=str)}


@pytest.fixture
def servers(length: Length, request: pytest.FixtureRequest) -> list[NatsServer]:
    """Return the servers of the relay: one in a short run, in a full one the three of a cluster."""
    found = request.getfixturevalue(length.of("server", "cluster"))
    return [found] if isinstance(found, NatsServer) else list(found)


@pytest.fixture
def relay_url(servers: Sequence[NatsServer]) -> str:
    return ",".join(one.url for one in servers)


@contextmanager
def carrier() -> Iterator[str]:
    day, credentials = DayOptions(400, 0), CarrierCredentials(TOKEN, USER)
    with CarrierServer(day, credentials, now=lambda: NOW, clock=lambda: 0.0) as server:
        yield server.url


def notifications(numbers: Sequence[str], count: int) -> list[bytes]:
    """Return what the sender posts: each number is visited again and again, and some visits end twice."""
    found = []
    for visit in range(1, count + 1):
        status = "falso_flete" if visit % 7 == 0 else "completada"
        data = {"visita_id": visit - visit % 10 // 9, "estado_anterior": "pendiente", "estado_nuevo": status}
        data["tracking_id"] = numbers[visit % len(numbers)]
        at = f"{DAY}T{8 + visit * 6 // count:02}:{visit % 60:02}:{visit // 60 % 60:02}.{visit:06}"
        found.append(json.dumps({"event": "visita_estado_cambio", "timestamp": at, "data": data}).encode())
    return found


def send(url: str, trust: ssl.SSLContext, bodies: Sequence[bytes]) -> None:
    """Post all of them; the sender's tries go on until each is acknowledged, since this sender is patient."""
    headers = {"Authorization": f"Bearer {RECEIVER_TOKEN}", "Content-Type": "application/json"}
    with httpx.Client(verify=trust, headers=headers, trust_env=False, timeout=DEADLINE) as client:

        def is_taken(body: bytes) -> bool:
            try:
                return client.post(f"{url}/visitas", content=body).status_code == 200
            except httpx.TransportError:
                return False

        def post(body: bytes) -> None:
            wait_until(lambda: is_taken(body), "it is acknowledged")

        with ThreadPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(post, bodies))


def make_whole(servers: Sequence[NatsServer]) -> None:
    """Start those that were killed, and wait until all have caught up: of three the next one may fail only then."""
    for one in servers:
        if one.process is None:
            one.start()
    wait_until(lambda: all(one.is_healthy() for one in servers), "the relay is whole again")


def test_all_boards_end_equal_and_with_the_truth(
    sharing: Sharing, servers: Sequence[NatsServer], length: Length, figures: Figures, tmp_path: Path
) -> None:
    count, notes, random = length.of(60, 10_000), length.of(3, 200), Random(22)
    with ExitStack() as stack:
        url = stack.enter_context(carrier())
        known = {"DESPACHO_RECEIVER_TOKEN": RECEIVER_TOKEN, "DESPACHO_REFRESH_MINUTES": "0"}
        receiver, *desks = (
            Desk(sharing(folder, credentials).knowing(DESPACHO_DESK=name).asking(url, **known))
            for folder, name, credentials in (
                ("receiver", "server", RECEIVER),
                ("ana", "ana", ANA),
                ("luis", "luis", LUIS),
                ("eva", "ana", ANA),  # who has two computers
            )
        )
        for one in (receiver, *desks):
            one.start()
            stack.callback(one.end, signal.SIGKILL)
        assert desks[0].despacho.run("fetch", "--carrier", CARRIER, "--date", DAY).code == 0
        rows = desks[0].despacho.run("export", "shipments", "--date", DAY, "--format", "json").json
        numbers = sorted({row["numero"] for row in rows})
        bodies = notifications(numbers, count)
        outside = stack.enter_context(front("caddy", urlsplit(receiver.url).port or 0, tmp_path / "front"))

        def write(some: Sequence[Desk], how_many: int) -> None:
            for _ in range(how_many):
                desk = random.choice(some)
                desk.note(random.choice(numbers[:5]), f"{desk.despacho.folder.name} {len(desk.noted)}")

        quarter = count // 4
        send(outside.url, outside.trust, bodies[:quarter])
        desks[2].end(signal.SIGKILL)  # it is away for half of all
        write(desks[:2], notes // 3)
        servers[0].kill()
        send(outside.url, outside.trust, bodies[quarter : 2 * quarter])
        write(desks[:2], notes // 3)
        make_whole(servers)
        receiver.end(signal.SIGKILL)
        receiver.start()
        servers[-1].kill()
        send(outside.url, outside.trust, bodies[2 * quarter : 3 * quarter])
        desks[2].start()
        make_whole(servers)
        write(desks, notes - notes // 3 * 2)
        for each in servers:
            each.kill()
        send(outside.url, outside.trust, bodies[3 * quarter :])
        make_whole(servers)
        for one in (receiver, *desks):
            one.end()
        for one in (receiver, *desks, receiver, *desks):
            done = one.despacho.run("sync", "--wait", "60")
            assert done.code == 0, done.said
        boards = [one.board() for one in (receiver, *desks)]
    differing = [table for table in boards[0] if any(board[table] != boards[0][table] for board in boards)]
    assert differing == []
    latest: dict[int, tuple[str, str]] = {}
    for body in map(json.loads, bodies):
        visit = body["data"]["visita_id"]
        latest[visit] = max(latest.get(visit, ("", "")), (body["timestamp"], body["data"]["estado_nuevo"]))
    exported = desks[2].despacho.run("export", "visits", "--date", DAY, "--format", "json").json
    assert {row["visita_id"]: row["estado_nuevo"] for row in exported} == {key: one[1] for key, one in latest.items()}
    told = {row[-1] for row in boards[0]["follow_up"]}
    assert {text for one in desks for text in one.noted} <= told
    figures.at_least("notifications over Caddy and the relay on four equal boards", count, count)
    figures.at_least("notes of three desks on four equal boards", notes, notes)
