"""Ambiguous requests through nginx and Caddy never become more requests than the proxies saw."""

import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.faults.ambiguous_requests import BODIES, CHUNKED, HEADS, ODD, head, mutated, with_odd_bytes
from tests.faults.figures import Figures, Length
from tests.proxies.reverse_proxies import KINDS, Front, front
from tests.waiting import wait_until
from tests.webhook.conftest import server, start_server
from tests.webhook.running_server import RunningServer, request, visit

__all__ = ["server", "start_server"]

FAULT = "malformed and smuggled HTTP"
HIDDEN = "/smuggled"
BEHIND = request(visit(2), path=HIDDEN, headers={"Connection": "close"})
LAST = request(visit(3), path="/last", headers={"Connection": "close"})
SEEN_HIDDEN = {"nginx": re.compile(r'"POST /smuggled '), "caddy": re.compile(r'"uri":"/smuggled"')}
SEEN_ANY = {"nginx": re.compile(r"^127.0.0.1 - ", re.MULTILINE), "caddy": re.compile(r'"msg":"handled request"')}
SEEN_LAST = {"nginx": re.compile(r'"POST /last '), "caddy": re.compile(r'"uri":"/last"')}
LOGS = {"nginx": "access.log", "caddy": "said.log"}


def send(outside: Front, raw: bytes, seconds: float) -> int:
    """Send bytes to a proxy; return how many answers came until it hung up, or waited for more than there is."""
    parts = urlsplit(outside.url)
    address = (parts.hostname or "", parts.port or 0)
    answered = bytearray()
    with (
        suppress(OSError),
        socket.create_connection(address, timeout=seconds) as plain,
        outside.trust.wrap_socket(plain, server_hostname=parts.hostname) as line,
    ):
        line.sendall(raw)
        with suppress(TimeoutError, ssl.SSLError):
            while piece := line.recv(1 << 16):
                answered += piece
    return answered.count(b"HTTP/1.1 ")


@pytest.mark.parametrize("kind", KINDS)
def test_behind_a_proxy_no_request_becomes_two(
    kind: str, length: Length, figures: Figures, server: RunningServer, tmp_path: Path
) -> None:
    requests = [*HEADS.values(), *(head(CHUNKED) + chunks for chunks in BODIES.values())]
    requests += list(with_odd_bytes(length.of(b"\0\n", ODD))) + list(mutated(7, length.of(50, 3000)))
    with (
        front(kind, urlsplit(server.webhook.url).port or 0, tmp_path / "front") as outside,
        ThreadPoolExecutor(length.of(50, 100)) as clients,
    ):
        list(clients.map(lambda raw: send(outside, raw + BEHIND, length.of(0.5, 5.0)), requests))
        assert send(outside, LAST, 30) == 1
        log = tmp_path / "front" / LOGS[kind]
        wait_until(lambda: SEEN_LAST[kind].search(log.read_text(errors="replace")) is not None, "it wrote its log")
        logged = log.read_text(errors="replace")
    assert server.post(visit(4)).said == "stored"  # all others have been counted by now
    kept, refused = server.store.kept, server.webhook.state().refused
    more = len(kept) - 1 + sum(refused.values()) - len(SEEN_ANY[kind].findall(logged))
    hidden = sum(one.path == HIDDEN for one in kept) - len(SEEN_HIDDEN[kind].findall(logged))
    assert kept
    figures.at_least(f"requests through {kind}, each followed by another", len(requests), length.of(200, 3000))
    figures.at_most(f"requests that came out of {kind} beyond those that it saw", max(more, 0), 0)
    figures.at_most(f"of these, hidden ones that were kept behind {kind}", max(hidden, 0), 0)
