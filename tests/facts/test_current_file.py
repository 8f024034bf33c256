"""A damaged file is replaced, and processes that have it open switch to the restored one."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.errors import StoreDamagedError, StoreUnusableError
from app.domain.reception.gaps import Gap, GapCause
from app.domain.reception.recovery import Recovery
from app.facts.file.corruption import DamagedError, DamageMark, is_damage
from app.facts.file.generations import newest_file, next_file
from app.facts.recovery.backups import back_up
from app.facts.recovery.corruption_check import integrity_problem
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.temporary_store import DAY, Store, aviso, damage, envio


def test_damage_found_while_writing_is_repaired_at_once_and_reported(store: Store, path: Path) -> None:
    reported: list[Recovery] = []
    store.writer.on_recovered(reported.append)
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    store.post(aviso(7, "12:00:05", "completada", "1"))
    with Reader.opened(path) as reader:
        damage(path)
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        assert newest_file(path) == next_file(path, path)
        wait_until_derived(store.writer)
        assert reader.last_notification() == 1
        assert reader.gaps()[0] == Gap.of(reported[0])
        assert reader.recovery() == reported[0]
    (recovery,) = reported
    assert (recovery.notifications, recovery.follow_ups, recovery.damaged) == (1, 0, path.name)
    assert recovery.backup_at is not None
    assert store.writer.board.read(lambda db: db.execute("SELECT id, status FROM visit").fetchall()).result() == [
        (7, "completada")
    ]
    store.writer.write(lambda _db: None)  # Windows moves it only now that no reader has it open
    assert not path.exists()
    assert len(list((path.parent / "damaged").glob("*.sqlite"))) == 1


@pytest.mark.parametrize("left", ["board-", "board.lock", "window.ini", "facts.sqlite-wal"])
def test_facts_that_are_gone_before_their_first_copy_are_missed(path: Path, left: str) -> None:
    with Writer(path):
        pass
    path.with_name("window.ini").touch()
    path.with_name("facts.sqlite-wal").write_bytes(b"x")
    for one in path.parent.iterdir():
        if not one.name.startswith(left):
            one.unlink()
    reported: list[Recovery] = []
    with Writer(path) as writer:
        writer.on_recovered(reported.append)
        wait_until_derived(writer)
        with Reader.opened(path) as reader:
            assert [gap.cause for gap in reader.gaps()] == [GapCause.DAMAGE]
    assert "there is no copy of it, so Despacho starts with empty data" in str(reported[0].text)


def test_what_is_there_before_the_first_facts_makes_a_first_start(path: Path) -> None:
    path.parent.mkdir()
    for name in ("settings.toml", "facts.lock", "facts.holder", "desk.lock"):
        path.with_name(name).touch()
    path.with_name("log").mkdir()
    reported: list[Recovery] = []
    with Writer(path) as writer:
        writer.on_recovered(reported.append)
    assert reported == []
    assert newest_file(path) == path


def test_a_damaged_file_that_a_reader_has_open_is_set_aside_once_all_have_moved_on(
    store: Store, path: Path, renames_of_windows: None
) -> None:
    back_up(path, datetime.now(UTC))
    with Reader.opened(path) as reader, Writer(path) as other:
        reader.last_notification()
        damage(path)
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        assert path.exists()
        assert reader.recovery() is not None
        other.write(lambda _db: None)
        for writer in (store.writer, other):
            wait_until_derived(writer)
        store.writer.write(lambda _db: None)
        assert not path.exists()
        assert len(list((path.parent / "damaged").glob("*.sqlite"))) == 1
        assert reader.recovery() is not None


def test_rows_that_are_iterated_over_while_the_file_is_restored_are_those_of_one_file(store: Store, path: Path) -> None:
    store.post(aviso(7), aviso(8))
    back_up(path, datetime.now(UTC))
    with Reader.opened(path) as reader:
        damage(path, "heartbeat")
        rows = reader.exported_notifications(DAY.date)
        first = next(rows)
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        wait_until_derived(store.writer)
        assert reader.recovery() is None
        assert [row[0] for row in (first, *rows)] == [7, 8]
        assert reader.recovery() is not None


@pytest.fixture
def renames_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file be renamed that this process has open, on other systems as well."""
    handles, rename = Path("/proc/self/fd"), Path.rename

    def refusing(path: Path, target: Path) -> Path:
        if any(handle.exists() and handle.samefile(path) for handle in handles.iterdir()):
            raise PermissionError(path)
        return rename(path, target)

    if os.name != "nt":
        if not handles.exists():
            pytest.skip("open files are listed on Linux alone")
        monkeypatch.setattr(Path, "rename", refusing)


def test_a_reader_that_met_damage_at_the_beginning_of_a_moment_goes_over_too(store: Store, path: Path) -> None:
    back_up(path, datetime.now(UTC))
    with Reader.opened(path) as reader:
        damage(path, "site")
        with pytest.raises(StoreDamagedError), reader.snapshot():
            pass
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        with reader.snapshot():
            assert reader.recovery() is not None


def test_one_process_restores_and_the_others_follow(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    reported: list[Recovery] = []
    with Writer(path) as other:
        other.on_recovered(reported.append)
        damage(path)
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        other.write(lambda _db: None)
        wait_until_derived(other)
        assert other.board.write(lambda db: db.execute("SELECT count(*) FROM shipment").fetchone()) == (1,)
    assert newest_file(path) == next_file(path, path)
    assert len(reported) == 1


def test_a_mark_on_a_file_that_was_given_up_restores_nothing(store: Store, path: Path) -> None:
    damage(path)
    DamageMark(path).set("a read failed", path)
    store.writer.write(lambda _db: None)
    DamageMark(path).set("a reader that was late", path)
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)


def test_what_a_check_finds_is_restored_before_the_next_write(path: Path) -> None:
    with Writer(path):
        pass
    damage(path)
    with Writer(path) as writer:
        assert integrity_problem(path) is not None
        writer.recover()
        assert integrity_problem(path, thorough=True) is None
    assert newest_file(path) == next_file(path, path)


def test_the_time_between_the_copy_and_the_recovery_is_a_gap(store: Store, path: Path) -> None:
    copy_at = datetime(2026, 11, 20, 12, tzinfo=UTC)
    back_up(path, copy_at)
    damage(path)
    DamageMark(path).set("a read failed", path)
    store.writer.write(lambda _db: None)
    with Reader.opened(path) as reader:
        (gap,) = reader.gaps()
    assert (gap.since, gap.cause) == (copy_at, GapCause.DAMAGE)


def test_a_text_that_is_none_is_damage() -> None:
    with closing(sqlite3.connect(":memory:")) as db, pytest.raises(sqlite3.OperationalError) as met:
        db.execute("SELECT CAST(x'D2F0C3' AS TEXT)").fetchone()
    assert is_damage(met.value)


@pytest.mark.skipif(os.name != "posix", reason="the folder's rights are POSIX's")
def test_what_cannot_be_restored_is_said_and_tried_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(path, datetime.now(UTC))
    next_file(path, path).with_suffix(".unfinished").mkdir()  # in the way of the restored file
    damage(path)
    DamageMark(path).set("a read failed", path)
    with pytest.raises(StoreUnusableError):
        store.writer.write(lambda _db: None)
    next_file(path, path).with_suffix(".unfinished").rmdir()
    monkeypatch.setattr("app.facts.recovery.current_file._RETRY_SECONDS", 0.0)
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)


def test_the_first_damaged_file_is_not_pushed_out_by_later_ones(store: Store, path: Path) -> None:
    back_up(path, datetime.now(UTC))
    set_aside: list[str] = []
    for _ in range(5):
        file = newest_file(path)
        damage(file)
        DamageMark(path).set("a read failed", file)
        store.writer.write(lambda _db: None)
        set_aside.append(file.stem)
        wait_until_derived(store.writer)  # of the new file, so that the board's writer has closed the old one
        store.writer.write(lambda _db: None)
    left = {file.name.rpartition("-")[0] for file in (path.parent / "damaged").glob("*.sqlite")}
    assert left == {set_aside[0], *set_aside[-2:]}


def test_damage_that_is_met_while_an_earlier_report_is_disproved_stays_reported(path: Path) -> None:
    mark = DamageMark(path)
    path.parent.mkdir()
    mark.set("the first", newest_file(path))
    reason = mark.reason()
    mark.set("the second", newest_file(path))
    mark.disprove(str(reason))
    assert mark.reason() == "the second"
    mark.disprove("the second")
    assert mark.reason() is None


def test_the_damaged_file_itself_is_named_and_where_it_comes_back_from(store: Store, path: Path) -> None:
    with pytest.raises(StoreDamagedError, match=r"facts\.sqlite is damaged, and there is no copy of it yet"):
        store.writer.write(_meet_damage)
    store.writer.read(lambda _db: None).result(30)  # after the check that disproves this first report
    back_up(path, datetime.now(UTC))
    damage(newest_file(path))
    DamageMark(path).set("a read failed", newest_file(path))
    store.writer.write(lambda _db: None)
    assert newest_file(path) != path
    with pytest.raises(StoreDamagedError, match=r"facts\.generation-2\.sqlite is damaged\. .* copy") as met:
        store.writer.write(_meet_damage)
    assert met.value.file == newest_file(path)


def _meet_damage(_db: sqlite3.Connection) -> None:
    raise DamagedError("the test says so")


def test_recoveries_to_the_same_copy_are_one_reception_gap(store: Store, path: Path) -> None:
    copy_at = datetime(2026, 11, 20, 12, tzinfo=UTC)
    back_up(path, copy_at)
    for _ in range(3):
        damage(newest_file(path))
        DamageMark(path).set("a read failed", newest_file(path))
        store.writer.write(lambda _db: None)
    with Reader.opened(path) as reader:
        (gap,) = reader.gaps()
        recovery = reader.recovery()
    assert recovery is not None
    assert gap == Gap.of(recovery)
