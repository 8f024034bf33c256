"""Which rows a commit decides, what the tables show of visits, and which queries a look-up runs."""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import pytest

from app.board.projecting import decisions, visit_rows
from app.board.reading.reader import Reader
from app.domain.board.facts import Listing, Site
from app.domain.board.parcel import Parcel
from app.domain.board.row import BoundVisit
from app.domain.column import Cell
from app.domain.contract.outcomes import Outcome
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import VIEW_TABLES, RowQuery, View
from app.facts import messages
from app.store.site_settings import save_site_rules
from tests.database import connected, wait_until_derived
from tests.steps import LINEAR, steps_of
from tests.temporary_store import DAY, FAR, ZONE, ListedDay, Store, aviso, envio

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}

# The loads of these tests are at 12:01 UTC, 12:02 and so on, which is 07:01 at the site.
BEFORE_LOADS, AFTER_LOADS = "06:00:00", "09:00:00"


def counts(store: Store, day: Day = DAY) -> dict[View, int]:
    with Reader.opened(store.writer.path) as reader:
        found = reader.view_counts(day, day.date)
    return {view: count for view, count in found.items() if count}


def shipments_of(store: Store, visit: int) -> list[tuple[date, str]]:
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(visit)
    assert detail is not None
    return [(one.day.date, one.number) for one in detail.shipments]


@pytest.mark.parametrize(
    "fields",
    [
        {"numero": "K"},
        {"numeroExterno": "K"},
        {"dinamicouno": {"parcelNumber": "K"}},
        {"dinamicouno": {"parcelId": "K"}},
        {"dinamicouno": {"numeroPedido": "K"}},
    ],
)
@pytest.mark.parametrize("visit_first", [True, False])
def test_any_identifier_matches_whichever_comes_first(
    store: Store, fields: dict[str, object], visit_first: bool
) -> None:
    answer: ListedDay = {1: [envio("other"), envio("n1") | fields]}
    body = aviso(5, AFTER_LOADS, "completada", "x", "K")
    if visit_first:
        store.post(body)
        assert counts(store) == {View.NO_SHIPMENT: 1}
    store.load(answer)
    if not visit_first:
        store.post(body)
    assert shipments_of(store, 5) == [(DAY.date, str(fields.get("numero", "n1")))]
    assert counts(store)[View.NO_VISIT] == 1
    assert View.NO_SHIPMENT not in counts(store)


def test_a_site_that_sets_when_its_day_ends_has_all_days_derived_again(store: Store) -> None:
    store.load({1: [envio("A")]})
    at_night = datetime(2026, 11, 21, 7, tzinfo=UTC)  # 02:00 at the site, of the day after
    store.post(aviso(5, "2026-11-21T02:00:00", "falso_flete", "A"), received_at=at_night)

    def told() -> tuple[object, bool, date | None]:
        shown = store.shown("A")
        with Reader.opened(store.writer.path) as reader:
            (arrival,) = reader.arrivals(0)
        return shown["outcome"], "concluido_despues" in str(shown["signs"]).split(), arrival.date

    before = told()
    save_site_rules(store.writer, SiteRules(ZONE, far_metres=FAR, day_ends_at=time(8)))
    wait_until_derived(store.writer)
    assert (before, told()) == (
        ("abierto", True, date(2026, 11, 21)),
        ("excepcion", False, date(2026, 11, 20)),
    )


def test_rows_of_one_number_are_matched_in_steps_as_many_as_they_are(store: Store) -> None:
    def steps(rows: int) -> int:
        store.load({1: [envio("A")] * rows})
        wait_until_derived(store.writer)
        with connected(store.writer.path) as db:
            return steps_of(lambda: visit_rows.visits_naming(db, "shipment"), db)

    few, many = steps(200), steps(800)
    assert many / few / 4 < LINEAR


def test_each_number_of_a_visit_finds_its_own_days(store: Store) -> None:
    store.load({1: [envio("b")]}, day=YESTERDAY)
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a", "b"))
    assert shipments_of(store, 1) == [(YESTERDAY.date, "b"), (DAY.date, "a")]


def test_visits_of_another_carriers_shipments_are_not_this_days(store: Store) -> None:
    other = Day("OTHER", DAY.date)
    store.load({1: [envio("a")]})
    store.load({1: [envio("b")]}, day=other)
    store.post(*(aviso(one, AFTER_LOADS, "completada", number) for one, number in enumerate(("a", "b", "zz"), 1)))
    with Reader.opened(store.writer.path) as reader:
        shown = {
            day: set(reader.row_ids(RowQuery(Table.VISITS, day), DAY.date)) for day in (DAY, other, Day("", DAY.date))
        }
        exported = [row[0][0] for row in reader.exported_visits(DAY.date, "OTHER")]
    assert shown == {DAY: {1, 3}, other: {2, 3}, Day("", DAY.date): {1, 2, 3}}
    assert exported == [2, 3]


def test_views_count_what_they_show_with_visits_too(store: Store) -> None:
    store.load({1: [envio("a"), envio("b") | DELIVERED, envio("c") | FAILED, envio("d")], 2: [envio("a")]})
    store.post(aviso(1, BEFORE_LOADS, "completada", "a"), aviso(2, BEFORE_LOADS, "falso_flete", "q"))
    store.load({1: [envio("a"), envio("b") | DELIVERED, envio("c") | FAILED, envio("d")], 2: [envio("a")]})
    with Reader.opened(store.writer.path) as reader:
        for view, count in reader.view_counts(DAY, DAY.date).items():
            assert len(reader.row_ids(RowQuery(VIEW_TABLES[view], DAY, view=view), DAY.date)) == count, view
    assert counts(store)[View.DELIVERED] == 2  # a number in two manifests counts once


def test_a_manifest_counts_what_the_desk_shows(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a"))
    with Reader.opened(store.writer.path) as reader:
        (row,) = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        detail = reader.manifest(row)
    assert detail is not None
    assert (detail.cells["delivered"], detail.cells["on_its_way"]) == (1, 1)


def test_a_shipment_that_gets_another_identifier_is_matched_anew(store: Store) -> None:
    store.post(aviso(1, AFTER_LOADS, "completada", "X9"))
    store.load({1: [envio("a")]})
    assert store.shown("a")["visit_id"] is None
    store.load({1: [envio("a", numeroExterno="X9")]})
    assert store.shown("a")["visit_id"] == 1
    store.load({1: [envio("a", numeroExterno="Y1")]})
    assert (store.shown("a")["visit_id"], store.shown("a")["shown_status"]) == (None, "En Reparto")
    assert counts(store)[View.NO_SHIPMENT] == 1


def test_a_commit_tells_which_rows_it_looked_at(store: Store) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")], 2: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a", "b"))
    assert (store.kept[-1].visits, store.kept[-1].shipments) == ({1}, {1, 2, 4})
    store.post(aviso(1, "11:00:00", "completada", "b"))  # and no longer of "a"
    assert (store.kept[-1].visits, store.kept[-1].shipments) == ({1}, {1, 2, 4})
    assert shipments_of(store, 1) == [(DAY.date, one) for one in "aba"]  # "a" was told something
    store.post(aviso(2, "11:00:00", "completada", "zz"))
    assert (store.kept[-1].visits, store.kept[-1].shipments) == ({2}, set())


def test_no_query_of_a_commit_goes_through_a_table(store: Store) -> None:
    """Each commit decides anew what its visits touch: what that takes must not grow with the rows of months."""
    statements = (
        visit_rows._KEYS, visit_rows._FOUND, visit_rows._LISTED, visit_rows._ALIKE, messages._MESSAGES,
        decisions._LISTINGS, decisions._HISTORY, decisions._VISITS_OF,
        decisions._UPDATE_UNMATCHED.replace("?", ":visits"), visit_rows._UNMATCHED_OF_VISITS, visit_rows._LOOK_ALIKES,
    )  # fmt: skip
    values = {"visits": "[]", "values": "[]", "numbers": "[]", "ids": "[]", "looks": "[]", "date": "", "most": 1}
    plans = store.writer.board.read(
        lambda db: [step[3] for one in statements for step in db.execute(f"EXPLAIN QUERY PLAN {one}", values)]
    ).result()
    assert len(plans) > len(statements)
    scanned = {step.split()[1] for step in plans if step.startswith("SCAN") and "subquery" not in step}
    assert scanned <= {"given", "json_each"}


def test_a_later_message_without_a_reference_keeps_the_earlier_one(store: Store) -> None:
    store.load({1: [envio("1001")]})
    store.post(aviso(1, "12:00:05", "falso_flete", tracking_id="1001"))
    store.post(aviso(1, "12:10:05", "completada", tracking_id=None))
    assert store.shown("1001")["visit_id"] == 1


def said(store: Store) -> dict[Cell, tuple[Cell, Cell]]:
    return {row["number"]: (row["shown_status"], row["signs"]) for row in store.rows()}


def test_a_bug_met_by_one_parcel_costs_no_other_one_its_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")]})
    reported: list[str] = []

    def broken(listings: Sequence[Listing], visits: Sequence[BoundVisit], site: Site) -> Parcel:
        if any(bound.visit.id == 2 for bound in visits) or listings[0].observations[-1].state is State.PICKUP:
            raise LookupError("a bug")
        return Parcel(listings, visits, site)

    monkeypatch.setattr(decisions, "Parcel", broken)
    monkeypatch.setattr("threading.excepthook", lambda found: reported.append(str(found.exc_value)))
    later = [envio("a") | DELIVERED, envio("b") | DELIVERED, envio("c", idEstadoEnvio="24", estadoEnvio=None)]
    bodies = [aviso(nth, AFTER_LOADS, "falso_flete", number) for nth, number in enumerate("ab", 1)]
    assert store.post(*bodies) == [Outcome.STORED] * 2
    assert store.kept[-1].shipments == {1, 2}
    store.load({1: later})
    decided, former = ("Excepción", "adelantado contradiccion"), ("En Reparto", "dato_raro")
    assert said(store) == {"a": decided, "b": former, "c": former}
    assert reported == ["a bug"] * 3
    monkeypatch.undo()
    store.load({1: later})
    assert said(store) == {"a": decided, "b": decided, "c": ("Listo para Retirar", "")}


def test_of_a_visit_with_more_messages_than_any_real_one_the_newest_count_and_it_is_odd(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(*(aviso(1, f"12:{nth:02}:05", "falso_flete", "a") for nth in range(20)))
    assert store.shown("a")["signs"] == "adelantado"
    store.post(aviso(1, "11:00:05", "completada", "a"))
    assert (store.shown("a")["shown_status"], store.shown("a")["signs"]) == ("Excepción", "adelantado dato_raro")
    store.post(aviso(1, "12:55:05", "completada", "a"))
    assert (store.shown("a")["shown_status"], store.shown("a")["signs"]) == ("Entregado", "adelantado dato_raro")


def damage_body(store: Store, visit: int, at: str, text: bytes) -> None:
    """Have the file damaged within a body, as no check of SQLite's finds."""
    key = visit, f"{DAY.date}T{at}"

    def work(db: sqlite3.Connection) -> None:
        (body,) = db.execute("SELECT body FROM notification WHERE visit_id = ? AND timestamp = ?", key).fetchone()
        damaged = body.replace(b"visita_id", text)
        db.execute("UPDATE notification SET body = ? WHERE visit_id = ? AND timestamp = ?", (damaged, *key))

    store.writer.write(work)


def test_a_visit_keeps_its_parcel_though_the_file_is_damaged_within_its_last_message(store: Store) -> None:
    store.load({1: [envio("A"), envio("B")]})
    store.post(aviso(5, "09:00:00", "falso_flete", "A"), aviso(5, "10:00:00", "completada", "A"))
    damage_body(store, 5, "10:00:00", b"\xc4")
    store.post(aviso(5, "09:30:00", "falso_flete", "A"), aviso(6, "10:00:00", "completada", "B"))
    assert [store.shown(one)["shown_status"] for one in "AB"] == ["Entregado", "Entregado"]
    assert ["dato_raro" in str(store.shown(one)["signs"]).split() for one in "AB"] == [True, False]


@pytest.mark.parametrize("text", [b"\xc4", b"visita_xx"])
def test_a_visit_whose_only_message_is_damaged_is_one_without_a_parcel(store: Store, text: bytes) -> None:
    store.load({1: [envio("A"), envio("B")]})
    store.post(aviso(5, "10:00:00", "completada", "A"), aviso(6, "10:00:00", "completada", "B"))
    damage_body(store, 5, "10:00:00", text)
    save_site_rules(store.writer, SiteRules(ZONE, lag_minutes=10, far_metres=FAR))  # has all derived anew
    wait_until_derived(store.writer)
    assert [store.shown(one)["shown_status"] for one in "AB"] == ["En Reparto", "Entregado"]
    assert counts(store)[View.NO_SHIPMENT] == 1
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(5)
    assert detail is not None
    assert (detail.state, dict(detail.cells)["numbers"]) == (State.DELIVERED, None)
    store.post(aviso(5, "10:00:00", "completada", "A"))  # sent again, it is another one than what can be read
    assert store.shown("A")["shown_status"] == "Entregado"
