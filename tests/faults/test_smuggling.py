"""Requests that two programs could read differently: none of them is kept, and never two out of one connection."""

import pytest

from app.domain.listening import Refusal
from tests.faults.figures import Figures, Length
from tests.faults.smuggled import (
    BODIES,
    BODY,
    CHUNKED,
    HEADS,
    IN_CHUNKS,
    LENGTH,
    ODD,
    SECOND,
    head,
    mutated,
    with_odd_bytes,
)
from tests.receiver.conftest import house, opened
from tests.receiver.visiting import TOKEN, House, visit

__all__ = ["house", "opened"]

FAULT = "malformed and smuggled HTTP"


def test_a_head_that_is_not_clear_goes_no_further(figures: Figures, house: House) -> None:
    others = {}
    for name, raw in HEADS.items():
        replies = [house.ask(raw), house.ask(raw + SECOND)]
        with house.client() as client:
            for byte in raw.partition(b"\r\n\r\n")[0]:
                client.send(bytes([byte]))
            client.send(b"\r\n\r\n" + SECOND)
            replies.append(client.reply())
        if [(reply.status, reply.raw.count(b"HTTP/1.")) for reply in replies] != [(400, 1)] * 3:
            others[name] = [reply.raw for reply in replies]
    assert others == {}
    assert house.door.state().refused == {Refusal.MALFORMED: 3 * len(HEADS)}
    figures.at_least("heads of the corpus, each whole, followed by another, and byte by byte", len(HEADS), 100)
    figures.at_most("of these in the store", len(house.shelf.kept), 0)


def test_chunks_that_are_not_clear_are_400_at_once(figures: Figures, house: House) -> None:
    statuses = {}
    for name, chunks in BODIES.items():
        with house.client() as client:
            client.send(head(CHUNKED) + chunks)
            status = client.reply().status
        with house.client() as client:  # the same once somebody waits for the body
            client.send(head(CHUNKED, "Expect: 100-continue"))
            assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            client.send(chunks)
            statuses[name] = (status, client.reply().status)
    assert {name: got for name, got in statuses.items() if got != (400, 400)} == {}
    assert house.door.state().refused == {Refusal.MALFORMED: 2 * len(BODIES)}
    figures.at_most("chunks of the corpus in the store", len(house.shelf.kept), 0)


@pytest.mark.parametrize("way", ["an odd byte in it", "changes at random"])
def test_whatever_is_changed_in_a_request_it_stays_one(
    length: Length, figures: Figures, house: House, way: str
) -> None:
    odd, changes = length.of(ODD[::3], bytes(range(256))), length.of(200, 20_000)
    asked, replies = 0, list[bytes]()
    for raw in with_odd_bytes(odd) if way == "an odd byte in it" else mutated(5, changes):
        with house.client() as client:
            client.send(raw + SECOND)
            client.end()
            replies += [reply for reply in [client.reply().raw] if reply.count(b"HTTP/1.") > 1]
        asked += 1
    kept = house.shelf.kept
    assert len(kept) <= asked
    figures.at_least(f"requests with {way}, each followed by another", asked, length.of(200, 6000))
    figures.at_most(f"with {way}: answered twice", len(replies), 0)
    figures.at_most(f"with {way}: the one that follows is kept", sum(one.body == visit(2) for one in kept), 0)


@pytest.mark.parametrize("rest", [b"", b"{", IN_CHUNKS[:-1]])
def test_a_body_that_is_cut_off_is_400(house: House, rest: bytes) -> None:
    with house.client() as client:
        client.send(head(CHUNKED if rest == IN_CHUNKS[:-1] else LENGTH) + rest)
        client.end()
        assert client.reply().status == 400
    with house.client() as client:
        client.send(head(LENGTH) + BODY[:5])
    house.wait_for(lambda: house.door.state().refused == {Refusal.MALFORMED: 2})
    assert house.shelf.kept == []


def test_a_head_that_is_cut_off_is_not_answered(house: House) -> None:
    with house.client() as client:
        client.send(head(LENGTH)[:20])
        client.end()
        assert client.reply().raw == b""


@pytest.mark.parametrize("second", [SECOND, SECOND[:30], b"garbage\r\n\r\n", b"\r\n", b"0\r\n\r\n"])
@pytest.mark.parametrize("framing", [head(LENGTH) + BODY, head(CHUNKED) + IN_CHUNKS])
def test_what_follows_a_request_is_never_another_one(house: House, framing: bytes, second: bytes) -> None:
    with house.client() as client:
        client.send(framing + second)
        reply = client.reply()
    assert reply.raw.count(b"HTTP/1.") == 1
    assert reply.status in (200, 400)  # as aiohttp's parser gives out a request, or not, that garbage follows
    assert len(house.shelf.kept) == (reply.status == 200)
    assert all(received.body == BODY for received in house.shelf.kept)


def test_what_follows_while_the_first_is_being_kept_is_dropped(house: House) -> None:
    house.shelf.gate.clear()
    with house.client() as client:
        client.send(head(LENGTH) + BODY)
        assert house.shelf.arrived.acquire(timeout=30)
        for _ in range(100):
            client.send(SECOND)
        client.send(b"garbage")
        client.end()
        house.shelf.gate.set()
        reply = client.reply()
    assert reply.said == "stored"
    assert reply.raw.count(b"HTTP/1.") == 1
    assert [received.body for received in house.shelf.kept] == [BODY]


def test_what_follows_an_answer_is_dropped(house: House) -> None:
    with house.client() as client:
        client.send(head(LENGTH) + BODY)
        assert client.socket.recv(12) == b"HTTP/1.1 200"
        client.send(SECOND)
        client.end()
        assert b"HTTP/1." not in client.reply().raw
    assert [received.body for received in house.shelf.kept] == [BODY]


def test_trailers_change_nothing(house: House) -> None:
    trailers = f"Content-Length: 5\r\nAuthorization: Bearer {TOKEN}\r\nHost: other\r\n\r\n".encode()
    reply = house.ask(head(CHUNKED) + IN_CHUNKS[:-2] + trailers)
    assert reply.status in (200, 400)
    assert all(received.body == BODY for received in house.shelf.kept)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (head(f"X: {'a' * 200_000}", LENGTH) + BODY, 431),
        (head(*[f"X{n}: {'a' * 2000}" for n in range(100)], LENGTH) + BODY, 431),
        (head(*[f"X{n}: a" for n in range(120)], LENGTH) + BODY, 431),
        (head(f"X: {'a' * 16_300}", LENGTH) + BODY, 431),
        (head(LENGTH, line=f"POST /{'a' * 200_000} HTTP/1.1") + BODY, 414),
        (head(LENGTH, line=f"POST /{'a' * 9000} HTTP/1.1") + BODY, 414),
    ],
)
def test_a_head_that_is_too_large_is_refused_early(house: House, raw: bytes, status: int) -> None:
    assert house.ask(raw).status == status
    assert house.shelf.kept == []
    assert house.door.state().refused == {Refusal.MALFORMED: 1}


def test_a_large_head_within_the_limits_is_none_too_large(house: House) -> None:
    fields = [f"X{n}: {'a' * 80}" for n in range(90)]
    assert (
        house.ask(head(*fields, f"X: {'a' * 6000}", LENGTH, line=f"POST /visitas?{'a' * 1000} HTTP/1.1") + BODY).said
        == "stored"
    )
