"""What the pane is handed of a history: where a row leads to, whom a visit may mean, and in which order it spoke."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.board.row import Mention
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.details import ShipmentDetail
from app.domain.views.queries import RowQuery, View
from app.facts.file.opening import FILE_NAME
from tests.truth.events import Event
from tests.truth.history_steps import ANA, CARRIER, DAY, DELIVERED, FAILED, LUIS, RECEIVING, at, listed, load, sent
from tests.truth.player import play

TODAY = Day(CARRIER, DAY)


def shipments(reader: Reader, day: Day = TODAY) -> dict[tuple[object, object], ShipmentDetail]:
    """Return the details of a day's shipments by manifest and number."""
    ids = reader.row_ids(RowQuery(Table.SHIPMENTS, day), DAY)
    found = [one for one in map(reader.shipment, ids) if one is not None]
    return {(str(one.cells["manifest_number"]), one.cells["number"]): one for one in found}


def tell(folder: Path, *events: Event) -> Path:
    play(folder, RECEIVING, events)
    return folder / FILE_NAME


def test_a_row_leads_to_the_listing_that_stands_in_its_place(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("A1"), listed("B1"), listed("C1")),
        load("09:00", listed("A1", manifest="2"), listed("B1"), listed("C1")),
        load("07:00", listed("B1", manifest="9"), of=3),
    )
    later = Day(CARRIER, DAY + timedelta(days=3))
    with Reader.opened(path) as reader:
        found = shipments(reader)
        moved, again = found["1", "A1"].leads_to, found["1", "B1"].leads_to
        assert moved is not None
        assert again is not None
        assert (moved.row_id, moved.day, moved.manifest) == (found["2", "A1"].id, TODAY, "2")
        assert (again.row_id, again.day, again.manifest) == (shipments(reader, later)["9", "B1"].id, later, "9")
        assert found["1", "C1"].leads_to is None
        assert found["1", "C1"].carrier == CARRIER


def test_an_ambiguous_visit_lists_the_parcels_that_it_may_mean_and_they_list_it(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("A1", ids=("PO-7",), to=ANA), listed("B1", ids=("PO-7",), to=LUIS)),
        sent("10:00", "completada", "PO-7", visit=7),
    )
    with Reader.opened(path) as reader:
        visit = reader.visit(7)
        assert visit is not None
        assert visit.shipments == ()
        assert [(one.number, one.mention) for one in visit.mentioned] == [
            ("A1", Mention.AMBIGUOUS),
            ("B1", Mention.AMBIGUOUS),
        ]
        assert [line.mention for line in shipments(reader)["1", "A1"].visits] == [Mention.AMBIGUOUS]


def test_a_parcel_that_an_earlier_message_named_by_its_reference_lists_the_visit(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("A1"), listed("B1"), listed("C1")),
        sent("10:00", "falso_flete", lacks_numbers=True, tracking_id="A1"),
        sent("10:20", "falso_flete", lacks_numbers=True, tracking_id="C1"),
        sent("10:40", "completada", "B1", previous="falso_flete", tracking_id="A1"),
        sent("11:00", "completada", "B1", visit=8, tracking_id="C1"),
    )
    with Reader.opened(path) as reader:
        found = shipments(reader)
        assert {number: [(one.id, one.mention) for one in row.visits] for (_, number), row in found.items()} == {
            "A1": [(7, None)],
            "B1": [(7, None), (8, None)],
            "C1": [(7, None)],  # of visit 8 it is a reference alone
        }


def order(reader: Reader, visit_id: int) -> Sequence[tuple[str, bool]]:
    visit = reader.visit(visit_id)
    assert visit is not None
    return [(one.status, one.is_put_in_order) for one in visit.news]


def test_the_messages_of_a_visit_stand_in_the_order_that_they_say(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("A1", status=FAILED), listed("B1", status=DELIVERED)),
        sent("10:40", "completada", "A1", visit=7, previous="pendiente"),
        sent("10:30", "falso_flete", "A1", visit=7, previous="completada", arrives=at("10:45")),
        sent("11:00", "completada", "B1", visit=8),
        sent("11:30", "falso_flete", "B1", visit=8),
    )
    with Reader.opened(path) as reader:
        assert order(reader, 7) == [("completada", True), ("falso_flete", True)]
        assert order(reader, 8) == [("completada", False), ("falso_flete", False)]


def test_the_messages_of_a_visit_stand_by_their_stamps_where_no_other_order_is_better(tmp_path: Path) -> None:
    clocks = [f"10:0{nth}" for nth in range(8)]
    path = tell(tmp_path, load("08:00", listed("A1")), *(sent(one, "falso_flete", previous="x") for one in clocks))
    with Reader.opened(path) as reader:
        assert order(reader, 7) == [("falso_flete", False)] * 8
        assert shipments(reader)["1", "A1"].why.row.signs == "adelantado"


def test_most_visits_match_nothing_though_each_shipment_has_one(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("45")),
        *(sent(f"1{nth}:00", "completada", number, visit=nth) for nth, number in enumerate(("45", "0045", "x"), 1)),
    )
    with Reader.opened(path) as reader:
        found = reader.number_mismatch(TODAY)
        assert found is not None
        assert (found.unmatched, found.examples) == (2, (("0045", "45"),))


def test_visits_without_a_match_are_counted_and_reported_where_they_are_most(tmp_path: Path) -> None:
    path = tell(
        tmp_path,
        load("08:00", listed("45"), listed("46"), listed("47")),
        *(sent(f"1{nth}:00", "completada", f"00{number}", visit=nth) for nth, number in enumerate((45, 46, 99), 1)),
        sent("16:00", "completada", "47", visit=9),
    )
    with Reader.opened(path) as reader:
        assert reader.view_counts(TODAY, DAY)[View.NO_SHIPMENT] == 3
        found = reader.number_mismatch(TODAY)
        assert found is not None
        assert (found.visits, found.unmatched) == (4, 3)
        assert found.examples == (("0045", "45"), ("0046", "46"))
        assert reader.number_mismatch(Day(CARRIER, DAY + timedelta(days=1))) is None
