"""Raw requests to the receiver, with the right token or none; none of them may count as two requests."""

from tests.webhook.running_server import TOKEN, request, visit

_GOOD = request(visit(1))
_HEAD = f"POST /visitas HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n".encode()
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

REQUESTS: dict[str, bytes] = {
    "a good one": _GOOD,
    "nothing": b"",
    "a line feed": b"\n",
    "NUL": b"\0" * 100,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 200,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 50,
    "SSH": b"SSH-2.0-OpenSSH_9.6\r\n",
    "a proxy's greeting": b"PROXY TCP4 10.0.0.1 10.0.0.2 56324 443\r\n" + _GOOD,
    "half a head": _HEAD,
    "half a body": _GOOD[:-5],
    "two requests": _GOOD + _GOOD,
    "a request in a body that is too short": request(_GOOD, length=0),
    "a body longer than said": request(visit(2) + b"x" * 1000, length=len(visit(2))),
    "a length of 5,000 digits": _HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a length beyond all": _HEAD + b"Content-Length: 99999999999999999999\r\n\r\n{}",
    "chunks": _CHUNKED + b"5\r\nhello\r\n0\r\n\r\n",
    "chunks of the largest size": _CHUNKED + b"ffffffffffffffff\r\nx",
    "chunks of no size": _CHUNKED + b"\r\nx\r\n0\r\n\r\n",
    "chunks below 0": _CHUNKED + b"-1\r\nx",
    "a size of 10,000 digits": _CHUNKED + b"1" * 10_000,
    "an extension of 100 KB": _CHUNKED + b"5;" + b"x" * 100_000 + b"\r\nhello\r\n0\r\n\r\n",
    "trailers": _CHUNKED + b"0\r\nAuthorization: Bearer x\r\n\r\n",
    "trailers without end": _CHUNKED + b"0\r\n" + b"X: y\r\n" * 5000,
    "chunks of one byte": _CHUNKED + b"1\r\nx\r\n" * 2000 + b"0\r\n\r\n",
    "99 fields": _HEAD + b"X: y\r\n" * 96 + b"Content-Length: 2\r\n\r\n{}",
    "10,000 fields": _HEAD + b"X: y\r\n" * 10_000,
    "a field of 15 KB": _HEAD + b"X: " + b"\xff" * 15_000 + b"\r\nContent-Length: 2\r\n\r\n{}",
    "a target of bytes": request(b"{}").replace(b"/visitas", b"/\xc3\xb1"),
    "a target of percents": request(b"{}", path="/%00%ff%2e%2e%zz%"),
    "Expect": request(b"{}", headers={"Expect": "100-continue"}),
    "Upgrade": request(b"{}", headers={"Connection": "Upgrade", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABk"}),
    "a body that a client never sends": request(b"", length=100),
    "1 MiB": request(b"[" + b" " * (1 << 20) + b"]"),
}  # fmt: skip
"""Requests, and what only looks like one, by what is odd about them."""
