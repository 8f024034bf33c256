"""The real receiver behind the real proxies, and the connection test from outside through them."""

from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pytest

from app.domain.access.credentials import digest
from app.domain.contract.notifications import Received, Saving
from app.domain.contract.outcomes import Outcome
from app.domain.reception.probing import Cause, Diagnosis, Probe
from app.url_check.check import check
from app.webhook.handler import WebhookEndpoint
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.carrier.scripted_carrier import DEADLINE
from tests.proxies.reverse_proxies import KINDS, Front, front
from tests.proxies.tunnels import ssh_server

TOKEN = "a.JWT-that.must_not-leak"
MIB = 1024 * 1024


Result = TypeVar("Result")


def done(result: Result) -> "Future[Result]":
    future: Future[Result] = Future()
    future.set_result(result)
    return future


class Desk:
    """A receiver that saves everything in a list."""

    def __init__(self) -> None:
        self.kept: list[Received] = []
        self._tokens = TokenKeeper(lambda: (digest(TOKEN.encode()),))
        self._tokens.start()
        self._tokens.refresh().result(DEADLINE)
        self.webhook = WebhookServer(
            "127.0.0.1",
            0,
            WebhookEndpoint(
                path="/visitas",
                tokens=self._tokens,
                keep=self._keep,
                is_ready=lambda: done(None),
                now=lambda: datetime.now(UTC),
                on_bug=self._fail,
            ),
        )
        self.webhook.start()
        self.port = urlsplit(self.webhook.url).port or 0

    def close(self) -> None:
        self.webhook.stop()
        self._tokens.stop()

    def probed(self, outside: Front, path: str = "/visitas") -> Diagnosis:
        """Run the public test through a proxy."""
        probe = Probe.new()
        self.webhook.expect(probe)
        try:
            return check(outside.url + path, probe, is_public=False, timeout=DEADLINE, verify=outside.trust)
        finally:
            self.webhook.forget(probe)

    def _keep(self, received: Received) -> Saving:
        self.kept.append(received)
        return Saving(done([Outcome.STORED]), 0)

    @staticmethod
    def _fail(error: BaseException) -> None:
        raise error


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture(params=KINDS)
def outside(request: pytest.FixtureRequest, desk: Desk, tmp_path: Path) -> Iterator[Front]:
    with front(request.param, desk.port, tmp_path / "front") as outside:
        yield outside


def test_a_notification_reaches_the_receiver_and_its_answer_comes_back(desk: Desk, outside: Front) -> None:
    answer = outside.post(body=b'{"a": 1}', Authorization=f"Bearer {TOKEN}")
    assert (answer.status_code, answer.json()) == (200, {"status": "stored"})
    assert [received.body for received in desk.kept] == [b'{"a": 1}']
    assert desk.kept[0].path is None


def test_the_receivers_refusals_are_passed_back_unchanged(desk: Desk, outside: Front) -> None:
    right = f"Bearer {TOKEN}"
    assert outside.post().status_code == 401
    assert outside.post(Authorization="Bearer wrong").status_code == 401
    assert outside.post("/elsewhere").status_code == 404
    assert outside.post(body=b" " * (MIB + 1), Authorization=right).status_code == 413
    assert outside.post(body=b"\x0b", Content_Encoding="br", Authorization=right).status_code == 415
    assert desk.kept == []


def test_the_largest_body_is_kept(desk: Desk, outside: Front) -> None:
    assert outside.post(body=b" " * MIB, Authorization=f"Bearer {TOKEN}").status_code == 200
    assert len(desk.kept[0].body) == MIB


def test_the_public_test_finds_this_desk(desk: Desk, outside: Front) -> None:
    assert desk.probed(outside).cause is Cause.FINE
    assert desk.probed(outside, "/elsewhere").cause is Cause.OTHER_PATH


def test_the_public_test_recognizes_another_desk(outside: Front) -> None:
    other = Desk()
    try:
        assert other.probed(outside).cause is Cause.SIGN_IN
    finally:
        other.close()


def test_the_public_test_recognizes_an_absent_receiver(desk: Desk, outside: Front) -> None:
    desk.webhook.stop()
    assert desk.probed(outside).cause is Cause.NOT_REACHED


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_test_works_through_a_tunnel(kind: str, desk: Desk, tmp_path: Path) -> None:
    with ssh_server(desk.port) as server, front(kind, server.remote_port, tmp_path / "front") as outside:
        assert desk.probed(outside).cause is Cause.NOT_REACHED
        with server.tunnel():
            assert desk.probed(outside).cause is Cause.FINE
