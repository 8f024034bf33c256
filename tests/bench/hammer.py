"""Sends requests as fast as they are answered, over many connections at once, each of them one after the other."""

import select
import socket
import time
from collections.abc import Sequence

_PIECE = 4096


def hammer(at: tuple[str, int], requests: Sequence[bytes], connections: int) -> float:
    """Send each request once, all of which must be answered by 200, and return how many seconds it took.

    A connection is used again as long as the receiver keeps it, else the next request opens another.
    """
    waiting = iter(requests)
    poll = select.epoll()
    open_ones: dict[int, socket.socket] = {}
    got: dict[int, bytes] = {}

    def begin(raw: bytes) -> None:
        line = socket.create_connection(at)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        open_ones[line.fileno()] = line
        poll.register(line, select.EPOLLIN)
        line.send(raw)

    began = time.perf_counter()
    for _, raw in zip(range(connections), waiting, strict=False):
        begin(raw)
    while open_ones:
        for number, _ in poll.poll():
            line = open_ones[number]
            answer = got.pop(number, b"") + line.recv(_PIECE)
            head, end, body = answer.partition(b"\r\n\r\n")
            if not end or len(body) < _length(head):
                got[number] = answer
                continue
            assert head.startswith(b"HTTP/1.1 200 "), head
            is_last = b"Connection: close" in head
            raw = next(waiting, b"")
            if is_last or not raw:
                del open_ones[number]
                line.close()
                if raw:
                    begin(raw)
            else:
                line.send(raw)
    return time.perf_counter() - began


def _length(head: bytes) -> int:
    return int(head.partition(b"Content-Length: ")[2].split(b"\r\n")[0])
