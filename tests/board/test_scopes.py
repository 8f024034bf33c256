"""What is read of the days of several carriers at once."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.days import Day, Scope
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import CARRIER, COLUMNS, Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, SortKey, ValueFilter, View
from app.domain.views.report import Group
from app.store.follow_ups import FollowUps
from tests.temporary_store import DAY, Store, aviso, envio, moment

SOUTH, WEST = (Day(code, DAY.date) for code in ("SOUTH", "WEST"))
BOTH = Scope((DAY.carrier, SOUTH.carrier), DAY.date)
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}


@pytest.fixture
def three(store: Store) -> Store:
    """Three carriers: two list the number `both`; visits of a shipment of each, and one of none."""
    store.load({1: [envio("a"), envio("both"), envio("b") | FAILED]})
    store.load({1: [envio("c"), envio("both"), envio("d") | FAILED]}, day=SOUTH)
    store.load({1: [envio("w") | FAILED]}, day=WEST)
    for visit, number in enumerate(("a", "c", "w", "nobody's"), 1):
        store.post(aviso(visit, f"12:0{visit}:00", "falso_flete", number))
    return store


def column(reader: Reader, query: RowQuery, key: str) -> list[Cell]:
    place = next(nth for nth, one in enumerate(COLUMNS[query.table]) if one.key == key)
    ids = list(reader.row_ids(query, DAY.date))
    cells = reader.cells(query.table, ids, query.day.carriers)
    assert reader.count(query, DAY.date) == len(ids)
    return [cells[one][place] for one in ids]


def test_the_rows_are_those_of_the_chosen_carriers_each_in_its_own_order(three: Store) -> None:
    with Reader.opened(three.writer.path) as reader:
        shipments = RowQuery(Table.SHIPMENTS, BOTH)
        assert column(reader, shipments, "number") == ["a", "both", "b", "c", "both", "d"]
        assert column(reader, shipments, CARRIER.key) == [DAY.carrier] * 3 + [SOUTH.carrier] * 3
        assert column(reader, RowQuery(Table.MANIFESTS, BOTH), CARRIER.key) == [DAY.carrier, SOUTH.carrier]
        alone = shipments._replace(filters=(ValueFilter(CARRIER.key, SOUTH.carrier),))
        assert column(reader, alone, "number") == ["c", "both", "d"]
        assert reader.value_counts(shipments, CARRIER.key, DAY.date, 9) == [(DAY.carrier, 3), (SOUTH.carrier, 3)]
        assert column(reader, shipments._replace(search="both"), CARRIER.key) == [DAY.carrier, SOUTH.carrier]
        assert column(reader, RowQuery(Table.SHIPMENTS, Scope((), DAY.date)), "number") == []


def test_a_visit_is_shown_unless_its_shipments_are_of_other_carriers_alone(three: Store) -> None:
    with Reader.opened(three.writer.path) as reader:
        assert column(reader, RowQuery(Table.VISITS, BOTH), "id") == [4, 2, 1]
        assert column(reader, RowQuery(Table.VISITS, WEST), "id") == [4, 3]
        assert column(reader, RowQuery(Table.VISITS, Scope((), DAY.date)), "id") == [4, 3, 2, 1]
        assert [one.visit_id for one in reader.places(BOTH)] == [1, 2, 4]
        assert reader.unknown_numbers(BOTH, ["a", "c", "w", "zz"]) == ["w", "zz"]
        assert reader.view_counts(BOTH, DAY.date)[View.TO_ATTEND] == 4
        assert [one.number for one in reader.call_cases(BOTH, DAY.date, [View.TO_ATTEND])] == ["a", "b", "c", "d"]


def test_a_parcel_that_two_shown_carriers_list_is_counted_once(three: Store) -> None:
    with Reader.opened(three.writer.path) as reader:
        query = RowQuery(Table.SHIPMENTS, BOTH, search="both")
        assert column(reader, query, "signs") == ["en_dos_transportadoras"] * 2
        report = reader.report(BOTH, DAY.date)
        assert (report.figures.tally.total, report.figures.two_carriers) == (5, 1)
        assert {line.name: line.tally.total for line in report.groups[Group.CARRIER]} == {
            DAY.carrier: 3, SOUTH.carrier: 2,
        }  # fmt: skip
        assert sum(line.tally.total for line in report.groups[Group.MANIFEST]) == 5
        course = reader.course(BOTH)
        assert course.open_now + course.closed_now == 5
        assert [reader.report(one, DAY.date).figures.tally.total for one in (DAY, SOUTH)] == [3, 3]
        assert Group.CARRIER not in reader.report(DAY, DAY.date).groups


def test_the_open_cases_of_a_shift_are_those_of_all_its_carriers(three: Store) -> None:
    with Reader.opened(three.writer.path) as reader:
        cases = reader.open_cases(BOTH, DAY.date)
    found = {(one.day.carrier, one.number) for one in cases if one.is_to_attend}
    assert found == {
        (DAY.carrier, "a"),
        (DAY.carrier, "b"),
        (SOUTH.carrier, "c"),
        (SOUTH.carrier, "d"),
        ("", "nobody's"),
    }


def test_a_follow_up_of_a_visit_reaches_the_shipments_of_the_chosen_carriers_alone(store: Store) -> None:
    for day in (DAY, SOUTH, WEST):
        store.load({1: [envio("one number")]}, day=day)
    store.post(aviso(7, "12:00:00", "falso_flete", "one number"))
    with _saving(store) as saving:
        saving.save([Subject(Table.VISITS, 7, BOTH.carriers)], FollowUpEdit(is_acknowledged=True), moment(40))
    with Reader.opened(store.writer.path) as reader:
        left = {day.carrier: reader.view_counts(day, DAY.date)[View.TO_ATTEND] for day in (DAY, SOUTH, WEST)}
        assert left == {DAY.carrier: 0, SOUTH.carrier: 0, WEST.carrier: 1}
        detail = reader.visit(7, BOTH.carriers)
        assert detail is not None
        assert [one.state.acknowledged_by for one in detail.follow_ups] == ["eva", "eva"]


@contextmanager
def _saving(store: Store) -> Iterator[FollowUps]:
    yield FollowUps(store.writer, lambda _changed: None, lambda: "eva")


def test_no_query_of_several_carriers_goes_through_a_table_of_the_board(
    three: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, object]] = []
    with Reader.opened(three.writer.path) as reader:
        read = Reader._all

        def noted(self: Reader, sql: str, values: object = ()) -> list[tuple[object, ...]]:
            asked.append((sql, values))
            return read(self, sql, values)  # type: ignore[arg-type]

        monkeypatch.setattr(Reader, "_all", noted)
        for act in _reads(BOTH):
            act(reader)
        db: sqlite3.Connection = reader._db
        steps = [step[3] for sql, values in asked for step in db.execute(f"EXPLAIN QUERY PLAN {sql}", values)]  # type: ignore[arg-type]
    assert len(steps) > len(asked) > 20
    tables = {"shipment", "visit", "day", "manifest", "s", "v", "d", "m", "od", "o", "l", "visit_shipment", "day_1"}
    scanned = [step for step in steps if step.startswith("SCAN") and step.split()[1] in tables]
    assert {
        step for step in scanned if "visit_unmatched" not in step
    } == set()  # an index of the few without a shipment


def _reads(day: Scope) -> list[Callable[[Reader], object]]:
    today, shipments = DAY.date, RowQuery(Table.SHIPMENTS, day)
    queries = [
        *(RowQuery(table, day) for table in (Table.SHIPMENTS, Table.VISITS, Table.MANIFESTS)),
        *(shipments._replace(view=view) for view in (View.TO_ATTEND, View.MINE, View.EARLIER, View.OVERDUE)),
        shipments._replace(search="one number"),
        shipments._replace(sort=(SortKey("number"),)),
        shipments._replace(filters=(ValueFilter(CARRIER.key, SOUTH.carrier),)),
    ]
    return [
        *(lambda reader, one=one: reader.row_ids(one, today) for one in queries),
        *(lambda reader, one=one: reader.count(one, today) for one in queries),
        lambda reader: reader.view_counts(day, today),
        lambda reader: reader.value_counts(shipments, CARRIER.key, today, 9),
        lambda reader: reader.report(day, today),
        lambda reader: reader.course(day),
        lambda reader: reader.past_days(day._replace(date=today + timedelta(days=7))),
        lambda reader: reader.open_cases(day, today),
        lambda reader: reader.call_cases(day, today, [View.TO_ATTEND, View.TO_ATTEND_VISITS, View.EARLIER]),
        lambda reader: reader.places(day),
        lambda reader: reader.number_mismatch(day),
        lambda reader: reader.unknown_numbers(day, ["a"]),
    ]
