"""Salvage copies what is newer than the backup from the damaged file; a recovery that fails is retried."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.errors import StoreUnusableError
from app.domain.follow_ups import FollowUpEdit
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.file.connect import open_for_writing
from app.facts.file.corruption import DamageMark
from app.facts.file.generations import newest_file, next_file
from app.facts.gaps import Heartbeat, save_gap, save_heartbeat
from app.facts.recovery.backups import back_up
from app.facts.recovery.salvage import Salvaged, salvage
from app.files.atomic_files import atomic_database
from app.store.follow_ups import FollowUps
from tests.board.board_rows import board_of
from tests.database import wait_until_derived
from tests.store.loads import shown
from tests.temporary_store import DAY, Store, aviso, damage, envio, moment

DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}


def recover(store: Store) -> None:
    damage(newest_file(store.writer.path))
    DamageMark(store.writer.path).set("a read failed", newest_file(store.writer.path))
    store.writer.write(lambda _db: None)
    wait_until_derived(store.writer)


def read(store: Store, sql: str) -> list[tuple[object, ...]]:
    wait_until_derived(store.writer)
    return store.writer.board.read(lambda db: db.execute(sql).fetchall()).result()


def test_a_disk_that_is_full_ends_the_recovery_and_not_the_notifications(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(path, datetime.now(UTC))
    store.post(*(aviso(visit, "12:00:05", "completada", direccion="x" * 4000) for visit in range(1, 40)))

    def with_little_room(file: Path) -> sqlite3.Connection:
        db = open_for_writing(file)
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0] + 8}")
        return db

    with monkeypatch.context() as patched:
        patched.setattr("app.facts.recovery.restore.open_for_writing", with_little_room)
        with pytest.raises(StoreUnusableError, match="full"):
            recover(store)
    assert newest_file(path) == path
    assert DamageMark(path).reason() is not None
    monkeypatch.setattr("app.facts.recovery.current_file._RETRY_SECONDS", 0.0)
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)
    assert read(store, "SELECT count(*) FROM notification") == [(39,)]


def test_a_file_that_cannot_be_opened_just_now_is_not_taken_for_one_that_holds_nothing(tmp_path: Path) -> None:
    damaged = tmp_path / "facts.sqlite"
    damaged.mkdir()  # SQLite says of it what it says where no more files may be opened
    with closing(open_for_writing(tmp_path / "facts-2.sqlite")) as db, pytest.raises(sqlite3.OperationalError):
        salvage(db, damaged)


def test_a_file_without_a_header_gives_nothing(tmp_path: Path) -> None:
    damaged = tmp_path / "facts.sqlite"
    damaged.write_bytes(bytes(8192))
    with closing(open_for_writing(tmp_path / "facts-2.sqlite")) as db:
        assert salvage(db, damaged) == Salvaged()


def test_a_file_is_not_put_in_place_without_its_log(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    with pytest.raises(OSError, match=r"\.unfinished-wal"), atomic_database(path) as file:  # noqa: PT012 - it fails as it ends
        reader = sqlite3.connect(file)
        open_for_writing(file).close()
        reader.execute("SELECT 1 FROM site").fetchone()
        with closing(open_for_writing(file)) as db:  # it is not the last to close it, so that there is no checkpoint
            db.execute("INSERT INTO site (id, zone) VALUES (1, 'UTC')")
    reader.close()
    assert not path.exists()
    with atomic_database(path):  # it removes what Windows did not, as the reader had it open
        pass
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_were_left_unfinished_long_ago_go_and_new_ones_stay(tmp_path: Path) -> None:
    old, new = tmp_path / "facts-20261101T000000000000.unfinished", tmp_path / "facts-2.unfinished"
    other = tmp_path / "notes.unfinished"
    for file in (old, old.with_name(f"{old.name}-wal"), new, other):
        file.write_bytes(b"an address")
        if file is not new:
            os.utime(file, (time.time() - 90_000,) * 2)
    with atomic_database(tmp_path / "facts-20261120T000000000000.sqlite") as file:
        file.write_bytes(b"whole")
    assert sorted(one.name for one in tmp_path.glob("*.unfinished*")) == [new.name, other.name]


def test_what_was_set_aside_for_its_other_content_is_kept(store: Store, path: Path) -> None:
    store.post(aviso(7, "12:00:05", "completada", "1"))
    back_up(path, datetime.now(UTC))
    store.post(aviso(7, "12:00:05", "completada", "1"), aviso(7, "12:00:05", "completada", "2"))
    store.post(aviso(8, "12:00:05"), aviso(8, "12:00:05", "completada", "2"), aviso(8, "12:00:05", "completada", "3"))
    rows = "SELECT outcome, reason, visit_id, repeats, body FROM notification WHERE id <> 1 ORDER BY id"
    before = read(store, rows)
    assert [row[0] for row in before].count(Outcome.QUARANTINED) == 3
    recover(store)
    assert read(store, rows) == before


def test_a_port_that_was_silent_before_the_copy_has_its_own_gap(store: Store, path: Path) -> None:
    copy_at = datetime.now(UTC) - timedelta(minutes=1)
    for port, silent in ((8750, timedelta(seconds=3)), (8751, timedelta(hours=2))):
        store.writer.write(partial(save_heartbeat, heartbeat=Heartbeat(copy_at - silent, str(port), port)))
    back_up(path, copy_at)
    recover(store)
    with Reader.opened(path) as reader:
        recovery = reader.recovery()
    assert recovery is not None
    at = {port: datetime.fromisoformat(str(one)) for port, one in read(store, "SELECT port, at FROM heartbeat")}
    assert at == {8750: recovery.at, 8751: copy_at - timedelta(hours=2)}


def test_a_gap_that_grew_since_the_copy_is_there_once(store: Store, path: Path) -> None:
    since, until = moment(0), moment(10)
    store.writer.write(lambda db: save_gap(db, Gap(since, until, GapCause.CLOSED)))
    back_up(path, datetime.now(UTC))
    grown = Gap(since, until + timedelta(seconds=5), GapCause.CLOSED)
    later = Gap(moment(20), moment(25), GapCause.ASLEEP)
    for gap in (grown, later):
        store.writer.write(partial(save_gap, gap=gap))
    recover(store)
    with Reader.opened(path) as reader:
        assert [gap for gap in reader.gaps() if gap.cause is not GapCause.DAMAGE] == [later, grown]


_INTERIOR = 5
"""First byte of a page of a table that holds page numbers, and no rows."""


def leaves(path: Path, table: str) -> Iterator[tuple[int, int]]:
    """Yield the pages with a table's rows in their order, and how many each has; all of it is in the file.

    Windows' SQLite has no `dbstat`.
    """
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    content = path.read_bytes()

    def below(page: int) -> Iterator[tuple[int, int]]:
        begin = (page - 1) * 4096
        cells = int.from_bytes(content[begin + 3 : begin + 5])
        if content[begin] != _INTERIOR:
            yield page, cells
            return
        for cell in range(begin + 12, begin + 12 + 2 * cells, 2):
            at = begin + int.from_bytes(content[cell : cell + 2])
            yield from below(int.from_bytes(content[at : at + 4]))
        yield from below(int.from_bytes(content[begin + 8 : begin + 12]))

    yield from below(root)


@pytest.mark.parametrize("first_id", [1, 5_000_000])
@pytest.mark.parametrize("leaf", [0, 3, -1], ids=["first", "fourth", "last"])
@pytest.mark.parametrize("with_backup", [True, False], ids=["backup", "no backup"])
def test_a_page_that_cannot_be_read_costs_its_own_rows_alone(
    first_id: int, leaf: int, with_backup: bool, store: Store, path: Path
) -> None:
    store.post(aviso(1))
    store.writer.write(lambda db: db.execute("UPDATE notification SET id = ?", (first_id,)))  # retention took others
    if with_backup:
        back_up(path, datetime.now(UTC))
    store.post(*(aviso(visit, "12:00:05", "completada", direccion="x" * 800) for visit in range(2, 80)))
    store.writer.read(lambda db: db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchall()).result()
    page, rows = list(leaves(path, "notification"))[leaf]
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
    recover(store)
    ((kept,),) = read(store, "SELECT count(*) FROM notification")
    assert kept == 79 - rows + (with_backup and leaf == 0)


def test_a_delivery_is_not_taken_back_by_a_status_that_was_older(store: Store, path: Path) -> None:
    store.load({9001: [envio("1", idEstadoEnvio="1", estadoEnvio="Pendiente"), envio("2")]})
    back_up(path, datetime.now(UTC))
    store.load({9001: [envio("1"), envio("2")]})
    store.post(aviso(7, "07:30:00", "completada", "1"))  # 12:30 in UTC, between the loads
    history = store.history("1")
    recover(store)
    assert store.history("1") == history
    store.minute = 40
    store.load({9001: [envio("1"), envio("2")]})
    assert store.shown("1")["shown_status"] == "Entregado"
    assert store.history("1") == history


def test_a_status_that_the_carrier_took_back_is_seen_after_a_recovery(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    store.load({9001: [envio("1", **DELIVERED)]})
    recover(store)
    assert store.shown("1")["status"] == "Entregado"
    store.load({9001: [envio("1")]})
    assert store.shown("1")["status"] == "En Reparto"
    assert [entry[:2] for entry in store.history("1")][-1] == ("status", "En Reparto")


def test_what_was_loaded_after_the_copy_is_there_again_word_for_word(store: Store, path: Path) -> None:
    other = Day("OTRA", date(2026, 11, 2))
    store.load({9001: [envio("1")]}, day=other)
    back_up(path, datetime.now(UTC))
    store.load({9001: [envio("1")], 9002: [envio("2", destinatario="Zoé")]})
    store.load({9001: [envio("1", **DELIVERED)]})
    store.load({9001: [envio("1"), envio("2")]}, day=other)
    store.post(aviso(7, "07:00:30", "completada", "2"))
    board, seen = board_of(path), shown(path)
    recover(store)
    assert board_of(path) == board
    assert shown(path) == seen
    with Reader.opened(path) as reader:
        assert reader.lost_days() == []


def test_days_whose_words_cannot_be_read_are_loaded_again_and_others_are_not(store: Store, path: Path) -> None:
    other, first = Day("OTRA", date(2026, 11, 2)), Day("OTRA", date(2026, 11, 3))
    for day in (DAY, other):
        store.load({9001: [envio("1")]}, day=day)
    back_up(path, datetime.now(UTC))
    for day in (first, other):
        store.load({9001: [envio("1"), envio("2")]}, day=day)
    damage(path, "content")
    recover(store)
    with Reader.opened(path) as reader:
        assert reader.lost_days() == [first, other]
        assert reader.loaded_days(other.date, DAY.date) == [DAY, other]
        assert (reader.day_state(other) is None, reader.day_state(first) is None) == (False, True)
        recovery = reader.recovery()
    assert recovery is not None
    assert recovery.knows_days
    for day in (first, other):
        store.load({9001: [envio("1"), envio("2")]}, day=day)
    with Reader.opened(path) as reader:
        assert reader.lost_days() == []
        assert reader.loaded_days(other.date, first.date) == [first, other]


def test_where_the_days_cannot_be_read_that_is_said(store: Store, path: Path) -> None:
    back_up(path, datetime.now(UTC))
    store.load({9001: [envio("1")]})
    damage(path, "load_day")
    recover(store)
    with Reader.opened(path) as reader:
        recovery = reader.recovery()
    assert recovery is not None
    assert not recovery.knows_days
    assert "not known which days had been loaded: load the missing ones again" in str(recovery.text)


def test_an_acknowledgement_still_names_its_failure_after_a_recovery(store: Store, path: Path) -> None:
    store.load({9001: [envio("1", idEstadoEnvio="4", estadoEnvio="Excepción")]})
    back_up(path, datetime.now(UTC))
    subject = Subject(Table.SHIPMENTS, int(str(read(store, "SELECT id FROM shipment")[0][0])))
    FollowUps(store.writer, lambda _kept: None, lambda: "eva").save(
        [subject], FollowUpEdit(is_acknowledged=True), datetime(2027, 1, 1, tzinfo=UTC)
    )
    named = read(store, "SELECT failures FROM follow_up")
    assert named != [(None,)]
    recover(store)
    assert read(store, "SELECT failures FROM follow_up") == named


def test_a_change_of_status_keeps_when_the_other_was_last_seen_after_a_recovery(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    store.load({9001: [envio("1", **DELIVERED)]})
    changes = read(store, "SELECT kind, at, not_yet_at FROM shipment_history ORDER BY id")
    recover(store)
    assert read(store, "SELECT kind, at, not_yet_at FROM shipment_history ORDER BY id") == changes


def test_since_when_the_receiver_is_in_use_is_known_after_a_recovery(store: Store, path: Path) -> None:
    store.load({9001: [envio("1", **DELIVERED)]})
    back_up(path, datetime.now(UTC))
    store.post(aviso(7, "06:30:00", "completada", "2"))  # before the load
    store.writer.board.write(lambda db: db.execute("DELETE FROM visit"))  # as a purge does
    store.writer.write(lambda db: db.execute("DELETE FROM notification"))
    first = read(store, "SELECT first_kept_at FROM site")
    assert first != [(None,)]
    recover(store)
    assert read(store, "SELECT first_kept_at FROM site") == first
    assert store.shown("1")["signs"] == "aviso_perdido"


PICKUP = {"idEstadoEnvio": "24", "estadoEnvio": "Listo para retiro"}


def test_what_loads_after_the_copy_showed_decides_the_same_after_a_recovery(store: Store, path: Path) -> None:
    """Went to the pickup point, never mentioned again, gone, gone and back: none of it is silently wrong."""
    store.load({9001: [envio(one) for one in ("pickup", "still", "gone", "back")]})
    back_up(path, datetime.now(UTC))
    failed = (aviso(nth, "07:01:30", "falso_flete", number) for nth, number in enumerate(("pickup", "still"), 1))
    store.post(*failed)  # 12:01:30 in UTC, between the loads
    store.load({9001: [envio("pickup", **PICKUP), envio("still")]})
    store.minute = 30
    store.load({9001: [envio("pickup", **PICKUP), envio("still"), envio("back")]})
    with Reader.opened(path) as reader:
        before = store.rows(), reader.figures(DAY)
    assert {row["number"]: row["signs"] for row in before[0]} == {
        "pickup": "", "still": "contradiccion", "gone": "contradiccion ya_no_figura", "back": "",
    }  # fmt: skip
    recover(store)
    with Reader.opened(path) as reader:
        assert (store.rows(), reader.figures(DAY)) == before
        assert reader.lost_days() == []


def test_a_load_whose_changes_cannot_be_read_is_not_taken_for_one_that_showed_none(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    store.post(aviso(1, "07:01:30", "completada", "1"))
    store.load({9001: [envio("1", **DELIVERED)]})
    damage(path, "load")
    recover(store)
    assert read(store, "SELECT count(*) FROM good_load") == [(1,)]
    assert store.shown("1")["signs"] == "adelantado"
    with Reader.opened(path) as reader:
        assert reader.lost_days() == [DAY]
