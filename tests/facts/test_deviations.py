"""Deviations from the contract are counted, bounded, exported by day, and removed with age."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from app.board.reading.reader import Reader
from app.carrier.manifest_reader import read_manifest, read_sent, sent_shipment
from app.domain.contract.deviations import MOST_KINDS, Deviation, DeviationRow, Source, What
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.days import Skipped
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.corruption import DamageMark
from app.facts.file.generations import newest_file
from app.facts.loads.day_answer import DayAnswer
from app.facts.recovery.backups import back_up
from app.store.retention import purge
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from tests.database import wait_until_derived
from tests.temporary_store import DAY, Envio, Store, arrival_of, aviso, damage, envio, moment


def load(store: Store, *shipments: Envio, minute: int = 1, **head: object) -> None:
    """Load an answer through the real reading, with what deviates in it."""
    answer = DayAnswer(store.writer.path, DAY)
    received, deviations = read_manifest(0, {"idPlanillaReparto": 9001, "estado": "VIG"} | head, DAY.carrier)
    answer.take_manifest(received)
    answer.take_deviations(deviations)
    for one in shipments:
        sent = sent_shipment(one, received)
        assert not isinstance(sent, Skipped)
        if answer.has_cached(sent):
            answer.take_shipments([sent])
            continue
        read, found = read_sent(sent, received)
        answer.take_shipments([read])
        answer.take_deviations(found)
    save_day(store.writer, answer, moment(minute))


def kept(store: Store) -> dict[tuple[str, str], DeviationRow]:
    wait_until_derived(store.writer)
    with Reader.opened(store.writer.path) as reader:
        return {(one.place, one.what.value): one for one in reader.deviations()}


def test_a_load_keeps_what_deviates_once_a_kind_with_first_last_and_count(store: Store) -> None:
    load(store, envio(" 1 "), envio("2", prioridad="x"), envio(" 33"), minute=1)
    row = kept(store)["envios.numero", "other_spelling"]
    assert row[:4] == (Source.MANIFEST, "envios.numero", What.OTHER_SPELLING, '" 1 "')
    assert (row.first_at, row.last_at) == (moment(1), moment(1))
    assert kept(store)["envios.prioridad", "unknown_field"].times == 1
    assert store.numbers() == ["1", "2", "33"]
    load(store, envio(" 1 "), envio("2", prioridad="x"), envio(" 33"), envio("4", prioridad="y"), minute=9)
    row = kept(store)["envios.prioridad", "unknown_field"]
    assert (row.first_at, row.last_at, row.times) == (moment(1), moment(9), 2)
    assert kept(store)["envios.numero", "other_spelling"].last_at == moment(1)  # in the same words: not read again


def test_a_load_as_the_contract_says_keeps_nothing(store: Store) -> None:
    load(store, envio("1"), envio("2", estadoEnvio="Entregado", idEstadoEnvio="3"))
    assert kept(store) == {}


def test_notifications_keep_what_deviates_and_a_repeat_does_not_count(store: Store) -> None:
    body = aviso(7, "12:00:05", "COMPLETADA", "1", nuevo=True)
    store.post(body)
    store.post(body)
    assert kept(store)["data.estado_nuevo", "other_spelling"].times == 1
    other = aviso(8, "12:00:36", "COMPLETADA", "1")
    store.post(other)
    row = kept(store)["data.estado_nuevo", "other_spelling"]
    assert (row.first_at, row.last_at, row.times) == (arrival_of(body), arrival_of(other), 2)
    assert kept(store)["data.nuevo", "unknown_field"].example == "true"


def test_a_body_that_is_applied_again_counts_its_deviations(store: Store) -> None:
    received = Received.read(aviso(7, "12:00:05", "falso flete", "1"), moment(20))
    older = Received(received.body, moment(20), reason=None)
    store.intake.save(older).result()
    assert kept(store) == {}
    with Reader.opened(store.writer.path) as reader:
        last = reader.last_notification()
    assert store.intake.apply_again(last, moment(40)) is Outcome.STORED
    assert kept(store)["data.estado_nuevo", "other_spelling"].last_at == moment(40)


def test_numbers_that_look_alike_and_do_not_match_are_listed_whichever_came_first(store: Store) -> None:
    load(store, envio("0045"), envio("A-7"), envio("99"))
    store.post(aviso(1, "12:00:05", "completada", "45"), aviso(2, "12:00:06", "completada", "a7"))
    store.post(aviso(3, "12:00:07", "completada", "99"), aviso(4, "12:00:08", "completada", "1234"))
    with Reader.opened(store.writer.path) as reader:
        found = {one.example for one in reader.deviations() if one.what is What.LOOK_ALIKE}
    assert found == {"0045 / 45", "A-7 / a7"}


def test_a_visit_that_came_before_its_day_was_loaded_is_compared_with_the_load(store: Store) -> None:
    store.post(aviso(1, "12:00:05", "completada", "45"))
    load(store, envio("0045"), envio("46"))
    row = kept(store)["data.numero_seguimientos", "look_alike"]
    assert (row.example, row.times) == ("0045 / 45", 1)
    load(store, envio("0045"), envio("46"), minute=5)
    assert kept(store)["data.numero_seguimientos", "look_alike"].times == 1


def test_a_thousand_numbers_in_one_visit_are_read_stored_and_found(store: Store) -> None:
    store.load({9001: [envio("N0"), envio("N999")]})
    numbers = [f"N{one}" for one in range(1000)]
    assert store.post(aviso(7, "12:00:05", "completada", *numbers)) == [Outcome.STORED]
    assert {number: store.shown(number)["visit_id"] for number in ("N0", "N999")} == {"N0": 7, "N999": 7}
    with Reader.opened(store.writer.path) as reader:
        ((_, body, _),) = reader.exported_visits(DAY.date, None)
    assert json.loads(body)["data"]["numero_seguimientos"] == numbers


def test_a_provider_that_sends_ever_new_fields_fills_no_more_than_the_bound(store: Store) -> None:
    fields = {f"campo{one}x{letter}": 1 for one in range(40) for letter in "abcdefghijklmnopqrst"}
    store.post(aviso(1, "12:00:05", "completada", **fields))
    later = [aviso(one, "12:00:35", f"estado {'x' * one}", "1") for one in range(2, 60)]
    store.post(*later)
    with Reader.opened(store.writer.path) as reader:
        rows = reader.deviations()
    assert 400 < len(rows) <= MOST_KINDS
    assert sum(one.what is What.UNKNOWN_STATUS for one in rows) == 20  # the newest of one kind at one place
    assert rows[0].last_at == arrival_of(later[0])


def test_the_export_has_the_days_on_which_they_happened_by_the_sites_clock(store: Store) -> None:
    store.post(aviso(1, "12:00:05", "COMPLETADA"), received_at=datetime(2026, 11, 20, 4, 59, tzinfo=UTC))  # the 19th
    store.post(aviso(2, "12:00:05", "COMPLETADA"), received_at=datetime(2026, 11, 22, 12, tzinfo=UTC))
    store.post(aviso(3, "12:00:05", "completada", nuevo=1), received_at=datetime(2026, 11, 21, 12, tzinfo=UTC))
    with Reader.opened(store.writer.path) as reader:
        days = {day: [row[1] for row in reader.exported_deviations(date(2026, 11, day))] for day in range(18, 24)}
    both = ["data.estado_nuevo", "data.nuevo"]
    assert days == {18: [], 19: both[:1], 20: both[:1], 21: both, 22: both[:1], 23: []}


def test_what_was_last_seen_before_the_first_kept_day_goes(store: Store) -> None:
    store.post(aviso(1, "12:00:05", "COMPLETADA"), received_at=moment(1) - timedelta(days=9))
    store.post(aviso(2, "12:00:05", "completada", nuevo=1))
    assert purge(store.writer, moment(0), lambda _seconds: False) is not None
    assert set(kept(store)) == {("data.nuevo", "unknown_field")}


def test_a_recovery_brings_along_what_the_copy_does_not_have(store: Store, path: Path) -> None:
    store.post(aviso(1, "12:00:05", "COMPLETADA"))
    back_up(path, datetime.now(UTC))
    store.post(aviso(2, "12:00:05", "COMPLETADA"), aviso(3, "12:00:05", nuevo=1), received_at=moment(45))
    before = kept(store)
    damage(newest_file(path))
    DamageMark(path).set("a read failed", newest_file(path))
    store.writer.write(lambda _db: None)
    assert kept(store) == before
    assert before["data.estado_nuevo", "other_spelling"].times == 2


def test_stamps_with_an_offset_stand_by_the_sites_clock_and_are_one_key(store: Store) -> None:
    night = aviso(7, f"{DAY.date + timedelta(days=1)}T02:00:00Z", "completada", "1")
    assert store.post(night) == [Outcome.STORED]
    same = json.loads(night) | {"timestamp": f"{DAY.date}T21:00:00-05:00"}
    assert store.post(json.dumps(same).encode()) == [Outcome.DUPLICATE]
    with Reader.opened(store.writer.path) as reader:
        assert list(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == [7]
        detail = reader.visit(7)
    assert detail is not None
    assert detail.cells["timestamp"] == json.loads(night)["timestamp"]  # as the first of the two was written
    ((at,),) = store.writer.board.read(lambda db: db.execute("SELECT at FROM visit").fetchall()).result()
    assert at == f"{DAY.date}T21:00:00.000000"


def test_another_zone_moves_the_clock_of_a_stamp_and_never_its_moment(store: Store) -> None:
    store.post(aviso(7, "2026-11-21T02:00:00Z", "completada", "1"), aviso(8, "2026-11-20T21:00:00", "completada", "2"))
    save_site_rules(store.writer, SiteRules(ZoneInfo("Europe/Madrid")))
    rows = store.writer.board.read(
        lambda db: db.execute("SELECT id, at, date FROM visit ORDER BY id").fetchall()
    ).result()
    assert [tuple(row) for row in rows] == [
        (7, "2026-11-21T03:00:00.000000", "2026-11-21"),
        (8, "2026-11-20T21:00:00.000000", "2026-11-20"),
    ]


def test_a_kind_that_is_kept_is_one_row_for_all_examples_of_its_class() -> None:
    classes = {
        Deviation(Source.MANIFEST, "envios.numero", What.OTHER_SPELLING, one).example_class
        for one in ('" 1001"', '" 2"', '" 33"')
    }
    assert len(classes) == 1
    statuses = {
        Deviation(Source.NOTIFICATION, "data.estado_nuevo", What.UNKNOWN_STATUS, one).example_class
        for one in ("reprogramada", "devuelta", "Devuelta")
    }
    assert statuses == {"reprogramada", "devuelta"}
