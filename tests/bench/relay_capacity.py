"""How much a relay of one or of three servers takes on this machine: the figures of `packaging/relay/GROWTH.md`.

`python -m tests.bench.relay_capacity` publishes notifications as receivers do, to the streams of several sites, and
prints what was acknowledged in a second, what each message takes on the disk, and the servers' memory and processor
time.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import trustme

from app.domain.access.credentials import RelayCredentials
from app.domain.errors import RelayError
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.relay.connection import Access, connected
from app.relay.messages import StreamName, message_of
from app.relay.stream import SiteStream
from tests.bench.notification_bodies import words
from tests.proxies.programs import free_port
from tests.relay.nats_servers import NatsServer

_SITES, _SECONDS, _BATCH = 10, 15.0, 200


@contextmanager
def _servers(count: int, folder: Path) -> Iterator[list[NatsServer]]:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    os.environ["SSL_CERT_FILE"] = str(folder / "authority.pem")
    routes = [free_port() for _ in range(count)] if count > 1 else []
    template = "nats-cluster.conf" if routes else "nats-server.conf"
    servers = [NatsServer(folder / f"nats-{nth}", authority, nth, routes, template) for nth in range(1, count + 1)]
    for server in servers:
        server.write('{ user: "sites", password: "sites" }\n')
        sites = server.folder / "sites.conf"  # one account has the streams of all sites here
        sites.write_text(sites.read_text().replace("max_streams: 4", "max_streams: 100"))
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


async def _publish(servers: Sequence[NatsServer], sites: int) -> int:
    """Publish for some seconds, each site over a connection of its own; return how many were acknowledged."""
    access = Access([server.url for server in servers], RelayCredentials("sites", "sites"))
    done = 0
    async with AsyncExitStack() as stack:
        streams = []
        for nth in range(sites):
            connection = await stack.enter_async_context(connected(access, f"site {nth}"))
            stream = SiteStream(connection, f"site-{nth}", StreamName.RECEPTION)
            await _created(stream)
            streams.append(stream)
        end = time.monotonic() + _SECONDS

        async def send(nth: int, stream: SiteStream) -> None:
            nonlocal done
            bodies = words([str(one) for one in range(100_000)], 10_000_000)
            now = datetime.now(UTC).isoformat()
            while time.monotonic() < end:
                facts = [
                    SharedFact(f"{visit}_{word}_{nth}", FactKind.NOTIFICATION, f"origin-{nth}", now, body, "server")
                    for visit, word, body in islice(bodies, _BATCH)
                ]
                await stream.publish([message_of(one, f"site-{nth}") for one in facts])
                done += len(facts)

        async with asyncio.TaskGroup() as group:
            for nth, stream in enumerate(streams):
                group.create_task(send(nth, stream))
    return done


async def _created(stream: SiteStream) -> None:
    """Create a stream, once the servers have found each other."""
    until = time.monotonic() + 60
    while True:
        try:
            await stream.create(timedelta(days=90))
        except RelayError:
            if time.monotonic() > until:
                raise
        else:
            return


def _disk(folder: Path) -> int:
    return sum(file.stat().st_blocks * 512 for file in folder.rglob("*") if file.is_file())


def _used(server: NatsServer) -> tuple[float, float]:
    """Return the seconds of processor time and the MB of memory that a server took."""
    assert server.process is not None
    stat = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), resident / 1024


def main() -> None:
    """Measure one server with one and with several sites, and three servers."""
    for count, sites in ((1, 1), (1, _SITES), (3, 1), (3, _SITES)):
        with TemporaryDirectory() as place, _servers(count, Path(place)) as servers:
            done = asyncio.run(_publish(servers, sites))
            used = [_used(server) for server in servers]
            disk = sum(_disk(server.folder / "jetstream") for server in servers)
            print(  # noqa: T201 - the result
                f"{count} server(s), {sites} site(s): {done / _SECONDS:,.0f} a second; {disk / done:,.0f} bytes on all "
                f"disks for each; servers {sum(seconds for seconds, _ in used) / _SECONDS:.2f} processors, "
                f"{max(memory for _, memory in used):,.0f} MB of memory at most",
                flush=True,
            )


if __name__ == "__main__":
    main()
