"""With a desk's, a receiver's or no account nobody stops others, nor hides, changes or delays what they wrote."""

import json
import socket
import threading
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trustme

from app.domain.access.credentials import RelayCredentials
from app.domain.follow_ups import FollowUpEdit
from app.domain.reception.gaps import Gap, GapCause
from app.domain.relay.relay_status import RelayPhase
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.facts.file.opening import FILE_NAME
from app.facts.gaps import save_gap
from app.facts.sharing.relay_state import set_aside
from app.services.relaying.relay_thread import RelayThread
from app.store.writer import Writer
from tests.board.board_rows import board_of
from tests.cli.process import Despacho
from tests.cli.test_receive import receiving
from tests.database import connected, wait_until_derived
from tests.relay import hostile_messages
from tests.relay.conftest import context_for
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import RawClient, raw_client
from tests.relay.test_commands import notification, post
from tests.store.exchanging import Relay, SharingDesk, at
from tests.temporary_store import DAY, envio, moment
from tests.waiting import wait_until

OWN = b"despacho.north.%s.luis"
OFTEN = 1_000_000
"""Visits from this number on are those of the sender that sends all the time."""
VISITS = f"SELECT DISTINCT visit_id FROM notification WHERE visit_id < {OFTEN} ORDER BY 1"


class Sender:
    """Sends one notification after the other, until it is stopped, and notes how each was answered.

    Args:
        url: of the receiver.
    """

    def __init__(self, url: str) -> None:
        self.statuses: list[int] = []
        self._url, self._is_over = url, threading.Event()
        self._thread = threading.Thread(target=self._send)
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _send(self) -> None:
        while not self._is_over.is_set():
            self.statuses.append(post(self._url, notification(OFTEN + len(self.statuses))))


@dataclass
class Victims:
    """A receiver that acknowledges durably, and a desk that shares with it."""

    server: NatsServer
    authority: Path
    url: str
    receiver: Despacho
    ana: SharingDesk
    thread: RelayThread
    luis: dict[FactKind, SharedFact]
    bugs: list[BaseException]
    phases: list[RelayPhase]
    sender: Sender
    posted: int = 0
    noted: list[str] = field(default_factory=list)

    def attacker(self, credentials: RelayCredentials = LUIS, desk: str = "luis") -> AbstractContextManager[RawClient]:
        return raw_client(self.server.port, self.authority, credentials, desk)

    def are_unharmed(self) -> None:
        """Check that what is received and noted now comes, over the connection that there was."""
        self.posted += 1
        wait_until(lambda: post(self.url, notification(self.posted)) == 200, "it is answered 200")
        self.noted.append(f"note {self.posted}")
        self.ana.write("A1", FollowUpEdit(note=self.noted[-1]), 30)
        self.thread.publish_soon()
        wait_until(lambda: self._visits() == list(range(1, self.posted + 1)), "what was received came")
        wait_until(lambda: self.noted[-1] in self._notes(), "what was noted came")
        assert self.bugs == []
        assert {RelayPhase.CONNECTING, RelayPhase.FAILED}.isdisjoint(self.phases)
        assert (self.thread.status.problem, self.thread.status.held_up, self.thread.status.denied) == (None, None, 0)
        assert self.shipments() == [("A1", "En Reparto"), ("A2", "En Reparto")]

    def shipments(self) -> list[tuple[str, str]]:
        wait_until_derived(self.ana.store.writer)
        with connected(self.ana.store.writer.path) as db:
            sql = (
                "SELECT number, status FROM shipment s JOIN day d ON d.id = s.day_id WHERE d.carrier = ? AND d.date = ?"
            )
            return db.execute(f"{sql} ORDER BY number", (DAY.carrier, DAY.date.isoformat())).fetchall()

    def set_aside(self) -> int:
        return self.ana.store.writer.read(set_aside).result().get("luis", 0)

    def count_sent(self) -> int:
        """Count what the sender sent that the desk has."""
        with connected(self.ana.store.writer.path) as db:
            sql = "SELECT count(DISTINCT visit_id) FROM notification WHERE visit_id >= ?"
            return int(db.execute(sql, (OFTEN,)).fetchone()[0])

    def _visits(self) -> list[int]:
        with connected(self.ana.store.writer.path) as db:
            return [visit for (visit,) in db.execute(VISITS)]

    def _notes(self) -> set[str]:
        with connected(self.receiver.folder / FILE_NAME) as db:
            return {note for (note,) in db.execute("SELECT note FROM follow_up")}


@pytest.fixture(scope="module")
def victims(tmp_path_factory: pytest.TempPathFactory, authority: trustme.CA) -> Iterator[Victims]:
    folder = tmp_path_factory.mktemp("hostile")
    certificate = folder / "authority.pem"
    authority.cert_pem.write_to_path(certificate)
    bugs: list[BaseException] = []
    phases: list[RelayPhase] = []
    with ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setenv("SSL_CERT_FILE", str(certificate))
        server = NatsServer(folder / "nats", authority)
        server.write()
        server.start()
        stack.callback(server.kill)
        receiver = Despacho(folder / "server").knowing(
            DESPACHO_RELAY_URL=server.url, DESPACHO_RELAY_USER=RECEIVER.user, DESPACHO_RELAY_PASSWORD=RECEIVER.password,
            DESPACHO_SITE="north", DESPACHO_DESK="server", DESPACHO_TIME_ZONE="America/Bogota", DESPACHO_LANGUAGE="en",
            SSL_CERT_FILE=str(certificate),
        )  # fmt: skip
        url = stack.enter_context(receiving(receiver, "--relay", "--relay-durable"))
        desks = []
        for name in ("ana", "luis"):
            (folder / name).mkdir()
            desks.append(SharingDesk(stack.enter_context(Writer(folder / name / FILE_NAME)), name, Relay()))
        ana, luis = desks
        for desk in desks:
            desk.store.load({1: [envio("A1"), envio("A2")]}, at=moment(5))
        luis.write("A1", FollowUpEdit(note="of the attacker", is_called=True), 20)
        luis.store.writer.write(lambda db: save_gap(db, Gap(at(6), at(7), GapCause.CLOSED)))
        wait_until(lambda: post(url, notification(1)) == 200, "the receiver shares")
        thread = RelayThread(
            context_for(folder / "ana", server.url, ANA, "ana"),
            ana.sharing,
            lambda: phases.append(thread.status.phase),
            bugs.append,
        )
        thread.start()
        stack.callback(thread.stop)
        wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "the desk shares")
        phases.clear()
        sender = Sender(url)
        stack.callback(sender.stop)
        templates = {FactKind(one.kind): one for one in luis.publish()}
        yield Victims(server, certificate, url, receiver, ana, thread, templates, bugs, phases, sender, posted=1)


def send(attacker: RawClient, subject: bytes, messages: Iterable[bytes]) -> int:
    """Publish messages; return how many the server stored."""
    return sum(is_stored(attacker.ask(subject.decode(), data)) for data in messages)


def is_stored(answer: dict[str, object] | None) -> bool:
    return answer is not None and "stream" in answer and not answer.keys() & {"error", "duplicate"}


def test_subjects_of_others_and_of_none_are_not_taken(victims: Victims) -> None:
    with victims.attacker() as attacker:
        for subject in hostile_messages.SUBJECTS:
            attacker.publish(subject, b"x")
            attacker.publish(subject, b"x", hostile_messages.HEADERS[0], b"\xff\x0b")
            attacker.flush()
        for api in hostile_messages.API:
            for stream in ("despacho-north", "despacho-north_reception", "despacho-north_now", "KV_despacho-north"):
                assert attacker.ask(f"$JS.API.{api}.{stream}", b"{}") is None
    victims.are_unharmed()


def test_headers_say_nothing(victims: Victims) -> None:
    before, stored = victims.set_aside(), 0
    with victims.attacker() as attacker:
        for kind in (b"follow_up", b"load"):
            for headers in hostile_messages.HEADERS:
                for data in (b"", b"x"):
                    stored += is_stored(attacker.ask((OWN % kind).decode(), data, headers))
    victims.are_unharmed()
    wait_until(lambda: victims.set_aside() == before + stored, lambda: f"{victims.set_aside() - before} of {stored}")
    assert stored > 60


def test_replies_lead_no_answer_of_the_server_to_others(victims: Victims) -> None:
    with victims.attacker() as attacker:
        for reply in (
            b"_INBOX.ana.x",
            b"_INBOX.server.x",
            b"despacho.north.load.ana",
            b"$JS.API.STREAM.PURGE.x",
            b"a\x0bb",
        ):
            for subject in (OWN % b"load", OWN % b"now", b"$JS.API.STREAM.MSG.GET.despacho-north"):
                attacker.publish(subject, b'{"seq":1}', None, reply)
            attacker.flush()
        for inbox in (b"_INBOX.>", b"_INBOX.ana.>", b"_INBOX.*.x", b"despacho.>", b">", b"$JS.>", b"$KV.>"):
            attacker.send(b"SUB %s 7\r\n" % inbox)
            assert attacker.flush() != [], inbox
    victims.are_unharmed()


def test_contents_that_are_no_facts_are_set_aside(victims: Victims) -> None:
    before = victims.set_aside()
    fact = victims.luis[FactKind.FOLLOW_UP]
    with victims.attacker() as attacker:
        wait_until(lambda: attacker.ask("$JS.API.STREAM.MSG.GET.despacho-north", b'{"seq":1}'), "there is one")
        others = hostile_messages.packed(fact).replace(fact.proof.encode(), b"0" * 32)
        stored = send(attacker, OWN % b"follow_up", hostile_messages.contents(fact, others))
    assert stored > 50
    victims.are_unharmed()
    wait_until(lambda: victims.set_aside() == before + stored, lambda: f"{victims.set_aside() - before} of {stored}")


def test_facts_with_odd_fields_are_set_aside_alone(victims: Victims) -> None:
    with victims.attacker() as attacker:
        for nth, (what, fact) in enumerate(hostile_messages.odd_facts(victims.luis)):
            subject = OWN % str(fact.kind).encode()
            assert is_stored(attacker.ask(subject.decode(), hostile_messages.packed(fact))), what
            if nth % 100 == 0:
                victims.are_unharmed()
    victims.are_unharmed()


def test_what_a_desk_claims_to_handle_is_bounded(victims: Victims) -> None:
    with victims.attacker() as attacker:
        assert send(attacker, OWN % b"now", hostile_messages.told_of_now()) > 5
        assert "error" in (attacker.ask((OWN % b"now").decode(), b"x" * 70_000) or {})
    victims.are_unharmed()


def test_a_clock_that_is_wrong_decides_nothing_for_long(victims: Victims) -> None:
    with victims.attacker() as attacker:
        messages = map(hostile_messages.packed, hostile_messages.clocks(victims.luis[FactKind.FOLLOW_UP]))
        assert send(attacker, OWN % b"follow_up", messages) == 16
    victims.are_unharmed()
    with connected(victims.ana.store.writer.path) as db:
        (latest,) = db.execute("SELECT max(coalesce(decides_at, saved_at)) FROM follow_up").fetchone()
        (now,) = db.execute("SELECT strftime('%Y-%m-%dT%H:%M:%S', 'now', '+3 minutes')").fetchone()
    assert latest < now


def test_who_asks_for_all_facts_again_and_again_gets_them_once(victims: Victims) -> None:
    with victims.attacker() as attacker:
        asked = send(attacker, OWN % b"again", (b"%d" % nth for nth in range(300)))
        victims.are_unharmed()
        state = json.loads(json.dumps(attacker.ask("$JS.API.STREAM.INFO.despacho-north", b"")))["state"]
        send(attacker, OWN % b"again", (b"x%d" % nth for nth in range(300)))
        victims.are_unharmed()
        later = json.loads(json.dumps(attacker.ask("$JS.API.STREAM.INFO.despacho-north", b"")))["state"]
    assert asked == 300
    assert later["messages"] - state["messages"] < 300 + 20


def test_facts_under_another_origin_or_identifier_hide_nothing(victims: Victims) -> None:
    with victims.attacker() as attacker:
        state = (attacker.ask("$JS.API.STREAM.INFO.despacho-north", b"") or {})["state"]
        for sequence in range(max(state["first_seq"], state["last_seq"] - 30), state["last_seq"] + 1):
            stored = attacker.ask("$JS.API.STREAM.MSG.GET.despacho-north", b'{"seq":%d}' % sequence)
            if stored is None or "message" not in stored:
                continue
            headers = b64decode(stored["message"].get("hdrs", "")) or None
            data = b64decode(stored["message"].get("data", ""))
            attacker.ask((OWN % b"follow_up").decode(), data, headers)
    victims.are_unharmed()


def test_who_has_no_account_or_says_none_of_the_protocol_stops_nobody(victims: Victims) -> None:
    for credentials in (
        RelayCredentials("north-ana", "x"),
        RelayCredentials("", ""),
        RelayCredentials("x" * 9999, "y"),
    ):
        with victims.attacker(credentials) as attacker, pytest.raises(OSError):  # noqa: PT011 - the server hangs up
            attacker.flush_for_ever()
    for junk in (
        b"",
        b"\xff" * 999,
        b"GET / HTTP/1.1\r\n\r\n",
        b"CONNECT {}\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"x" * 99_999,
    ):
        with socket.create_connection(("localhost", victims.server.port), 5) as connection:
            connection.sendall(junk)
    victims.are_unharmed()


def test_a_receivers_account_can_neither_change_streams_nor_stop_anybody(victims: Victims) -> None:
    names = "despacho-north", "despacho-north_reception", "despacho-north_now", "KV_despacho-north"
    with victims.attacker(RECEIVER, "server") as attacker:
        for name in names:
            for config in (
                {},
                {"subjects": ["despacho.>"]},
                {"republish": {"src": ">", "dest": "despacho.north.load.ana"}},
            ):
                answer = attacker.ask(f"$JS.API.STREAM.CREATE.{name}", json.dumps({"name": name, **config}).encode())
                assert answer is None or "error" in answer or not answer.get("did_create"), answer
            for api in ("DELETE", "PURGE", "UPDATE", "MSG.DELETE"):
                assert attacker.ask(f"$JS.API.STREAM.{api}.{name}", b"{}") is None
        for name in ("despacho-north_x", "other"):
            assert attacker.ask(f"$JS.API.STREAM.CREATE.{name}", json.dumps({"name": name}).encode()) is None
        for kind in (b"notification", b"listening"):
            subject = b"despacho.north.%s.server" % kind
            for headers in hostile_messages.HEADERS[:20]:
                attacker.publish(subject, b"x", headers)
            attacker.flush()
            fact = victims.luis[FactKind.FOLLOW_UP]
            send(attacker, subject, hostile_messages.contents(fact, b"x"))
    victims.are_unharmed()


def noted_in(path: Path) -> set[str]:
    with connected(path) as db:
        return {note for (note,) in db.execute("SELECT note FROM follow_up")}


def test_a_new_desk_and_a_board_that_is_derived_again_show_what_honest_desks_wrote(
    victims: Victims, tmp_path: Path
) -> None:
    victims.are_unharmed()
    with Writer(tmp_path / FILE_NAME) as writer:
        new, bugs = SharingDesk(writer, "luis", Relay()), list[BaseException]()
        thread = RelayThread(
            context_for(tmp_path, victims.server.url, LUIS, "luis"), new.sharing, lambda: None, bugs.append
        )
        thread.start()
        try:
            wait_until(lambda: thread.status.phase is RelayPhase.SHARING, "it has read all")
            wait_until_derived(writer)
            wait_until(lambda: len(board_of(writer.path)["shipment"]) >= 2, "loads of the day are merged")
            wait_until(lambda: noted_in(writer.path).issuperset(victims.noted), "notes are merged")
            with connected(writer.path) as db:
                visits = [visit for (visit,) in db.execute(VISITS)]
            assert visits == list(range(1, victims.posted + 1))
        finally:
            thread.stop()
        assert bugs == []


def test_at_least_two_hundred_kinds_are_sent_and_notifications_answered_throughout(victims: Victims) -> None:
    victims.are_unharmed()
    victims.sender.stop()
    statuses = victims.sender.statuses
    assert set(statuses) == {200}
    assert len(statuses) > 20
    wait_until(lambda: victims.count_sent() == len(statuses), "the desk has all of them")
    assert len(hostile_messages.kinds(victims.luis)) >= 200
