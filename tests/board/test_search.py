"""The search of numbers in a day, and of words in all loaded days."""

import random
import sqlite3
from datetime import date, timedelta

import pytest

from app.board.projecting.decisions import match_visits
from app.board.reading import search as searching
from app.board.reading.column_sql import TABLES
from app.board.reading.reader import Reader
from app.domain.contract.statuses import State
from app.domain.days import Day
from app.domain.errors import SettingsError
from app.domain.folding import fold
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.queries import Hit, RowQuery
from app.facts.column_names import SEARCHED_VISIT_COLUMNS
from tests.temporary_store import DAY, Store, aviso, envio

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
OTHER = Day("OTRA", DAY.date)


def listed(store: Store, table: Table, *numbers: str, day: Day = DAY) -> list[int]:
    query = RowQuery(table, day, numbers=numbers)
    with Reader.opened(store.writer.path) as reader:
        ids = list(reader.row_ids(query, day.date))
        assert reader.count(query, day.date) == len(ids)
    return ids


def hits(store: Store, words: str, limit: int = 200) -> list[Hit]:
    with Reader.opened(store.writer.path) as reader:
        return reader.hits(words, limit)


def places(found_hits: list[Hit]) -> list[tuple[Table, Day, str]]:
    return [(one.table, one.day, one.number) for one in found_hits]


def test_a_visit_that_names_a_purchase_order_belongs_to_its_parcel(store: Store) -> None:
    store.load({1: [envio("A1", dinamicouno={"ordenCompra": "OC-9"}), envio("A2")]})
    store.post(aviso(1, "09:00:00", "completada", "OC-9"))
    assert (store.shown("A1")["visit_id"], store.shown("A2")["visit_id"]) == (1, None)
    assert listed(store, Table.SHIPMENTS, "oc-9") == [1]


@pytest.fixture
def parcels(store: Store) -> Store:
    identifiers = {"parcelNumber": "PN3", "parcelId": "PI4", "numeroPedido": "PED-5"}
    store.load({1: [envio("A1"), envio("A2", numeroExterno="PO-2"), envio("A3", dinamicouno=identifiers), envio("A4")]})
    store.load({1: [envio("B1")]}, day=OTHER)
    store.post(
        aviso(1, "09:00:00", "completada", "A1", "K1"),
        aviso(2, "09:01:00", "completada", tracking_id="K2"),
        aviso(3, "09:02:00", "completada", "A3"),
        aviso(4, "09:03:00", "completada", "B1"),
    )
    return store


def test_a_search_finds_a_number_with_invisible_characters_or_written_as_a_float(store: Store) -> None:
    store.load({1: [envio("700000059"), envio("4007199254740995")]})
    store.post(aviso(1, "09:00:00", "completada", "4007199254740995.0"))
    for words in ("\u200b700000059", "7000\u00ad00059", "700000059.0"):
        assert [one.number for one in hits(store, words)] == ["700000059"]
    assert listed(store, Table.SHIPMENTS, "\u202a700000059.0\u202c") == [1]
    assert listed(store, Table.VISITS, "4007199254740995") == [1]
    assert store.shown("4007199254740995")["visit_id"] == 1


def test_a_pasted_list_finds_rows_by_any_identifier_however_it_is_written(parcels: Store) -> None:
    assert listed(parcels, Table.SHIPMENTS, "a1", " po-2\t", "ped-5", "nothing") == [1, 2, 3]
    assert listed(parcels, Table.SHIPMENTS, "pn3") == listed(parcels, Table.SHIPMENTS, "PI4", "pi4") == [3]
    assert listed(parcels, Table.SHIPMENTS, "B1", "K1", "") == []
    assert listed(parcels, Table.VISITS, "k1", "k2") == [2, 1]
    assert listed(parcels, Table.VISITS, "ped-5") == [3]  # by its shipment
    assert listed(parcels, Table.SHIPMENTS, *(f"X{nth}" for nth in range(5000)), "A4") == [4]
    assert len(listed(parcels, Table.MANIFESTS, "nothing")) == 1
    assert len(listed(parcels, Table.NOTIFICATIONS, "nothing")) == 4


def test_listed_numbers_that_the_day_lacks_are_returned_in_the_lists_order(parcels: Store) -> None:
    numbers = ["zz", "a1", "B1", " k2 ", "", "Ñ\udcff", "po-2", "yy", "zz"]
    with Reader.opened(parcels.writer.path) as reader:
        assert reader.unknown_numbers(DAY, numbers) == ["zz", "B1", "Ñ\udcff", "yy", "zz"]
        assert reader.unknown_numbers(OTHER, numbers) == ["zz", "a1", "Ñ\udcff", "po-2", "yy", "zz"]
        assert reader.unknown_numbers(DAY, []) == []


@pytest.fixture
def days(store: Store) -> Store:
    """Three days of two carriers; the latest was loaded first."""
    store.load({1: [envio("700001", destinatario="Sofía Ñáñez"), envio("700002", destinatario="Ana")]})
    store.load({1: [envio("700001", destinatario="Sofía Ñáñez")]}, day=OTHER)
    store.load({1: [envio("700001", destinatario="Sofía Ñáñez"), envio("700009"), envio("700008")]}, day=YESTERDAY)
    store.post(
        aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "Q-700001", contacto={"nombre": "Sofía Ana"}),
        aviso(2, "09:00:00", "completada", "700002", contacto={"nombre": "Sofía Ruiz"}),
        aviso(3, "09:30:00", "completada", conductor={"nombre": "Ñañez", "id": 1}),
    )
    return store


def test_words_are_found_on_all_days_and_with_all_carriers_the_latest_days_first(days: Store) -> None:
    found_hits = hits(days, "nanez")
    assert places(found_hits) == [
        (Table.SHIPMENTS, DAY, "700001"),
        (Table.SHIPMENTS, OTHER, "700001"),
        (Table.VISITS, Day("", DAY.date), "3"),
        (Table.SHIPMENTS, YESTERDAY, "700001"),
    ]
    assert found_hits[0] == Hit(Table.SHIPMENTS, 1, DAY, "700001", "Sofía Ñáñez", "En Reparto", State.ON_ITS_WAY)
    (visit,) = hits(days, "q-700001")
    assert (visit.number, visit.about, visit.status, visit.state) == (
        "Q-700001",
        "Sofía Ana",
        "Excepción",
        State.EXCEPTION,
    )
    assert [one.day.date for one in hits(days, "700001 sof")] == [DAY.date, DAY.date, YESTERDAY.date, YESTERDAY.date]


def test_a_visit_that_has_a_shipment_is_found_by_that_alone(days: Store) -> None:
    assert hits(days, "ruiz") == []
    assert [one.number for one in hits(days, "700002")] == ["700002"]


def test_a_visit_that_loses_its_shipment_or_gets_one_later_is_found_by_what_it_has_then(store: Store) -> None:
    store.post(aviso(1, "09:00:00", "completada", "A", contacto={"nombre": "Ruiz"}))
    assert places(hits(store, "ruiz")) == [(Table.VISITS, Day("", DAY.date), "A")]
    store.load({1: [envio("A")]})
    assert hits(store, "ruiz") == []
    store.post(aviso(1, "09:05:00", "completada", "A", contacto={"nombre": "Ruiz"}))
    assert hits(store, "ruiz") == []

    def lose(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM shipment")
        match_visits(db, [1])

    store.writer.board.write(lose)
    assert places(hits(store, "ruiz")) == [(Table.VISITS, Day("", DAY.date), "A")]


def test_a_visit_from_before_search_texts_were_kept_is_found_by_all_its_texts(
    store: Store,
) -> None:
    def found_by() -> dict[str, tuple[int, int]]:
        with Reader.opened(store.writer.path) as reader:
            return {
                word: (
                    len(reader.hits(word, 200)),
                    reader.count(RowQuery(Table.VISITS, DAY, search=word), DAY.date),
                )
                for word in words
            }

    words = ("4711", "REF-7", "Ñandú", "Carrera", "Q-55", "Muñoz", "Norte", "Sofia", "300 555", "3005550100", "nadie")
    store.post(
        aviso(
            4711, "09:00:00", "completada", "Q-55", tracking_id="ref-7", titulo="Casa Ñandú", direccion="Carrera 7",
            conductor={"nombre": "Muñoz"}, ruta={"nombre": "Norte"},
            contacto={"nombre": "Sofía", "telefono": "300 555-01.00"},
        )
    )  # fmt: skip
    kept = found_by()
    assert kept == dict.fromkeys(words[:-1], (1, 1)) | {"nadie": (0, 0)}
    store.writer.board.write(lambda db: db.execute("UPDATE visit SET folded = NULL"))
    assert found_by() == kept
    store.post(aviso(4711, "09:05:00", "completada", "Q-56", contacto={"nombre": "Nadie"}))
    assert found_by() == dict.fromkeys(words, (0, 0)) | {"4711": (1, 1), "nadie": (1, 1)}


def test_what_is_kept_of_a_visit_for_the_search_is_what_the_columns_say_but_for_its_shipments() -> None:
    searched = [column.key for column in COLUMNS[Table.VISITS] if column.searched]
    assert [*SEARCHED_VISIT_COLUMNS, "shipments"] == searched
    assert all(TABLES[Table.VISITS].columns[one] == f"v.{one}" for one in SEARCHED_VISIT_COLUMNS)


def test_one_or_two_letters_are_found_wherever_they_stand_and_however_many_hold_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(7)
    raised = "\N{MODIFIER LETTER CAPITAL AE}\N{MODIFIER LETTER CAPITAL A}№™"  # they are folded to capitals
    letters = f"ab z#9\N{KELVIN SIGN}ñßжé{raised}"
    names = ["".join(rng.choices(letters, k=rng.randrange(1, 6))) for _ in range(120)]
    store.load({1: [envio(str(1000 + nth), destinatario=name) for nth, name in enumerate(names)]})
    held = {nth: f"{1000 + nth}\n{fold(name)}" for nth, name in enumerate(names)}
    pairs = [first + second for first in f"abz#9kñsжe10{raised}" for second in ("", *f"abz#9kñsжe{raised}")]
    words = [pair for pair in pairs if len(fold(pair)) <= 2]
    for few, most_trigrams in ((2000, 64), (20, 64), (2000, 3)):
        monkeypatch.setattr(searching, "MAX_FOUND", few)
        monkeypatch.setattr(searching, "_MAX_TRIGRAMS", most_trigrams)
        with Reader.opened(store.writer.path) as reader:
            for word in words:
                expected = [nth + 1 for nth, text in held.items() if fold(word) in text]
                query = RowQuery(Table.SHIPMENTS, DAY, search=word)
                assert list(reader.row_ids(query, DAY.date)) == expected, word
                assert list(reader.row_ids(query, DAY.date, 5)) == expected[:5], word
                assert sorted(hit.row_id for hit in reader.hits(word, 200)) == expected, word


def test_no_more_are_found_than_one_wants_and_those_are_of_the_latest_days(days: Store) -> None:
    assert places(hits(days, "nanez", 2)) == [
        (Table.SHIPMENTS, DAY, "700001"),
        (Table.SHIPMENTS, OTHER, "700001"),
    ]
    assert [one.day.date for one in hits(days, "sof", 3)] == [DAY.date, DAY.date, YESTERDAY.date]
    assert [one.number for one in hits(days, "ana")] == ["700002", "Q-700001"]
    assert hits(days, "  ") == []
    with pytest.raises(SettingsError):
        hits(days, " ".join(str(nth) for nth in range(200)))


def test_short_words_that_many_hold_are_looked_for_among_the_latest_rows(
    days: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def days_of(words: str, most: int = 100) -> list[Day]:
        with Reader.opened(days.writer.path) as reader:
            return [one.day for one in reader.hits(words, 200, most) if one.table is Table.SHIPMENTS]

    expected = [DAY, OTHER, YESTERDAY]
    assert days_of("ñe", 3) == days_of("ñe so", 3) == expected
    monkeypatch.setattr(searching, "MAX_FOUND", 2)
    assert days_of("ñe") == days_of("ñe 700") == days_of("ñez", 3) == expected
    assert days_of("ñe", 3) == expected[:2]


def test_the_search_of_a_day_looks_for_short_words_in_its_own_rows_alone(days: Store) -> None:
    query = RowQuery(Table.SHIPMENTS, DAY, search="ñe")
    with Reader.opened(days.writer.path) as reader:
        assert list(reader.row_ids(query, date.max)) == [1]
