import sqlite3
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.columns import Table
from app.domain.days import Day
from app.domain.queries import VIEW_TABLES, RowQuery, View
from app.domain.site import SiteRules
from app.domain.statuses import Mark, State
from app.store import visits
from app.store.reader import Reader
from app.store.site import settle_site
from tests.store.conftest import DAY, FAR, ZONE, Answer, Store, aviso, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
TOMORROW = Day(DAY.carrier, DAY.date + timedelta(days=1))
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


def mark(store: Store, number: str) -> Mark | None:
    with Reader.opened(store.writer.path) as reader:
        for one in reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date):
            detail = reader.shipment(one)
            if detail is not None and detail.cells["number"] == number:
                return detail.mark
    raise AssertionError(number)


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
    answer: Answer = {1: [envio("other"), envio("n1") | fields]}
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


def test_the_tracking_id_counts_where_no_number_matches(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a", tracking_id="b"), aviso(2, AFTER_LOADS, tracking_id="b"))
    assert shipments_of(store, 1) == [(DAY.date, "a")]
    assert shipments_of(store, 2) == [(DAY.date, "b")]


def test_one_visit_closes_many_shipments_and_a_number_in_two_manifests_both(store: Store) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")], 2: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a", "b"))
    assert shipments_of(store, 1) == [(DAY.date, "a"), (DAY.date, "b"), (DAY.date, "a")]
    assert counts(store)[View.EXCEPTIONS] == 3
    assert store.kept[-1].shipments == {1, 2, 4}


def test_of_two_visits_to_one_shipment_the_newer_counts(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(9, "15:00:00", "completada", "a"), aviso(2, "10:00:00", "falso_flete", "a"))
    row = store.shown("a")
    assert (row["shown_status"], row["visit_id"], row["visit_status"]) == ("Entregado", 9, "completada")
    assert row["visit_timestamp"] == "2026-11-20T15:00:00"


def test_a_visit_that_names_other_numbers_later_lets_go_of_the_first_ones(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, "10:00:00", "completada", "a"))
    store.post(aviso(1, "11:00:00", "completada", "b"))
    assert (store.shown("a")["shown_status"], store.shown("b")["shown_status"]) == ("En Reparto", "Entregado")
    assert store.kept[-1].shipments == {1, 2}


def test_a_first_load_shows_no_change_so_a_visit_of_that_day_outranks_it(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, BEFORE_LOADS, "completada", "a"))
    assert store.shown("a")["shown_status"] == "Entregado"
    store.load({1: [envio("a")]})  # repeats the old status
    row = store.shown("a")
    assert (row["shown_status"], row["status"], row["conflict"]) == ("Entregado", "En Reparto", 1)


def test_the_carriers_change_after_the_visit_outranks_it(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, BEFORE_LOADS, "completada", "a"))
    store.load({1: [envio("a") | FAILED]})
    row = store.shown("a")
    assert (row["shown_status"], row["visit_status"], row["conflict"]) == ("Excepción", "completada", 1)
    assert mark(store, "a") is Mark.CONFLICT
    store.post(aviso(1, AFTER_LOADS, "completada", "a", titulo="again"))
    assert store.shown("a")["shown_status"] == "Entregado"


def test_a_visit_after_the_carriers_change_outranks_that(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.load({1: [envio("a") | FAILED]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a"))
    assert store.shown("a")["shown_status"] == "Entregado"


def test_no_conflict_where_both_say_the_same(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, BEFORE_LOADS, "completada", "a"))
    store.load({1: [envio("a") | DELIVERED, envio("b")]})
    assert store.shown("a")["conflict"] == 0
    assert (mark(store, "a"), mark(store, "b")) == (None, None)


@pytest.mark.parametrize(
    ("carrier", "status", "conflict"),
    [
        ({"idEstadoEnvio": None, "estadoEnvio": "Entregado"}, "completada", 0),
        ({"idEstadoEnvio": None, "estadoEnvio": "En Reparto"}, "completada", 1),
        ({"idEstadoEnvio": "77", "estadoEnvio": "Perdido"}, "completada", 1),
        ({"idEstadoEnvio": "77", "estadoEnvio": "Perdido"}, "reprogramada", 1),
        ({"idEstadoEnvio": "77", "estadoEnvio": "REPROGRAMADA"}, "reprogramada", 0),
        ({"idEstadoEnvio": "3", "estadoEnvio": "entregado al cliente"}, "completada", 0),
        ({"idEstadoEnvio": None, "estadoEnvio": None}, "completada", 0),
    ],
)
def test_two_words_for_the_same_are_no_conflict_and_unknown_ones_are_compared_as_they_read(
    store: Store, carrier: dict[str, object], status: str, conflict: int
) -> None:
    store.load({1: [envio("a") | carrier]})
    store.post(aviso(1, AFTER_LOADS, status, "a"))
    assert store.shown("a")["conflict"] == conflict


def test_no_query_goes_through_all_visits(store: Store) -> None:
    """Each commit matches its visits: what it takes must not grow with the visits of months."""
    plans = []

    def explain(db: sqlite3.Connection) -> None:
        visits._choose(db, "touched_visit", [])
        visits._choose(db, "touched_shipment", [])
        for statement in (visits._LINK, visits._WEIGH_ALONE):
            plans.extend(db.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall())

    store.writer.write(explain)
    scanned = {step[3].split()[1] for step in plans if step[3].startswith("SCAN")}
    assert scanned <= {"touched", "found", "ranked", "(subquery-8)"} | {name for name in scanned if "subquery" in name}


def test_a_row_is_only_ahead_until_the_carrier_was_asked_again(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a"), received_at=moment(1).replace(second=30))
    assert mark(store, "a") is Mark.AHEAD
    assert View.CONFLICTS not in counts(store)
    store.load({1: [envio("a")]})
    assert mark(store, "a") is Mark.CONFLICT
    assert counts(store)[View.CONFLICTS] == 1


def test_delivered_without_a_notification_is_possibly_missed_until_one_comes(store: Store) -> None:
    store.load({1: [envio("a") | DELIVERED, envio("b") | FAILED, envio("c")]})
    assert counts(store)[View.MISSED] == 2
    assert mark(store, "b") is Mark.MISSED
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "b"))
    assert counts(store)[View.MISSED] == 1


def test_a_status_that_the_contract_does_not_name_is_shown_as_it_came(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "reprogramada", "a"))
    with Reader.opened(store.writer.path) as reader:
        detail = reader.shipment(1)
    assert detail is not None
    assert (detail.cells["shown_status"], detail.state) == ("reprogramada", State.OTHER)


def test_a_visit_is_news_for_its_own_day_and_those_before(store: Store) -> None:
    store.load({1: [envio("a")]}, day=YESTERDAY)
    store.load({1: [envio("a")]})
    store.post(aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "a"))
    assert shipments_of(store, 1) == [(YESTERDAY.date, "a")]
    assert store.shown("a", YESTERDAY)["shown_status"] == "Excepción"
    assert store.shown("a")["shown_status"] == "En Reparto"  # the next attempt is under way
    store.post(aviso(2, AFTER_LOADS, "completada", "a"))
    assert shipments_of(store, 2) == [(YESTERDAY.date, "a"), (DAY.date, "a")]
    assert store.shown("a")["shown_status"] == store.shown("a", YESTERDAY)["shown_status"] == "Entregado"


def test_each_number_of_a_visit_finds_its_own_days(store: Store) -> None:
    store.load({1: [envio("b")]}, day=YESTERDAY)
    store.load({1: [envio("a")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a", "b"))
    assert shipments_of(store, 1) == [(YESTERDAY.date, "b"), (DAY.date, "a")]


def test_a_day_read_again_after_the_next_ones_visit_misses_nothing(store: Store) -> None:
    store.load({1: [envio("a")]}, day=YESTERDAY)
    store.load({1: [envio("a")]})
    store.post(aviso(2, AFTER_LOADS, "completada", "a"))
    store.load({1: [envio("a") | DELIVERED]}, day=YESTERDAY)
    assert View.MISSED not in counts(store, YESTERDAY)


def test_a_visit_after_midnight_belongs_to_the_day_before(store: Store) -> None:
    store.post(aviso(1, f"{TOMORROW.date}T00:20:00", "completada", "a"))
    store.load({1: [envio("a")]})
    assert store.shown("a")["shown_status"] == "Entregado"
    store.load({1: [envio("a")]}, day=TOMORROW)
    assert shipments_of(store, 1) == [(DAY.date, "a"), (TOMORROW.date, "a")]
    assert store.shown("a", TOMORROW)["shown_status"] == "Entregado"


def test_a_visit_moves_from_a_later_day_once_an_earlier_one_lists_its_parcel(store: Store) -> None:
    store.post(aviso(1, AFTER_LOADS, "falso_flete", "a"))
    store.load({1: [envio("a")]}, day=TOMORROW)
    assert shipments_of(store, 1) == [(TOMORROW.date, "a")]
    store.load({1: [envio("a")]})
    assert shipments_of(store, 1) == [(DAY.date, "a")]
    assert store.shown("a", TOMORROW)["visit_id"] is None


def test_a_visit_of_the_day_before_does_not_outrank_todays_first_load(store: Store) -> None:
    store.post(aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "a"))
    store.load({1: [envio("a")]})
    row = store.shown("a")
    assert (row["shown_status"], row["visit_id"], row["conflict"]) == ("En Reparto", 1, 0)
    assert mark(store, "a") is None  # no contradiction: yesterday it failed, today it is out again


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


def test_a_shipment_no_longer_listed_keeps_its_visit(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a"))
    store.load({1: [envio("b")]})
    row = store.shown("a")
    assert (row["current"], row["shown_status"]) == (0, "Entregado")
    assert View.CONFLICTS not in counts(store)


def test_views_count_what_they_show_with_visits_too(store: Store) -> None:
    store.load({1: [envio("a"), envio("b") | DELIVERED, envio("c") | FAILED, envio("d")], 2: [envio("a")]})
    store.post(aviso(1, BEFORE_LOADS, "completada", "a"), aviso(2, BEFORE_LOADS, "falso_flete", "q"))
    store.load({1: [envio("a"), envio("b") | DELIVERED, envio("c") | FAILED, envio("d")], 2: [envio("a")]})
    with Reader.opened(store.writer.path) as reader:
        for view, count in reader.view_counts(DAY, DAY.date).items():
            assert len(reader.row_ids(RowQuery(VIEW_TABLES[view], DAY, view=view), DAY.date)) == count, view
    assert counts(store)[View.DELIVERED] == 3


def test_a_manifest_counts_what_the_desk_shows(store: Store) -> None:
    store.load({1: [envio("a"), envio("b")]})
    store.post(aviso(1, AFTER_LOADS, "completada", "a"))
    with Reader.opened(store.writer.path) as reader:
        (row,) = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        detail = reader.manifest(row)
    assert detail is not None
    assert (detail.cells["delivered"], detail.cells["on_its_way"]) == (1, 1)


def test_another_time_zone_weighs_visits_anew(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.load({1: [envio("a") | FAILED]})  # 12:02 UTC
    store.post(aviso(1, "10:00:00", "completada", "a"))
    assert store.shown("a")["shown_status"] == "Entregado"  # ten in Bogotá is later than that
    settle_site(store.writer, SiteRules(ZoneInfo("Europe/Madrid"), far_metres=FAR))
    assert store.shown("a")["shown_status"] == "Excepción"
    settle_site(store.writer, SiteRules(ZONE, far_metres=FAR))
    assert store.shown("a")["shown_status"] == "Entregado"


def test_a_shipment_that_gets_another_identifier_is_matched_anew(store: Store) -> None:
    store.post(aviso(1, AFTER_LOADS, "completada", "X9"))
    store.load({1: [envio("a")]})
    assert store.shown("a")["visit_id"] is None
    store.load({1: [envio("a", numeroExterno="X9")]})
    assert store.shown("a")["visit_id"] == 1
    store.load({1: [envio("a", numeroExterno="Y1")]})
    assert (store.shown("a")["visit_id"], store.shown("a")["shown_status"]) == (None, "En Reparto")
    assert counts(store)[View.NO_SHIPMENT] == 1
