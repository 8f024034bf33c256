"""What may go wrong between desks: nothing is lost, and each thing is told."""

import json
import shutil
import zlib
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.days import CarrierAnswer
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.recovery import Recovery
from app.domain.reception.refusals import WrongTokens
from app.domain.relay.shared_fact import FactKind, SharedFact, heard_by
from app.facts.file.database import utc_text
from app.facts.file.opening import FILE_NAME
from app.facts.gaps import Heartbeat, save_gap, save_heartbeat
from app.facts.loads.day_answer import DayAnswer
from app.facts.recovery.recovery_log import save_recovery
from app.facts.sharing import shared_loads
from app.facts.sharing.receiver_times import receivers_that_heard
from app.facts.sharing.relay_state import StreamPosition, set_aside
from app.store.exchange import count_newer
from app.store.retention import purge
from app.store.save_day import save_day
from app.store.sharing import SharedFactStore
from app.store.writer import Writer
from tests.database import connected
from tests.store.desks import note
from tests.store.exchanging import SharingDesk, at, exchange, sharing_desks
from tests.temporary_store import DAY, aviso, envio, moment

DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}


def of_kind(facts: list[SharedFact], kind: FactKind) -> list[SharedFact]:
    return [one for one in facts if one.kind == kind]


def test_the_position_is_saved_with_the_facts(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        assert south.sharing.consumed("") is None
        north.store.post(aviso(7, "07:20:00"))
        north.publish()
        south.sharing.take(north.relay, "", StreamPosition("first", 41, "10:00"))
        south.sharing.take((), "other", StreamPosition("second", 7))
        assert south.sharing.consumed("") == StreamPosition("first", 41, "10:00")


def test_published_facts_are_published_again_once_the_stream_is_another_one(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1")
        north.store.post(aviso(7, "07:20:00"))
        north.write("A1", note("called"), 30)
        told = north.publish()
        assert north.publish() == []
        south.take_facts()
        north.sharing.forget_published()
        assert north.publish() == told
        assert south.take_facts(told).applied == 0
        assert south.publish() == []  # what came from others


def test_what_only_a_newer_version_reads_is_kept_until_then(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(aviso(7, "07:20:00"))
        (fact,) = north.publish()
        newer = replace(fact, body=json.dumps(json.loads(fact.body) | {"version": 2}).encode())
        other = replace(fact, identity="other", kind="weather")
        taken = south.take_facts([newer, other, other])
        assert (taken.newer, taken.applied, taken.refused) == (3, 0, {})
        writer = south.store.writer
        assert writer.read(count_newer).result() == 2
        with connected(writer.path) as db:
            db.execute("UPDATE newer_fact SET body = ?, kind = 'notification'", (zlib.compress(fact.body),))
            db.commit()
        updated = SharedFactStore(writer, "south")
        updated.outgoing(10)
        assert writer.read(count_newer).result() == 0
        assert len(south.board()["visit"]) == 1


@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b'{"version": 1}', b'{"version": "1"}', b"[" * 100_000])
@pytest.mark.parametrize("kind", FactKind)
def test_what_no_version_wrote_is_refused_and_what_comes_after_it_is_taken(
    tmp_path: Path, kind: FactKind, body: bytes
) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(aviso(7, "07:20:00"))
        (fact,) = north.publish()
        bad = SharedFact("bad", kind, "f" * 32, fact.made_at, body, "north")
        taken = south.take_facts([bad, fact])
        assert taken.refused == {"north": 1}
        assert taken.applied == 1
        assert south.store.writer.read(set_aside).result() == {"north": 1}


def test_a_load_waits_for_the_one_before_it(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.load({1: [envio("A1"), envio("A2")]})
        first = north.publish()
        north.store.load({1: [envio("A1", **DELIVERED), envio("A2")]})
        second = north.publish()
        south.take_facts(second)
        assert south.board()["shipment"] == []
        south.take_facts(first)
        assert south.board() == north.board()


def test_a_whole_answer_comes_again_after_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.facts.sharing.merged_day.MOST_AFTER", 2)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        for nth in range(6):
            north.store.load({1: [envio("A1", peso=nth), envio("A2")]})
            north.publish()
        after = [json.loads(one.body)["after"] is None for one in north.relay]
        assert after == [True, False, False, True, False, False]
        south.take_facts(north.relay[3:])
        assert [row[0] for row in south.board()["good_load"]] == ["ANDINA-BOG 2026-11-20"] * 3
        south.take_facts(north.relay[:3])
        assert south.board() == north.board()


def test_a_whole_answer_comes_again_where_what_it_no_longer_lists_would_make_it_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.facts.sharing.answers._LARGEST", 4000)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        for nth in range(6):
            north.store.load({1: [envio(f"A{nth}", destinatario="x" * 1000)]})
            north.publish()
        after = [json.loads(one.body)["after"] is None for one in north.relay]
        assert after == [True, False, False, True, False, False]
        south.take_facts()
        assert south.board() == north.board()


def test_a_load_too_large_for_a_message_comes_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_loads, "_PART", 100)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.load({nth: [envio(f"A{nth}", destinatario=f"{nth:x}" * nth)] for nth in range(1, 30)})
        told = north.publish()
        assert len(told) > 3
        assert all(len(b64decode(json.loads(one.body)["packed"])) <= 100 for one in told)
        for fact in reversed(told):
            assert south.board()["shipment"] == []
            south.take_facts([fact])
        assert south.board() == north.board()


def test_a_load_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as (north, south, east):
        north.store.load({1: [envio("A1")]}, at=moment(1))
        (broken,) = north.publish()
        east.store.load({1: [envio("A2")]}, at=moment(2))
        east.publish()
        said = json.loads(broken.body) | {"packed": "AAAA"}
        south.take_facts([replace(broken, body=json.dumps(said).encode()), east.relay[-1]])
        assert south.board() == east.board()


def test_what_differs_from_a_load_that_cannot_be_read_waits_for_a_whole_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.facts.sharing.merged_day.MOST_AFTER", 2)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        for nth in range(3):
            north.store.load({1: [envio("A1", peso=nth), envio("A2", nota=f"n{nth}")]}, at=moment(nth))
            north.publish()
        first, broken, later = north.relay
        said = json.loads(broken.body) | {"packed": "AAAA"}
        south.take_facts([first, replace(broken, body=json.dumps(said).encode()), later])
        assert len(south.board()["good_load"]) == 1
        north.store.load({1: [envio("A1", peso=7), envio("A2", nota="n7")]}, at=moment(7))
        south.take_facts(north.publish())
        assert south.board()["shipment"] == north.board()["shipment"]


def test_an_own_load_that_cannot_be_read_is_followed_by_a_whole_answer(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.load({1: [envio("A1"), envio("A2")]}, at=moment(1))
        north.publish()
        north.store.load({1: [envio("A1", peso=2), envio("A2")]}, at=moment(2))
        north.publish()
        with connected(north.store.writer.path) as db:
            db.execute("UPDATE shared_load SET packed = x'00' WHERE id = (SELECT max(id) FROM shared_load)")
        north.store.load({1: [envio("A1", peso=3), envio("A2")]}, at=moment(3))
        (last,) = north.publish()
        assert json.loads(last.body)["after"] is None
        south.take_facts(north.relay)
        assert south.board()["shipment"] == north.board()["shipment"]


def test_days_loaded_before_desks_shared_become_equal(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, _ = desks
        north.store.load({1: [envio("A1"), envio("A2")]}, at=moment(1))
        north.store.load({1: [envio("A2", **DELIVERED), envio("A1", destinatario="Ana")]}, at=moment(3))
        south.store.load({1: [envio("A1", **DELIVERED)], 2: [envio("B1")]}, at=moment(2))
        exchange(desks)
        boards = [desk.board() for desk in desks]
        assert boards[0] == boards[1] == boards[2]
        assert len(boards[0]["good_load"]) == 3


def test_two_answers_without_manifests_confirm_each_other_across_desks(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as desks:
        north, south = desks
        north.store.load({1: [envio("A1")]}, at=moment(1))
        exchange(desks)
        for desk, minute in ((north, 2), (south, 3)):
            writer = desk.store.writer
            save_day(writer, DayAnswer(writer.path, DAY), moment(minute), CarrierAnswer.NOT_FOUND)
            exchange(desks)
        assert north.board() == south.board()
        assert [one[5] is None for one in north.board()["shipment"]] == [False]


def heard(desk: SharingDesk, since: datetime, until: datetime) -> None:
    """Have a desk's receiver beat at both times; what is between is no gap."""
    for moment_of in (since, until):
        desk.store.writer.write(lambda db, one=moment_of: save_heartbeat(db, Heartbeat(one, desk.name, 8750)))  # type: ignore[misc]


def test_a_gap_in_which_another_receiver_heard_missed_nothing(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "desk", "server") as desks:
        desk, server = desks
        heard(server, at(8), at(12))
        desk.store.writer.write(lambda db: save_gap(db, Gap(at(9), at(11), GapCause.CLOSED)))
        desk.store.writer.write(lambda db: save_gap(db, Gap(at(11), at(13), GapCause.ASLEEP)))
        exchange(desks)
        with Reader.opened(desk.store.writer.path) as reader:  # it listened, but does the provider send to it?
            assert [one.heard_by for one in reader.gaps()] == ["", ""]
        server.store.post(aviso(7, "07:20:00"))
        exchange(desks)
        with Reader.opened(desk.store.writer.path) as reader:
            assert [one.heard_by for one in reader.gaps()] == ["", "server"]
            assert [one[2] for one in reader.exported_gaps(DAY.date)] == ["asleep"]
        heard(server, at(13), at(14))
        exchange(desks)
        with Reader.opened(desk.store.writer.path) as reader:
            assert [one.heard_by for one in reader.gaps()] == ["server", "server"]
            assert list(reader.exported_gaps(DAY.date)) == []
        server.store.writer.write(lambda db: save_gap(db, Gap(at(10), at(10, 30), GapCause.UNREACHABLE)))
        exchange(desks)
        with Reader.opened(desk.store.writer.path) as reader:
            assert [(one.heard_by, one.desk) for one in reader.gaps()] == [("server", ""), ("", ""), ("", "server")]


def test_what_one_receiver_refused_is_missing_though_another_heard(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "desk", "server") as desks:
        desk, server = desks
        heard(server, at(8), at(12))
        server.store.post(aviso(7, "07:20:00"))
        for gap in (Gap(at(9), at(10), GapCause.CLOSED), Gap(at(10), at(11), GapCause.REFUSED)):
            desk.store.writer.write(lambda db, one=gap: save_gap(db, one))  # type: ignore[misc]
        exchange(desks)
        with Reader.opened(desk.store.writer.path) as reader:
            assert [(one.cause, one.heard_by) for one in reader.gaps()] == [("refused", ""), ("closed", "server")]
            assert [one[2] for one in reader.exported_gaps(DAY.date)] == ["refused"]


def test_a_gap_of_the_receiver_that_a_desk_relies_on_is_a_gap_there_too(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "desk", "server", "own") as desks:
        desk, server, own = desks
        for receiver, visit in ((server, 7), (own, 8)):
            heard(receiver, at(8), at(9))
            receiver.store.post(aviso(visit, "07:20:00"))
        server.store.writer.write(lambda db: save_gap(db, Gap(at(9), at(11), GapCause.CLOSED)))
        for reached, missed in ((at(10, 30), [("closed", "server")]), (at(11, 30), [])):
            heard(own, at(9), reached)
            exchange(desks)
            for one in (desk, own):
                with Reader.opened(one.store.writer.path) as reader:
                    assert [(gap.cause, gap.desk) for gap in reader.gaps()] == missed
                    assert [gap[2] for gap in reader.exported_gaps(DAY.date)] == [cause for cause, _ in missed]


def test_a_gap_of_a_receiver_to_which_the_provider_sends_nothing_is_none_elsewhere(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "server", "laptop") as desks:
        server, laptop = desks
        for receiver in desks:
            heard(receiver, at(8), at(9))
        exchange(desks)
        refused = Heartbeat(at(9), "server", 8750, WrongTokens((at(9),), refused_since=at(9)))
        server.store.writer.write(lambda db: save_heartbeat(db, refused))
        laptop.store.writer.write(lambda db: save_gap(db, Gap(at(9), at(11), GapCause.CLOSED)))
        exchange(desks)
        for desk, causes in ((server, []), (laptop, ["closed"])):
            with Reader.opened(desk.store.writer.path) as reader:
                assert [gap.cause for gap in reader.gaps()] == causes


def test_gaps_that_missed_nothing_leave_the_others_their_places_in_the_list(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "server", "laptop") as desks:
        server, laptop = desks
        heard(laptop, at(8), at(9))
        server.store.writer.write(lambda db: save_gap(db, Gap(at(8), at(9), GapCause.CLOSED)))
        for minute in range(60):
            gap = Gap(at(10, minute), at(10, minute) + timedelta(seconds=30), GapCause.CLOSED)
            laptop.store.writer.write(lambda db, gap=gap: save_gap(db, gap))  # type: ignore[misc]
        exchange(desks)
        with Reader.opened(server.store.writer.path) as reader:
            assert [gap.since for gap in reader.gaps()] == [at(8)]


def test_whether_a_gap_counts_does_not_depend_on_which_is_asked_first(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "desk", "server") as desks:
        desk, server = desks
        heard(server, at(8), at(23) + timedelta(days=1))
        server.store.post(aviso(7, "07:20:00"))
        exchange(desks)
        with connected(desk.store.writer.path) as db:
            (received_at,) = db.execute("SELECT received_at FROM notification").fetchone()
            received = datetime.fromisoformat(received_at)
            soon, later = (
                (utc_text(received + hours), utc_text(received + hours + timedelta(minutes=1)), "")
                for hours in (timedelta(hours=23, minutes=30), timedelta(hours=24, minutes=30))
            )
            assert receivers_that_heard(db, [soon, later]) == receivers_that_heard(db, [later, soon])[::-1]


def test_a_receiver_heard_a_gap_that_its_periods_cover_whole() -> None:
    gap = at(9), at(11)
    assert heard_by(gap, [(at(8), at(10)), (at(10), at(12))], [])
    assert not heard_by(gap, [(at(8), at(10)), (at(10, 1), at(12))], [])
    assert not heard_by(gap, [(at(8), at(12))], [(at(10), at(10, 1))])
    assert heard_by(gap, [(at(8), at(12))], [(at(11), at(12))])
    assert not heard_by(gap, [], [])


def test_old_facts_of_other_desks_are_removed_and_new_ones_are_published_afterwards(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as desks:
        north = desks[0]
        heard(north, at(8), at(9))
        north.store.load({1: [envio("A1")]})
        north.store.post(aviso(7, "07:20:00", "completada", "A1"), aviso(8, "07:21:00"))
        north.store.writer.write(lambda db: save_gap(db, Gap(at(6), at(7), GapCause.CLOSED)))
        exchange(desks)
        for desk in desks:
            purge(desk.store.writer, at(13) + timedelta(days=100), lambda _seconds: False)
            board = desk.board()
            assert (board["shipment"], board["visit"]) == ([], [])
            with connected(desk.store.writer.path) as db:
                for table in ("shared_load", "load", "notification", "gap", "receiver_time"):
                    assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
        north.store.post(aviso(9, "07:22:00"))
        assert len(of_kind(north.publish(), FactKind.NOTIFICATION)) == 1


def test_a_restored_store_is_another_origin_and_neither_loses_nor_doubles_anything(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, _ = desks
        north.load("A1")
        north.store.post(aviso(7, "07:20:00", "falso_flete", "A1"))
        north.write("A1", note("called"), 30)
        exchange(desks)
        before = north.sharing.identity()
        recovery = Recovery(datetime.now(UTC), "tried", "facts.sqlite", None, 0, 0, at(6), True)

        def restore(db: object) -> None:
            db.execute("COMMIT")  # type: ignore[attr-defined]
            save_recovery(db, recovery)  # type: ignore[arg-type]
            db.execute("BEGIN")  # type: ignore[attr-defined]

        north.store.writer.write(restore)
        assert north.sharing.identity() != before
        north.sharing.forget_published()
        north.write("A1", note("called again"), 31)
        north.store.load({1: [envio("A1", **DELIVERED)]}, at=moment(40))
        exchange(desks)
        south.write("A1", note("at home"), 32)
        exchange(desks)
        boards = [desk.board() for desk in desks]
        assert boards[0] == boards[1] == boards[2]
        assert [row[8] for row in boards[0]["follow_up"]] == ["called", "called again", "at home"]


def test_an_older_copy_of_a_folder_counts_as_another_desk(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "south") as (south,):
        relay = south.relay
        (tmp_path / "north").mkdir()
        with Writer(tmp_path / "north" / FILE_NAME) as writer:
            north = SharingDesk(writer, "north", relay)
            north.load("A1")
            north.write("A1", note("before"), 30)
            north.publish()
        shutil.copytree(tmp_path / "north", tmp_path / "copy")
        with Writer(tmp_path / "north" / FILE_NAME) as writer:
            north = SharingDesk(writer, "north", relay)
            north.write("A1", note("lost here"), 31)
            north.store.load({1: [envio("A1", **DELIVERED)]}, at=moment(35))
            north.publish()
            before = north.sharing.identity()
        with Writer(tmp_path / "copy" / FILE_NAME) as writer:
            copy = SharingDesk(writer, "copy", relay)
            copy.write("A1", note("of the copy"), 32)
            copy.take_facts()
            assert copy.sharing.identity() != before
            copy.publish()
            copy.take_facts()
            south.take_facts(relay)
            assert copy.board() == south.board()
            assert [row[8] for row in south.board()["follow_up"]] == ["before", "lost here", "of the copy"]
