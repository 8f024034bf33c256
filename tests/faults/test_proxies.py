"""While the desk is closed, hung, restarting or overloaded, the proxy in front of it never makes the sender give up.

A wrong 2xx is one for a visit that is not on disk, which the sender never repeats; nor does it repeat after a 4xx.
"""

import signal
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest

from app.webhook.limits import Limits
from tests.faults.figures import Figures, Length
from tests.faults.running_receiver import Running, kept_in, receiving, stopped
from tests.proxies.programs import free_port
from tests.proxies.reverse_proxies import KINDS, Front, front
from tests.proxies.tunnels import ssh_server
from tests.waiting import wait_until
from tests.webhook.running_server import TOKEN, request, visit

FAULT = "proxy or tunnel answers"
REQUESTS = Limits().requests

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="signals of POSIX")


class Sender:
    """Sends visits through a proxy, several at once, and remembers how each was answered.

    Args:
        at_once: how many are under way.
    """

    def __init__(self, outside: Front, at_once: int) -> None:
        self.answers: dict[int, int] = {}
        self._outside, self._numbers = outside, count(1)
        self._threads = ThreadPoolExecutor(at_once)

    def begin(self, many: int) -> "list[Future[int]]":
        """Begin to send so many."""
        return [self._threads.submit(self._send, next(self._numbers)) for _ in range(many)]

    def send(self, many: int) -> Counter[int]:
        """Send so many; return how many got which status, 0 where they got none."""
        return Counter(one.result() for one in self.begin(many))

    def close(self) -> None:
        self._threads.shutdown()

    def _send(self, number: int) -> int:
        try:
            status = self._outside.post(body=visit(number), Authorization=f"Bearer {TOKEN}").status_code
        except httpx.HTTPError:
            status = 0
        self.answers[number] = status
        return status


@contextmanager
def overloaded(receiver: Running) -> Iterator[None]:
    """Have the receiver serve as many requests as it does at once; the next one is answered 503."""
    with ExitStack() as many:
        for _ in range(REQUESTS):
            client = many.enter_context(socket.create_connection(("127.0.0.1", receiver.port), timeout=30))
            client.sendall(request(length=100, headers={"Expect": "100-continue"}))
            assert client.recv(100).startswith(b"HTTP/1.1 100"), "it is served"
        yield


@contextmanager
def standing(kind: str, port: int, folder: Path, *, is_by_tunnel: bool) -> Iterator[Front]:
    """Have a proxy stand in front of a port, of this machine or at the other end of an ssh tunnel."""
    with ExitStack() as stack:
        if is_by_tunnel:
            server = stack.enter_context(ssh_server(port))
            stack.enter_context(server.tunnel())
            port = server.remote_port
        yield stack.enter_context(front(kind, port, folder, patience="1s"))


def through_all_states(sender: Sender, folder: Path, port: int, many: int) -> Counter[int]:
    """Send while the receiver is in each of its states; return the answers while it could not be asked at all."""
    away = sender.send(many)
    starting = sender.begin(many)
    with receiving(folder, "--port", str(port)) as receiver:
        wait_until(lambda: sender.send(1)[200] == 1, "it receives")
        sender.send(many)
        with stopped(receiver):
            away += sender.send(many)
        wait_until(lambda: sender.send(1)[200] == 1, "it receives again")
        with overloaded(receiver):
            sender.send(many)
        wait_until(lambda: sender.send(1)[200] == 1, "it has room again")
        ending = sender.begin(many)
    for one in (*starting, *ending):
        one.result()
    return away


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_makes_the_sender_give_up(kind: str, length: Length, figures: Figures, tmp_path: Path) -> None:
    answers, away = Counter[int](), Counter[int]()
    false = 0
    for is_by_tunnel in length.of((kind == "caddy",), (False, True)):
        way = tmp_path / ("tunnel" if is_by_tunnel else "direct")
        way.mkdir()
        port = free_port()
        with standing(kind, port, way / "front", is_by_tunnel=is_by_tunnel) as outside:
            sender = Sender(outside, length.of(5, 10))
            for _ in range(length.of(1, 6)):
                away += through_all_states(sender, way / "data", port, length.of(5, 60))
            sender.close()
        kept = set(kept_in(way / "data"))
        false += sum(status // 100 == 2 and number not in kept for number, status in sender.answers.items())
        answers.update(sender.answers.values())
    name = kind if length is Length.SHORT else f"{kind}, alone and with an ssh tunnel behind it"
    figures.at_least(f"{name}: requests", answers.total(), length.of(25, 3000))
    figures.at_most(f"{name}: false 2xx", false, 0)
    figures.at_most(f"{name}: false 4xx", sum(answers[status] for status in answers if 400 <= status < 500), 0)
    figures.at_most(f"{name}: not 503 while closed or hung", away.total() - away[503], 0)
    assert answers[200] > 0
