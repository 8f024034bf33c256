"""Desks tell each other their facts, and end with equal boards."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from app.domain.days import Skipped, SkipReason
from app.domain.follow_ups import FailureReason, FollowUpEdit
from app.domain.relay.shared_fact import FactKind
from tests.database import connected
from tests.store.desks import note
from tests.store.exchanging import at, exchange, sharing_desks, take_in_pieces
from tests.temporary_store import ListedDay, Store, aviso, envio, moment

DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}


def test_a_notification_heard_at_one_desk_is_on_the_board_of_the_other(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.load({1: [envio("A1"), envio("A2")]})
        north.store.post(aviso(7, "07:20:00", "falso_flete", "A1"))
        exchange([north, south])
        assert south.board() == north.board()
        assert len(south.board()["visit_shipment"]) == 1
        assert south.publish() == []
        taken = south.take_facts(north.relay)
        assert (taken.applied, taken.known) == (0, len(north.relay))


def test_loads_of_two_desks_make_one_history_in_the_order_in_which_the_carrier_was_asked(tmp_path: Path) -> None:
    loads: list[ListedDay] = [
        {1: [envio("A1"), envio("A2"), envio("A3")]},
        {1: [envio("A1"), envio("A2", **FAILED)], 2: [envio("B1")]},
        {2: [envio("B1", **DELIVERED)], 1: [envio("A2", **DELIVERED), envio("A1", destinatario="Ana"), envio("A3")]},
        {1: [envio("A1", **DELIVERED), envio("A2", **DELIVERED), envio("A3")]},
    ]
    with sharing_desks(tmp_path, "north", "south", "east", "one") as (north, south, east, one):
        for nth, load in enumerate(loads):
            (north, south)[nth % 2].store.load(load, at=moment(nth))
            (north, south)[nth % 2].publish()
            one.store.load(load, at=moment(nth))
        for desk in (north, south, east):
            desk.take_facts()
        wanted = one.board()
        for desk in (north, south, east):
            assert desk.board() == wanted, desk.name
        assert len(wanted["shipment"]) == 4


def test_what_a_desk_could_not_read_shows_no_status_at_the_others_either(tmp_path: Path) -> None:
    """The shipment's next status may be from before the visit, so that the visit decides at each desk."""
    skipped = Skipped("A2", "1", SkipReason.NOT_AN_OBJECT)
    with sharing_desks(tmp_path, "north", "south", "east") as (north, south, east):
        north.store.load({1: [envio("A1"), envio("A2")]}, at=moment(1))
        north.store.post(aviso(7, "07:05:00", "completada", "A2"))
        exchange([north, south])
        north.store.load({1: [envio("A1")]}, skipped, at=moment(10))
        exchange([north, south])
        north.store.load({1: [envio("A1"), envio("A2", **FAILED)]}, at=moment(15))
        exchange([north, south])
        east.take_facts(north.relay)
        for desk in (north, south, east):
            row = desk.store.shown("A2")
            assert (desk.name, row["shown_status"], row["signs"]) == (desk.name, "Entregado", "adelantado")
        assert north.board() == south.board() == east.board()


def test_a_shipment_that_could_not_be_read_before_anything_was_shared_is_listed_at_the_others(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as (north, south):
        north.store.load({1: [envio("A1"), envio("A2")]})
        north.store.load({1: [envio("A1")]}, Skipped("A2", "1", SkipReason.NOT_AN_OBJECT))
        exchange([north, south])
        assert south.store.numbers() == ["A1", "A2"]
        assert north.board() == south.board()


@pytest.mark.parametrize("seed", range(6))
def test_boards_are_equal_in_whatever_order_facts_come(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    with sharing_desks(tmp_path, "north", "south", "east", "one") as (*desks, one):
        for minute in range(20):
            desk = random.choice(desks)
            rows = [envio(f"A{nth}", **random.choice([{}, DELIVERED, FAILED])) for nth in range(random.randint(1, 5))]
            random.shuffle(rows)
            listed: ListedDay = {nth: rows[nth::2] for nth in random.sample(range(2), 2)}
            body = aviso(
                random.randint(1, 4),
                f"07:{minute:02}:00",
                random.choice(["completada", "falso_flete"]),
                f"A{random.randint(0, 5)}",
            )
            heard_at = at(12, minute) + timedelta(seconds=random.randint(1, 200), microseconds=minute)
            for store in (desk.store, one.store):
                store.load(listed, at=moment(minute))
                store.post(body, received_at=heard_at)
            desk.publish()
            if random.random() < 0.3:
                random.choice(desks).take_facts()
        for desk in desks:
            take_in_pieces(desk, random)
        one.sharing.outgoing(1)  # shares too, and so orders what was heard by its arrival
        wanted = one.board()
        for desk in desks:
            assert desk.board() == wanted, desk.name


def test_of_a_notification_heard_by_two_receivers_the_earlier_copy_counts_at_every_desk(tmp_path: Path) -> None:
    body, spelled = aviso(7, "07:00:00", "completada", "A1"), aviso(7, "07:00:00", "completada", "A1") + b" "
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, east = desks
        north.store.post(body, received_at=at(12, 2))
        south.store.post(spelled, received_at=at(12, 1))
        exchange(desks)
        assert [len(desk.board()["visit"]) for desk in desks] == [1, 1, 1]
        assert north.board() == south.board() == east.board()


def test_other_content_under_one_key_is_kept_at_every_desk(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, _ = desks
        north.store.load({1: [envio("A1"), envio("A2")]})
        north.store.post(aviso(7, "07:00:00", "completada", "A1"), received_at=at(12, 1))
        south.store.post(aviso(7, "07:00:00", "falso_flete", "A1"), received_at=at(12, 2))
        north.store.post(aviso(7, "07:00:00", "falso_flete", "A1"), received_at=at(12, 3))
        exchange(desks)
        boards = [desk.board() for desk in desks]
        assert boards[0] == boards[1] == boards[2]
        assert "dato_raro" in str(desks[2].store.shown("A1")["signs"])


def test_of_two_contents_under_one_key_the_first_arrival_counts_at_every_desk(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, _ = desks
        north.store.load({1: [envio("A1"), envio("A2")]})
        north.store.post(aviso(7, "07:00:00", "completada", "A1"), received_at=at(12, 3))
        south.store.post(aviso(7, "07:00:00", "falso_flete", "A2"), received_at=at(12, 1))
        exchange(desks)
        south.store.post(aviso(7, "07:00:00", "completada", "A3"), received_at=at(11, 59))  # by a clock that is behind
        exchange(desks)
        boards = [desk.board() for desk in desks]
        assert boards[0] == boards[1] == boards[2]
        for desk in desks:
            with connected(desk.store.writer.path) as db:
                counts = db.execute("SELECT body FROM notification WHERE outcome = 'stored'").fetchall()
            assert [b"A3" in body for (body,) in counts] == [True]


def test_follow_ups_made_at_once_end_equal_and_are_merged_once(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south", "east") as desks:
        north, south, east = desks
        north.load("A1")
        exchange(desks)
        north.write("A1", note("nobody there"), 30)
        south.write("A1", FollowUpEdit(reason=FailureReason.ABSENT), 31)
        east.write("A1", FollowUpEdit(is_called=True), 29)
        for desk in desks:
            desk.publish()
        for desk in (north, south, east):
            take_in_pieces(desk, Random(desk.name))
        for desk in desks:
            found = desk.state("A1")
            assert found is not None
            assert (found.note, found.reason, found.called_at) == ("nobody there", FailureReason.ABSENT, moment(29))
        assert north.board() == south.board() == east.board()
        assert [desk.publish() for desk in desks] == [[], [], []]
        south.write("A1", note("at home now"), 20)  # with a clock that is behind, and knowing of the others
        exchange(desks)
        assert {desk.state("A1").note for desk in desks} == {"at home now"}  # type: ignore[union-attr]
        assert north.board() == south.board() == east.board()


def test_a_clock_that_is_ahead_does_not_silence_the_others(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as desks:
        north, south = desks
        north.load("A1")
        exchange(desks)
        south.write("A1", note("an hour ahead"), 0, at=at(13, 40))
        south.publish()
        north.take_facts()
        north.write("A1", note("later"), 0, at=at(12, 41))
        exchange(desks)
        assert {desk.state("A1").note for desk in desks} == {"later"}  # type: ignore[union-attr]


def test_undoing_what_others_have_is_told_to_them(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "north", "south") as desks:
        north, south = desks
        north.load("A1")
        north.write("A1", note("first"), 30)
        edit = north.write("A1", note("wrong"), 31)
        exchange(desks)
        north.saving.undo_edit(edit)
        exchange(desks)
        assert [desk.state("A1").note for desk in desks] == ["first", "first"]  # type: ignore[union-attr]
        assert north.board() == south.board()


def test_a_folder_that_shares_nothing_keeps_nothing_more(store: Store) -> None:
    store.load({1: [envio("A1")]})
    store.post(aviso(7, "07:20:00", "falso_flete", "A1"))
    with connected(store.writer.path) as db:
        for table in ("relay", "shared_load", "receiver_time", "newer_fact"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_what_others_heard_is_not_looked_through_for_own_notifications(tmp_path: Path) -> None:
    with sharing_desks(tmp_path, "ana", "luis") as (ana, luis):
        for visit in (7, 8):
            ana.store.post(aviso(visit, "12:00:05"))
            exchange([ana, luis])
        luis.store.post(aviso(9, "12:00:06"))
        with connected(luis.store.writer.path) as db:
            assert db.execute("SELECT notification FROM relay").fetchone() == (2,)
        assert [fact.kind for fact in luis.publish()].count(FactKind.NOTIFICATION) == 1
