"""The site's rules in the store: a change derives everything again; the last timestamps reveal a wrong zone."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from app.board.reading.reader import Reader
from app.domain.site import KeptRules, SiteRules
from app.facts.site_rules import read_stored_rules, stored_rules
from app.store.site_settings import apply_rules, save_site_rules
from tests.database import wait_until_derived
from tests.temporary_store import FAR, ZONE, Store, aviso, envio

FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
UTC_ZONE = ZoneInfo("UTC")


def visited_at(store: Store) -> dict[int, str]:
    """Return the times of visits by the site's clock."""
    return dict(store.writer.board.read(lambda db: db.execute("SELECT id, at FROM visit").fetchall()).result())


def arrival(minute: int) -> datetime:
    return datetime(2026, 11, 20, 12, minute, tzinfo=UTC)


def test_another_zone_of_the_sender_derives_every_visit_again(store: Store) -> None:
    store.load({1: [envio("a")]})
    store.load({1: [envio("a") | FAILED]})  # 12:02 UTC
    late = datetime(2026, 11, 20, 20, tzinfo=UTC)
    store.post(aviso(1, "2026-11-20T10:00:00.000000", "completada", "a"), received_at=late)
    assert visited_at(store) == {1: "2026-11-20T10:00:00.000000"}
    assert store.shown("a")["shown_status"] == "Entregado"
    assert save_site_rules(store.writer, SiteRules(ZONE, UTC_ZONE, far_metres=FAR)).stamp_zone is UTC_ZONE
    assert visited_at(store) == {1: "2026-11-20T05:00:00.000000"}
    assert store.shown("a")["shown_status"] == "Excepción"
    store.post(aviso(2, "2026-11-20T10:30:00.000000", "completada"), received_at=late)
    assert visited_at(store)[2] == "2026-11-20T05:30:00.000000"
    with Reader.opened(store.writer.path) as reader:
        assert reader.zone() == ZONE  # days begin by the site's


def test_a_visit_is_never_later_than_its_arrival(store: Store) -> None:
    store.post(aviso(1, "2099-01-01T00:00:00.000000"), received_at=arrival(5))
    assert visited_at(store) == {1: "2026-11-20T07:05:00.000000"}
    save_site_rules(store.writer, SiteRules(ZONE, ZoneInfo("Asia/Tokyo"), far_metres=FAR))
    assert visited_at(store) == {1: "2026-11-20T07:05:00.000000"}


def test_only_what_decides_is_derived_again(store: Store) -> None:
    store.post(aviso(1), received_at=arrival(5))
    store.writer.board.write(lambda db: db.execute("UPDATE visit SET at = 'as it was'"))
    save_site_rules(store.writer, SiteRules(ZONE, far_metres=FAR + 1))
    assert visited_at(store) == {1: "as it was"}
    assert store.writer.write(lambda db: apply_rules(db, SiteRules(ZONE, None, 20, FAR))) == (
        SiteRules(ZONE, None, 20, FAR),
        True,
    )
    wait_until_derived(store.writer)
    assert visited_at(store) != {1: "as it was"}
    assert store.writer.read(stored_rules).result() == KeptRules(ZONE.key, "", 20, "00:00", FAR)


def test_a_zone_that_is_not_known_here_and_columns_that_are_not_there_yet_count_as_not_decided(store: Store) -> None:
    store.writer.write(lambda db: db.execute("UPDATE site SET zone = 'Moon/Base', sender_zone = 'Moon/Far'"))
    assert read_stored_rules(store.writer.path) == KeptRules(None, None, 15, "00:00", FAR)
    assert read_stored_rules(store.writer.path.with_name("none.sqlite")) == KeptRules()
    with closing(sqlite3.connect(":memory:")) as older:
        assert stored_rules(older) == KeptRules()
        older.execute("CREATE TABLE site (id INTEGER PRIMARY KEY, zone TEXT)")
        older.execute("INSERT INTO site VALUES (1, 'America/Bogota')")
        assert stored_rules(older) == KeptRules("America/Bogota")


def test_the_last_notifications_speak_for_a_zone_until_it_is_set(store: Store) -> None:
    begin = arrival(0)
    for index in range(25):
        at = begin + timedelta(minutes=index)
        stamp = at.replace(tzinfo=None).isoformat(timespec="microseconds")
        store.post(aviso(index, stamp), b"no JSON", received_at=at + timedelta(seconds=1))
    with Reader.opened(store.writer.path) as reader:
        found = reader.sender_clock()
        assert found is not None
        assert (found.ahead, found.zone) == (timedelta(hours=5), "UTC")
        save_site_rules(store.writer, SiteRules(ZONE, UTC_ZONE, far_metres=FAR))
        assert reader.sender_clock() is None


def test_a_time_that_damage_made_unreadable_is_left_out_of_what_speaks_for_a_zone(store: Store) -> None:
    for minute in range(22):
        store.post(aviso(minute + 1, f"{arrival(minute):%Y-%m-%dT%H:%M:%S}"), received_at=arrival(minute))
    store.writer.write(lambda db: db.execute("UPDATE notification SET at = '2026-1#' WHERE id = 20"))
    store.writer.write(lambda db: db.execute("UPDATE notification SET received_at = 'now' WHERE id = 21"))
    with Reader.opened(store.writer.path) as reader:
        found = reader.sender_clock()
    assert found is not None
    assert found.zone == "UTC"


def test_a_stamp_with_its_own_offset_says_the_same_by_another_zone_of_the_sender(store: Store) -> None:
    for minute in range(25):
        stamp = f"{arrival(minute):%Y-%m-%dT%H:%M:%S}Z"
        store.post(aviso(minute + 1, stamp, "completada"), received_at=arrival(minute))
    save_site_rules(store.writer, SiteRules(ZONE, ZoneInfo("Asia/Tokyo"), far_metres=FAR))
    with Reader.opened(store.writer.path) as reader:
        assert reader.sender_clock() is None
