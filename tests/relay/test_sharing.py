"""Folders that share their facts over a real server with the shipped configuration."""

import random
from datetime import UTC, datetime, timedelta

from app.domain.relay.relay_status import RelayPhase
from app.domain.relay.shared_fact import FactKind
from app.facts.file.database import utc_text
from tests.relay.conftest import Share
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.waiting import wait_until


def has_all(reader: FakeFacts, *writers: FakeFacts) -> bool:
    return reader.taken == {one.identity: one for writer in writers for one in writer.own}


def test_what_one_desk_notes_is_on_the_other(share: Share) -> None:
    receiver, ana, luis = FakeFacts("server"), FakeFacts("ana"), FakeFacts("luis")
    threads = [share(receiver, RECEIVER), share(ana, ANA), share(luis, LUIS)]
    wait_until(lambda: all(one.status.phase is RelayPhase.SHARING for one in threads), "all are connected")
    receiver.note(FactKind.NOTIFICATION, b'{"note": "\xc3\xb1"}' * 500)
    ana.note()
    threads[1].publish_soon()
    wait_until(lambda: len(luis.taken) > 0, "the note came")
    wait_until(lambda: has_all(ana, receiver) and has_all(luis, receiver, ana), "all have all")
    assert all(one.status.warnings == [] for one in threads)


def test_a_week_away_comes_in_order_and_once(share: Share) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    receiver.notes(3000)
    share(receiver, RECEIVER)
    wait_until(lambda: receiver.published_up_to == 3000, "published")
    ana.notes(100)
    thread = share(ana, ANA)
    wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
    assert list(ana.taken) == [one.identity for one in receiver.own]
    assert thread.status.applied == 3000


def test_a_desk_whose_clock_is_ahead_is_named_until_that_is_set_right(share: Share) -> None:
    ana, luis = FakeFacts("ana"), FakeFacts("luis")
    share(FakeFacts("server"), RECEIVER)
    thread, ahead = share(ana, ANA), share(luis, LUIS)
    luis.note(FactKind.LOAD, made_at=utc_text(datetime.now(UTC) + timedelta(hours=1)))
    wait_until(lambda: thread.status.ahead_desk == "luis", "the load came")
    assert "desk “luis” is 60 minutes ahead" in str(thread.status.text)
    luis.note()  # of an earlier day: it says nothing of the clock of today
    wait_until(lambda: len(ana.taken) == 2, "the note came")
    assert thread.status.ahead_desk == "luis"
    assert ahead.status.ahead_desk == ""
    luis.note(FactKind.LOAD, made_at=utc_text(datetime.now(UTC)))
    wait_until(lambda: thread.status.warnings == [], "that is over")


def test_a_server_that_was_killed_loses_nothing(share: Share, server: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    thread = share(ana, ANA)
    for _ in range(3):
        receiver.notes(200)
        wait_until(lambda: len(ana.taken) > len(receiver.own) - 200, "some came")
        server.kill()
        receiver.notes(200)
        ana.notes(10)
        wait_until(lambda: thread.status.phase is RelayPhase.FAILED, "that is told")
        assert thread.status.away_since is not None
        server.start()
    wait_until(lambda: has_all(ana, receiver) and has_all(receiver, ana), "both have all")
    wait_until(lambda: thread.status.away_since is None, "that is over")


def test_a_store_that_is_busy_takes_the_facts_later(share: Share) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana", is_busy=True)
    share(receiver, RECEIVER)
    receiver.note()
    thread = share(ana, ANA)
    wait_until(lambda: str(thread.status.text) == "busy", "that is told")
    ana.is_busy = False
    wait_until(lambda: has_all(ana, receiver), "it came")


def test_a_desk_cannot_publish_a_notification_and_its_follow_ups_are_shared_all_the_same(share: Share) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    ana.note(FactKind.NOTIFICATION)
    ana.note(FactKind.LISTENING)
    shared = ana.note()
    thread = share(ana, ANA)
    wait_until(lambda: list(receiver.taken) == [shared.identity], "the follow-up came")
    wait_until(lambda: thread.status.denied == 1, "that is told")  # that it listened need not be known
    assert "Only a receiver's credentials permit notifications" in str(thread.status.text)


def test_a_fact_that_is_too_large_holds_up_nothing(share: Share, server: NatsServer) -> None:
    server.kill()
    server.changes = {"max_payload: 2MB\nmax_pending": "max_payload: 64KB\nmax_pending"}
    server.write()
    server.start()
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    ana.note(FactKind.LOAD, bytes(range(256)) * 40)
    ana.note(FactKind.LOAD, random.Random(1).randbytes(100_000))
    ana.note()
    thread = share(ana, ANA)
    wait_until(lambda: len(receiver.taken) == 2, "the others came")
    wait_until(lambda: thread.status.too_large == 1, "that is counted")
    wait_until(lambda: "too large for the relay" in str(thread.status.text), "that is told")


def test_whoever_acknowledges_durably_waits_for_the_stream(share: Share, server: NatsServer) -> None:
    receiver = FakeFacts("server")
    thread = share(receiver, RECEIVER)
    receiver.note(FactKind.NOTIFICATION)
    thread.when_published().result(60)
    assert receiver.published_up_to == 1
    server.kill()
    receiver.note(FactKind.NOTIFICATION)
    waiting = thread.when_published()
    wait_until(lambda: thread.status.phase is RelayPhase.FAILED, "the relay is gone")
    assert not waiting.done()
    server.start()
    waiting.result(60)
    assert receiver.published_up_to == 2


def test_what_the_relay_never_takes_is_not_acknowledged_durably(share: Share, server: NatsServer) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    share(receiver, RECEIVER)
    ana.note(FactKind.NOTIFICATION)
    thread = share(ana, ANA)
    wait_until(lambda: thread.status.denied == 1, "that is told")
    waiting = thread.when_published()
    ana.note()
    thread.publish_soon()
    wait_until(lambda: ana.published_up_to == 2, "what comes after it is published")
    assert not waiting.done()
    server.kill()
    sites = server.folder / "sites.conf"
    sites.write_text(sites.read_text().replace('deny: ["despacho.*.notification.>", "despacho.*.listening.>"]', ""))
    server.start()
    waiting.result(60)
    wait_until(lambda: has_all(receiver, ana), "it is on the relay once that permits it")


def test_large_facts_are_taken_in_portions(share: Share) -> None:
    receiver, ana = FakeFacts("server"), FakeFacts("ana")
    bodies = [b'{"nth": %d, "text": "%s"}' % (nth, b"x" * 700_000) for nth in range(6)]
    share(receiver, RECEIVER)
    for body in bodies:
        ana.note(body=body)
    share(ana, ANA)
    wait_until(lambda: has_all(receiver, ana), "all are taken")
    assert receiver.taken_at_once < 1_500_000
