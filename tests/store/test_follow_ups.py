"""Follow-ups are saved, shown with shipments and visits, and undone."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest

from app.board.projecting.decisions import derive_all
from app.board.reading.column_sql import TABLES, VIEWS
from app.board.reading.reader import Reader
from app.domain.board.acknowledged_elsewhere import is_covered
from app.domain.board.decision import Rule
from app.domain.calls.queue import CallCase
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.follow_ups import LONGEST_NOTE, FailureReason, FollowUp, FollowUpEdit, NextStep
from app.domain.views.columns import Table
from app.domain.views.details import ShipmentDetail, Subject, VisitDetail
from app.domain.views.queries import EARLIER_VIEWS, RowQuery, SortKey, View
from app.facts.journal import ChangedRows
from app.follow_ups import edits
from app.store.follow_ups import FollowUps
from app.store.writer import Writer
from tests.temporary_store import DAY, Store, aviso, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
FAILED_BY_NAME = {"idEstadoEnvio": None, "estadoEnvio": "Excepción"}
ACKNOWLEDGED = FollowUpEdit(is_acknowledged=True)
AFTER_LOADS = "07:30:00"  # at the site, which is 12:30 UTC


class Dispatcher:
    """Somebody at the desk, whose clock stands at the minute one says. Loads are at 12:01, 12:02 and so on, UTC."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.minute = 40
        self.reported: list[ChangedRows] = []
        self.saving = FollowUps(store.writer, self.reported.append, lambda: "eva")

    def save(self, edit: FollowUpEdit, *subjects: Subject, minute: int | None = None) -> int:
        self.minute = minute or self.minute
        return self.saving.save(subjects, edit, moment(self.minute))

    def shipment(self, number: str, day: Day = DAY) -> Subject:
        return Subject(Table.SHIPMENTS, self.detail(number, day).id)

    def detail(self, number: str, day: Day = DAY) -> ShipmentDetail:
        with Reader.opened(self.store.writer.path) as reader:
            found = [reader.shipment(one) for one in reader.row_ids(RowQuery(Table.SHIPMENTS, day), day.date)]
        return next(one for one in found if one is not None and one.cells["number"] == number)

    def visit(self, visit_id: int, carrier: str = "") -> VisitDetail:
        with Reader.opened(self.store.writer.path) as reader:
            detail = reader.visit(visit_id, Day(carrier, DAY.date).carriers)
        assert detail is not None
        return detail

    def to_attend(self, view: View = View.TO_ATTEND, day: Day = DAY) -> list[object]:
        """Return the numbers of what is to attend, which the counts and the details must agree on."""
        table = Table.SHIPMENTS if view is View.TO_ATTEND else Table.VISITS
        with Reader.opened(self.store.writer.path) as reader:
            ids = reader.row_ids(RowQuery(table, day, view=view), DAY.date)
            every = reader.row_ids(RowQuery(table, day), DAY.date)
            assert reader.view_counts(day, DAY.date)[view] == len(ids)
            if table is Table.VISITS:
                visits = [reader.visit(one, day.carriers) for one in ids]
                return [one.id for one in visits if one is not None and one.is_to_attend]
            details = [reader.shipment(one) for one in every]
        shown = [one for one in details if one is not None]
        assert [one.id for one in shown if one.is_to_attend] == list(ids)
        return [one.cells["number"] for one in shown if one.is_to_attend]

    def worklists(self, day: Day = DAY) -> tuple[list[object], list[object]]:
        """Return the shipments and the visits to attend on a day."""
        return self.to_attend(day=day), self.to_attend(View.TO_ATTEND_VISITS, day)


@pytest.fixture
def eva(store: Store) -> Dispatcher:
    return Dispatcher(store)


def visit(row_id: int, carrier: str = "") -> Subject:
    return Subject(Table.VISITS, row_id, Day(carrier, DAY.date).carriers)


def test_my_cases_are_those_to_attend_that_are_assigned_to_me(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio(number) | FAILED for number in "abc"] + [envio("d")]})
    eva.save(FollowUpEdit(assigned_to=" eva "), *(eva.shipment(number) for number in "abd"))
    eva.save(FollowUpEdit(assigned_to="luz"), eva.shipment("c"), minute=41)
    eva.save(FollowUpEdit(is_acknowledged=True), eva.shipment("b"), minute=42)
    found = {}
    for name in ("eva", "luz", ""):
        with Reader.opened(store.writer.path, partial(str, name)) as reader:
            ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, view=View.MINE), DAY.date)
            assert reader.view_counts(DAY, DAY.date)[View.MINE] == len(ids)
            shown = [reader.shipment(one) for one in ids]
            people = reader.people()
        found[name] = [one.cells["number"] for one in shown if one is not None]
    assert (found, people) == ({"eva": ["a"], "luz": ["c"], "": []}, ["eva", "luz"])
    follow_up = eva.detail("b").follow_up
    assert follow_up is not None
    assert follow_up.assigned_to == "eva"


def test_an_edit_changes_what_it_names_and_leaves_the_rest(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a") | FAILED]})
    subject = eva.shipment("a")
    assert eva.detail("a").follow_up is None
    eva.save(FollowUpEdit(reason=FailureReason.ABSENT, note=f"  {'ñ' * (LONGEST_NOTE + 5)}"), subject, minute=40)
    eva.save(FollowUpEdit(is_called=True, next_step=NextStep.RETRY), subject, minute=41)
    eva.save(FollowUpEdit(note="left at\0the gate", is_acknowledged=True), subject, minute=42)
    expected = FollowUp(
        FailureReason.ABSENT, "left at\N{REPLACEMENT CHARACTER}the gate", moment(41), NextStep.RETRY, moment(42), "eva"
    )
    detail = eva.detail("a")
    assert detail.follow_up == expected
    assert [(one.at.minute, one.by, len(one.state.note)) for one in detail.follow_ups] == [
        (40, "eva", LONGEST_NOTE),
        (41, "eva", LONGEST_NOTE),
        (42, "eva", 15 + 1),
    ]
    assert detail.cells["failure"] == "absent"
    assert detail.cells["acknowledged_at"] == "2026-11-20T12:42:00.000000Z"
    eva.save(FollowUpEdit(reason=None, note="", is_called=False, next_step=None, is_acknowledged=False), subject)
    assert eva.detail("a").follow_up == FollowUp()
    assert eva.detail("a").cells["note"] is None
    assert eva.detail("a").cells["acknowledged_by"] is None


def test_an_edit_that_says_nothing_or_is_about_nothing_saves_nothing(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a") | FAILED]})
    assert eva.save(FollowUpEdit(), eva.shipment("a")) == 0
    assert eva.save(ACKNOWLEDGED, Subject(Table.SHIPMENTS, 99), visit(99), Subject(Table.MANIFESTS, 1)) == 0
    assert eva.saving.undo_edit(0) == 0
    assert eva.to_attend() == ["a"]


def test_many_are_acknowledged_at_once_and_one_number_in_two_manifests_is_one_case(
    store: Store, eva: Dispatcher
) -> None:
    store.load({1: [envio("a") | FAILED, envio("b") | FAILED, envio("c") | FAILED], 2: [envio("a") | FAILED]})
    assert eva.to_attend() == ["a", "b", "c", "a"]
    eva.save(FollowUpEdit(note="gate shut"), eva.shipment("b"))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), eva.shipment("b"), eva.shipment("b"))
    assert eva.to_attend() == ["c"]
    assert eva.reported[-1] == ChangedRows(set(), {1, 2, 4})
    assert [len(eva.detail(number).follow_ups) for number in ("a", "b")] == [1, 2]
    assert eva.detail("b").follow_up == FollowUp(note="gate shut", acknowledged_at=moment(40), acknowledged_by="eva")


def test_a_visit_stands_for_its_shipments_where_it_has_some(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a", "b"), aviso(2, AFTER_LOADS, "falso_flete", "zz"))
    assert (eva.to_attend(), eva.to_attend(View.TO_ATTEND_VISITS)) == (["a", "b"], [2])
    eva.save(ACKNOWLEDGED, visit(1), visit(2))
    assert eva.reported == [ChangedRows({1, 2}, {1, 2})]
    assert (eva.to_attend(), eva.to_attend(View.TO_ATTEND_VISITS)) == ([], [])
    assert eva.visit(1).follow_up == eva.detail("a").follow_up == eva.detail("b").follow_up
    assert eva.visit(2).cells["acknowledged_by"] == "eva"
    store.post(aviso(1, "07:45:00", "falso_flete", "c"))
    assert eva.detail("c").follow_up is None  # theirs it was, and the visit's, and is not another shipment's
    assert eva.visit(1).cells["acknowledged_by"] == "eva"


def test_what_was_kept_of_a_visit_is_its_shipments_once_it_has_some(store: Store, eva: Dispatcher) -> None:
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    eva.save(FollowUpEdit(note="dog", is_acknowledged=True), visit(1))
    store.load({1: [envio("a")]})
    assert store.shown("a")["note"] == "dog"
    assert (eva.to_attend(), eva.to_attend(View.TO_ATTEND_VISITS)) == ([], [])
    eva.save(FollowUpEdit(is_called=True), eva.shipment("a"), minute=41)
    assert eva.reported[-1] == ChangedRows({1}, {1})
    assert eva.detail("a").follow_ups == eva.visit(1).follow_ups
    assert [one.state.note for one in eva.detail("a").follow_ups] == ["dog", "dog"]
    store.post(aviso(2, "07:50:00", "falso_flete", "a"))  # a second try
    assert eva.detail("a").follow_up == FollowUp(
        note="dog", called_at=moment(41), acknowledged_at=moment(40), acknowledged_by="eva"
    )
    assert eva.to_attend() == ["a"]


def test_taking_an_edit_back_has_the_state_before_it_count_again(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a") | FAILED, envio("b") | FAILED]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "zz"))
    both = eva.shipment("a"), eva.shipment("b")
    first = eva.save(FollowUpEdit(note="one"), *both)
    second = eva.save(FollowUpEdit(note="two", is_acknowledged=True), *both, visit(1))
    third = eva.save(FollowUpEdit(note="three"), both[0])
    assert first < second < third
    assert eva.saving.undo_edit(second) == 2  # of "a" it is no longer the latest
    assert eva.reported[-1] == ChangedRows({1}, {1, 2})
    assert [eva.detail(number).follow_up for number in ("a", "b")] == [
        FollowUp(note="three", acknowledged_at=moment(40), acknowledged_by="eva"),
        FollowUp(note="one"),
    ]
    assert eva.visit(1).follow_up is None
    assert [one.state.note for one in eva.detail("a").follow_ups] == ["one", "two", "three"]
    assert [eva.saving.undo_edit(one) for one in (third, second)] == [1, 1]
    assert eva.detail("a").follow_up == FollowUp(note="one")
    assert eva.save(ACKNOWLEDGED, both[1]) > third  # no number is given twice


def test_a_failure_that_comes_after_the_acknowledgement_is_to_attend_again(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=31)
    assert eva.to_attend() == []
    store.post(aviso(2, "07:32:00", "falso_flete", "a"))
    assert eva.to_attend() == ["a"]
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=33)
    store.post(aviso(2, "07:34:00", "completada", "a"))
    assert eva.to_attend() == []
    store.post(aviso(2, "07:35:00", "falso_flete", "a"))
    assert eva.to_attend() == ["a"]


def test_a_visit_without_a_shipment_that_fails_again_is_to_attend_again(store: Store, eva: Dispatcher) -> None:
    store.post(aviso(1, "07:30:00", "falso_flete", "zz"))
    eva.save(ACKNOWLEDGED, visit(1), minute=31)
    assert eva.to_attend(View.TO_ATTEND_VISITS) == []
    store.post(aviso(1, "07:30:00", "falso_flete", "zz"), received_at=moment(32))  # a retry of the sender is no news
    assert eva.to_attend(View.TO_ATTEND_VISITS) == []
    store.post(aviso(1, "07:33:00", "falso_flete", "zz"))
    assert eva.to_attend(View.TO_ATTEND_VISITS) == [1]


@pytest.mark.parametrize("failed", [FAILED, FAILED_BY_NAME])
def test_a_carrier_that_takes_a_failure_back_and_fails_again_reopens_it(
    store: Store, eva: Dispatcher, failed: dict[str, object]
) -> None:
    store.load({1: [envio("a") | failed]})
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=1)
    store.minute = 10
    store.load({1: [envio("a") | failed | {"destinatario": "Eva"}]})
    assert eva.to_attend() == []
    store.load({1: [envio("a")]})
    assert eva.to_attend() == []  # it is on its way again
    store.load({1: [envio("a") | failed]})
    assert eva.to_attend() == ["a"]


@pytest.mark.parametrize("failed", [FAILED, FAILED_BY_NAME])
def test_a_carrier_that_confirms_what_a_visit_said_reopens_nothing(
    store: Store, eva: Dispatcher, failed: dict[str, object]
) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, "07:01:30", "falso_flete", "a"), received_at=moment(2))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=3)
    store.minute = 9
    store.load({1: [envio("a") | failed]})
    detail = eva.detail("a")
    assert detail.why.decision.rule is Rule.AGREED
    assert [entry.kind for entry in detail.history] == ["listed", "status"]
    assert eva.to_attend() == []


def test_a_second_visit_that_fails_is_to_attend_though_the_carrier_confirmed_the_first(
    store: Store, eva: Dispatcher
) -> None:
    """The acknowledgement names the first visit's failure, and the carrier's word that confirmed it."""
    store.load({1: [envio("a")]})
    store.post(aviso(1, "07:10:00", "falso_flete", "a"))
    store.load({1: [envio("a") | FAILED]}, at=moment(50))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=51)
    assert eva.to_attend() == []
    store.post(aviso(2, "07:40:00", "falso_flete", "a"), received_at=moment(55))
    assert eva.to_attend() == ["a"]


def test_a_late_notification_of_a_failure_that_the_carrier_alone_said_reopens_nothing(
    store: Store, eva: Dispatcher
) -> None:
    store.load({1: [envio("a")]})
    store.load({1: [envio("a") | FAILED]}, at=moment(50))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=51)
    store.post(aviso(1, "07:40:00", "falso_flete", "a"), received_at=moment(55))
    assert eva.to_attend() == []


def test_a_follow_up_outlives_loads_moves_and_the_file_being_closed(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a")], 2: [envio("b")]})
    store.post(aviso(1, "07:01:30", "falso_flete", "a"))
    eva.save(FollowUpEdit(note="gate", is_acknowledged=True), eva.shipment("a"))
    store.load({1: [envio("a") | FAILED | {"destinatario": "Eva"}], 2: [envio("b")]})
    store.load({2: [envio("b"), envio("a") | FAILED]})
    assert manifests_of(store, "a") == [(1, 0, "gate"), (2, 1, "gate")]
    store.load({2: [envio("b")]})
    assert (manifests_of(store, "a"), eva.to_attend()) == ([(1, 0, "gate"), (2, 0, "gate")], [])
    store.load({3: [envio("a") | FAILED], 2: [envio("b")]})
    assert manifests_of(store, "a") == [(1, 0, "gate"), (2, 0, "gate"), (3, 1, "gate")]
    assert eva.to_attend() == []


def manifests_of(store: Store, number: str) -> list[tuple[object, ...]]:
    """Return the manifest of each row of a number, whether it is listed there now, and the note that it shows."""
    rows = [(row["manifest_number"], row["current"], row["note"]) for row in store.rows() if row["number"] == number]
    return sorted(rows, key=str)


def test_a_failure_that_the_carrier_alone_says_stays_acknowledged_when_its_row_moves_to_another_manifest(
    store: Store, eva: Dispatcher
) -> None:
    """A row that moves takes its observations along, and a follow-up names one of them."""
    store.load({1: [envio("a") | FAILED], 2: [envio("b")]})
    eva.save(ACKNOWLEDGED, eva.shipment("a"))
    store.load({2: [envio("b"), envio("a") | FAILED]})
    assert eva.to_attend() == []


def test_a_follow_up_is_there_when_the_file_is_opened_again(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a") | FAILED]})
    eva.save(FollowUpEdit(note="gate"), eva.shipment("a"))
    store.writer.__exit__()
    with Writer(store.writer.path) as writer:
        again = Dispatcher(Store(writer))
        assert again.detail("a").follow_up == FollowUp(note="gate")
        again.save(ACKNOWLEDGED, again.shipment("a"))
        assert again.to_attend() == []
    store.writer.__enter__()


def test_a_day_keeps_its_own_follow_ups_and_shows_the_attempts_of_the_others(store: Store, eva: Dispatcher) -> None:
    before, other = Day(DAY.carrier, date(2026, 11, 17)), Day("OTRA", YESTERDAY.date)
    store.load({1: [envio("a") | FAILED], 2: [envio("a") | FAILED]}, day=before, at=moment(0) - timedelta(days=3))
    store.load({1: [envio("a") | DELIVERED]}, day=other, at=moment(0) - timedelta(hours=14))
    store.load({1: [envio("a"), envio("b")]}, day=YESTERDAY)
    store.load({1: [envio("a")]})
    store.post(aviso(7, f"{YESTERDAY.date}T16:00:00", "falso_flete", "a", conductor={"id": 1, "nombre": "Ana"}))
    eva.save(FollowUpEdit(note="gate"), eva.shipment("a", YESTERDAY))
    assert eva.detail("a").follow_up is None
    attempts = eva.detail("a").attempts
    assert [(one.day, one.status, one.visit_timestamp, one.driver) for one in attempts] == [
        (YESTERDAY, "Excepción", f"{YESTERDAY.date}T16:00:00", "Ana"),
        (other, "Entregado", f"{YESTERDAY.date}T16:00:00", "Ana"),  # the carrier said so after the visit
        (before, "Excepción", None, None),
    ]
    assert [one.follow_up for one in attempts] == [FollowUp(note="gate"), None, None]
    assert [one.day for one in eva.detail("a", YESTERDAY).attempts] == [DAY, other, before]
    assert eva.detail("b", YESTERDAY).attempts == ()


def test_the_columns_of_follow_ups_sort_and_are_among_the_cells_of_visits(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a") | FAILED, envio("b") | FAILED]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"), aviso(2, AFTER_LOADS, "falso_flete", "zz"))
    eva.save(FollowUpEdit(note="z", reason=FailureReason.ZONE), visit(1))
    eva.save(FollowUpEdit(note="a"), eva.shipment("b"), visit(2))
    order = (SortKey("note"),)
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, sort=order)) == ["b", "a"]
    with Reader.opened(store.writer.path) as reader:
        assert list(reader.row_ids(RowQuery(Table.VISITS, DAY, sort=order), DAY.date)) == [2, 1]
    assert [eva.visit(one).cells["failure"] for one in (1, 2)] == ["zone", None]


def test_a_failed_shipment_that_is_no_longer_listed_stays_to_attend(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"), aviso(2, AFTER_LOADS, "falso_flete", "b"))
    eva.save(ACKNOWLEDGED, eva.shipment("b"))
    store.load({1: [envio("c")]})
    assert eva.worklists() == (["a"], [])
    eva.save(ACKNOWLEDGED, visit(1, DAY.carrier))
    assert eva.worklists() == ([], [])


def test_a_failed_visit_of_a_shipment_listed_the_day_before_alone_is_that_days_and_todays_desk_knows(
    store: Store, eva: Dispatcher
) -> None:
    store.load({1: [envio("a")]}, day=YESTERDAY)
    store.load({1: [envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    assert (eva.worklists(YESTERDAY), eva.worklists()) == ((["a"], []), ([], []))
    assert earlier(store) == ["a"]
    eva.save(ACKNOWLEDGED, eva.shipment("a", YESTERDAY))
    assert (eva.worklists(YESTERDAY), earlier(store)) == (([], []), [])


def test_a_failure_of_a_shipment_that_is_listed_again_later_is_not_to_attend(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a")]}, day=YESTERDAY)
    store.post(aviso(1, f"{YESTERDAY.date}T09:00:00", "falso_flete", "a"))
    assert eva.to_attend(day=YESTERDAY) == ["a"]
    store.load({1: [envio("a")]})
    assert (eva.to_attend(day=YESTERDAY), eva.to_attend()) == ([], [])  # it is out again
    store.post(aviso(2, AFTER_LOADS, "falso_flete", "a"))
    assert (eva.to_attend(day=YESTERDAY), eva.to_attend()) == ([], ["a"])
    eva.save(ACKNOWLEDGED, eva.shipment("a", YESTERDAY))  # of the failure of that day
    assert (eva.worklists(YESTERDAY), eva.worklists()) == (([], []), (["a"], []))


def test_an_acknowledgement_made_before_the_failure_does_not_cover_it(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a"), envio("b") | FAILED], 2: [envio("b")]})
    eva.save(ACKNOWLEDGED, eva.shipment("a"), eva.shipment("b"), minute=5)
    assert eva.to_attend() == []
    store.minute = 9
    store.load({1: [envio("a") | FAILED, envio("b") | FAILED], 2: [envio("b") | FAILED]})
    assert eva.to_attend() == ["a", "b"]  # and of "b" what was acknowledged stays so


def test_an_acknowledgement_holds_where_the_clock_was_set_back_since_the_failure(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"), aviso(2, AFTER_LOADS, "falso_flete", "zz"))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), visit(2), minute=20)
    assert eva.worklists() == ([], [])


def test_a_visit_is_to_attend_as_long_as_a_shipment_of_it_is(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a", "b"))
    assert eva.visit(1).is_to_attend
    eva.save(ACKNOWLEDGED, eva.shipment("a"))
    assert eva.visit(1).is_to_attend
    eva.save(ACKNOWLEDGED, visit(1))
    assert not eva.visit(1).is_to_attend
    store.post(aviso(1, "07:50:00", "falso_flete", "a", "b"))
    assert eva.visit(1).is_to_attend


def test_entries_of_a_visits_shipments_each_follow_their_own(store: Store, eva: Dispatcher) -> None:
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a", "b"))
    first = eva.save(FollowUpEdit(note="dog"), visit(1))
    store.load({1: [envio("a"), envio("b")]})
    second = eva.save(FollowUpEdit(is_acknowledged=True), eva.shipment("a"))
    third = eva.save(FollowUpEdit(reason=FailureReason.REFUSED), visit(1))
    dog = FollowUp(note="dog")
    done = replace(dog, acknowledged_at=moment(40), acknowledged_by="eva")
    assert [(one.edit, one.number, one.before, one.state) for one in eva.visit(1).follow_ups] == [
        (first, None, FollowUp(), dog),
        (second, "a", dog, done),
        (third, "a", done, replace(done, reason=FailureReason.REFUSED)),
        (third, "b", dog, replace(dog, reason=FailureReason.REFUSED)),
    ]
    assert [(one.number, one.before) for one in eva.detail("b").follow_ups] == [(None, FollowUp()), (None, dog)]
    assert [one.follow_up and one.follow_up.acknowledged_by for one in eva.visit(1).shipments] == ["eva", ""]


def test_what_is_kept_of_a_visit_at_one_carriers_desk_is_not_of_anothers_shipment_of_that_number(
    store: Store, eva: Dispatcher
) -> None:
    other = Day("OTRA", DAY.date)
    store.load({1: [envio("a")]})
    store.load({1: [envio("a")]}, day=other)
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    assert (eva.worklists(), eva.worklists(other)) == ((["a"], []), (["a"], []))
    eva.save(FollowUpEdit(note="gate", is_acknowledged=True), visit(1, DAY.carrier))
    assert (eva.worklists(), eva.worklists(other)) == (([], []), (["a"], []))
    assert eva.detail("a").cells["note"] == "gate"
    assert eva.detail("a", other).follow_up is None
    seen = {carrier: eva.visit(1, carrier) for carrier in (DAY.carrier, other.carrier)}
    assert [(one.cells["note"], one.is_to_attend, len(one.follow_ups)) for one in seen.values()] == [
        ("gate", False, 1),
        (None, True, 0),
    ]


def test_a_visit_that_loses_its_shipment_keeps_what_was_written_about_it(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a", numeroExterno="x")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "x"))
    eva.save(FollowUpEdit(note="gate", is_acknowledged=True), visit(1, DAY.carrier))
    store.load({1: [envio("a")]})
    assert eva.visit(1).shipments == ()
    for carrier in (DAY.carrier, "OTRA"):  # it belongs to every carrier now
        assert eva.visit(1, carrier).cells["note"] == "gate"
    assert [one.state.note for one in eva.visit(1).follow_ups] == ["gate"]
    assert eva.worklists() == ([], [])


def test_a_failure_that_is_applied_again_is_new_despite_later_acknowledgements(store: Store, eva: Dispatcher) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, "07:20:00", "falso_flete", "a"))
    body = aviso(1, "07:25:00", "falso_flete", "a")
    store.intake.save(replace(Received.read(b"{", moment(25)), body=body)).result()
    store.post(aviso(2, "07:28:00", "completada", "b"))
    eva.save(ACKNOWLEDGED, eva.shipment("a"), minute=30)
    eva.saving.mark_seen(None, moment(31))
    assert store.intake.apply_again(2, moment(35)) is Outcome.STORED
    store.post(aviso(1, "07:10:00", "falso_flete", "a"))  # an older message: the visit is written anew
    store.writer.board.write(derive_all)
    assert eva.to_attend() == ["a"]
    with Reader.opened(store.writer.path) as reader:
        assert reader.cells(Table.VISITS, [1])[1][-2] == 1  # unseen
        applied = reader.notification(2)
        assert applied is not None
        assert applied.received_at == moment(25)
    eva.saving.mark_seen(None, moment(36))
    assert eva.reported[-1] == ChangedRows({1}, {1})
    with Reader.opened(store.writer.path) as reader:
        assert reader.cells(Table.VISITS, [1])[1][-2] == 0


def test_what_was_kept_of_a_visit_says_nothing_of_the_next_days_try(store: Store, eva: Dispatcher) -> None:
    tomorrow = Day(DAY.carrier, DAY.date + timedelta(days=1))
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    eva.save(FollowUpEdit(note="gate", is_acknowledged=True), visit(1, DAY.carrier))
    store.load({1: [envio("a") | FAILED]}, day=tomorrow)
    assert eva.to_attend(day=tomorrow) == ["a"]
    assert eva.detail("a", tomorrow).follow_up is None
    eva.save(FollowUpEdit(note="later"), eva.shipment("a", tomorrow))
    assert eva.visit(1, DAY.carrier).cells["note"] == "gate"


def test_an_edit_with_a_later_one_is_not_undone(store: Store, eva: Dispatcher) -> None:
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    first = eva.save(FollowUpEdit(note="one", is_acknowledged=True), visit(1))
    store.load({1: [envio("a")]})
    second = eva.save(FollowUpEdit(note="two"), eva.shipment("a"))
    assert (eva.saving.undo_edit(first), store.shown("a")["note"]) == (0, "two")
    third = eva.save(FollowUpEdit(note="three"), visit(1, DAY.carrier))
    fourth = eva.save(FollowUpEdit(note="four"), eva.shipment("a"))
    assert [eva.saving.undo_edit(one) for one in (third, second, fourth, third, second, first)] == [0, 0, 1, 2, 1, 1]
    assert store.shown("a")["note"] is None


def test_an_edit_goes_on_from_the_latest_of_all_copies_of_a_number(store: Store, eva: Dispatcher) -> None:
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "x"))
    eva.save(FollowUpEdit(note="dog"), visit(1))
    store.load({1: [envio("a")], 2: [envio("a", numeroExterno="x")]})
    eva.save(FollowUpEdit(is_called=True), eva.shipment("a"))
    assert eva.detail("a").follow_up == FollowUp(note="dog", called_at=moment(40))


def test_no_statement_about_follow_ups_goes_through_a_whole_table(store: Store) -> None:
    """A desk keeps them for months, and the counts are asked for after each burst of notifications."""
    of_rows = {
        table: [TABLES[table].columns["note"], VIEWS[view]]
        for table, view in ((Table.SHIPMENTS, View.TO_ATTEND), (Table.VISITS, View.TO_ATTEND_VISITS))
    }
    statements = [
        f"SELECT {expression} FROM {TABLES[table].source} WHERE {TABLES[table].id} = 1"
        for table, expressions in of_rows.items()
        for expression in expressions
    ]
    statements += [
        *edits._SAVE,
        edits._VISITS_OF,
        edits._SHIPMENTS_OF,
        edits._LAST_TIME,
        edits._UNDO,
        edits._REPLACED.format(state="f.note"),
    ]

    def explain(db: sqlite3.Connection) -> Iterator[str]:
        db.create_function("is_covered", 4, is_covered)  # readers have it
        for statement in statements:
            values = dict.fromkeys(_named(statement), "[]")
            yield from (step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    steps = store.writer.write(lambda db: list(explain(db)), with_board=True)
    scanned = {step.split()[1] for step in steps if step.startswith("SCAN")}
    assert scanned <= {"given", "chosen", "one", "json_each"}
    assert not [step for step in steps if "shipment_day" in step]


def _named(statement: str) -> set[str]:
    words = statement.replace(",", " ").replace(")", " ").replace("(", " ").split()
    return {word[1:] for word in words if word.startswith(":")}


def test_todays_desk_knows_what_is_to_attend_of_the_days_before(store: Store, eva: Dispatcher) -> None:
    before = Day(DAY.carrier, DAY.date - timedelta(days=5))
    elsewhere, later = Day("OTHER", YESTERDAY.date), Day(DAY.carrier, DAY.date + timedelta(days=1))
    failed = {1: [envio("z") | FAILED, envio("y"), envio("x") | FAILED]}
    for day in (before, YESTERDAY, elsewhere, later):
        store.load({1: [one | {"numero": f"{one['numero']}{day.date.day}"} for one in failed[1]]}, day=day)
    store.load({1: [envio("today") | FAILED]})
    assert earlier(store) == ["z19", "x19", "z15", "x15"]
    assert earlier(store, YESTERDAY) == ["z15", "x15"]
    assert earlier(store, later) == ["z19", "x19", "z15", "x15"]
    eva.save(ACKNOWLEDGED, eva.shipment("z19", YESTERDAY), eva.shipment("x15", before))
    assert earlier(store) == ["x19", "z15"]
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, View.EARLIER, search="x1")) == ["x19"]
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, View.EARLIER, sort=(SortKey("number"),))) == ["x19", "z15"]
    assert eva.to_attend() == ["today"]


def test_todays_desk_knows_which_failed_visits_without_a_shipment_the_days_before_left(
    store: Store, eva: Dispatcher
) -> None:
    store.load({1: [envio("listed")]}, day=YESTERDAY)
    store.post(
        aviso(1, f"{YESTERDAY.date}T10:00:00", "falso_flete", "x"),
        aviso(2, f"{YESTERDAY.date}T11:00:00", "falso_flete", "y"),
        aviso(3, f"{YESTERDAY.date}T12:00:00", "completada", "z"),
        aviso(4, f"{YESTERDAY.date}T12:00:00", "falso_flete", "listed"),
        aviso(5, AFTER_LOADS, "falso_flete", "today"),
    )
    query = RowQuery(Table.VISITS, DAY, View.EARLIER_VISITS)

    def left() -> tuple[list[int], int, int]:
        with Reader.opened(store.writer.path) as reader:
            counted = reader.view_counts(DAY, DAY.date)
            return list(reader.row_ids(query, DAY.date)), counted[View.EARLIER_VISITS], counted[View.EARLIER]

    assert left() == ([2, 1], 2, 1)
    assert [one.number for one in calls(store)] == ["today", "listed", "y", "x"]
    done = eva.save(ACKNOWLEDGED, visit(2))
    assert left() == ([1], 1, 1)
    eva.saving.undo_edit(done)
    assert left() == ([2, 1], 2, 1)


def calls(store: Store) -> list[CallCase]:
    with Reader.opened(store.writer.path) as reader:
        return reader.call_cases(DAY, DAY.date, (View.TO_ATTEND, View.TO_ATTEND_VISITS, *EARLIER_VIEWS))


def earlier(store: Store, day: Day = DAY) -> list[object]:
    """Return the numbers to attend of earlier days, which the count must agree on."""
    query = RowQuery(Table.SHIPMENTS, day, View.EARLIER)
    with Reader.opened(store.writer.path) as reader:
        counts = reader.view_counts(day, DAY.date)[View.EARLIER], reader.count(query, DAY.date)
        assert counts == (reader.count(query.whole(), DAY.date),) * 2
    numbers: list[object] = list(store.numbers(query))
    assert counts[0] == len(numbers)
    return numbers


def test_failed_visits_that_lead_to_no_row_are_among_those_that_earlier_days_left(
    store: Store, eva: Dispatcher
) -> None:
    """One names several parcels of different recipients, the other one a parcel that a later day alone lists."""
    later = Day(DAY.carrier, DAY.date + timedelta(days=1))
    alike = [envio(one, numeroExterno="X", documentoDest=one) for one in ("a", "b")]
    store.load({1: alike})
    store.load({1: [envio("c")]}, day=later)
    store.post(aviso(1, "07:10:00", "falso_flete", "X"), aviso(2, "07:20:00", "falso_flete", "c"))
    assert eva.to_attend(View.TO_ATTEND_VISITS) == [1, 2]
    with Reader.opened(store.writer.path) as reader:
        assert reader.view_counts(later, later.date)[View.EARLIER_VISITS] == 2
        assert [case.number for case in reader.open_cases(later, later.date)] == ["X", "c"]
