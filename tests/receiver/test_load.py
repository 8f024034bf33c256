"""Much at once: bursts, uploads, and what they leave behind."""

import threading
import tracemalloc
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from app.domain.errors import OverloadedError
from app.domain.listening import Refusal
from app.domain.notifications import Outcome, Received
from tests.receiver.conftest import Opened
from tests.receiver.visiting import TOKEN, House, request, visit


def test_a_burst_gets_only_200_and_503_and_each_200_is_kept(opened: Opened) -> None:
    queued = threading.BoundedSemaphore(150)

    def keep(received: Received) -> "Future[Outcome]":
        if not queued.acquire(blocking=False):
            raise OverloadedError
        future = house.shelf.keep(received)
        future.add_done_callback(lambda _: queued.release())
        return future

    house = opened(keep=keep)
    with ThreadPoolExecutor(200) as senders:
        answers = list(senders.map(lambda number: house.post(visit(number)).status, range(2000)))
    assert set(answers) <= {200, 503}
    acknowledged = {number for number, status in enumerate(answers) if status == 200}
    kept = [received.notification.visit.id for received in house.shelf.kept if received.notification]
    assert acknowledged == set(kept)
    assert len(acknowledged) > 200
    state = house.door.state()
    assert state.kept + state.refused.get(Refusal.NOT_NOW, 0) == 2000


@pytest.mark.parametrize(
    ("differently", "status"),
    [
        ({"token": "wrong"}, 401),
        ({"token": None}, 401),
        ({"token": TOKEN}, 413),
        ({"headers": {"Transfer-Encoding": "chunked"}}, 413),
        ({"headers": {"Content-Encoding": "gzip"}}, 415),
        ({"headers": {"X": "a" * 200_000}}, 431),
    ],
)
def test_ten_megabytes_are_refused_early_and_held_nowhere(
    house: House, differently: dict[str, object], status: int
) -> None:
    raw = request(b"a00000\r\n" + b" " * 10 * 1024 * 1024, **differently)  # type: ignore[arg-type]
    tracemalloc.start()
    try:
        for _ in range(5):
            assert house.ask(raw).status == status  # not destroyed by closing while the client still sends
        assert tracemalloc.get_traced_memory()[1] < 5 * 1024 * 1024
    finally:
        tracemalloc.stop()
    assert house.shelf.kept == []
