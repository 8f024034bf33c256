"""Notifications are saved once each, in batches, and the newest message of a visit counts."""

import json
import random
import sqlite3
import sys
import weakref
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.board import writer as board_writer
from app.board.projecting import apply_facts, decisions
from app.board.reading.reader import Reader
from app.domain.contract.json_text.json_documents import laid_out, read_document
from app.domain.contract.json_text.storable_text import read_text
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome, QuarantineReason
from app.domain.errors import OverloadedError, StoreBusyError
from app.domain.site import SiteRules
from app.domain.views.columns import COLUMNS, FOLLOW_UP_COLUMNS, Table
from app.domain.views.queries import RowQuery, View
from app.facts import save_notification
from app.facts.file.connect import write_lock
from app.facts.file.generations import newest_file
from app.facts.quarantine_quota import QuarantineQuota
from app.store import notification_ingest
from app.store.site_settings import save_site_rules
from tests.temporary_store import DAY, FAR, ZONE, Store, aviso, envio, moment

STORED, DUPLICATE, QUARANTINED = Outcome


def visit_row(store: Store, visit: int) -> dict[str, object]:
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(visit)
    assert detail is not None
    return dict(detail.cells)


def rejected(store: Store) -> list[tuple[object, ...]]:
    with Reader.opened(store.writer.path) as reader:
        return [row[1:] for row in reader.exported_rejected(DAY.date)]


def news(store: Store) -> list[tuple[object, ...]]:
    with Reader.opened(store.writer.path) as reader:
        return list(reader.exported_notifications(DAY.date))


def test_a_notification_becomes_a_visit_with_all_that_it_says(store: Store) -> None:
    body = aviso(
        7, "12:00:05.5", "falso_flete", "A1", "A2",
        estado_anterior="pendiente", tracking_id="T", titulo="Caja", direccion="Cra 1",
        conductor={"id": 9, "nombre": "Ana"}, ruta={"id": 3, "nombre": "Norte"},
        contacto={"nombre": "Eva", "telefono": "300", "email": "e@example.com"},
        ubicacion={"latitud": "4.60", "longitud": "-74.10"},
        check_in={"fecha_hora": "2026-11-20T11:55:00", "latitud": "4.601", "longitud": "-74.10"},
        check_out={"fecha_hora": "2026-11-20T11:58:20", "latitud": "4.60", "longitud": "-74.10"},
        fotos={"dni": "https://example.com/d", "evidencia": "https://example.com/e"},
    )  # fmt: skip
    assert store.post(body) == [STORED]
    assert visit_row(store, 7) == {
        "id": 7, "tracking_id": "T", "title": "Caja", "address": "Cra 1", "previous_status": "pendiente",
        "status": "falso_flete", "numbers": "A1, A2", "driver_id": "9", "driver": "Ana", "route_id": "3",
        "route": "Norte", "contact": "Eva", "contact_phone": "300", "contact_email": "e@example.com",
        "latitude": "4.60", "longitude": "-74.10",
        "check_in_at": "2026-11-20T11:55:00", "check_in_latitude": "4.601", "check_in_longitude": "-74.10",
        "check_out_at": "2026-11-20T11:58:20", "check_out_latitude": "4.60", "check_out_longitude": "-74.10",
        "photo_identity": "https://example.com/d", "photo_evidence": "https://example.com/e",
        "timestamp": "2026-11-20T12:00:05.5", "received_at": "2026-11-20T17:00:06.500000Z", "shipments": None,
        "check_in_distance": 111.2, "dwell": 200, "complement": None, "hour": "12:00",
        **dict.fromkeys(column.key for column in FOLLOW_UP_COLUMNS),
    }  # fmt: skip


def test_a_repeated_notification_is_counted_on_the_first(store: Store) -> None:
    body = aviso(1)
    spaced = json.dumps(dict(reversed(json.loads(body).items())), indent=2).encode()
    assert store.post(body, body, spaced) == [STORED, DUPLICATE, DUPLICATE]
    assert store.post(aviso(1, "12:00:05.000000")) == [DUPLICATE]  # the same stamp, written otherwise
    assert [row[5] for row in news(store)] == [3]
    assert rejected(store) == []


def test_one_stamp_written_otherwise_is_the_same_message_and_no_odd_one(store: Store) -> None:
    store.load({1: [envio("a"), envio("b"), envio("c")]})
    arrival = moment(0).replace(hour=17, second=20)
    spelled = {
        1: ("2026-11-20T12:00:05", "2026-11-20T12:00:05.000000", "2026-11-20T12:00:05,0", " 2026-11-20T12:00:05 "),
        2: ("2026-11-20T17:00:05Z", "2026-11-20T17:00:05.000000+00:00", "2026-11-20T12:00:05-05:00"),
    }
    for visit, stamps in spelled.items():
        bodies = [aviso(visit, one, "completada", " ab"[visit]) for one in stamps]
        assert store.post(*bodies, received_at=arrival) == [STORED, *[DUPLICATE] * (len(stamps) - 1)]
    assert rejected(store) == []
    assert [store.shown(one)["signs"] for one in "ab"] == ["adelantado", "adelantado"]
    again = aviso(2, "2026-11-20T17:00:05+00:00", "falso_flete", "b")
    assert store.post(again, received_at=arrival) == [DUPLICATE]
    assert [row[0] for row in rejected(store)] == ["other_content"]
    assert "dato_raro" in str(store.shown("b")["signs"])


def test_a_stamp_with_its_own_offset_is_the_same_message_in_every_zone(store: Store, path: Path) -> None:
    body = aviso(1, "2026-11-20T17:00:05Z")
    assert store.post(aviso(1, "11:00:00", "falso_flete"), body, aviso(1, "13:00:00")) == [STORED] * 3
    save_site_rules(store.writer, SiteRules(ZONE, ZoneInfo("UTC"), far_metres=FAR))
    assert store.post(body) == [DUPLICATE]
    assert store.post(aviso(1, "17:00:05.000000")) == [STORED]  # a stamp of the sender's clock
    with Reader.opened(path) as reader:
        visit = reader.visit(1)
    assert visit is not None
    stamps = [one.timestamp[11:] for one in visit.news]  # as they follow each other, read in the zone that is set
    assert stamps == ["11:00:00", "13:00:00", "17:00:05Z", "17:00:05.000000"]


def test_the_same_key_with_another_content_is_a_message_of_the_visit_and_set_aside_too(store: Store) -> None:
    other = aviso(1, status="falso_flete")
    assert store.post(aviso(1), other) == [STORED, DUPLICATE]
    assert [row[3] for row in news(store)] == ["completada"]
    assert visit_row(store, 1)["status"] == "falso_flete"  # of the two, arrival orders
    assert rejected(store) == [(QuarantineReason.OTHER_CONTENT, other.decode())]


def test_what_was_set_aside_is_kept_once_however_often_it_comes(store: Store) -> None:
    other = aviso(1, status="falso_flete")
    assert store.post(aviso(1), other, other, aviso(1), other) == [STORED, *[DUPLICATE] * 4]
    assert rejected(store) == [(QuarantineReason.OTHER_CONTENT, other.decode())]
    assert [row[5] for row in news(store)] == [4]


def test_a_late_retry_does_not_take_a_delivery_back(store: Store) -> None:
    assert store.post(aviso(7, "12:00:05"), aviso(7, "11:59:00", "falso_flete")) == [STORED] * 2
    assert visit_row(store, 7)["status"] == "completada"
    assert [(row[3], row[6]) for row in news(store)] == [("falso_flete", "stored"), ("completada", "stored")]


def test_fractions_of_a_second_of_any_length_order(store: Store) -> None:
    store.post(aviso(1, "12:00:05.5"), aviso(1, "12:00:05.25", "falso_flete"))
    assert visit_row(store, 1)["status"] == "completada"
    store.post(aviso(1, "12:00:05.50001", "falso_flete"))
    assert visit_row(store, 1)["status"] == "falso_flete"


def test_copies_in_any_order_end_in_one_row_for_each_key_and_the_newest_state(store: Store) -> None:
    rng = random.Random(4)
    last: dict[int, str] = {}
    bodies = []
    for visit in range(60):
        for minute in rng.sample(range(60), 3):
            status = rng.choice(["completada", "falso_flete"])
            bodies += [aviso(visit, f"10:{minute:02}:00", status, f"n{visit}")] * rng.randint(1, 5)
            last[visit] = max(last.get(visit, ""), f"10:{minute:02} {status}")
    rng.shuffle(bodies)
    outcomes = store.post(*bodies)
    assert set(outcomes) <= {STORED, DUPLICATE}
    assert len(bodies) - outcomes.count(DUPLICATE) == 180 == len(news(store))
    assert {visit: visit_row(store, visit)["status"] for visit in last} == {
        visit: text.split()[1] for visit, text in last.items()
    }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not_json"),
        (b"\xff\xfe{", "not_json"),
        (b"[1]", "not_an_object"),
        (b'{"timestamp": "2026-11-20T12:00:00", "data": {"estado_nuevo": "completada"}}', "no_visit"),
        (b'{"data": {"visita_id": 1, "estado_nuevo": "completada"}}', "no_timestamp"),
        (b'{"timestamp": "20.11.2026", "data": {"visita_id": 1, "estado_nuevo": "x"}}', "no_timestamp"),
        (b'{"timestamp": "2026-11-20T12:00:00", "data": {"visita_id": 1}}', "no_status"),
        (b'{"data": {"visita_id": 1, "visita_id": 2}}', "repeated_key"),
        (b"[" * 9999, "too_deep"),
    ],
)
def test_what_is_no_notification_is_kept_aside_exactly_as_it_came(store: Store, body: bytes, reason: str) -> None:
    assert store.post(body) == [QUARANTINED]
    assert rejected(store) == [(reason, read_text(body)[0])]
    with Reader.opened(store.writer.path) as reader:
        (row,) = reader.row_ids(RowQuery(Table.NOTIFICATIONS, DAY), DAY.date)
        detail = reader.notification(row)
        assert reader.quarantined() == 1
    assert detail is not None
    assert (detail.outcome, detail.reason) == (QUARANTINED, reason)


def test_another_status_and_further_fields_are_kept_as_they_came(store: Store) -> None:
    assert store.post(aviso(1, "12:00:00", "reprogramada", "n1", motivo={"codigo": 1.50})) == [STORED]
    assert visit_row(store, 1)["status"] == "reprogramada"
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(1)
    assert detail is not None
    assert '"codigo": 1.5' in detail.raw


def test_another_event_stands_in_the_visits_timeline_and_is_no_status(store: Store) -> None:
    other = aviso(1, "12:10:00", "falso_flete", "n1").replace(b"estado_cambio", b"otra_cosa")
    assert store.post(aviso(1, "12:00:00", "completada", "n1"), other) == [STORED] * 2
    assert visit_row(store, 1)["status"] == "completada"
    assert [row[2] for row in news(store)] == ["visita_estado_cambio", "visita_otra_cosa"]
    with Reader.opened(store.writer.path) as reader:
        detail = reader.visit(1)
    assert detail is not None
    assert [one.status for one in detail.news] == ["completada", "falso_flete"]


@pytest.mark.parametrize(
    "value",
    [
        "\x00",
        "\ud800",
        "=1+1",
        "<img src=x>",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
        "ñ" * 10_000,
        10**400,
        1e300,
        [],
        {"a": 1},
        True,
    ],
)
def test_hostile_values_in_any_field_are_stored_or_passed_over(store: Store, value: object) -> None:
    fields = ("titulo", "tracking_id", "direccion", "conductor", "numero_seguimientos", "check_in", "fotos", "nuevo")
    more = dict.fromkeys(fields, value) | {"contacto": {"nombre": value, "telefono": value}, "ruta": {"id": value}}
    assert store.post(aviso(1, "12:00:00", "completada", **more)) in ([STORED], [QUARANTINED])
    assert store.post(aviso(2, status="x" if not isinstance(value, str) else f"e{value}")) == [STORED]
    with Reader.opened(store.writer.path) as reader:
        for one in reader.row_ids(RowQuery(Table.VISITS, DAY, search="e"), DAY.date):
            assert reader.visit(one) is not None


@pytest.mark.parametrize("visit", [2**63 - 1, -(2**63) + 1, 0, -5])
def test_any_id_that_the_file_can_hold_is_one(store: Store, visit: int) -> None:
    assert store.post(aviso(visit)) == [STORED]
    assert visit_row(store, visit)["id"] == visit


@pytest.mark.parametrize("timestamp", ["0001-01-01T00:00:00", "9999-12-31T23:59:59.999999"])
def test_the_ends_of_the_calendar_are_kept_too(store: Store, timestamp: str) -> None:
    assert store.post(aviso(1, timestamp)) == [STORED]


def test_a_quarantined_body_is_applied_once_it_can_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({1: [envio("n1")]})
    body = aviso(1, "12:00:00", "completada", "n1")
    older_version = Received(body, moment(20), reason=QuarantineReason.NO_STATUS)
    assert store.intake.save(older_version).result() is QUARANTINED
    (row,) = [one for one in range(1, 5) if notification(store, one)]
    assert store.intake.apply_again(row, moment(40)) is STORED
    assert store.shown("n1")["shown_status"] == "Entregado"
    assert rejected(store) == []
    store.writer.board.read(lambda _db: None).result()  # the callbacks run after the waiters
    assert {shipment for one in store.kept for shipment in one.shipments} == {1}


def test_a_quarantined_body_that_still_cannot_be_read_stays(store: Store) -> None:
    assert store.post(b"{}", aviso(1), aviso(1, status="falso_flete")) == [QUARANTINED, STORED, DUPLICATE]
    assert store.intake.apply_again(1, moment(40)) is QUARANTINED
    assert store.intake.apply_again(3, moment(40)) is QUARANTINED  # its key is taken by another content
    assert len(rejected(store)) == 2
    assert store.intake.apply_again(2, moment(40)) is DUPLICATE  # is none that waits


def test_a_quarantined_body_that_came_again_in_a_readable_way_is_counted_there_and_kept(store: Store) -> None:
    body = aviso(1)
    assert store.intake.save(Received(body, moment(20), reason=QuarantineReason.NOT_JSON)).result() is QUARANTINED
    assert store.post(body) == [STORED]
    assert store.intake.apply_again(1, moment(40)) is DUPLICATE
    assert rejected(store) == []
    with Reader.opened(store.writer.path) as reader:
        detail = reader.notification(1)
    assert detail is not None
    assert (detail.outcome, detail.body) == (DUPLICATE, body.decode())
    assert [row[5] for row in news(store)] == [1]


def notification(store: Store, row: int) -> object:
    with Reader.opened(store.writer.path) as reader:
        return reader.notification(row)


def test_headers_and_another_path_are_kept_with_it(store: Store) -> None:
    received = Received.read(aviso(1), moment(30), (("Host", "a"), ("X-\ud800", "b")), "/otra\ud800")
    assert store.intake.save(received).result() is STORED
    with Reader.opened(store.writer.path) as reader:
        detail = reader.notification(1)
    assert detail is not None
    assert detail.headers == (("Host", "a"), ("X-\ud800", "b"))
    assert detail.path == "/otra\N{REPLACEMENT CHARACTER}"


def test_many_that_wait_go_into_few_commits(store: Store) -> None:
    store.writer.submit(lambda _db: [one for one in range(3) if waiting_behind(store, one)])
    assert set(store.post(*(aviso(one) for one in range(400)))) == {STORED}
    assert len(store.kept) < 40


def waiting_behind(store: Store, _one: int) -> bool:
    """Keep the writer busy until something waits."""
    while not store.intake._waiting:
        pass
    return True


def test_what_was_cancelled_before_its_turn_is_not_kept(store: Store) -> None:
    with write_lock(store.writer.path):
        waiting = store.intake.save(Received.read(aviso(1), moment(30)))
        assert waiting.batch.cancel()
        other = store.intake.save(Received.read(aviso(2), moment(30)))
    assert other.result() is STORED
    with Reader.opened(store.writer.path) as reader:
        assert reader.visit(1) is None


def test_more_than_may_wait_are_refused_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notification_ingest, "MAX_WAITING", 3)
    with write_lock(store.writer.path):
        waiting = [store.intake.save(Received.read(aviso(one), moment(30))) for one in range(3)]
        with pytest.raises(OverloadedError):
            store.intake.save(Received.read(aviso(9), moment(30)))
    assert [one.result() for one in waiting] == [STORED] * 3
    assert store.post(aviso(9)) == [STORED]


def test_a_store_that_stays_busy_fails_what_waits_and_then_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notification_ingest, "_LOCK_TIMEOUT_SECONDS", 0.05)
    with write_lock(store.writer.path):
        waiting = [store.intake.save(Received.read(aviso(one), moment(30))) for one in range(5)]
        errors = [one.batch.exception() for one in waiting]
        with pytest.raises(StoreBusyError):
            store.intake.check().result()
    assert {type(error) for error in errors} == {StoreBusyError}
    assert news(store) == []
    assert store.post(*(aviso(one) for one in range(5))) == [STORED] * 5
    store.intake.check().result()


def test_a_bug_met_by_one_fails_that_one_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    real = save_notification._insert

    def buggy(
        db: sqlite3.Connection, some: Sequence[Received], quota: QuarantineQuota | None, origin: str | None = None
    ) -> None:
        real(db, some, quota, origin)
        if aviso(2) in [one.body for one in some]:
            raise ZeroDivisionError

    monkeypatch.setattr(save_notification, "_insert", buggy)
    with write_lock(store.writer.path):  # so that all three are of one batch
        waiting = [store.intake.save(Received.read(aviso(one), moment(30))) for one in (1, 2, 3)]
    assert [waiting[0].result(), waiting[2].result()] == [STORED, STORED]
    with pytest.raises(ZeroDivisionError):
        waiting[1].result()
    assert [row[0] for row in news(store)] == [1, 3]


def test_a_disk_that_is_full_keeps_nothing_of_the_batch_and_recovers(store: Store) -> None:
    pages = store.writer.write(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    store.writer.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    errors = [
        store.intake.save(Received.read(aviso(one, titulo="x" * 50_000), moment(30))).batch.exception()
        for one in (1, 2)
    ]
    assert all("disk is full" in str(error) for error in errors)
    store.writer.write(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
    assert store.post(aviso(1), aviso(2)) == [STORED, STORED]


def test_a_day_shows_what_came_for_it_and_what_was_set_aside_while_it_lasted(store: Store) -> None:
    yesterday = f"{DAY.date - timedelta(days=1)}T23:00:00"
    store.post(aviso(1), aviso(2, yesterday))
    store.post(b"early", received_at=moment(0).replace(hour=4, minute=59))  # 23:59 at the site, the day before
    store.post(b"in time", received_at=moment(0).replace(hour=5))
    with Reader.opened(store.writer.path) as reader:
        ids = reader.row_ids(RowQuery(Table.NOTIFICATIONS, DAY), DAY.date)
        place = [column.key for column in COLUMNS[Table.NOTIFICATIONS]].index("raw")
        cells = [row[place] for row in reader.cells(Table.NOTIFICATIONS, ids).values()]
        assert sorted(str(cell)[:7] for cell in cells) == ["in time", '{"event']
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 1
        assert reader.row_ids(RowQuery(Table.NOTIFICATIONS, DAY, search="IN TÍME"), DAY.date)
        assert not reader.row_ids(RowQuery(Table.VISITS, DAY, view=View.NO_SHIPMENT, search="zzz"), DAY.date)


def test_a_bug_in_a_callback_fails_no_notification_and_is_reported(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[BaseException] = []
    monkeypatch.setattr(board_writer, "report_unhandled", reported.append)

    def broken(_kept: object) -> None:
        raise ZeroDivisionError

    store.writer.on_applied(broken)
    assert store.post(aviso(1)) == [STORED]
    assert [type(bug) for bug in reported] == [ZeroDivisionError]


def test_a_cancelled_body_takes_no_memory_while_the_writer_is_blocked(store: Store) -> None:
    with write_lock(store.writer.path):
        left = []
        for one in range(5):
            received = Received.read(aviso(one), moment(30))
            left.append(weakref.ref(received))
            assert store.intake.save(received).batch.cancel()
            del received
        waiting = store.intake.save(Received.read(aviso(7), moment(30)))
        assert [one() for one in left] == [None] * 5
    assert waiting.result() is STORED
    assert [row[0] for row in news(store)] == [7]


def test_a_store_that_kept_nothing_the_last_time_is_not_ready(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notification_ingest, "_LOCK_TIMEOUT_SECONDS", 0.05)
    with write_lock(store.writer.path):
        assert store.intake.save(Received.read(aviso(1), moment(30))).batch.exception() is not None
    with pytest.raises(StoreBusyError):
        store.intake.check().result()
    assert store.post(aviso(1)) == [STORED]
    store.intake.check().result()


@pytest.mark.parametrize("what", ["removed", "replaced"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps an open file from being removed")
def test_nothing_is_said_to_be_kept_in_a_file_that_is_gone(store: Store, path: Path, what: str) -> None:
    assert store.post(aviso(1)) == [STORED]
    path.rename(path.with_suffix(".away"))
    if what == "replaced":
        path.write_bytes(b"")
    assert store.post(aviso(2)) == [STORED]
    with closing(sqlite3.connect(newest_file(path))) as db:
        assert db.execute("SELECT visit_id FROM notification").fetchall() == [(1,), (2,)]


def test_half_a_surrogate_pair_costs_what_it_stands_in_alone(store: Store) -> None:
    half = b'"\\ud800"'
    assert store.post(aviso(1).replace(b'"2026-11-20T12:00:05"', half)) == [QUARANTINED]
    assert [row[0] for row in rejected(store)] == ["no_timestamp"]
    assert store.post(aviso(2, nuevo={"x": 1}).replace(b'"x"', half).replace(b'"event"', half)) == [STORED]


def test_numbers_beyond_all_bounds_are_stored_and_read_again(store: Store) -> None:
    body = aviso(1, nuevo="X").replace(b'"X"', b"[1e99999999999999999999, " + b"9" * 5000 + b"]")
    assert store.post(body) == [STORED]
    with Reader.opened(store.writer.path) as reader:
        (row,) = reader.exported_visits(DAY.date, None)
    assert isinstance(read_document(row[1]), dict)
    assert "9" * 5000 in laid_out(row[1])


def test_a_text_and_a_number_that_look_alike_are_not_the_same_content(store: Store) -> None:
    assert store.post(aviso(1, nuevo=4.5), aviso(1, nuevo="4.5")) == [STORED, DUPLICATE]
    assert [row[0] for row in rejected(store)] == ["other_content"]


def test_of_thousands_of_numbers_a_cell_shows_the_first(store: Store) -> None:
    assert store.post(aviso(1, "12:00:00", "completada", *map(str, range(3000)))) == [STORED]
    assert str(visit_row(store, 1)["numbers"]).endswith(", 999, …")


@pytest.mark.parametrize("day", [date.min, date.max])
def test_the_ends_of_the_calendar_can_be_exported(store: Store, day: date) -> None:
    with Reader.opened(store.writer.path) as reader:
        assert list(reader.exported_rejected(day)) == list(reader.exported_gaps(day)) == []


def test_the_file_says_so_itself_where_a_key_would_stand_twice(store: Store, path: Path) -> None:
    store.post(aviso(1))

    def again(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO notification (received_at, outcome, visit_id, at, headers, body)"
            " SELECT received_at, outcome, visit_id, at, headers, body FROM notification"
        )

    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        store.writer.write(again)


def test_a_bug_in_reading_one_visit_costs_no_notification(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({1: [envio("1"), envio("2")]})
    follow = decisions.derive_visits

    def broken(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
        found = follow(db, visits)
        if 1 in visits:
            raise LookupError("visit 1")
        return found

    reported: list[BaseException] = []
    monkeypatch.setattr(apply_facts, "derive_visits", broken)
    monkeypatch.setattr(apply_facts, "report_unhandled", reported.append)
    bodies = aviso(1, "12:00:05", "completada", "1"), aviso(2, "12:00:05", "completada", "2")
    assert store.post(*bodies) == [STORED, STORED]
    assert {str(bug) for bug in reported} == {"visit 1"}
    assert (store.shown("1")["visit_id"], store.shown("2")["visit_id"]) == (None, 2)
    monkeypatch.undo()
    assert store.post(aviso(1, "12:10:05", "completada", "1")) == [STORED]
    assert store.shown("1")["visit_id"] == 1
