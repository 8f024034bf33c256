"""Requests that two programs could read differently: none of them is kept, and never two out of one connection."""

import pytest

from app.domain.listening import Refusal
from tests.receiver.visiting import TOKEN, House, request, visit

BODY = visit(1)
SECOND = request(visit(2))


def head(*fields: str, line: str = "POST /visitas HTTP/1.1", end: str = "\r\n") -> bytes:
    """Return a head with these fields after host and token."""
    lines = [line, "Host: localhost", f"Authorization: Bearer {TOKEN}", *fields]
    return (end.join(lines) + end + end).encode("latin-1")


LENGTH = f"Content-Length: {len(BODY)}"
CHUNKED = "Transfer-Encoding: chunked"
IN_CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)

HEADS = {
    "two lengths": head(LENGTH, "Content-Length: 3") + BODY,
    "the same length twice": head(LENGTH, LENGTH) + BODY,
    "a list of lengths": head(f"{LENGTH}, {len(BODY)}") + BODY,
    "a length with a sign": head(f"Content-Length: +{len(BODY)}") + BODY,
    "a negative length": head("Content-Length: -1") + BODY,
    "a hexadecimal length": head("Content-Length: 0x10") + BODY,
    "a length of other digits": head("Content-Length: \xb2") + BODY,
    "an empty length": head("Content-Length:") + BODY,
    "length and chunks": head(LENGTH, CHUNKED) + IN_CHUNKS,
    "chunks and length": head(CHUNKED, "Content-Length: 4") + IN_CHUNKS,
    "chunked twice": head(CHUNKED, CHUNKED) + IN_CHUNKS,
    "chunked, chunked": head(f"{CHUNKED}, chunked") + IN_CHUNKS,
    "chunked and more": head(f"{CHUNKED}, identity") + IN_CHUNKS,
    "gzip, chunked": head("Transfer-Encoding: gzip, chunked") + IN_CHUNKS,
    "identity": head("Transfer-Encoding: identity") + BODY,
    "nearly chunked": head("Transfer-Encoding: xchunked") + IN_CHUNKS,
    "chunked behind a tab of another kind": head("Transfer-Encoding: \x0bchunked") + IN_CHUNKS,
    "chunks of HTTP/1.0": head(CHUNKED, line="POST /visitas HTTP/1.0") + IN_CHUNKS,
    "two tokens": head(LENGTH, "Authorization: Bearer other") + BODY,
    "the same token twice": head(LENGTH, f"authorization: Bearer {TOKEN}") + BODY,
    "two hosts": head(LENGTH, "Host: other") + BODY,
    "no host": head(LENGTH).replace(b"Host: localhost\r\n", b"") + BODY,
    "bare line feeds": head(LENGTH, end="\n") + BODY,
    "one bare line feed": head("X: a\nY: b", LENGTH) + BODY,
    "a bare line feed at the end": head(LENGTH)[:-2] + b"\n" + BODY,
    "a bare carriage return": head("X: a\rY: b", LENGTH) + BODY,
    "a folded line": head("X: a", " b", LENGTH) + BODY,
    "a folded token": head(LENGTH).replace(b"Bearer ", b"Bearer\r\n ") + BODY,
    "NUL in a value": head("X: a\0b", LENGTH) + BODY,
    "NUL in a name": head("X\0: a", LENGTH) + BODY,
    "a control character": head("X: a\x01", LENGTH) + BODY,
    "a space before the colon": head(LENGTH.replace(":", " :")) + BODY,
    "a space before the first name": head(LENGTH).replace(b"Host", b" Host") + BODY,
    "a tab before the colon": head("X\t: a", LENGTH) + BODY,
    "no name": head(": a", LENGTH) + BODY,
    "no colon": head("X", LENGTH) + BODY,
    "a name with an accent": head("\xd1: a", LENGTH) + BODY,
    "HTTP/0.9": b"POST /visitas\r\n\r\n" + BODY,
    "HTTP/1.2": head(LENGTH, line="POST /visitas HTTP/1.2") + BODY,
    "HTTP/2.0": head(LENGTH, line="POST /visitas HTTP/2.0") + BODY,
    "HTTP/2's preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "http in small letters": head(LENGTH, line="POST /visitas http/1.1") + BODY,
    "a method in small letters": head(LENGTH, line="post /visitas HTTP/1.1") + BODY,
    "a target with a host": head(LENGTH, line="POST http://localhost/visitas HTTP/1.1") + BODY,
    "a target of another host": head(LENGTH, line="POST https://other.example/visitas HTTP/1.1") + BODY,
    "a host as target": head(LENGTH, line="CONNECT localhost:80 HTTP/1.1") + BODY,
    "an asterisk": head(LENGTH, line="OPTIONS * HTTP/1.1") + BODY,
    "no slash": head(LENGTH, line="POST visitas HTTP/1.1") + BODY,
    "no target": head(LENGTH, line="POST  HTTP/1.1") + BODY,
    "two spaces": head(LENGTH, line="POST  /visitas HTTP/1.1") + BODY,
    "a space at the end": head(LENGTH, line="POST /visitas HTTP/1.1 ") + BODY,
    "tabs": head(LENGTH, line="POST\t/visitas\tHTTP/1.1") + BODY,
    "a fragment": head(LENGTH, line="POST /visitas#a HTTP/1.1") + BODY,
    "an accent in the target": head(LENGTH, line="POST /visit\xe1s HTTP/1.1") + BODY,
    "NUL in the target": head(LENGTH, line="POST /visitas\0 HTTP/1.1") + BODY,
    "an empty line first": b"\r\n" + head(LENGTH) + BODY,
    "a proxy's line first": b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n" + head(LENGTH) + BODY,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "nothing that makes sense": b"\0\xff\n\r" * 10,
}

BODIES = {
    "no number": b"zz\r\n" + BODY,
    "a negative chunk": b"-2\r\n" + BODY,
    "a chunk by 0x": b"0x2\r\n{}\r\n0\r\n\r\n",
    "a chunk too short": b"1\r\n{}\r\n0\r\n\r\n",
    "a chunk too long": b"3\r\n{}\r\n0\r\n\r\n",
    "a chunk beyond all numbers": b"fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    "bare line feeds": b"2\n{}\n0\n\n",
    "a line feed in an extension": b"2;a\nxx\r\n{}\r\n0\r\n\r\n",
    "a space behind the number": b"2 \r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_that_is_not_clear_goes_no_further(house: House, name: str) -> None:
    raw = HEADS[name]
    statuses = set()
    for sent in (raw, raw + SECOND):
        reply = house.ask(sent)
        statuses.add(reply.status)
        assert reply.raw.count(b"HTTP/1.") == 1
    with house.client() as client:
        for byte in raw.partition(b"\r\n\r\n")[0]:
            client.send(bytes([byte]))
        client.send(b"\r\n\r\n" + SECOND)
        statuses.add(client.reply().status)
    assert statuses == {400}
    assert house.shelf.kept == []
    assert house.door.state().refused == {Refusal.MALFORMED: 3}


@pytest.mark.parametrize("name", BODIES)
def test_chunks_that_are_not_clear_are_400_at_once(house: House, name: str) -> None:
    with house.client() as client:
        client.send(head(CHUNKED) + BODIES[name])
        assert client.reply().status == 400
    with house.client() as client:  # the same once somebody waits for the body
        client.send(head(CHUNKED, "Expect: 100-continue"))
        assert client.socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.send(BODIES[name])
        assert client.reply().status == 400
    assert house.shelf.kept == []
    assert house.door.state().refused == {Refusal.MALFORMED: 2}


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
