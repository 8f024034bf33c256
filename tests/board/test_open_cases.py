"""What the message at the end of a shift names: each open case once, and promises only while they are news."""

from datetime import UTC, datetime, timedelta

import pytest

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.follow_ups import FollowUpEdit, NextStep
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.report import ShiftCases
from app.store.follow_ups import FollowUps
from tests.temporary_store import DAY, Store, aviso, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
LONG_AGO = Day(DAY.carrier, DAY.date - timedelta(days=40))
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}


@pytest.fixture
def saving(store: Store) -> FollowUps:
    return FollowUps(store.writer, lambda _changed: None, lambda: "eva")


def cases(store: Store) -> ShiftCases:
    with Reader.opened(store.writer.path) as reader:
        return ShiftCases.of(reader.open_cases(DAY, DAY.date))


def numbers(store: Store) -> list[tuple[str, int]]:
    return [(one.number, one.day.date.day) for one in cases(store).all]


def subject(store: Store, number: str, day: Day) -> Subject:
    with Reader.opened(store.writer.path) as reader:
        return Subject(Table.SHIPMENTS, reader.listings_of(number, day.date, day.carrier)[0][1])


def test_failed_visits_without_a_shipment_of_earlier_days_are_open_too(store: Store, saving: FollowUps) -> None:
    store.load({1: [envio("a") | FAILED]})
    store.post(
        aviso(1, f"{YESTERDAY.date}T10:00:00", "falso_flete", "x"),
        aviso(2, f"{YESTERDAY.date}T11:00:00", "falso_flete", "done"),
        aviso(3, "07:20:00", "falso_flete", "y"),
        aviso(4, f"{YESTERDAY.date}T12:00:00", "completada", "z"),
    )
    saving.save([Subject(Table.VISITS, 2, DAY.carriers)], FollowUpEdit(is_acknowledged=True), moment(40))
    assert numbers(store) == [("y", 20), ("a", 20), ("x", 19)]  # what failed first, and last what has no hour


def test_a_promise_is_named_while_its_failure_is_open_or_it_was_made_since_the_day_before(
    store: Store, saving: FollowUps
) -> None:
    at = datetime(2026, 10, 11, 15, tzinfo=UTC)
    store.load({1: [envio("old") | FAILED, envio("open") | FAILED]}, day=LONG_AGO, at=at)
    store.load({1: [envio("new") | FAILED]}, day=YESTERDAY)
    back = FollowUpEdit(next_step=NextStep.RETURN)
    saving.save([subject(store, "open", LONG_AGO)], back, at)
    for number, day, when in (("old", LONG_AGO, at), ("new", YESTERDAY, moment(0) - timedelta(hours=20))):
        saving.save([subject(store, number, day)], back.then(FollowUpEdit(is_acknowledged=True)), when)
    assert [one.number for one in cases(store).promised] == ["new", "open"]


def test_a_number_in_two_manifests_is_one_case(store: Store) -> None:
    store.load({1: [envio("a") | FAILED], 2: [envio("a") | FAILED, envio("b") | FAILED]})
    assert numbers(store) == [("a", 20), ("b", 20)]
