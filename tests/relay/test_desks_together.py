"""What desks tell each other of this moment: who handles what, and who loads for all."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain.relay.relay_status import RelayPhase
from app.facts.file.opening import FILE_NAME
from app.services.relaying.relay_thread import RelayThread
from app.services.relaying.sharing import Sharing
from app.store.writer import Writer
from tests.relay.conftest import Share, context_for
from tests.relay.fake_facts import FakeFacts
from tests.relay.nats_servers import ANA, LUIS, RECEIVER, NatsServer
from tests.relay.raw_client import raw_client
from tests.relay.test_streams import ADMIN_LINE, ask
from tests.temporary_store import DAY, Store, envio
from tests.waiting import wait_until

ROW, OTHER = frozenset(["shipment T 2026-11-20 1"]), frozenset(["visit 7"])
HOUR = timedelta(hours=1)


def together(share: Share) -> tuple[RelayThread, RelayThread]:
    """Two desks that are connected."""
    share(FakeFacts("server"), RECEIVER)
    threads = share(FakeFacts("ana"), ANA), share(FakeFacts("luis"), LUIS)
    wait_until(lambda: all(one.status.phase is RelayPhase.SHARING for one in threads), "all are connected")
    return threads


def test_what_is_handled_at_a_desk_is_known_at_the_other_until_it_ends(share: Share) -> None:
    ana, luis = together(share)
    ana.tell(ROW)
    began = datetime.now(UTC)
    wait_until(lambda: luis.handled_by(ROW | OTHER) is not None, "the other desk knows")
    holder = luis.handled_by(ROW | OTHER)
    assert holder is not None
    assert holder.name.endswith("(ana)")
    assert began <= holder.since <= datetime.now(UTC)
    assert luis.handled_by(OTHER) is None
    assert ana.handled_by(ROW) is None
    ana.tell(OTHER)
    wait_until(lambda: luis.handled_by(OTHER) is not None, "the other desk knows")
    assert luis.handled_by(ROW) is None
    ana.tell(frozenset())
    wait_until(lambda: luis.handled_by(OTHER) is None, "it has ended")


def test_what_a_desk_says_that_it_handles_is_not_read_if_it_is_too_long(
    share: Share, server: NatsServer, tmp_path: Path
) -> None:
    server.kill()
    server.write(ADMIN_LINE)
    server.start()
    receiver, ana = share(FakeFacts("server"), RECEIVER), share(FakeFacts("ana"), ANA)
    wait_until(lambda: ana.status.phase is RelayPhase.SHARING, "it is connected")
    stream = ask(server, "$JS.API.STREAM.INFO.despacho-north_now")["config"]
    ask(server, "$JS.API.STREAM.UPDATE.despacho-north_now", {**stream, "max_msg_size": 1_000_000})
    with raw_client(server.port, tmp_path / "authority.pem", LUIS, "luis") as luis:
        said = json.dumps({"user": "luis", "cases": [*ROW], "more": "x" * 70_000}).encode()
        assert "stream" in (luis.ask("despacho.north.now.luis", said) or {})
    ana.tell(OTHER)
    wait_until(lambda: receiver.handled_by(OTHER) is not None, "what came after it is known")
    assert receiver.handled_by(ROW) is None


def test_a_desk_that_connects_again_tells_it_again(share: Share, server: NatsServer) -> None:
    ana, luis = together(share)
    ana.tell(ROW)
    wait_until(lambda: luis.handled_by(ROW) is not None, "the other desk knows")
    server.kill()
    wait_until(lambda: ana.status.phase is RelayPhase.FAILED, "the connection is lost")
    ana.tell(OTHER)
    server.start()
    wait_until(lambda: luis.handled_by(OTHER) is not None, "the other desk knows")


def test_of_desks_that_are_about_to_do_the_same_one_does_it(share: Share) -> None:
    desks = together(share)
    for what in ("load T 2026-11-20", "load T 2026-11-21"):
        with ThreadPoolExecutor() as pool:
            turns = [pool.submit(one.take_turn, what, HOUR) for one in desks]
        assert sorted(one.result() for one in turns) == [False, True]


def test_a_turn_is_kept_by_who_has_it_and_passes_on_once_it_is_over(share: Share) -> None:
    ana, luis = together(share)
    assert ana.take_turn("load", HOUR)
    assert ana.take_turn("load", HOUR)
    assert not luis.take_turn("load", HOUR)
    wait_until(lambda: luis.take_turn("load", timedelta(milliseconds=1)), "her turn is over")
    assert not ana.take_turn("load", HOUR)


def test_without_the_relay_every_desk_does_it(share: Share, server: NatsServer) -> None:
    ana, luis = together(share)
    assert ana.take_turn("load", HOUR)
    server.kill()
    wait_until(lambda: luis.status.phase is RelayPhase.FAILED, "the connection is lost")
    assert luis.take_turn("load", HOUR)


class Greedy:
    """A connection over which another desk takes every turn."""

    def take_turn(self, _what: str, _lasts: timedelta) -> bool:
        return False

    def publish_soon(self) -> None:
        """Publish nothing."""


def test_who_takes_every_turn_and_loads_nothing_is_not_waited_for(tmp_path: Path) -> None:
    with Writer(tmp_path / FILE_NAME) as writer:
        sharing = Sharing(context_for(tmp_path, "", ANA), writer, lambda: None, lambda: None, lambda _bug: None)
        sharing._thread = Greedy()  # type: ignore[assignment]
        turns = [sharing.is_turn_of_load(DAY, 60) for _ in range(4)]
        Store(writer).load({1: [envio("A1")]})
        turns += [sharing.is_turn_of_load(DAY, 60) for _ in range(3)]
    assert turns == [False, False, True, False, False, False, True]
