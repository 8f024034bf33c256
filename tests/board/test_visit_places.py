"""The places of visits on the map, and visits closed at one spot."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.reception.alerts import Arrival
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, View
from app.domain.views.report import VisitPlace
from app.store.site_settings import apply_rules, save_site_rules
from tests.database import wait_until_derived
from tests.temporary_store import DAY, FAR, ZONE, Store, aviso, envio

EVENING = datetime(2026, 11, 21, 1, tzinfo=UTC)
ADDRESS = {"latitud": "4.60", "longitud": "-74.10"}


def stop(visit: int, at: str, north: float, driver: str | None = "Ana", **more: object) -> bytes:
    """Return news of a visit whose driver checked in so many degrees north of the address."""
    came = {"fecha_hora": f"{DAY.date}T08:00:00", "latitud": str(4.60 + north), "longitud": "-74.10"}
    data: dict[str, object] = {"ubicacion": ADDRESS, "check_in": came, "conductor": {"nombre": driver}, **more}
    return aviso(visit, at, "falso_flete", f"K{visit}", **data)


def shown(store: Store, view: View) -> list[int]:
    query = RowQuery(Table.VISITS, DAY, view=view)
    with Reader.opened(store.writer.path) as reader:
        ids = list(reader.row_ids(query, DAY.date))
        assert reader.view_counts(DAY, DAY.date)[view] == reader.count(query, DAY.date) == len(ids)
    return sorted(ids)


def test_what_is_far_is_what_the_site_calls_so(store: Store) -> None:
    store.post(*(stop(nth, f"09:0{nth}:00", 0.001 * nth) for nth in range(5)))  # 111 m each
    assert shown(store, View.FAR_AWAY) == [1, 2, 3, 4]
    save_site_rules(store.writer, SiteRules(ZONE, far_metres=250))
    assert shown(store, View.FAR_AWAY) == [3, 4]


def test_other_metres_weigh_no_visit_anew_and_the_same_settings_write_nothing(store: Store) -> None:
    store.load({1: [envio("K1")]})
    store.post(stop(1, "09:00:00", 0))
    store.writer.board.write(lambda db: db.execute("UPDATE visit SET at = 'as it was'"))
    assert store.writer.write(lambda db: apply_rules(db, SiteRules(ZONE, far_metres=250))[1])
    assert not store.writer.write(lambda db: apply_rules(db, SiteRules(ZONE, far_metres=250))[1])
    wait_until_derived(store.writer)
    assert store.writer.board.read(lambda db: db.execute("SELECT at FROM visit").fetchone()).result() == ("as it was",)
    assert store.writer.write(lambda db: apply_rules(db, SiteRules(ZoneInfo("Europe/Madrid"), far_metres=250))[1])
    wait_until_derived(store.writer)
    (at,) = store.writer.board.read(lambda db: db.execute("SELECT at FROM visit").fetchone()).result()
    assert at == "2026-11-20T09:00:00.000000"


def test_visits_that_a_driver_closed_from_one_spot_far_from_their_addresses_are_a_view(store: Store) -> None:
    left = {"latitud": "4.70", "longitud": "-74.10"}
    store.post(
        stop(1, "09:01:00", 0.05),
        stop(2, "09:02:00", 0.0502),
        stop(3, "09:03:00", 0, check_out=left | {"latitud": "4.6501"}),  # the check-out counts where there is one
        stop(4, "09:04:00", 0.05, check_out=left),
        stop(5, "09:05:00", 0.05, driver="Luis"),
        stop(6, "09:06:00", 0.05, driver=None),
        stop(7, "09:07:00", 0.05, ubicacion={"latitud": "4.65", "longitud": "-74.10"}),  # its address is there
        stop(8, "09:08:00", 0.05, ubicacion=None),
    )
    assert shown(store, View.ONE_SPOT) == [1, 2, 3]
    save_site_rules(store.writer, SiteRules(ZONE, far_metres=6000))
    assert shown(store, View.ONE_SPOT) == []


def test_a_visit_that_was_left_before_it_was_reached_is_a_view(store: Store) -> None:
    times = [("08:00:00", "07:59:00"), ("08:00:00", "08:00:00"), ("08:00:00", "08:05:00")]
    for nth, (came, left) in enumerate(times):
        check_in, check_out = ({"fecha_hora": f"{DAY.date}T{one}"} for one in (came, left))
        store.post(aviso(nth, f"09:00:0{nth}", "completada", check_in=check_in, check_out=check_out))
    assert shown(store, View.BACKWARDS) == [0]


def test_a_map_gets_the_visits_of_the_day_by_driver_and_time(store: Store) -> None:
    store.load({1: [envio("K9")]}, day=Day("OTRA", DAY.date))
    store.post(
        stop(1, "10:00:00", 0.001, titulo="Caja", contacto={"nombre": "Eva"}),
        stop(2, "09:00:00", 0, driver="Ana", titulo="Caja"),
        stop(3, "08:00:00", 0, driver="Luis", ubicacion={"latitud": "0", "longitud": "0.0"}, check_in=None),
        stop(9, "08:00:00", 0),
    )
    with Reader.opened(store.writer.path) as reader:
        places = reader.places(DAY)
    assert places == [
        VisitPlace(2, "Ana", f"{DAY.date}T09:00:00.000000", State.EXCEPTION, "Caja", (4.6, -74.1), (4.6, -74.1)),
        VisitPlace(1, "Ana", f"{DAY.date}T10:00:00.000000", State.EXCEPTION, "Eva", (4.6, -74.1), (4.601, -74.1)),
        VisitPlace(3, "Luis", f"{DAY.date}T08:00:00.000000", State.EXCEPTION, "K3", None, None),
    ]


def test_the_map_knows_route_address_and_locality_of_a_visit_and_where_visits_of_all_days_were(store: Store) -> None:
    store.load({1: [envio("K1", nombrePoblacionDestino="Suba"), envio("K2", nombrePoblacionDestino="Suba")]})
    store.post(
        stop(1, "09:00:00", 0, ruta={"id": 2, "nombre": "Sur 2"}, direccion="Carrera 7 # 1-2"),
        stop(2, "09:10:00", 0, ubicacion={"latitud": "4.7", "longitud": "-74.2"}),
        stop(3, "2026-11-19T09:00:00", 0),
        stop(4, "09:20:00", 0, ubicacion={"latitud": "0", "longitud": "0"}, check_in=None),
    )
    with Reader.opened(store.writer.path) as reader:
        first = next(one for one in reader.places(DAY) if one.visit_id == 1)
        known = reader.known_places()
    assert (first.route, first.street, first.locality) == ("Sur 2", "Carrera 7 # 1-2", "Suba")
    assert first.closed_at.isoformat() == f"{DAY.date}T09:00:00"
    assert sorted(known.points) == [(4.6, -74.1), (4.7, -74.2)]
    assert [name for name, _ in known.localities] == ["Suba"]
    assert known.localities[0][1] == pytest.approx((4.65, -74.15))


def test_failed_visits_and_what_was_set_aside_arrive(store: Store) -> None:
    with Reader.opened(store.writer.path) as reader:
        assert (reader.last_notification(), reader.arrivals(0)) == (0, [])
    store.post(
        stop(1, "09:00:00", 0, contacto={"nombre": "Eva"}),
        aviso(2, "09:01:00", "completada", "K2"),
        b"quarantined",
        aviso(3, "09:05:00", "completada", "K3"),
        aviso(3, "09:02:00", "falso_flete", "K3"),  # late: the visit was completed since
        received_at=EVENING,
    )
    store.post(stop(1, "09:00:00", 0, contacto={"nombre": "Eva"}), received_at=EVENING)  # a retry
    with Reader.opened(store.writer.path) as reader:
        assert reader.last_notification() == 5
        assert reader.arrivals(0) == [
            Arrival(1, 1, DAY.date, "Ana", "Eva", "falso_flete", EVENING),
            Arrival(3, None, None, None, None, None, EVENING),
        ]
        assert [one.notification_id for one in reader.arrivals(1)] == [3]
        assert reader.arrivals(5) == []


def test_who_a_failed_visit_was_for_is_told_by_its_shipment_or_its_title_where_it_has_no_contact(store: Store) -> None:
    store.load({1: [envio("K1", destinatario="Rosa")]})
    store.post(
        stop(1, "09:00:00", 0, contacto=None),
        stop(2, "09:01:00", 0, contacto=None, titulo="Corner shop", tracking_id="other", numero_seguimientos=[]),
    )
    with Reader.opened(store.writer.path) as reader:
        assert [one.contact for one in reader.arrivals(0)] == ["Rosa", "Corner shop"]


def test_a_failed_visit_arrives_on_its_day_at_the_site_though_the_sender_writes_another(store: Store) -> None:
    save_site_rules(store.writer, SiteRules(ZONE, ZoneInfo("UTC"), far_metres=FAR))
    at = datetime(2026, 11, 21, 2, tzinfo=UTC)  # nine in the evening at the site
    store.post(aviso(1, f"{at:%Y-%m-%dT%H:%M:%S}", "falso_flete", "K1"), received_at=at)
    with Reader.opened(store.writer.path) as reader:
        assert [one.date for one in reader.arrivals(0)] == [DAY.date]


@pytest.mark.parametrize("metres", [FAR, 250])
def test_a_reader_knows_what_the_site_calls_far(store: Store, metres: int) -> None:
    save_site_rules(store.writer, SiteRules(ZONE, far_metres=metres))
    with Reader.opened(store.writer.path) as reader:
        assert reader.far_metres() == metres
