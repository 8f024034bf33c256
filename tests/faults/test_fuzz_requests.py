"""Any bytes to the server get a documented answer or a closed connection; nothing without a token is saved."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome, QuarantineReason
from tests.faults.corpus.requests import REQUESTS
from tests.faults.figures import Figures, Length
from tests.faults.fuzzing.exploration import explore
from tests.faults.fuzzing.notifications import NOON, bodies
from tests.faults.fuzzing.requests import FuzzedServer, requests
from tests.webhook.running_server import TOKEN, patient, request

FAULT = "malformed and smuggled HTTP"

PARTS = 2
_MOST = 1 << 20
HASTY = patient(head_s=0.3, body_s=0.3, idle_s=0.3, linger_s=0.2)
"""Limits by which a connection ends soon whatever was sent."""

_METHODS = st.sampled_from(("POST", "POST", "POST", "POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"))
_PATHS = st.sampled_from(("/visitas", "/visitas", "/visitas?x=1", "/%76isitas", "/healthz", "/", "/otra/%C3%B1"))
_TOKENS = st.sampled_from((TOKEN, TOKEN, TOKEN, None, "x", TOKEN[:-1], f"{TOKEN}x", TOKEN.lower()))
_ENCODINGS = st.sampled_from((None, None, None, "gzip", "identity", "br", ""))
_BODIES = st.sampled_from(list(islice(bodies(3), 300))) | st.binary(max_size=200) | st.just(b"x" * (_MOST + 1))


@dataclass(frozen=True)
class Asked:
    """A request that no two programs read differently."""

    method: str
    path: str
    token: str | None
    encoding: str | None
    body: bytes

    @property
    def raw(self) -> bytes:
        headers = {} if self.encoding is None else {"Content-Encoding": self.encoding}
        body = gzip.compress(self.body) if self.encoding == "gzip" else self.body
        return request(body, method=self.method, path=self.path, token=self.token, headers=headers)

    def expected(self) -> set[tuple[int, str]]:
        """Return the statuses that the interface allows, with the words of what is kept."""
        is_own = self.path not in ("/healthz", "/", "/otra/%C3%B1")
        if self.method != "POST":
            is_health = self.path == "/healthz" and self.method in ("GET", "HEAD")
            return {(200, "")} if is_health else {(405, "")}
        if self.token != TOKEN:
            return {(401, "")} if is_own or self.token is not None else {(401, ""), (404, "")}
        if len(self.body) > _MOST:
            return {(413, "")}
        received = Received.read(self.body, NOON)
        if self.encoding == "br" and received.reason is QuarantineReason.NOT_JSON:
            return {(415, "")}
        is_read = received.change is not None
        read = {(200, one.value) for one in Outcome if one is not Outcome.QUARANTINED}
        return read if is_read else {(200, Outcome.QUARANTINED.value)}


@pytest.mark.parametrize("part", range(PARTS))
def test_any_bytes_get_documented_answers_or_none(tmp_path: Path, length: Length, figures: Figures, part: int) -> None:
    count = length.of(250, 50_000)
    random = Random(part)
    with FuzzedServer.started(tmp_path, HASTY) as server, ThreadPoolExecutor(length.of(20, 100)) as clients:

        def ask(data: bytes) -> list[tuple[int, str]]:
            cuts = sorted(random.randrange(len(data)) for _ in range(random.choice((0, 0, 1, 3)))) if data else []
            return server.ask(data, cuts)

        answers = list(clients.map(ask, islice(requests(part), count)))
    statuses = [status for one in answers for status, _ in one]
    assert statuses.count(200) > count // 20
    assert server.said["too_slow"] == statuses.count(503)
    figures.at_least(f"raw requests answered or cut, part {part + 1} of {PARTS}", len(answers), count)


def test_every_corpus_request_gets_documented_answers_or_none(tmp_path: Path) -> None:
    with FuzzedServer.started(tmp_path, HASTY) as server, ThreadPoolExecutor(20) as clients:
        list(clients.map(server.ask, REQUESTS.values()))
        list(clients.map(lambda data: server.ask(data, range(1, min(len(data), 40))), REQUESTS.values()))
        assert server.ask_once(REQUESTS["a good one"])[0] == 200


def test_a_valid_request_gets_the_documented_answer(tmp_path: Path, length: Length, figures: Figures) -> None:
    with FuzzedServer.started(tmp_path) as server:

        def compare(asked: Asked) -> None:
            status, said = server.ask_once(asked.raw)
            expected = asked.expected()
            assert (status, said if status == 200 and asked.method == "POST" else "") in expected, asked

        count = explore(compare, st.builds(Asked, _METHODS, _PATHS, _TOKENS, _ENCODINGS, _BODIES), length, 60, 10_000)
    figures.at_least("sound requests answered by the table", count, length.of(60, 10_000))
