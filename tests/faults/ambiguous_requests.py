"""Requests that two HTTP implementations could parse differently, by what is wrong with each."""

import random
import re
from collections.abc import Iterator

from tests.webhook.running_server import TOKEN, request, visit

BODY = visit(1)
SECOND = request(visit(2))
LAST = request(visit(2), headers={"Connection": "close"})
_STATUS = re.compile(rb"HTTP/\d\.\d (\d{3}) ")


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
    "a length of thousands of digits": head(f"Content-Length: {'0' * 5000}{len(BODY)}") + BODY,
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
    "a space at the end": head(LENGTH, line="POST /visitas HTTP/1.1 ") + BODY,
    "tabs": head(LENGTH, line="POST\t/visitas\tHTTP/1.1") + BODY,
    "a fragment": head(LENGTH, line="POST /visitas#a HTTP/1.1") + BODY,
    "an accent in the target": head(LENGTH, line="POST /visit\xe1s HTTP/1.1") + BODY,
    "NUL in the target": head(LENGTH, line="POST /visitas\0 HTTP/1.1") + BODY,
    "a proxy's line first": b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n" + head(LENGTH) + BODY,
    "three lengths": head(LENGTH, "Content-Length: 0", LENGTH) + BODY,
    "lengths in two writings": head(LENGTH, f"content-length: 0{len(BODY)}") + BODY,
    "a length with an underscore": head("Content-Length: 1_0") + BODY,
    "a length in exponents": head("Content-Length: 1e2") + BODY,
    "a length with a fraction": head(f"{LENGTH}.0") + BODY,
    "a length with a space in it": head("Content-Length: 1 0") + BODY,
    "a length beyond 64 bits, and one within": head(f"Content-Length: {2**64 + len(BODY)}", LENGTH) + BODY,
    "a length with a semicolon": head(f"{LENGTH};") + BODY,
    "a length with a carriage return": head(f"{LENGTH}\r") + BODY,
    "chunks called by capitals, and a length": head("TRANSFER-ENCODING: CHUNKED", LENGTH) + IN_CHUNKS,
    "chunks behind a fold": head("Transfer-Encoding:", " chunked") + IN_CHUNKS,
    "chunks behind a bare line feed": head("X: a\nTransfer-Encoding: chunked", LENGTH) + IN_CHUNKS,
    "chunks behind a bare carriage return": head("X: a\rTransfer-Encoding: chunked", LENGTH) + IN_CHUNKS,
    "chunks behind a space": head(" Transfer-Encoding: chunked", LENGTH) + IN_CHUNKS,
    "a space behind the encoding's name": head("Transfer-Encoding : chunked", LENGTH) + IN_CHUNKS,
    "a tab behind the encoding's name": head("Transfer-Encoding\t: chunked") + IN_CHUNKS,
    "NUL behind the encoding's name": head("Transfer-Encoding\0: chunked", LENGTH) + IN_CHUNKS,
    "chunked in quotes": head('Transfer-Encoding: "chunked"') + IN_CHUNKS,
    "chunked with a comma": head("Transfer-Encoding: chunked,") + IN_CHUNKS,
    "a comma before chunked": head("Transfer-Encoding: ,chunked") + IN_CHUNKS,
    "chunked with a parameter": head(f"{CHUNKED};a=b") + IN_CHUNKS,
    "chunked, then identity": head(CHUNKED, "Transfer-Encoding: identity") + IN_CHUNKS,
    "identity, then chunked": head("Transfer-Encoding: identity", CHUNKED) + IN_CHUNKS,
    "an empty encoding and a length": head("Transfer-Encoding:", LENGTH) + BODY,
    "chunked with NUL": head("Transfer-Encoding: chunked\0") + IN_CHUNKS,
    "a token on two lines": head(LENGTH, "Authorization: Basic dTpw") + BODY,
    "no token's value and a token": head(LENGTH, "Authorization:") + BODY,
    "a host and an empty one": head(LENGTH, "Host:") + BODY,
    "a target with a port": head(LENGTH, line="POST http://localhost:1/visitas HTTP/1.1") + BODY,
    "a target of a file": head(LENGTH, line="POST file:///visitas HTTP/1.1") + BODY,
    "a backslash": head(LENGTH, line="POST \\visitas HTTP/1.1") + BODY,
    "an asterisk to post to": head(LENGTH, line="POST * HTTP/1.1") + BODY,
    "a third word": head(LENGTH, line="POST /visitas /other HTTP/1.1") + BODY,
    "a line feed in the target": head(LENGTH, line="POST /visi\ntas HTTP/1.1") + BODY,
    "a carriage return in the target": head(LENGTH, line="POST /visi\rtas HTTP/1.1") + BODY,
    "HTTP/1.10": head(LENGTH, line="POST /visitas HTTP/1.10") + BODY,
    "HTTP/01.1": head(LENGTH, line="POST /visitas HTTP/01.1") + BODY,
    "HTTP/1,1": head(LENGTH, line="POST /visitas HTTP/1,1") + BODY,
    "no version": head(LENGTH, line="POST /visitas") + BODY,
    "HTTP/0.9 by GET": b"GET /visitas\r\n\r\n",
    "a method of two words": head(LENGTH, line="PO ST /visitas HTTP/1.1") + BODY,
    "a method with NUL": head(LENGTH, line="PO\0ST /visitas HTTP/1.1") + BODY,
    "a byte order mark first": b"\xef\xbb\xbf" + head(LENGTH) + BODY,
    "a space first": b" " + head(LENGTH) + BODY,
    "the second version of a proxy's line first": b"\r\n\r\n\0\r\nQUIT\n!\x11\0\x0c" + head(LENGTH) + BODY,
    "a head that ends in its first line": b"POST /visitas HTTP/1.1\r\n\r\n" + BODY,
    "a line of nothing but spaces": head("   ", LENGTH) + BODY,
    "delete": head("X: a\x7f", LENGTH) + BODY,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "nothing that makes sense": b"\0\xff\n\r" * 10,
}

HARMLESS = {
    "two spaces": head(LENGTH, line="POST  /visitas HTTP/1.1") + BODY,
    "an empty line first": b"\r\n" + head(LENGTH) + BODY,
    "a bare line feed first": b"\n" + head(LENGTH) + BODY,
}
"""Malformed heads whose end every implementation finds at the same place."""

BODIES = {
    "no number": b"zz\r\n" + BODY,
    "a negative chunk": b"-2\r\n" + BODY,
    "a chunk by 0x": b"0x2\r\n{}\r\n0\r\n\r\n",
    "a chunk too short": b"1\r\n{}\r\n0\r\n\r\n",
    "a chunk too long": b"3\r\n{}\r\n0\r\n\r\n",
    "a chunk beyond all numbers": b"fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    "bare line feeds": b"2\n{}\n0\n\n",
    "a line feed in an extension": b"2;a\nxx\r\n{}\r\n0\r\n\r\n",
    "no number at all": b"\r\n{}\r\n0\r\n\r\n",
    "a chunk with a plus": b"+2\r\n{}\r\n0\r\n\r\n",
    "a chunk with an underscore": b"0_2\r\n{}\r\n0\r\n\r\n",
    "a chunk of other digits": b"\xb2\r\n{}\r\n0\r\n\r\n",
    "a space before the number": b" 2\r\n{}\r\n0\r\n\r\n",
    "NUL in an extension": b"2;a=\0\r\n{}\r\n0\r\n\r\n",
    "a bare carriage return in an extension": b"2;a\rb\r\n{}\r\n0\r\n\r\n",
    "a bare line feed behind the number": b"2\n{}\r\n0\r\n\r\n",
    "a bare line feed behind the data": b"2\r\n{}\n0\r\n\r\n",
    "a space behind the number": b"2 \r\n{}\r\n0\r\n\r\n",
}

ODD = b'\0\t\n\x0b\r "#+,-/0:;\\_a~\x7f\x85\xa0\xff'
"""Bytes that some implementations have taken for a blank or an end, or have ignored."""

_WHOLE = head(LENGTH) + BODY
_PIECES = head(CHUNKED) + IN_CHUNKS
_BOTH = head(CHUNKED, LENGTH) + IN_CHUNKS
_PLACES = (
    (_WHOLE, b"POST"),
    (_WHOLE, b"/visitas"),
    (_WHOLE, b"HTTP/1.1"),
    (_WHOLE, b"Host"),
    (_WHOLE, b"Authorization"),
    (_WHOLE, b"Authorization:"),
    (_WHOLE, b"Bearer"),
    (_WHOLE, TOKEN.encode()),
    (_WHOLE, b"Content-Length"),
    (_WHOLE, b"Content-Length: "),
    (_WHOLE, LENGTH.encode()),
    (_WHOLE, LENGTH.encode() + b"\r\n"),
    (_PIECES, b"Transfer-"),
    (_PIECES, b"Transfer-Encoding"),
    (_PIECES, b"Transfer-Encoding: "),
    (_PIECES, CHUNKED.encode()),
    (_PIECES, CHUNKED.encode() + b"\r\n\r"),
    (_PIECES, b"\r\n\r\n"),
    (_PIECES, b"\r\n\r\n%x" % len(BODY)),
    (_PIECES, BODY),
    (_PIECES, BODY + b"\r\n"),
    (_PIECES, BODY + b"\r\n0"),
    (_BOTH, b"Transfer-Encoding"),
    (_BOTH, b"Transfer-Encoding: "),
    (_BOTH, CHUNKED.encode()),
)
"""Requests, and the texts in them after which a byte is inserted."""


def statuses_in(raw: bytes) -> list[int]:
    """Return the statuses of all answers on a connection."""
    return [int(status) for status in _STATUS.findall(raw)]


def with_odd_bytes(odd: bytes) -> Iterator[bytes]:
    """Yield requests with each of these bytes at each place."""
    for raw, behind in _PLACES:
        before, place, after = raw.partition(behind)
        for byte in odd:
            yield before + place + bytes([byte]) + after


def mutated(seed: int, count: int) -> Iterator[bytes]:
    """Yield randomly changed requests: bytes and lines added, removed, repeated and swapped."""
    rng = random.Random(seed)
    for _ in range(count):
        raw = bytearray(rng.choice((_WHOLE, _PIECES, _BOTH)))
        for _ in range(rng.randint(1, 3)):
            rng.choice((_put, _lose, _repeat_line, _swap_lines))(rng, raw)
        yield bytes(raw)


def _put(rng: random.Random, raw: bytearray) -> None:
    place = rng.randrange(len(raw))
    raw[place : place + rng.randint(0, 1)] = bytes([rng.choice(ODD)])


def _lose(rng: random.Random, raw: bytearray) -> None:
    place = rng.randrange(len(raw))
    del raw[place : place + rng.randint(1, 3)]


def _repeat_line(rng: random.Random, raw: bytearray) -> None:
    lines = bytes(raw).split(b"\r\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    raw[:] = b"\r\n".join(lines)


def _swap_lines(rng: random.Random, raw: bytearray) -> None:
    lines = bytes(raw).split(b"\r\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    raw[:] = b"\r\n".join(lines)
