"""Queries of the window: filters, order, counts and cells."""

from datetime import date, time

import pytest

from app.board.reading import search as searching
from app.board.reading.query_sql import row_ids
from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.site import SiteDays
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.queries import VIEW_TABLES, Bound, RowQuery, SortKey, ValueFilter, View
from tests.database import connected
from tests.temporary_store import DAY, ZONE, ListedDay, Store, aviso, envio


def search(store: Store, words: str) -> list[object]:
    return list(store.numbers(RowQuery(Table.SHIPMENTS, DAY, search=words)))


@pytest.fixture
def people(store: Store) -> Store:
    store.load(
        {
            9001: [
                envio(
                    "700001", destinatario="Sofía Ñáñez", telefonoDest="300 192 2089", direccionDest="Cra 20 # 111-62"
                ),
                envio("700002", destinatario="ana díaz", documentoDest="1.020.304", nombrePoblacionDestino="Usaquén"),
                envio("700003", numeroExterno="PO-77", dinamicouno={"numeroPedido": "PED-1", "parcelId": "X9"}),
                envio("700004", destinatario='<b>100%_"O\'Neill"</b>', dinamicouno={"parcelNumber": "PN5"}),
            ]
        }
    )
    return store


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("nanez", ["700001"]),
        ("ÑÁÑ", ["700001"]),
        ("sofia 192", ["700001"]),
        ("3001922089", ["700001"]),
        ("300-192-2089", ["700001"]),
        ("192 2089", ["700001"]),
        ("111-62", ["700001"]),
        ("1020304", ["700002"]),
        ("usaquen díaz", ["700002"]),
        ("usaquen nanez", []),
        ("po-77", ["700003"]),
        ("ped-1", ["700003"]),
        ("x9", ["700003"]),
        ("pn5", ["700004"]),
        ("o'neill", ["700004"]),
        ("\"o'n", ["700004"]),
        ("100%_", ["700004"]),
        ("0002", ["700002"]),
        ("na", ["700001", "700002"]),
        ("na di", ["700002"]),
        ("   ", ["700001", "700002", "700003", "700004"]),
        ("* OR NEAR(", []),
    ],
)
def test_the_search_finds_any_part_of_a_word_in_any_field(people: Store, words: str, found: list[str]) -> None:
    assert search(people, words) == found


@pytest.mark.parametrize(("few", "looked_at"), [(1, 2), (1, 100), (3, 2), (1000, 2)])
@pytest.mark.parametrize("words", ["ana", "ñez", "3001234567", "3001234567 na", "300-1234567", "na", "garcia montoya"])
def test_the_same_rows_are_found_however_many_they_are(
    store: Store, monkeypatch: pytest.MonkeyPatch, words: str, few: int, looked_at: int
) -> None:
    names = ["Ana Núñez", "García Montoya", "Juana", "Pedro Yáñez", "García-Montoya", "mañana"]
    phones = ["3001234567", "3001234", "300 123 4567", "1234567300", "300-1234567", "+57 3001234567"]
    people = [envio(str(nth), destinatario=names[nth % 6], telefonoDest=phones[nth % 5]) for nth in range(60)]
    store.load({9001: people})
    query = RowQuery(Table.SHIPMENTS, DAY, search=words)
    with Reader.opened(store.writer.path) as reader:
        expected = list(reader.row_ids(query, DAY.date))
        assert expected
        monkeypatch.setattr(searching, "MAX_FOUND", few)
        monkeypatch.setattr("app.board.reading.reader.FIRST_SCANNED", looked_at)
        assert list(reader.row_ids(query, DAY.date)) == expected
        for limit in (1, 3, 60):
            assert list(reader.row_ids(query, DAY.date, limit)) == expected[:limit]
        found = [hit.row_id for hit in reader.hits(words, 60)]
    assert found == expected


DOOR = {
    "direccionDest": "Cra 7 # 45-12", "complementoDirDest": "Torre 3\nApto 402, portería azul", "totalPiezas": "2",
    "diceContener": "Libros de cocina", "fechaRegistroEnvio": "2026-11-17T23:59:00", "remitente": "Almacén",
    "valorDeclarado": "90000",
}  # fmt: skip


@pytest.mark.parametrize("words", ["porteria azul", "torre 3", "apto 402", "cocina", "po-77", "miraflores"])
def test_the_search_finds_complement_content_purchase_order_and_district(store: Store, words: str) -> None:
    data = {"ordenCompra": "PO-77", "distritoDest": "Miraflores"}
    store.load({9001: [envio("1", **DOOR, dinamicouno=data), envio("2", direccionDest="Cra 7 # 45-12")]})
    assert search(store, words) == ["1"]


@pytest.mark.parametrize(
    ("sent", "age"),
    [
        ("2026-11-17T23:59:00", 3),
        ("20/11/2026 08:00:00", 0),
        ("ayer", None),
        ("20261117", None),
        (None, None),
        ("now", None),
    ],
)
def test_the_age_of_a_parcel_is_in_days_since_it_was_registered(store: Store, sent: object, age: int | None) -> None:
    store.load({9001: [envio("1", fechaRegistroEnvio=sent)]})
    assert store.shown("1")["age"] == age


def test_pieces_add_up_without_those_that_are_no_number(store: Store) -> None:
    store.load(
        {9001: [envio("1", totalPiezas="2"), envio("2", totalPiezas="2 de 3"), envio("3"), envio("4", totalPiezas=5)]}
    )
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)
        assert reader.sums(Table.SHIPMENTS, ids, ["pieces", "declared_value"]) == [7, 0]
    assert store.shown("2")["pieces"] == "2 de 3"


def test_a_visit_has_the_complement_of_its_shipment(store: Store) -> None:
    store.load({9001: [envio("1", **DOOR)]})
    store.post(aviso(7, "07:10:00", "completada", "1", direccion="Cra 7 # 45-12"), aviso(8, "07:11:00", "completada"))
    with Reader.opened(store.writer.path) as reader:
        details = [reader.visit(visit) for visit in (7, 8)]
    assert [one and one.cells["complement"] for one in details] == [DOOR["complementoDirDest"], None]


def test_a_visit_of_several_parcels_has_the_complement_of_each(store: Store) -> None:
    store.load({9001: [envio(one, complementoDirDest=f"Apto {one}") for one in ("101", "909")]})
    store.post(aviso(7, "07:10:00", "completada", "101", "909"))
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(7)
    assert detail
    assert detail.cells["complement"] == "Apto 101 / Apto 909"


def test_the_search_follows_a_change(store: Store) -> None:
    store.load({9001: [envio("1", destinatario="Antes")]})
    store.load({9001: [envio("1", destinatario="Después")]})
    assert search(store, "antes") == []
    assert search(store, "despues") == ["1"]


def test_the_search_finds_manifests_by_number(store: Store) -> None:
    store.load({9001: [envio("1")], 9002: [envio("2")]})
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.MANIFESTS, DAY, search="02"), DAY.date)
        assert [cells[0] for cells in reader.cells(Table.MANIFESTS, ids).values()] == [9002]


@pytest.mark.parametrize(
    ("key", "values", "expected"),
    [
        ("recipient", ["zeta", "Ángela", None, "beto"], ["Ángela", "beto", "zeta", None]),
        ("recipient_address", ["Ñ 2", "ñ 1", None, "O 1", "n 3"], ["ñ 1", "Ñ 2", "n 3", "O 1", None]),
        ("locality", ["Úbate", "ubaté 2", None, "Tunja"], ["Tunja", "Úbate", "ubaté 2", None]),
        ("sender", ["Óscar", "ana", "Ñuñez", None], ["ana", "Ñuñez", "Óscar", None]),
        ("external_number", ["PO-10", "PO-9", None, "PO-1"], ["PO-1", "PO-9", "PO-10", None]),
    ],
)
def test_text_sorts_without_accents_and_ids_by_length_blanks_last(
    store: Store, key: str, values: list[str | None], expected: list[str | None]
) -> None:
    wire = {
        "recipient": "destinatario",
        "recipient_address": "direccionDest",
        "locality": "nombrePoblacionDestino",
        "sender": "remitente",
        "external_number": "numeroExterno",
    }[key]
    store.load({9001: [envio(str(nth), **{wire: value}) for nth, value in enumerate(values)]})
    up = RowQuery(Table.SHIPMENTS, DAY, sort=(SortKey(key),))
    down = RowQuery(Table.SHIPMENTS, DAY, sort=(SortKey(key, descending=True),))
    assert [row[key] for row in store.rows(up)] == expected
    assert [row[key] for row in store.rows(down)] == [*reversed(expected[:-1]), None]


def test_amounts_sort_by_value_and_texts_behind_them(store: Store) -> None:
    values = ["9", 10, "100.5", "45.000", "None"]
    store.load({9001: [envio(str(nth), valorDeclarado=value) for nth, value in enumerate(values)]})
    query = RowQuery(Table.SHIPMENTS, DAY, sort=(SortKey("declared_value"),))
    assert [row["declared_value"] for row in store.rows(query)] == [9, 10, 100.5, "45.000", None]


def test_an_order_by_several_columns_sorts_within_the_first(store: Store) -> None:
    rows = [("b", "2"), ("a", "1"), ("b", "1"), ("a", "2")]
    store.load({9001: [envio(f"{x}{y}", destinatario=x, nombrePoblacionDestino=y) for x, y in rows]})
    order = (SortKey("recipient"), SortKey("locality", descending=True))
    assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, sort=order)) == ["a2", "a1", "b2", "b1"]


def test_filters_by_value_add_up_and_know_the_empty_cell(people: Store) -> None:
    def found(*filters: ValueFilter) -> list[object]:
        return list(people.numbers(RowQuery(Table.SHIPMENTS, DAY, filters=filters)))

    assert found(ValueFilter("locality", "Usaquén")) == ["700002"]
    assert found(ValueFilter("locality", None)) == ["700001", "700003", "700004"]
    assert found(ValueFilter("locality", "Usaquén", exclude=True)) == ["700001", "700003", "700004"]
    assert found(ValueFilter("locality", None), ValueFilter("order_number", "PED-1")) == ["700003"]


def test_views_count_what_they_show(store: Store) -> None:
    statuses = [
        ("2", "En Reparto"),
        ("3", "Entregado"),
        ("4", "Excepción"),
        ("24", "Listo para Retirar"),
        ("77", "Otro"),
    ]
    promise = {"promesaEntrega": "2026-11-20"}
    envios = [envio(name, idEstadoEnvio=number, estadoEnvio=name, dinamicouno=promise) for number, name in statuses]
    store.load({9001: [*envios, envio("late", dinamicouno={"promesaEntrega": "2026-11-21"})]})
    with Reader.opened(store.writer.path) as reader:
        counts = reader.view_counts(DAY, DAY.date)
        for view, count in counts.items():
            assert len(reader.row_ids(RowQuery(VIEW_TABLES[view], DAY, view=view), DAY.date)) == count
    assert counts[View.ALL] == 6
    assert counts[View.ON_ITS_WAY] == 2
    assert counts[View.OTHER] == 1
    assert (counts[View.OVERDUE], counts[View.DUE_TODAY]) == (0, 4)
    with Reader.opened(store.writer.path) as reader:
        counts = reader.view_counts(DAY, date(2026, 11, 21))
    assert (counts[View.OVERDUE], counts[View.DUE_TODAY]) == (4, 1)


def test_a_status_that_came_as_an_id_alone_has_the_contracts_name(store: Store) -> None:
    store.load({9001: [{"numero": "1", "idEstadoEnvio": 3}, {"numero": "2", "idEstadoEnvio": "99"}]})
    assert [row["shown_status"] for row in store.rows()] == ["Entregado", None]


def test_days_and_carriers_do_not_mix(store: Store) -> None:
    other = Day("OTRA", DAY.date)
    store.load({9001: [envio("1")]})
    store.load({9001: [envio("2")]}, day=other)
    store.load({9001: [envio("3")]}, day=Day(DAY.carrier, date(2026, 11, 19)))
    assert store.numbers() == ["1"]
    assert store.numbers(RowQuery(Table.SHIPMENTS, other)) == ["2"]
    with Reader.opened(store.writer.path) as reader:
        assert reader.carriers() == ["ANDINA-BOG", "OTRA"]
        assert reader.day_state(Day("NADIE", DAY.date)) is None


def test_the_sum_of_declared_values_leaves_texts_out(store: Store) -> None:
    store.load(
        {9001: [envio("1", valorDeclarado=10), envio("2", valorDeclarado="2.5"), envio("3", valorDeclarado="x")]}
    )
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)
        assert reader.sums(Table.SHIPMENTS, ids, ["declared_value"]) == [12.5]


def test_a_manifest_of_values_beyond_all_measure_still_has_a_sum(store: Store) -> None:
    store.load({9001: [envio(str(nth), valorDeclarado=999_999_999_999_999) for nth in range(9300)]})
    with Reader.opened(store.writer.path) as reader:
        (row,) = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        manifest = reader.manifest(row)
    assert manifest is not None
    assert manifest.cells["declared_value"] == pytest.approx(9300 * 1e15)


def test_manifests_show_what_became_of_their_shipments(store: Store) -> None:
    store.load({9001: [envio("1", valorDeclarado=5), envio("2", idEstadoEnvio="3", estadoEnvio="Entregado")], 9002: []})
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date)
        first, second = (reader.manifest(one) for one in ids)
        assert reader.manifest(-1) is None
        assert reader.shipment(-1) is None
    assert first is not None
    assert second is not None
    assert [first.cells[key] for key in ("number", "shipments", "on_its_way", "delivered")] == [9001, 2, 1, 1]
    assert (first.cells["declared_value"], second.cells["shipments"]) == (5, 0)
    assert (first.cells["progress"], second.cells["progress"]) == (50, None)


def test_manifests_count_a_parcel_once_and_one_not_in_force_shows_what_it_lists(store: Store) -> None:
    listed: ListedDay = {9001: [envio("1"), envio("2"), envio("3")], 9002: [envio("1"), envio("4", valorDeclarado=5)]}
    store.load(listed | {9003: [envio("1"), envio("5")]}, void={9003})
    store.load(listed | {9001: [envio("1"), envio("2")], 9003: [envio("1"), envio("5")]}, void={9003})
    with Reader.opened(store.writer.path) as reader:
        shown = reader.cells(Table.MANIFESTS, reader.row_ids(RowQuery(Table.MANIFESTS, DAY), DAY.date))
        parcels = reader.figures(DAY).tally.total
    keys = [column.key for column in COLUMNS[Table.MANIFESTS]]
    counts = [(cells[keys.index("number")], cells[keys.index("shipments")], cells[-1]) for cells in shown.values()]
    assert counts == [(9001, 3, 1), (9002, 1, 1), (9003, 2, 0)]  # `3` is gone, and counts where it was last listed
    assert parcels == 4


@pytest.mark.parametrize("descending", [False, True])
def test_numbers_in_order_are_found_by_an_index(store: Store, descending: bool) -> None:
    sql = row_ids(RowQuery(Table.SHIPMENTS, DAY, sort=(SortKey("number", descending),)), DAY.date, SiteDays(ZONE))
    with connected(store.writer.path) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql.text}", sql.values)]
        assert "SEARCH s USING INDEX shipment_in_order (day_id=?)" in plan


def test_the_filters_of_a_column_select_the_rows_that_hold_any_of_their_values(store: Store) -> None:
    cities = {"a": "Bosa", "b": "Suba", "c": None, "d": "Suba", "e": "Usme"}
    store.load({1: [envio(number, nombrePoblacionDestino=city) for number, city in cities.items()]})
    many = [ValueFilter("locality", f"no. {nth}") for nth in range(5000)]

    def found(*filters: ValueFilter) -> str:
        query = RowQuery(Table.SHIPMENTS, DAY, filters=filters)
        with Reader.opened(store.writer.path) as reader:
            cells = reader.cells(Table.SHIPMENTS, reader.row_ids(query, DAY.date))
        place = [column.key for column in COLUMNS[Table.SHIPMENTS]].index("number")
        return "".join(sorted(str(one[place]) for one in cells.values()))

    bosa, suba, empty = (ValueFilter("locality", one) for one in ("Bosa", "Suba", None))
    assert (found(bosa, suba), found(suba, empty), found(*many, bosa)) == ("abd", "bcd", "a")
    assert found(suba, bosa, ValueFilter("number", "b", exclude=True)) == "ad"
    assert found(ValueFilter("locality", "Suba", exclude=True), ValueFilter("locality", "Bosa", exclude=True)) == "ce"
    with Reader.opened(store.writer.path) as reader:
        counts = reader.value_counts(RowQuery(Table.SHIPMENTS, DAY), "locality", DAY.date, 3)
    assert counts == [(None, 1), ("Suba", 2), ("Bosa", 1)]


def test_numbers_are_limited_on_both_sides_and_texts_are_none(store: Store) -> None:
    values = [1, 2, "2.5", 10, "45.000", None]
    store.load({1: [envio(str(nth), valorDeclarado=value) for nth, value in enumerate(values)]})
    low, high = ValueFilter("declared_value", 2, bound=Bound.FROM), ValueFilter("declared_value", 2.5, bound=Bound.TO)

    def found(*filters: ValueFilter) -> list[object]:
        return list(store.numbers(RowQuery(Table.SHIPMENTS, DAY, filters=filters)))

    assert (found(low), found(high), found(low, high)) == (["1", "2", "3"], ["0", "1", "2"], ["1", "2"])
    assert found(low, high, ValueFilter("declared_value", 2)) == ["1"]


def test_times_are_limited_by_the_clock_of_the_site(store: Store) -> None:
    """The board holds when a message came in UTC, and when a visit was closed as the driver's phone wrote it."""
    store.load({1: [envio("a"), envio("b"), envio("c")]})
    for number, at in zip("abc", ("09:58:10", "10:00:40", "21:30:00"), strict=True):  # at 21:30 it is tomorrow in UTC
        store.post(aviso(ord(number), at, "completada", number))

    def found(table: Table, key: str, **limits: str) -> list[str]:
        filters = tuple(ValueFilter(key, value, bound=Bound(one)) for one, value in limits.items())
        place = [column.key for column in COLUMNS[table]].index("timestamp")
        with Reader.opened(store.writer.path) as reader:
            cells = reader.cells(table, reader.row_ids(RowQuery(table, DAY, filters=filters), DAY.date))
        return sorted(str(row[place])[11:16] for row in cells.values())

    for table, key in (
        (Table.VISITS, "timestamp"),
        (Table.VISITS, "received_at"),
        (Table.NOTIFICATIONS, "received_at"),
    ):
        assert found(table, key, **{"from": "10:00"}) == ["10:00", "21:30"], key
        assert found(table, key, to="10:00")[-1] == "10:00", key
        assert found(table, key, **{"from": "10:01", "to": "21:29"}) == [], key
    assert found(Table.VISITS, "timestamp", **{"from": "21:00", "to": "09:59"}) == ["09:58", "21:30"]  # over midnight
    late = RowQuery(Table.VISITS, DAY, filters=(ValueFilter("timestamp", "01:00", bound=Bound.FROM),))
    with connected(store.writer.path) as db:  # a day that ends at 9:59 ends with the first of these
        sql = row_ids(late, DAY.date, SiteDays(ZONE, time(9, 59)))
        (ids,) = db.execute(sql.text, sql.values).fetchone()
        assert db.execute(
            "SELECT timestamp FROM visit WHERE id IN (SELECT value FROM json_each(?))", (ids,)
        ).fetchall() == [(f"{DAY.date}T09:58:10",)]
    shipments = RowQuery(Table.SHIPMENTS, DAY, filters=(ValueFilter("visit_timestamp", "21:30", bound=Bound.FROM),))
    assert store.numbers(shipments) == ["c"]
