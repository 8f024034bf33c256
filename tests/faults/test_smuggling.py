"""Ambiguous requests are never saved, and never count as two."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from app.domain.reception.refusals import Refusal
from tests.faults.ambiguous_requests import (
    BODIES,
    BODY,
    CHUNKED,
    HARMLESS,
    HEADS,
    IN_CHUNKS,
    LAST,
    LENGTH,
    ODD,
    SECOND,
    head,
    mutated,
    statuses_in,
    with_odd_bytes,
)
from tests.faults.figures import Figures, Length
from tests.webhook.conftest import StartServer, server, start_server
from tests.webhook.running_server import DEADLINE, TOKEN, Client, RunningServer, patient, visit

__all__ = ["server", "start_server"]

FAULT = "malformed and smuggled HTTP"


def answered(client: Client, raw: bytes) -> list[int]:
    """Send bytes; return the statuses of what comes until the connection is closed."""
    with suppress(ConnectionError):  # the rest is not wanted any more
        client.send(raw)
    return statuses_in(client.rest().raw)


def test_an_ambiguous_head_is_refused(figures: Figures, server: RunningServer) -> None:
    others = {}
    for name, raw in HEADS.items():
        with server.client() as alone, server.client() as followed:
            got = [answered(alone, raw), answered(followed, raw + SECOND)]
        if got != [[400], [400]]:
            others[name] = got
    assert others == {}
    assert server.webhook.state().refused == {Refusal.MALFORMED: 2 * len(HEADS)}
    figures.at_least("heads of the corpus, each alone and followed by another", len(HEADS), 100)
    figures.at_most("of these in the store", len(server.store.kept), 0)


def test_an_ambiguous_head_is_refused_byte_by_byte(figures: Figures, server: RunningServer) -> None:
    heads = {name: raw.partition(b"\r\n\r\n")[0] for name, raw in HEADS.items()}
    others = {}
    for name, raw in heads.items():
        with server.client() as client, suppress(ConnectionError):  # it may have its answer before all is sent
            for byte in raw:
                client.send(bytes([byte]))
            got = answered(client, b"\r\n\r\n" + LAST)
            if raw and got not in ([400], []):
                others[name] = got
    assert others == {}
    kept = [received for received in server.store.kept if received.body != visit(2)]
    figures.at_most("of these in the store, byte by byte", len(kept), 0)


@pytest.mark.parametrize("name", HARMLESS)
def test_an_unambiguous_malformed_head_is_one_request(server: RunningServer, name: str) -> None:
    with server.client() as client:
        assert answered(client, HARMLESS[name] + LAST) == [200, 200]
    assert [received.body for received in server.store.kept] == [BODY, visit(2)]


def test_ambiguous_chunks_are_never_saved(figures: Figures, start_server: StartServer) -> None:
    server = start_server(limits=patient(body_s=0.3))

    def send(chunks: bytes) -> tuple[list[int], list[int]]:
        with server.client() as client:
            at_once = answered(client, head(CHUNKED) + chunks)
        with server.client() as client:  # the parser does not tell who waits for the body (aiohttp 3.14)
            client.send(head(CHUNKED, "Expect: 100-continue"))
            assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            return at_once, answered(client, chunks)

    with ThreadPoolExecutor(len(BODIES)) as clients:
        statuses = dict(zip(BODIES, clients.map(send, BODIES.values()), strict=True))
    assert {name: got for name, got in statuses.items() if got != ([400], [503])} == {}
    assert server.webhook.state().refused == {Refusal.MALFORMED: 2 * len(BODIES)}
    figures.at_most("chunks of the corpus in the store", len(server.store.kept), 0)


@pytest.mark.parametrize("way", ["an odd byte in it", "changes at random"])
def test_a_changed_request_is_at_most_one(
    length: Length, figures: Figures, start_server: StartServer, way: str
) -> None:
    odd, changes = length.of(ODD[::3], bytes(range(256))), length.of(200, 20_000)
    server = start_server(limits=patient(head_s=0.5, body_s=0.5, idle_s=0.5))
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    requests = list(with_odd_bytes(odd) if way == "an odd byte in it" else mutated(5, changes))

    def send(raw: bytes) -> list[int]:
        with server.client() as client:
            return answered(client, raw + LAST)

    with ThreadPoolExecutor(20) as clients:
        replies = list(clients.map(send, requests))
    figures.at_least(f"requests with {way}, each followed by another", len(requests), length.of(200, 6000))
    figures.at_most(f"with {way}: more than two answers", sum(len(got) > 2 for got in replies), 0)
    figures.at_most(
        f"with {way}: an answer after a refusal", sum(any(one != 200 for one in got[:-1]) for got in replies), 0
    )
    kept, both = server.store.kept, sum(got == [200, 200] for got in replies)
    figures.at_most(f"with {way}: kept behind one that was not", sum(one.body == visit(2) for one in kept) - both, 0)


@pytest.mark.parametrize("rest", [b"", b"{", IN_CHUNKS[:-1]])
def test_a_truncated_body_is_not_saved(server: RunningServer, rest: bytes) -> None:
    with server.client() as client:
        client.send(head(CHUNKED if rest == IN_CHUNKS[:-1] else LENGTH) + rest)
        client.end()
        assert statuses_in(client.rest().raw) in ([], [400])  # a client that has half-closed may lose the answer
    with server.client() as client:
        client.send(head(LENGTH) + BODY[:5])
    server.wait_for(lambda: server.webhook.state().refused == {Refusal.MALFORMED: 2})
    assert server.store.kept == []


def test_a_truncated_head_is_not_answered(server: RunningServer) -> None:
    with server.client() as client:
        client.send(head(LENGTH)[:20])
        client.end()
        assert client.reply().raw == b""


@pytest.mark.parametrize(
    ("second", "statuses"),
    [
        (LAST, [[200, 200]]),
        (b"garbage\r\n\r\n", [[400], [200, 400]]),  # as aiohttp's parser gives out a request, or not, before garbage
        (b"0\r\n\r\n", [[400], [200, 400]]),
        (b"\r\n" + LAST, [[200, 200]]),
    ],
)
@pytest.mark.parametrize("framing", [head(LENGTH) + BODY, head(CHUNKED) + IN_CHUNKS])
def test_bytes_after_a_request_are_not_part_of_it(
    server: RunningServer, framing: bytes, second: bytes, statuses: list[list[int]]
) -> None:
    with server.client() as client:
        got = answered(client, framing + second)
    assert got in statuses
    assert [received.body for received in server.store.kept] == [BODY, visit(2)][: got.count(200)]


def test_a_pipelined_request_waits_for_the_first(server: RunningServer) -> None:
    server.store.gate.clear()
    with server.client() as client:
        client.send(head(LENGTH) + BODY)
        assert server.store.arrived.acquire(timeout=DEADLINE)
        for _ in range(100):
            client.send(SECOND)
        client.send(b"garbage\r\n\r\n")
        assert not server.store.arrived.acquire(timeout=0)
        server.store.gate.set()
        got = statuses_in(client.rest().raw)
    assert set(got[:-1]) == {200}
    assert got[-1] == 400
    assert [received.body for received in server.store.kept] == [BODY] + [visit(2)] * (len(got) - 2)


def test_trailers_change_nothing(server: RunningServer) -> None:
    trailers = f"Content-Length: 5\r\nAuthorization: Bearer {TOKEN}\r\nHost: other\r\n\r\n".encode()
    reply = server.ask(head(CHUNKED) + IN_CHUNKS[:-2] + trailers)
    assert reply.status in (200, 400)
    assert all(received.body == BODY for received in server.store.kept)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (head(f"X: {'a' * 200_000}", LENGTH) + BODY, 400),
        (head(*[f"X{n}: {'a' * 2000}" for n in range(90)], LENGTH) + BODY, 431),
        (head(*[f"X{n}: a" for n in range(120)], LENGTH) + BODY, 400),
        (head(*[f"X{n}: {'a' * 8000}" for n in range(2)], f"X: {'a' * 500}", LENGTH) + BODY, 431),
        (head(LENGTH, line=f"POST /{'a' * 200_000} HTTP/1.1") + BODY, 400),
        (head(LENGTH, line=f"POST /{'a' * 9000} HTTP/1.1") + BODY, 400),
    ],
)
def test_a_head_that_is_too_large_is_refused_early(server: RunningServer, raw: bytes, status: int) -> None:
    with server.client() as client:
        assert answered(client, raw) in ([status], [])  # what came too late to be read may destroy the answer
    assert server.store.kept == []
    assert server.webhook.state().refused == {Refusal.MALFORMED: 1}


def test_a_large_head_within_the_limits_is_accepted(server: RunningServer) -> None:
    fields = [f"X{n}: {'a' * 80}" for n in range(90)]
    assert (
        server.ask(head(*fields, f"X: {'a' * 6000}", LENGTH, line=f"POST /visitas?{'a' * 1000} HTTP/1.1") + BODY).said
        == "stored"
    )
