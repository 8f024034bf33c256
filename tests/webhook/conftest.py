import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from app.domain.contract.notifications import Keep
from app.webhook.limits import Limits
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.webhook.visiting import DEADLINE, NOON, TOKEN, House, Shelf, digests, patient

Opened = Callable[..., House]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Return what opens a door until the test ends; no bug may be left that the test did not look at."""
    houses: list[House] = []
    with ExitStack() as running:

        def open_door(
            *,
            limits: Limits | None = None,
            read: Callable[[], tuple[str, ...]] = lambda: digests(TOKEN),
            is_ready: Callable[[], "Future[None]"] | None = None,
            host: str = "127.0.0.1",
            path: str = "/visitas",
            keep: Keep | None = None,
            on_changed: Callable[[], None] = lambda: None,
            on_token: Callable[[bool], None] = lambda _is_right: None,
            clock: Callable[[], float] = time.monotonic,
        ) -> House:
            threads = running.enter_context(ThreadPoolExecutor(8, "shelf"))
            shelf = Shelf(threads)
            shelf.gate.set()
            bugs: list[BaseException] = []
            changed = threading.Semaphore(0)

            def change() -> None:
                changed.release()
                on_changed()

            tokens = TokenKeeper(read, clock=clock, on_bug=bugs.append)
            webhook = WebhookServer(
                host,
                0,
                path,
                tokens=tokens,
                keep=keep or shelf.keep,
                is_ready=is_ready or (lambda: threads.submit(lambda: None)),
                now=lambda: NOON,
                on_changed=change,
                on_token=on_token,
                on_bug=bugs.append,
                limits=limits or patient(),
            )
            tokens.start()
            running.callback(tokens.stop)
            running.callback(shelf.gate.set)
            webhook.start()
            running.callback(webhook.stop)
            houses.append(House(webhook, tokens, shelf, bugs, changed))
            return houses[-1]

        yield open_door
    assert [house.bugs for house in houses if house.bugs] == []


@pytest.fixture
def house(opened: Opened) -> House:
    """Return a door that accepts one token."""
    house = opened()
    house.tokens.refresh(DEADLINE).result(DEADLINE)
    return house
