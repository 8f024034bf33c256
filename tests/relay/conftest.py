from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, cast

import pytest
import trustme

from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import RelayCredentials
from app.services.app_context import AppContext
from app.services.relaying.relay_thread import RelayThread
from app.store.sharing import SharedFactStore
from tests.cli.process import Despacho
from tests.proxies.programs import free_port
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import NatsServer


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(autouse=True)
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system trust the authority of the test."""
    path = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))


@pytest.fixture
def server(authority: trustme.CA, tmp_path: Path) -> Iterator[NatsServer]:
    """A server with the shipped configuration."""
    server = NatsServer(tmp_path / "nats", authority)
    server.write()
    yield server.start()
    server.kill()


@pytest.fixture
def cluster(authority: trustme.CA, tmp_path: Path) -> Iterator[list[NatsServer]]:
    """Three servers with the shipped configuration of a cluster."""
    routes = [free_port() for _ in range(3)]
    servers = [
        NatsServer(tmp_path / f"nats-{number}", authority, number, routes, "nats-cluster.conf") for number in (1, 2, 3)
    ]
    for server in servers:
        server.write()
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture
def relay_url(server: NatsServer) -> str:
    return server.url


Sharing = Callable[[str, RelayCredentials], Despacho]


class Share(Protocol):
    """Starts sharing facts with credentials; settings by their variables."""

    def __call__(self, facts: FakeFacts, credentials: RelayCredentials, **settings: str) -> RelayThread: ...


def context_for(folder: Path, url: str, credentials: RelayCredentials, desk: str = "", **settings: str) -> AppContext:
    """Return a folder whose relay is set by its environment."""
    environment = {
        "DESPACHO_RELAY_URL": url,
        "DESPACHO_RELAY_USER": credentials.user,
        "DESPACHO_RELAY_PASSWORD": credentials.password,
        "DESPACHO_RELAY_NKEY": credentials.nkey,
        "DESPACHO_SITE": "north",
        "DESPACHO_DESK": desk,
    } | settings
    return AppContext(folder, environment, Credentials(environment, SessionVault(), SessionVault()))


@pytest.fixture
def share(server: NatsServer, tmp_path: Path) -> Iterator[Share]:
    """Start sharing facts with these credentials, until the test ends."""
    bugs: list[BaseException] = []
    with ExitStack() as stack:

        def start(facts: FakeFacts, credentials: RelayCredentials, **settings: str) -> RelayThread:
            context = context_for(tmp_path / facts.name, server.url, credentials, desk=facts.name, **settings)
            thread = RelayThread(context, cast("SharedFactStore", facts), lambda: None, bugs.append)
            thread.start()
            stack.callback(thread.stop)
            return thread

        yield start
    assert bugs == []


@pytest.fixture
def sharing(relay_url: str, tmp_path: Path) -> Sharing:
    """Return a folder that shares its facts."""

    def new(name: str, credentials: RelayCredentials) -> Despacho:
        return Despacho(tmp_path / name).knowing(
            DESPACHO_RELAY_URL=relay_url,
            DESPACHO_RELAY_USER=credentials.user,
            DESPACHO_RELAY_PASSWORD=credentials.password,
            DESPACHO_SITE="north",
            DESPACHO_DESK=name,
            DESPACHO_TIME_ZONE="America/Bogota",
            DESPACHO_LANGUAGE="en",
            SSL_CERT_FILE=str(tmp_path / "authority.pem"),
        )

    return new
