"""What happens to the stream and the connection, and what is said about it."""

import asyncio
import json
import random
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.domain.access.credentials import RelayCredentials
from app.domain.cancellation import Cancellation
from app.domain.errors import RelayError
from app.domain.relay.relay_status import OtherDesks, RelayPhase
from app.domain.relay.shared_fact import FactKind, SharedFact, Taken
from app.facts.sharing.relay_state import StreamPosition
from app.net.event_loop import run_cancellable
from app.relay.connection import Access, Connection, connected, relay_failures
from app.relay.messages import LARGEST_SHARED, MESSAGE_ID, StreamName
from app.relay.stream import SiteStream
from app.services.relaying.fact_publisher import AgainAsked
from tests.relay.conftest import Share
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.relay.test_sharing import has_all
from tests.waiting import wait_until

HOUR = timedelta(hours=1)
ADMIN = RelayCredentials("admin", "admin-password")
ADMIN_LINE = '{ user: "admin", password: "admin-password" }\n'


def ask(
    server: NatsServer, subject: str, question: object = None, *, credentials: RelayCredentials = ADMIN, desk: str = ""
) -> dict[str, Any]:
    """Ask JetStream as an administrator, or publish."""

    async def main() -> dict[str, Any]:
        async with connected(Access([server.url], credentials, desk), "test") as connection:
            return await connection.ask(subject, b"" if question is None else json.dumps(question).encode())

    return run_cancellable(main, Cancellation())


@pytest.fixture
def managed(server: NatsServer) -> NatsServer:
    """A server with an administrator of the site's account."""
    server.kill()
    server.write(ADMIN_LINE)
    return server.start()


def test_a_deleted_stream_is_created_and_filled_again(share: Share, managed: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    share(ana, ANA)
    receiver.notes(20)
    ana.notes(20)
    wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
    ask(managed, "$JS.API.STREAM.DELETE.despacho-north")
    luis = FakeFacts("luis")
    share(luis, LUIS)
    wait_until(lambda: has_all(luis, receiver, ana), "the new desk has all")
    assert ana.position is not None
    assert luis.position is not None
    wait_until(lambda: ana.position == luis.position, "on the same stream")


def test_what_was_purged_is_published_again_for_a_desk_that_lacks_it(share: Share, managed: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    share(ana, ANA)
    receiver.notes(20)
    ana.notes(20)
    wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
    ask(managed, "$JS.API.STREAM.PURGE.despacho-north")
    ana.note()
    luis = FakeFacts("luis")
    share(luis, LUIS)
    wait_until(lambda: has_all(luis, receiver, ana), "the new desk has all")


def test_an_older_copy_of_the_stream_is_noticed_even_if_it_has_grown(
    share: Share, server: NatsServer, tmp_path: Path
) -> None:
    receiver, ana, luis = FakeFacts("server"), FakeFacts("ana"), FakeFacts("luis")
    first = share(receiver, RECEIVER)
    second = share(ana, ANA)
    receiver.notes(20)
    wait_until(lambda: has_all(ana, receiver), "they came")
    server.kill()
    older, newer = tmp_path / "older", server.folder / "jetstream"
    shutil.copytree(newer, older)
    server.start()
    receiver.notes(10)
    ana.notes(10)
    wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
    first.stop()
    second.stop()
    server.kill()
    shutil.rmtree(newer)
    older.rename(newer)
    server.start()
    luis.notes(50)
    share(luis, LUIS)
    wait_until(lambda: luis.published_up_to == 50, "it has grown")
    again = [
        FakeFacts("server", receiver.own, receiver.taken, receiver.positions, Counter({StreamName.FACTS: 30})),
        FakeFacts("ana", ana.own, ana.taken, ana.positions, Counter({StreamName.FACTS: 10})),
    ]
    share(again[0], RECEIVER)
    share(again[1], ANA)
    wait_until(lambda: has_all(luis, receiver, ana), "what the copy lacked was published again")
    wait_until(lambda: has_all(again[1], receiver, luis), "and all was read again")


def fill(server: NatsServer) -> None:
    """Let the stream take no message more."""
    stream = ask(server, "$JS.API.STREAM.INFO.despacho-north")
    limited = {**stream["config"], "max_bytes": stream["state"]["bytes"] + 1}
    ask(server, "$JS.API.STREAM.UPDATE.despacho-north", limited)


def make_room(server: NatsServer) -> None:
    config = ask(server, "$JS.API.STREAM.INFO.despacho-north")["config"]
    ask(server, "$JS.API.STREAM.UPDATE.despacho-north", {**config, "max_bytes": 1_000_000})


def test_a_restored_stream_that_is_full_is_asked_about_after_another_start(share: Share, managed: NatsServer) -> None:
    ana, luis = FakeFacts("ana"), FakeFacts("server")
    share(luis, RECEIVER)
    thread = share(ana, ANA)
    luis.notes(3)
    wait_until(lambda: has_all(ana, luis), "it shares")
    fill(managed)
    thread.stop()
    assert ana.position is not None
    ana.position = ana.position._replace(sequence=10_000)  # as it was before the stream was restored
    for _ in range(2):
        thread = share(ana, ANA)
        wait_until(lambda: thread.status.held_up is not None, "the others cannot be asked")  # noqa: B023 - waited for here
        thread.stop()
    make_room(managed)
    share(ana, ANA)
    question = {"last_by_subj": "despacho.north.again.ana"}
    wait_until(lambda: "error" not in ask(managed, "$JS.API.STREAM.MSG.GET.despacho-north", question), "they are")
    wait_until(lambda: ana.position is not None and ana.position.sequence > 0, "and it goes on from there")


def test_others_are_asked_once_though_what_comes_cannot_be_saved(
    share: Share, managed: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.relaying.relay_thread._LONGEST_PAUSE", 0.5)
    ana, luis = FakeFacts("ana"), FakeFacts("server")
    share(luis, RECEIVER)
    luis.notes(3)
    wait_until(lambda: luis.published_up_to == 3, "they are published")
    stream = ask(managed, "$JS.API.STREAM.INFO.despacho-north")
    ana.position = StreamPosition(stream["created"], 10_000)  # as it was before the stream was restored
    ana.is_busy = True
    thread = share(ana, ANA)
    wait_until(lambda: ana.position is not None and ana.position.sequence == 0, "they are asked")
    asked = ana.asked
    wait_until(lambda: ana.asked > asked + 5, "it connected again")
    thread.stop()
    subjects = {"subjects_filter": "despacho.north.again.ana"}
    state = ask(managed, "$JS.API.STREAM.INFO.despacho-north", subjects)["state"]
    assert state["subjects"] == {"despacho.north.again.ana": 1}


@pytest.fixture
def without_again(server: NatsServer) -> RelayCredentials:
    """Credentials that do not permit to ask for deleted messages."""
    server.kill()
    deny = '{ publish: { deny: "despacho.*.again.>" } }'
    server.write(ADMIN_LINE + f'{{ user: "mute", password: "mute-password", permissions: {deny} }}\n')
    server.start()
    return RelayCredentials("mute", "mute-password")


def test_who_may_not_ask_about_a_restored_stream_publishes_all_again_once(
    share: Share, server: NatsServer, without_again: RelayCredentials
) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    wait_until(lambda: receiver.position is not None, "there is a stream")
    ana.position = StreamPosition(ask(server, "$JS.API.STREAM.INFO.despacho-north")["created"], 10_000)
    ana.notes(3)
    thread = share(ana, without_again)
    wait_until(lambda: "do not permit" in str(thread.status.text), "what it lacks is told")
    thread.stop()
    assert ana.published_up_to == 3
    ana.forgotten = 0
    thread = share(ana, without_again)
    wait_until(lambda: "do not permit" in str(thread.status.text), "also after another start")
    assert ana.forgotten == 0


def test_who_may_not_ask_for_deleted_messages_publishes_all_the_same(
    share: Share, server: NatsServer, without_again: RelayCredentials
) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    receiver.notes(3)
    wait_until(lambda: receiver.published_up_to == 3, "they are published")
    ask(server, "$JS.API.STREAM.PURGE.despacho-north")
    ana.notes(3)
    thread = share(ana, without_again)
    wait_until(lambda: has_all(receiver, ana), "what it notes is shared")
    wait_until(lambda: "do not permit" in str(thread.status.text), "what it lacks is told")
    ana.note()
    wait_until(lambda: has_all(receiver, ana), "also later")
    assert thread.status.is_away


def test_messages_of_a_stream_come_as_they_are_stored(managed: NatsServer) -> None:
    async def main() -> list[int]:
        async with connected(Access([managed.url], ADMIN), "test") as connection:
            stream = SiteStream(connection, "north")
            state = await stream.create(HOUR)
            for reason in ("first", "second"):
                await stream.ask_again("ana", reason)
            found = []
            async for messages in stream.messages(1, state.identity):
                if not messages:
                    break
                found += [one.sequence for one in messages]
            return found

    assert run_cancellable(main, Cancellation()) == [2]


def test_large_messages_are_asked_for_a_few_at_a_time(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver, ana, asked = FakeFacts("server"), FakeFacts("ana"), list[int]()
    ask_each = Connection.ask_each

    async def noted(self: Connection, subject: str, data: Sequence[bytes], seconds: float) -> list[Any]:
        asked.append(len(data))
        return await ask_each(self, subject, data, seconds)

    for nth in range(60):
        text = random.Random(nth).randbytes(700_000 if nth < 40 else 10).hex()[: 900_000 if nth < 40 else 20]
        receiver.note(FactKind.NOTIFICATION, json.dumps({"nth": nth, "text": text}).encode())
    thread = share(receiver, RECEIVER)
    wait_until(
        lambda: receiver.published_up_to == 60 and thread.status.phase is RelayPhase.SHARING, "all are published"
    )
    monkeypatch.setattr(Connection, "ask_each", noted)
    share(ana, ANA)
    wait_until(lambda: has_all(ana, receiver), "all are taken")
    assert 0 < max(asked) < 20


def test_messages_of_other_programs_are_counted_and_left_out(share: Share, managed: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    for subject in ("despacho.north.follow_up.luis", "despacho.north.gap.luis", "despacho.north.follow_up.=zz"):
        ask(managed, subject, {"hello": "there"})
    receiver.note()
    wait_until(lambda: has_all(ana, receiver), "facts still come")
    wait_until(lambda: thread.status.set_aside == {"luis": 2, "": 1}, "they are counted")
    assert ana.unread == {"luis": 2, "": 1}
    assert "Messages of the desk “luis” that no version" in str(thread.status.text)


def test_a_full_stream_is_told_as_long_as_it_is_full_and_filled_later(share: Share, managed: NatsServer) -> None:
    receiver = FakeFacts("server")
    thread = share(receiver, RECEIVER)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    config = ask(managed, "$JS.API.STREAM.INFO.despacho-north")["config"]
    ask(managed, "$JS.API.STREAM.UPDATE.despacho-north", {**config, "max_bytes": 5000})
    for _ in range(10):
        receiver.note(body=random.Random(2).randbytes(1000))
    wait_until(lambda: "cannot store more" in str(thread.status.text), "that is told")
    away_since = thread.status.away_since
    asked = receiver.asked
    wait_until(lambda: receiver.asked > asked + 1, "it tried again")
    assert away_since is not None
    assert thread.status.away_since == away_since
    assert OtherDesks(thread.status, [("server", away_since)], away_since + HOUR, away_since).is_held_up
    ask(managed, "$JS.API.STREAM.UPDATE.despacho-north", {**config, "max_bytes": 1_000_000})
    wait_until(lambda: receiver.published_up_to == 10, "they are published")
    wait_until(lambda: thread.status.away_since is None, "that is told")
    assert "Shared with" in str(thread.status.text)


def test_a_desk_that_fills_its_part_leaves_room_for_the_others(
    share: Share, server: NatsServer, tmp_path: Path
) -> None:
    server.kill()
    server.write()
    sites = server.folder / "sites.conf"
    sites.write_text(sites.read_text().replace("max_file: 10GB", "max_file: 64MB"))
    server.start()
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    thread = share(receiver, RECEIVER)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "the streams are there")
    large = random.Random(1).randbytes(LARGEST_SHARED - 100)
    with raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis") as attacker:
        for kind in ("follow_up", "gap", "load", "again"):
            for _ in range(3000):  # 49 MB, three quarters of what the account has
                attacker.publish(f"despacho.north.{kind}.luis".encode(), large)
            attacker.flush()
            refused = attacker.ask(f"despacho.north.{kind}.luis", large)
            assert refused is not None
            assert refused["error"]["err_code"] == 10077
        held = attacker.ask("$JS.API.STREAM.INFO.despacho-north")
    assert held is not None
    assert held["state"]["bytes"] < 0.8 * held["config"]["max_bytes"] == 0.8 * 32 * 2**20
    share(ana, ANA)
    ana.notes(20)
    receiver.notes(20)
    wait_until(lambda: has_all(receiver, ana) and has_all(ana, receiver), "the others share")


def test_a_full_stream_from_which_messages_were_deleted_is_read(share: Share, managed: NatsServer) -> None:
    receiver, luis = FakeFacts("server"), FakeFacts("luis")
    share(receiver, RECEIVER)
    receiver.notes(3)
    wait_until(lambda: receiver.published_up_to == 3, "they are published")
    ask(managed, "$JS.API.STREAM.PURGE.despacho-north")
    receiver.note()
    wait_until(lambda: receiver.published_up_to == 4, "one more is published")
    fill(managed)
    late = share(luis, LUIS)
    wait_until(lambda: luis.taken != {}, "what is there was taken")
    wait_until(lambda: late.status.held_up is not None, "what was deleted cannot be asked for")
    late.stop()
    late = share(luis, LUIS)
    wait_until(lambda: late.status.held_up is not None, "after another start as well")
    make_room(managed)
    wait_until(lambda: has_all(luis, receiver), "it was asked for, and came")


def test_what_others_share_is_taken_while_nothing_can_be_published(share: Share) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    receiver.notes(3)
    wait_until(lambda: has_all(ana, receiver), "they came")
    ana.cannot_be_read = True
    wait_until(lambda: thread.status.held_up is not None, "nothing is published")
    receiver.notes(3)
    wait_until(lambda: has_all(ana, receiver), "they came all the same")
    assert thread.status.is_away


def test_a_connection_that_fails_each_time_counts_as_none(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.relaying.relay_thread._LONGEST_PAUSE", 0.5)
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    receiver.note()
    wait_until(lambda: has_all(ana, receiver), "it shares")
    ana.is_busy = True
    receiver.note()
    wait_until(lambda: thread.status.phase is RelayPhase.FAILED, "what came cannot be saved")
    away_since, asked = thread.status.away_since, ana.asked
    wait_until(lambda: ana.asked > asked + 5, "it connected again")
    assert thread.status.away_since == away_since
    assert "busy" in str(thread.status.problem)
    ana.is_busy = False
    wait_until(lambda: has_all(ana, receiver), "it came")
    wait_until(lambda: thread.status.away_since is None, "that is told")
    assert thread.status.there_since is not None


class Cluster:
    """A connection to servers of which some have just failed: requests that were given to them are not answered."""

    def __init__(self, unanswered: int) -> None:
        self.unanswered, self.server = unanswered, "relay"

    async def ask(self, _subject: str, _data: bytes = b"", **_: object) -> dict[str, Any]:
        self.unanswered -= 1
        with relay_failures(self.server):
            if self.unanswered >= 0:
                raise TimeoutError
        return {"error": {"code": 404, "err_code": 10037, "description": "no message found"}}


@pytest.mark.parametrize("code", [10002, 10023, 10027, 10028, 10047, 10077, 10122])
def test_every_error_of_a_full_server_account_or_stream_is_told_as_such(code: int) -> None:
    class Full:
        async def ask(self, _subject: str, _data: bytes = b"", **_: object) -> dict[str, Any]:
            return {"error": {"code": 503, "err_code": code, "description": "insufficient resources"}}

    with pytest.raises(RelayError, match="cannot store more"):
        asyncio.run(SiteStream(Full(), "north").stored(1))  # type: ignore[arg-type]


def test_a_request_that_a_failed_server_has_is_sent_again() -> None:
    assert asyncio.run(SiteStream(Cluster(3), "north").stored(1)) is None  # type: ignore[arg-type]
    with pytest.raises(RelayError, match="does not answer"):
        asyncio.run(SiteStream(Cluster(4), "north").stored(1))  # type: ignore[arg-type]


def test_a_desk_without_a_stream_says_who_creates_it(share: Share) -> None:
    thread = share(FakeFacts("ana"), ANA)
    wait_until(lambda: "despacho receive --relay" in str(thread.status.text), "that is told")
    share(FakeFacts("server"), RECEIVER)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")


def test_two_desks_of_one_name_are_told(share: Share) -> None:
    receiver, ana, other = FakeFacts("server"), FakeFacts("ana"), FakeFacts("ana", proof="1" * 32)
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    share(other, ANA)
    other.note()
    wait_until(lambda: "Another desk is called “ana” too" in str(thread.status.text), "that is told")


def test_what_another_desk_stored_under_the_same_identifier_hides_no_fact(share: Share, managed: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    wait_until(lambda: receiver.position is not None, "there is a stream")
    facts = [ana.note(), ana.note(), ana.note()]

    async def main() -> None:
        async with connected(Access([managed.url], ADMIN), "test") as connection:
            for fact, subject in zip(facts, ("follow_up.luis", "gap.ana", "follow_up.ana"), strict=True):
                await connection.ask(f"despacho.north.{subject}", b"x", {MESSAGE_ID: fact.identity})
            await connection.ask("$JS.API.STREAM.MSG.DELETE.despacho-north", b"")

    run_cancellable(main, Cancellation())
    share(ana, ANA)
    wait_until(lambda: has_all(receiver, ana), "all of them came")


def test_a_fact_that_was_published_before_is_stored_once(share: Share, managed: NatsServer) -> None:
    ana = FakeFacts("ana")
    share(FakeFacts("server"), RECEIVER)
    ana.notes(3)
    thread = share(ana, ANA)
    wait_until(lambda: ana.published_up_to == 3, "they are published")
    ana.forget_published()
    wait_until(lambda: thread.status.published == 6, "they are published again")
    question = {"subjects_filter": "despacho.north.follow_up.ana"}
    state = ask(managed, "$JS.API.STREAM.INFO.despacho-north", question)["state"]
    assert state["subjects"] == {"despacho.north.follow_up.ana": 3}


def test_a_message_that_a_stream_takes_none_of_holds_up_no_other(share: Share, managed: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it shares")
    config = ask(managed, "$JS.API.STREAM.INFO.despacho-north")["config"]
    ask(managed, "$JS.API.STREAM.UPDATE.despacho-north", {**config, "max_msg_size": 5000})
    ana.note(body=random.Random(3).randbytes(9000))
    ana.note()
    wait_until(lambda: len(receiver.taken) == 1, "the other came")
    assert (thread.status.too_large, thread.status.held_up) == (1, None)


def test_a_fact_that_no_desk_reads_holds_up_no_durable_acknowledgement(share: Share) -> None:
    receiver = FakeFacts("server")
    thread = share(receiver, RECEIVER)
    receiver.note(FactKind.NOTIFICATION, b"x" * 2**20)
    receiver.note(FactKind.NOTIFICATION)
    thread.when_published().result(60)
    assert (thread.status.too_large, receiver.published_up_to) == (1, 2)


def test_a_fact_that_a_bug_refuses_comes_once(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    bugs: list[object] = []
    monkeypatch.setattr("app.services.relaying.relay_session.report_unhandled", bugs.append)
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    taken = ana.take

    def take(
        facts: Sequence[SharedFact], stream: str, position: StreamPosition, unread: Mapping[str, int] | None = None
    ) -> Taken:
        if any(one.body == b"bug" for one in facts):
            raise ArithmeticError
        return taken(facts, stream, position, unread or {})

    monkeypatch.setattr(ana, "take", take)
    share(receiver, RECEIVER)
    receiver.notes(3)
    receiver.note(body=b"bug")
    receiver.notes(3)
    thread = share(ana, ANA)
    wait_until(lambda: len(ana.taken) == 6 and thread.status.problem is None, "the others came")
    assert (len(bugs), ana.unread) == (1, {"server": 1})
    thread.stop()
    thread = share(ana, ANA)
    receiver.note()
    wait_until(lambda: len(ana.taken) == 7, "it shares after another start")
    assert len(bugs) == 1


def test_all_facts_are_published_again_at_once_and_then_ever_more_rarely() -> None:
    again, published, day = AgainAsked(), [], 86_400
    for second in range(3 * day):
        again.note()
        if again.is_due(float(second)):
            published.append(second)
    assert published[:3] == [0, 30, 150]
    assert len(published) < 10
