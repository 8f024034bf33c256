"""Notifications that are acknowledged once the relay has them: nothing that desks share delays that."""

from functools import partial
from pathlib import Path

import pytest

from app.domain.relay.shared_fact import FactKind
from app.facts.file.opening import FILE_NAME
from app.facts.sharing.relay_state import published
from app.services.relaying.relay_thread import RelayThread
from app.store.sharing import SharedFactStore
from app.store.writer import Writer
from tests.relay.conftest import Share, context_for
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.relay.test_commands import notification
from tests.relay.test_streams import fill, managed
from tests.temporary_store import Store
from tests.waiting import wait_until

__all__ = ["managed"]

BEFORE = 1200
"""Notifications: some are published, and then others."""


class HearingStore(SharedFactStore):
    """A store in which a notification is saved as soon as all are to be published again."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer, "server")
        self.posts = Store(writer)
        self.thread: RelayThread | None = None
        self.left: list[int] = []
        """How many notifications were yet to be published again when the one was acknowledged."""

    def last_published(self) -> int:
        return self.writer.read(partial(published, kind=FactKind.NOTIFICATION)).result()

    def forget_published(self, *, new_first: bool = False) -> None:
        super().forget_published(new_first=new_first)
        if self.thread is not None:
            self.posts.post(notification(BEFORE + 1))
            acknowledged = self.thread.when_published()
            acknowledged.add_done_callback(lambda _: self.left.append(BEFORE - self.last_published()))


def test_what_is_heard_while_all_is_published_again_is_acknowledged_before_that(
    server: NatsServer, tmp_path: Path
) -> None:
    (tmp_path / "server").mkdir()
    with Writer(tmp_path / "server" / FILE_NAME) as writer:
        store, bugs = HearingStore(writer), list[BaseException]()
        store.posts.post(*map(notification, range(1, BEFORE + 1)))
        context = context_for(tmp_path / "server", server.url, RECEIVER, "server")
        thread = RelayThread(context, store, lambda: None, bugs.append)
        thread.start()
        try:
            wait_until(lambda: store.last_published() == BEFORE, "all are published")
            store.thread = thread
            with raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis") as attacker:
                assert "seq" in (attacker.ask("despacho.north.again.luis") or {})
            wait_until(lambda: store.left != [], "it is acknowledged")
            assert store.left == [BEFORE]
            wait_until(lambda: store.last_published() == BEFORE + 1, "and all are published again")
        finally:
            thread.stop()
        assert bugs == []


def test_a_full_stream_of_what_desks_share_holds_up_no_notification(
    share: Share, managed: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.relaying.fact_publisher._PAUSE_SECONDS", 1000)
    receiver = FakeFacts("server")
    thread = share(receiver, RECEIVER)
    wait_until(lambda: receiver.position is not None, "there is a stream")
    fill(managed)
    receiver.note()
    wait_until(lambda: thread.status.held_up is not None, "nothing more is shared")
    receiver.note(FactKind.NOTIFICATION)
    thread.when_published().result(60)
    assert thread.status.held_up is not None
