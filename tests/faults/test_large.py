"""Large bodies and heads are refused early, and use no memory."""

import gc
import gzip
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from app.domain.reception.refusals import Refusal
from tests.faults.figures import Figures, Length
from tests.faults.running_receiver import RESET, Running, needs_proc, receiving, send_all
from tests.webhook.conftest import StartServer, start_server
from tests.webhook.running_server import request, visit

__all__ = ["start_server"]

FAULT = "large bodies and heads"
LARGE = b" " * 10 * 1024 * 1024
MANY, GROUPED_WITHIN = 12, 2
"""Bodies of nearly a megabyte, and how many of them are in memory at once."""
IN_CHUNKS = {"Transfer-Encoding": "chunked"}
CUT = (400, RESET)
"""What is answered to what cannot be parsed: the rest is not read, which may destroy the answer on its way."""
KINDS: Mapping[str, tuple[bytes, tuple[int, ...]]] = {
    "10 MB": (request(LARGE), (413,)),
    "10 MB in one chunk": (request(b"a00000\r\n" + LARGE, headers=IN_CHUNKS), (413, 503)),
    "10 MB in 2,560 chunks": (request((b"1000\r\n" + b" " * 4096 + b"\r\n") * 2560, headers=IN_CHUNKS), (413, 503)),
    "10 MB without a token": (request(LARGE, token=None), (401,)),
    "10 MB with a wrong token": (request(LARGE, token="wrong"), (401,)),
    "10 MB elsewhere without a token": (request(LARGE, path="/elsewhere", token=None), (404,)),
    "10 MB behind a visit": (request(visit(7)) + LARGE, (200, *CUT)),
    "10 MB of gzip": (request(gzip.compress(LARGE), headers={"Content-Encoding": "gzip"}), (413,)),
    "10 MB called gzip": (request(LARGE, headers={"Content-Encoding": "gzip"}), (413,)),
    "10 MB in another encoding": (request(LARGE, headers={"Content-Encoding": "br"}), (413,)),
    "200 KB in one header": (request(headers={"X": "a" * 200_000}), CUT),
    "200 KB in 2,000 headers": (request(headers={f"X{number}": "a" * 100 for number in range(2000)}), CUT),
    "10 MB of headers": (request(headers={f"X{number}": "a" * 1000 for number in range(10_000)}), CUT),
    "200 KB of path": (request(path="/" + "a" * 200_000), CUT),
    "20 KB in 10 headers": (request(headers={f"X{number}": "a" * 2000 for number in range(10)}), (431,)),
}
"""What is sent, and what may be answered: 503 where several come whose size is not said beforehand."""


STARTS: Mapping[str, tuple[bytes, tuple[int, ...]]] = {
    "10 MB": (request(length=len(LARGE)), (413,)),
    "chunks": (request(b"%x\r\n" % (2**20 + 1) + LARGE[: 2**20 + 1], headers=IN_CHUNKS), (413,)),
    "a wrong token": (request(length=len(LARGE), token="wrong"), (401,)),
    "a header": (request(headers={"X": "a" * 20_000})[:18_000], CUT),
    "a path": (request(path="/" + "a" * 20_000)[:18_000], CUT),
}
"""Requests whose rest never comes, and what is answered all the same."""


@pytest.fixture(scope="module")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A receiver that has been at work for a while: it has kept visits, and bodies as large as it takes."""
    with receiving(tmp_path_factory.mktemp("large") / "data") as receiver:
        for warming in ([request(visit(number)) for number in range(1000)], [request(b" " * 1024 * 1024)] * 8):
            send_all(receiver.port, warming, 20)
        yield receiver


@needs_proc
def test_large_requests_are_refused_early_and_use_no_memory(
    length: Length, figures: Figures, receiver: Running
) -> None:
    at_once, kept = length.of(5, 20), set(receiver.kept())
    late = length.of((503, RESET), ())  # as a machine that is busy otherwise may take longer than one is waited for
    before, others = receiver.memory(), list[tuple[str, int]]()
    receiver.forget_most_memory()
    for _ in range(length.of(1, 15)):
        for name, (raw, expected) in KINDS.items():
            statuses = send_all(receiver.port, [raw] * at_once, at_once)
            others += [(name, status) for status in statuses if status not in (*expected, *late)]
    grown, most = receiver.memory() - before, receiver.most_memory() - before
    figures.at_most("answered otherwise than it should be", len(others), 0)
    allowed = length.of(8, 5)  # a single round shows what the allocator keeps, many show that it does not grow
    figures.at_most("memory afterwards", grown, allowed, "MB more")
    figures.at_most("memory at the worst moment", most, allowed, "MB more")
    assert set(receiver.kept()) == kept


def test_they_are_refused_before_the_rest_arrives(figures: Figures, receiver: Running) -> None:
    statuses = send_all(receiver.port, [raw for raw, _ in STARTS.values()], len(STARTS))
    waited_for = sum(got not in expected for got, (_, expected) in zip(statuses, STARTS.values(), strict=True))
    figures.at_most("kinds whose rest is waited for", waited_for, 0)


def test_a_visit_of_one_megabyte_is_accepted(receiver: Running) -> None:
    whole = json.loads(visit(100_000))
    whole["data"]["note"] = "a" * (1024 * 1024 - len(visit(100_000)) - 100)
    assert send_all(receiver.port, [request(json.dumps(whole).encode())], 1) == [200]
    assert 100_000 in receiver.kept()


def test_of_many_concurrent_bodies_few_are_in_memory(figures: Figures, start_server: StartServer) -> None:
    server = start_server()
    with ExitStack() as open_ones, ThreadPoolExecutor(MANY) as senders:
        for _ in range(MANY):
            client = open_ones.enter_context(server.client())
            senders.submit(client.send, request(b" " * 900_000, length=1_000_000))
        server.wait_for(lambda: server.webhook.state().refused == {Refusal.NOT_NOW: MANY - GROUPED_WITHIN})
    figures.at_least(f"of {MANY} large bodies at once answered 503", MANY - GROUPED_WITHIN, MANY - GROUPED_WITHIN)


def test_no_body_stays_in_memory_after_its_answer(start_server: StartServer) -> None:
    server, mark = start_server(), b"kept " * 2_000
    port = urlsplit(server.webhook.url).port or 0
    sent = mark * 200
    unparsed = b"POST / HTTP/1.1\r\nX: \0\r\n\r\n" + sent
    kinds = (request(sent), request(sent, token="wrong"), request(visit(7)) + sent, unparsed)
    gc.disable()  # which collects reference cycles much later
    try:
        send_all(port, [one for one in kinds for _ in range(10)], 10)
        server.webhook.stop()
        left = sum(len(one) for one in _bytes_in_memory() if one[:5] in mark and one not in (mark, sent))
    finally:
        gc.enable()
    assert left == 0


def _bytes_in_memory() -> Iterator[bytes]:
    for holder in gc.get_objects():
        yield from (one for one in gc.get_referents(holder) if type(one) is bytes and len(one) > 1000)
