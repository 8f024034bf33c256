"""Three servers with the shipped configuration of a cluster."""

from pathlib import Path
from typing import cast

from app.domain.relay.relay_status import RelayPhase
from app.services.relaying.relay_thread import RelayThread
from app.store.sharing import SharedFactStore
from tests.relay.conftest import context_for
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import ANA, RECEIVER, NatsServer
from tests.relay.test_sharing import has_all
from tests.waiting import wait_until


def test_one_of_three_servers_may_fail(cluster: list[NatsServer], tmp_path: Path) -> None:
    url = ",".join(server.url for server in cluster)
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    bugs: list[BaseException] = []
    threads = [
        RelayThread(
            context_for(tmp_path / facts.name, url, credentials, facts.name),
            cast("SharedFactStore", facts),
            lambda: None,
            bugs.append,
        )
        for facts, credentials in ((receiver, RECEIVER), (ana, ANA))
    ]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: all(one.status.phase is RelayPhase.SHARING for one in threads), "both share")
        for server in cluster:
            receiver.notes(100)
            server.kill()
            receiver.notes(100)
            ana.notes(10)
            wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
            server.start()
            # Of three servers one may fail: the next one only when this one has caught up.
            wait_until(lambda: all(one.is_healthy() for one in cluster), "the cluster is whole again")
    finally:
        for thread in threads:
            thread.stop()
    assert bugs == []
