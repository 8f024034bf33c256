import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest

from app.domain.contract.notifications import Keep
from app.webhook.handler import WebhookEndpoint
from app.webhook.limits import Limits
from app.webhook.server import WebhookServer
from app.webhook.tokens import TokenKeeper
from tests.webhook.running_server import DEADLINE, NOON, TOKEN, FakeStore, RunningServer, digests, patient

StartServer = Callable[..., RunningServer]


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    """Return a function that starts a server until the test ends; the test must have looked at each bug."""
    servers: list[RunningServer] = []
    with ExitStack() as running:

        def start(
            *,
            limits: Limits | None = None,
            read: Callable[[], tuple[str, ...]] = lambda: digests(TOKEN),
            is_ready: Callable[[], "Future[None]"] | None = None,
            host: str = "127.0.0.1",
            path: str = "/visitas",
            keep: Keep | None = None,
            on_changed: Callable[[], None] = lambda: None,
            on_token: Callable[[bool], None] = lambda _is_right: None,
            on_refused: Callable[[], None] = lambda: None,
            clock: Callable[[], float] | None = None,
        ) -> RunningServer:
            threads = running.enter_context(ThreadPoolExecutor(8, "store"))
            store = FakeStore(threads)
            store.gate.set()
            bugs: list[BaseException] = []
            changed = threading.Semaphore(0)

            def change() -> None:
                changed.release()
                on_changed()

            keep_tokens = TokenKeeper if clock is None else partial(TokenKeeper, clock=clock)
            tokens = keep_tokens(read, on_bug=bugs.append)
            webhook = WebhookServer(
                host,
                0,
                WebhookEndpoint(
                    path=path,
                    tokens=tokens,
                    keep=keep or store.keep,
                    is_ready=is_ready or (lambda: threads.submit(lambda: None)),
                    now=lambda: NOON,
                    on_changed=change,
                    on_token=on_token,
                    on_refused=on_refused,
                    on_bug=bugs.append,
                    limits=limits or patient(),
                ),
            )
            tokens.start()
            running.callback(tokens.stop)
            running.callback(store.gate.set)
            webhook.start()
            running.callback(webhook.stop)
            servers.append(RunningServer(webhook, tokens, store, bugs, changed))
            return servers[-1]

        yield start
    assert [server.bugs for server in servers if server.bugs] == []


@pytest.fixture
def server(start_server: StartServer) -> RunningServer:
    """Return a server that accepts one token."""
    server = start_server()
    server.tokens.refresh(DEADLINE).result(DEADLINE)
    return server
