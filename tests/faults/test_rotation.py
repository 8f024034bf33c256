"""A token rotation without notice is detected despite noise on the port, and its day is loaded again."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.board.reading.reader import Reader
from app.demo.carrier_server import CarrierServer
from app.demo.world.options import DayOptions
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.reception.gaps import GapCause
from app.facts.file.opening import FILE_NAME
from tests.cli.process import DEADLINE, TOKEN, USER, Despacho
from tests.faults.figures import Figures, Length, seconds_of
from tests.faults.running_receiver import send_all
from tests.proxies.programs import free_port
from tests.waiting import wait_until
from tests.webhook.running_server import NEXT, request, visit
from tests.webhook.running_server import TOKEN as FIRST

FAULT = "tokens"
CARRIER = "ANDINA-BOG"
NOISE = (
    request(visit(), token=None),
    request(visit(), token=None, headers={"Authorization": "Basic d3Jvbmc6d3Jvbmc="}),
    request(visit(), token="a-scanner", path="/wp-login.php"),
    request(b"", token="a-scanner", method="GET"),
    request(b"", token=None, method="GET", path="/healthz"),
    request(b"", token="a-scanner", method="PUT"),
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\r\n\r\n",
)
"""What scanners send: without a bearer token, to other paths, by other methods, or no HTTP."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


class Receiver:
    """A real `despacho receive` at a port of its own, with a carrier whose day it loads."""

    def __init__(self, folder: Path, carrier: str) -> None:
        self.said_to = folder.parent / "said"
        self.despacho = Despacho(folder).asking(
            carrier,
            DESPACHO_RECEIVER_TOKEN=FIRST,
            DESPACHO_RECEIVER_TOKEN_NEXT=NEXT,
            DESPACHO_CARRIER=CARRIER,
            DESPACHO_TIME_ZONE="UTC",
            DESPACHO_LANGUAGE="en",
            DESPACHO_REFRESH_MINUTES="0",
        )
        self.port = free_port()
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        with self.said_to.open("ab") as said:
            self.process = self.despacho.start("receive", "--port", str(self.port), stderr=said.fileno())
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith(b"http://")
        wait_until(lambda: "Receiving" in self.said() or "refused" in self.said())
        return self.process

    def said(self) -> str:
        return self.said_to.read_text("utf-8")

    def end(self, *, kill: bool = False) -> None:
        if self.process.poll() is None:
            self.process.kill() if kill else self.process.terminate()
        self.process.communicate(timeout=DEADLINE)

    def send(self, *requests: bytes) -> list[int]:
        return send_all(self.port, requests, 1)

    def refusals(self) -> list[tuple[datetime, datetime]]:
        """Return the times in which notifications were refused for their token, as they are exported."""
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            gaps = reader.gaps_touching("2000", "3000")
        return [(gap.since, gap.until) for gap in gaps if gap.cause is GapCause.TOKEN_REFUSED]

    def is_refusing(self) -> bool:
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            return reader.refused_since() is not None

    def read_since(self, moment: datetime) -> bool:
        """Whether the day was loaded since a moment."""
        with Reader.opened(self.despacho.folder / FILE_NAME) as reader:
            state = reader.day_state(Day(CARRIER, datetime.now(UTC).date()))
        return state is not None and state.loaded_at is not None and state.loaded_at > moment

    def checked(self) -> dict[str, Any]:
        """Return what `doctor` says of the token."""
        checks = self.despacho.run("doctor", "--json").json["checks"]
        return next(one for one in checks if one["check"] == "token")


def noise(rng: random.Random, most: int = 6) -> list[bytes]:
    return [rng.choice(NOISE) for _ in range(rng.randrange(1, most))]


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    credentials = CarrierCredentials(TOKEN, USER)
    with CarrierServer(DayOptions(20, 0), credentials, now=lambda: datetime.now(UTC)) as carrier:
        receiver = Receiver(tmp_path / "data", carrier.url)
        yield receiver
        with suppress(ProcessLookupError):
            receiver.end()


def test_a_rotation_without_notice_is_detected_despite_noise(
    receiver: Receiver, figures: Figures, length: Length
) -> None:
    rng, times = random.Random(16), length.of(3, 100)
    wrong = request(visit(), token="the-rotated-one")
    found = whole = 0
    slowest = 0.0
    for time_ in range(times):
        receiver.send(*noise(rng, 12), request(visit(2 * time_), token=rng.choice([FIRST, NEXT])))
        assert not receiver.is_refusing()
        began = datetime.now(UTC)
        for _ in range(3):
            assert receiver.send(wrong, *noise(rng))[0] == 401
        slowest = max(slowest, seconds_of(lambda: wait_until(receiver.is_refusing)))
        wait_until(lambda began=began: receiver.read_since(began))  # type: ignore[misc]  # a lambda's default
        since = receiver.refusals()[-1][0]
        receiver.send(*noise(rng, 12))
        if time_ % 3 != 0:  # nor does a restart end it
            receiver.end(kill=time_ % 3 == 1)
            receiver.start()
        assert receiver.is_refusing()
        found += began <= since
        back = datetime.now(UTC)
        receiver.send(*noise(rng), request(visit(2 * time_ + 1), token=rng.choice([FIRST, NEXT])))
        wait_until(lambda: not receiver.is_refusing())
        wait_until(lambda back=back: receiver.read_since(back))  # type: ignore[misc]  # a lambda's default
        (last,) = receiver.refusals()[time_:]
        whole += last[0] == since and last[1] >= back
    receiver.end()
    figures.at_least("rotations without notice, amid what scanners send", times, length.of(3, 100))
    figures.at_least("of them found from the first wrong token on", found, times)
    figures.at_least("of them one gap until the first right token, restarts and kills included", whole, times)
    figures.at_most("until one was found", slowest, 60, "s")


def test_noise_alone_is_not_taken_for_a_rotation(receiver: Receiver, length: Length) -> None:
    rng = random.Random(7)
    for _ in range(length.of(3, 50)):
        receiver.send(*noise(rng, 40), request(visit(), token="wrong"), *noise(rng, 40))
        receiver.send(request(visit(), token="wrong"), request(visit(), token=FIRST))
    receiver.end()
    assert receiver.refusals() == []
    assert not receiver.is_refusing()


def test_a_rotation_is_reported_by_receiver_doctor_and_export(receiver: Receiver) -> None:
    assert receiver.checked()["ok"] is True
    receiver.send(*[request(visit(), token="the-rotated-one")] * 3)
    wait_until(lambda: "Notifications have been refused since" in receiver.said())
    assert "receiver-token-next" in receiver.said()
    wait_until(lambda: "the notifications had a wrong token" in receiver.said())
    assert receiver.said().count("Receiving.") == 1
    checked = receiver.checked()
    assert checked["ok"] is False
    assert "receiver-token-next" in checked["message"]
    (row,) = receiver.despacho.run("export", "gaps", "--format", "json").json
    assert row["causa"] == "token_refused"
    receiver.send(request(visit(), token=NEXT))
    wait_until(lambda: receiver.said().count("Receiving.") == 2)
    wait_until(lambda: receiver.said().count("the notifications had a wrong token") == 2)
    assert receiver.checked()["ok"] is True
    (ended,) = receiver.despacho.run("export", "gaps", "--format", "json").json
    assert ended["desde"] == row["desde"]
    assert ended["hasta"] >= row["hasta"]
