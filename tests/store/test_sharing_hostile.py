"""What another desk tells is taken within bounds, under its own name, and set aside alone where no version wrote it."""

import json
import tracemalloc
import zlib
from base64 import b64encode
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.notifications import content_of
from app.domain.days import Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.relay.shared_fact import FactKind, SharedFact
from app.domain.settings import Settings
from app.facts import save_notification
from app.facts.file.database import utc_text
from app.facts.loads.comparison import compare
from app.facts.sharing import answers, merged_day, shared_loads
from app.facts.sharing.answers import WholeAnswer
from app.facts.sharing.relay_state import StreamPosition, begin_epoch, set_aside
from app.facts.sharing.shared_loads import take_load
from app.follow_ups import shared_follow_ups
from app.store import exchange
from app.store.exchange import count_newer
from tests.database import connected, wait_until_derived
from tests.relay.hostile_messages import bomb, odd_loads, repeated_manifest
from tests.steps import steps_of
from tests.store.exchanging import SharingDesk, sharing_desks
from tests.temporary_store import DAY, aviso, envio, moment


def set_aside_of(desk: SharingDesk) -> dict[str, int]:
    return desk.sharing.writer.read(set_aside).result()


def answer_of(*lines: object) -> bytes:
    """Return an answer as a desk shares it."""
    return zlib.compress("\n".join(map(json.dumps, lines)).encode())


def changed(fact: SharedFact, **fields: object) -> SharedFact:
    body = json.dumps(json.loads(fact.body) | fields).encode()
    return replace(fact, body=body, identity=str(hash(body)))


def test_loads_that_no_carrier_answered_are_set_aside_alone_and_the_day_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.sharing._LONG", 600)
    with sharing_desks(tmp_path, "north", "south", "luis") as (north, south, luis):
        north.store.load({1: [envio("A1"), envio("A2")]}, at=moment(5))
        luis.store.load({1: [envio("A1"), envio("A2")]}, at=moment(6))
        (load,) = luis.publish()
        north.publish()
        south.take_facts(north.relay)
        before = south.board()["shipment"]
        for count, packed in enumerate(odd_loads(), 1):
            told = changed(load, packed=b64encode(packed).decode(), number=100 + count)
            south.take_facts([told])
            assert south.board()["shipment"] == before, packed[:80]
            assert set_aside_of(south) == {"luis": count}, packed[:80]
        south.take_facts([load])
        assert [one[1] for one in south.board()["good_load"]] == [moment(5).isoformat(), moment(6).isoformat()]


def test_bad_loads_of_one_desk_are_found_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sharing_desks(tmp_path, "north", "south", "luis") as (north, south, luis):
        north.store.load({1: [envio("A1")]}, at=moment(5))
        luis.store.load({1: [envio("A1")]}, at=moment(6))
        north.publish()
        (load,) = luis.publish()
        compared: list[object] = []

        def noted(*answer: Any) -> Any:  # noqa: ANN401 - passed on
            compared.append(answer)
            return compare(*answer)

        monkeypatch.setattr(answers, "compare", noted)
        bad = [changed(load, packed=b64encode(b"x").decode(), number=100 + nth) for nth in range(50)]
        south.take_facts([*north.relay, *bad])
        assert [one[2] for one in south.board()["shipment"]] == [one[2] for one in north.board()["shipment"]]
        assert set_aside_of(south) == {"luis": 50}
        assert len(compared) < 5


def test_an_answer_that_inflates_to_gigabytes_takes_few_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.facts.sharing.answers._PIECE", 128 * 1024)  # an eighth, which takes an eighth of the time
    assert WholeAnswer().followed_by(repeated_manifest(1000)).heads.keys() == {"1"}  # which is sound
    tracemalloc.start()
    try:
        for packed in (bomb(4000), repeated_manifest(150_000)):
            with pytest.raises(ValueError):  # noqa: PT011 - of several functions
                WholeAnswer().followed_by(packed)
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()


def test_a_manifest_is_read_at_once_up_to_a_length() -> None:
    head = '{"idPlanillaReparto":1}'
    for count, is_read in ((50_000, True), (150_000, False)):
        lines = [[], ["1", head, [[f"number {nth:07}", 1] for nth in range(count)], 0]]
        packed = answer_of(*lines)
        with pytest.raises(ValueError, match="^1$" if is_read else r"^\d{7}$"):  # its shipments lack, or it is too long
            WholeAnswer().followed_by(packed)


def test_an_answer_lists_so_many_shipments_and_manifests_however_often_it_says_so() -> None:
    places = [[f"N{nth}", 1] for nth in range(1000)]
    said = [[number, 1, "2", "x", f'{{"numero":"{number}"}}'] for number, _ in places]
    first = WholeAnswer().followed_by(answer_of([], ["1", '{"idPlanillaReparto":1}', places, 1000], *said))
    again = answer_of([], *[["1", None, None, 0]] * 600)
    many = answer_of([], *([f"#{nth}", "{}", [], 0] for nth in range(30_000)))
    for packed in (again, many):
        with pytest.raises(ValueError):  # noqa: PT011 - a size
            first.followed_by(packed)


def test_a_bug_in_comparing_one_desks_load_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sharing_desks(tmp_path, "north", "south", "luis") as (north, south, luis):
        north.store.load({1: [envio("A1")]}, at=moment(5))
        luis.store.load({1: [envio("B1")]}, at=moment(6))
        north.publish()
        luis.publish()

        def fails(_key: object, raw: object) -> None:
            if "B1" in str(raw):
                raise ArithmeticError

        monkeypatch.setattr("app.facts.sharing.answers._check_shipment", lambda number, _status, _raw: fails(0, number))
        south.take_facts()
        assert [one[2] for one in south.board()["shipment"]] == [one[2] for one in north.board()["shipment"]]
        assert set_aside_of(south) == {"luis": 1}


def test_a_follow_up_is_of_the_desk_that_sent_it_and_of_no_later_time_than_it_came(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1")
        north.write("A1", FollowUpEdit(note="called", is_called=True), 30)
        fact = next(one for one in north.publish() if one.kind is FactKind.FOLLOW_UP)
        at, late = utc_text(moment(40)), utc_text(moment(40) + timedelta(days=9))
        told = changed(fact, desk="south", saved_by="ana\n\x1b" + "x" * 999, saved_at=late, decides_at=late)
        assert south.take_facts([replace(told, latest=at)]).applied == 1
        again = replace(told, identity="again", latest=utc_text(moment(50)))
        assert south.take_facts([again]).applied == 0  # published again, it is the same
        with connected(south.store.writer.path) as db:
            (row,) = db.execute("SELECT desk, saved_by, saved_at, decides_at FROM follow_up").fetchall()
        assert row == ("north", "ana" + "x" * 197, at, at)


@pytest.mark.parametrize("kind", [FactKind.FOLLOW_UP, FactKind.LOAD])
def test_under_another_ones_origin_nothing_is_said(tmp_path: Path, kind: FactKind) -> None:
    with sharing_desks(tmp_path, "north", "south", "luis") as (north, south, luis):
        for desk in (north, luis):
            desk.load("A1")
            desk.write("A1", FollowUpEdit(note="called"), 30)
        stolen = next(one for one in north.publish() if one.kind == kind)
        own = next(one for one in luis.publish() if one.kind == kind)
        forged = replace(stolen, origin=own.origin, proof=own.proof, desk="luis")
        taken = south.take_facts([forged])
        assert (taken.applied, taken.refused) == ((1, {}) if kind is FactKind.LOAD else (0, {"luis": 1}))
        assert south.take_facts([stolen]).applied == 1


def test_facts_of_one_desk_are_kept_for_a_newer_version_up_to_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "_MOST_NEWER", 3)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(aviso(7, "07:20:00"))
        (fact,) = north.publish()
        newer = [replace(changed(fact, version=2), identity=str(nth)) for nth in range(9)]
        taken = south.take_facts([*newer, replace(newer[0], desk="east")])
        assert (taken.newer, taken.refused) == (4, {"north": 6})
        assert south.store.writer.read(count_newer).result() == 4


def test_facts_of_one_desk_are_kept_for_a_newer_version_up_to_a_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "_MOST_NEWER_BYTES", 10_000)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(aviso(7, "07:20:00"))
        (fact,) = north.publish()
        large = [changed(fact, version=2, text=Random(nth).randbytes(3000).hex()) for nth in range(9)]
        taken = south.take_facts(large)
        assert (taken.newer, taken.refused) == (3, {"north": 6})


def test_another_content_of_a_notification_is_compared_with_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(*(aviso(7, "07:20:00", "completada", f"N{nth}") for nth in range(40)))
        *told, last = north.publish()
        south.take_facts(told)
        compared: list[bytes] = []

        def noted(body: bytes) -> str:
            compared.append(body)
            return content_of(body)

        monkeypatch.setattr(save_notification, "content_of", noted)
        assert south.take_facts([last]).applied == 1
        assert 0 < len(compared) < 60


def test_a_part_of_a_load_takes_steps_however_many_there_are(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1")
        (load,) = north.publish()
        facts = [changed(load, number=100 + nth // 100, part=nth % 100, parts=101) for nth in range(2000)]

        def steps(last: int, number: int) -> int:
            with connected(south.store.writer.path) as db:
                south.sharing.take(facts[:last], "", StreamPosition("stream", last))
                more = changed(load, number=number, part=100, parts=101)
                return steps_of(lambda: take_load(db, more), db)

        few = steps(200, 100)
        assert steps(2000, 101) < 2 * few


def test_one_desk_sends_so_many_of_a_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_loads, "_MOST_LOADS", 3)
    monkeypatch.setattr(shared_follow_ups, "_MOST_OF_CASE", 2)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        for nth in range(5):
            north.store.load({1: [envio("A1", peso=nth)]}, at=moment(nth))
            north.write("A1", FollowUpEdit(note=f"note {nth}"), 30 + nth)
        told = north.publish()
        assert south.take_facts(told).refused == {"north": 5}


def test_one_desk_sends_so_many_bytes_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "_MOST_BYTES", 2000)
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.post(*(aviso(nth, "07:20:00") for nth in range(20)))
        taken = south.take_facts(north.publish())
        assert (taken.applied + taken.refused["north"], 0 < taken.applied < 15) == (20, True)


def test_the_answers_of_one_desk_for_a_day_are_bounded_under_however_many_identities(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merged_day, "_MOST_OF_DESK", 2500)
    with sharing_desks(tmp_path, "south", "luis") as (south, luis):
        for number in ("A1", "A2", "A3"):
            luis.store.load({1: [envio(number, destinatario="x" * 1000)]})
            luis.publish()
            luis.sharing.writer.write(partial(begin_epoch, desk="luis"))
        south.take_facts()
        assert set_aside_of(south) == {"luis": 1}
        assert len(south.board()["shipment"]) == 2


def test_over_one_connection_a_store_gets_another_identity_once(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, _):
        north.load("A1")
        north.write("A1", FollowUpEdit(note="called"), 30)
        fact = next(one for one in north.publish() if one.kind is FactKind.FOLLOW_UP)
        known = [north.sharing.identity()]
        for nth in range(4):
            if nth == 3:
                north.sharing.begin()
            forged = changed(replace(fact, origin=known[-1]), id=1000 + nth, origin=known[-1])
            north.sharing.take([forged], "", StreamPosition("stream", nth))
            known.append(north.sharing.identity())
        assert [one == two for one, two in pairwise(known)] == [False, True, True, False]


def test_a_carrier_that_only_another_desk_says_it_asked_is_not_asked_here(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1", day=Day("NO-CARRIER", DAY.date))
        north.load("A1")
        south.load("B1")
        north.publish()
        south.take_facts()
        wait_until_derived(south.store.writer)
        with Reader.opened(south.store.writer.path) as reader:
            assert set(reader.carriers()) == {"NO-CARRIER", DAY.carrier}
            assert reader.carriers_of_desk(Settings(), moment(0)) == [DAY.carrier]


def test_names_of_another_desks_reasons_are_kept_up_to_a_number(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1")
        north.write("A1", FollowUpEdit(note="called"), 30)
        fact = next(one for one in north.publish() if one.kind is FactKind.FOLLOW_UP)
        state = json.loads(fact.body)["state"]
        for first in range(0, 700, 100):
            south.take_facts(
                [
                    changed(
                        fact,
                        id=100 + nth,
                        number=f"N{nth}",
                        state=state | {"failure": f"r{nth}"},
                        reasons={f"r{nth}": "x"},
                    )
                    for nth in range(first, first + 100)
                ]
            )
        with connected(south.store.writer.path) as db:
            assert db.execute("SELECT count(*) FROM call_reason").fetchone() == (500,)
            assert db.execute("SELECT count(*) FROM follow_up").fetchone() == (700,)


def test_a_desk_of_another_name_is_another_origin(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.load("A1")
        before = north.publish()
        renamed = SharingDesk(north.store.writer, "mesa 2", north.relay)
        renamed.write("A1", FollowUpEdit(note="called"), 30)
        (after,) = renamed.publish()
        assert (after.desk, after.origin == before[0].origin) == ("mesa 2", False)
        south.take_facts()
        assert south.board()["shipment"] == north.board()["shipment"]
