"""Other errors are not taken for damage, and reported damage is confirmed before a file is replaced."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.errors import StoreNewerError, StoreUnusableError
from app.domain.reception.gaps import GapCause
from app.domain.site import SiteRules
from app.facts.file.corruption import DamageMark, find_damage, is_damage, is_environment
from app.facts.file.generations import newest_file, next_file
from app.facts.file.opening import opened_for_reading
from app.facts.recovery import current_file
from app.facts.recovery.backups import MAX_COPIES, back_up, backups, find_problem
from app.facts.recovery.corruption_check import integrity_problem
from app.store.retention import purge_backups
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.store.test_retention import BEFORE, OLD, add_day
from tests.temporary_store import DAY, Store, aviso, damage, envio


class _Usage(NamedTuple):
    total: int
    used: int
    free: int


posix = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the rights are POSIX's, and not root's")


def test_a_whole_file_that_is_said_to_be_damaged_stays(store: Store, path: Path) -> None:
    back_up(path, datetime.now(UTC))
    store.post(aviso(7))
    DamageMark(path).set("database disk image is malformed", path)
    store.post(aviso(8))
    assert newest_file(path) == path
    assert DamageMark(path).reason() is None
    with Reader.opened(path) as reader:
        assert (reader.last_notification(), reader.recovery()) == (2, None)


def test_an_undamaged_file_that_was_reported_while_no_process_ran_stays(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).post(aviso(7))
    DamageMark(path).set("database disk image is malformed", path)
    with Writer(path):
        assert newest_file(path) == path
    assert DamageMark(path).reason() is None


def test_a_file_that_was_emptied_under_the_writer_is_restored(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    back_up(path, datetime.now(UTC))
    damage(path)  # and all of it is in the file
    os.truncate(path, 0)
    assert integrity_problem(path) == "the table _sqlite_migrations is missing"
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)
    assert store.numbers() == ["1"]


def test_what_a_thorough_check_found_in_a_large_file_is_looked_for_as_thoroughly(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.post(aviso(7))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:  # an index that lacks a row
        db.execute("PRAGMA writable_schema = ON")
        sql = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'notification_date'").fetchone()[0]
        db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'notification_date'", (f"{sql} WHERE 0",))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("REINDEX notification_date")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'notification_date'", (sql,))
    monkeypatch.setattr("app.facts.recovery.corruption_check._LARGE_BYTES", 0)
    found = integrity_problem(path, thorough=True)
    assert found is not None
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed elsewhere")
def test_a_file_that_was_removed_and_said_to_be_damaged_is_not_begun_anew(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    path.unlink()
    DamageMark(path).set("database disk image is malformed", path)
    store.writer.write(lambda _db: None)
    assert newest_file(path) == next_file(path, path)
    assert store.numbers() == ["1"]


def test_an_error_of_one_statement_gives_no_file_up(store: Store, path: Path) -> None:
    def meet(_db: sqlite3.Connection) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    store.post(aviso(7))
    with pytest.raises(StoreUnusableError):
        store.writer.write(meet)
    store.post(aviso(8))
    assert newest_file(path) == path


def test_a_text_that_is_none_is_found_though_sqlite_finds_the_file_whole(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    store.writer.board.write(lambda db: db.execute("UPDATE day SET carrier = CAST(x'D2F0C3' AS TEXT)"))
    with Reader.opened(path) as reader, pytest.raises(StoreUnusableError):
        reader.carriers()
    store.writer.write(lambda _db: None)
    assert store.numbers() == ["1"]
    assert newest_file(path) == path  # of the facts nothing is wrong
    with Reader.opened(path) as reader:
        assert reader.carriers() == [DAY.carrier]


def test_an_index_of_another_tool_is_no_damage(store: Store, path: Path) -> None:
    store.writer.write(lambda db: db.execute("CREATE INDEX of_another_tool ON notification (status)"))
    store.writer.write(lambda db: db.execute("CREATE TABLE notes (text)"))
    with opened_for_reading(path) as db:
        assert find_damage(db) is None


def test_a_table_that_is_missing_is_damage(store: Store, path: Path) -> None:
    store.writer.write(lambda db: db.execute("DROP TABLE gap"))
    with opened_for_reading(path) as db:
        assert find_damage(db) == "the table gap is missing"


@pytest.mark.parametrize("name", ["PROTOCOL", "INTERRUPT", "SCHEMA", "NOLFS", "AUTH", "CANTOPEN", "IOERR"])
def test_what_the_environment_does_is_no_damage(name: str) -> None:
    error = sqlite3.OperationalError("it")
    error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
    assert is_environment(error)
    assert not is_damage(error)


def test_a_copy_that_cannot_be_opened_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        find_problem(tmp_path / "none.sqlite")


def test_a_zone_that_this_system_does_not_know_is_settled_anew(store: Store, path: Path) -> None:
    store.post(aviso(7))
    store.writer.write(lambda db: db.execute("UPDATE site SET zone = 'Luna/Tycho'"))
    with opened_for_reading(path) as db:
        assert find_damage(db) is None
    with Reader.opened(path) as reader:
        assert reader.zone() == ZoneInfo("UTC")
        store.post(aviso(8))
        save_site_rules(store.writer, SiteRules(ZoneInfo("America/Bogota")))
        assert reader.zone() == ZoneInfo("America/Bogota")
    assert newest_file(path) == path


def test_what_another_version_made_is_refused_and_not_set_aside(path: Path) -> None:
    with Writer(path):
        pass
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE _sqlite_migrations SET name = 'of_2031' WHERE name = 'create_facts'")
        db.commit()
    with pytest.raises(StoreNewerError), Writer(path):
        pass
    assert newest_file(path) == path


def test_a_copy_that_a_wrong_clock_named_is_neither_the_newest_nor_kept_for_ever(store: Store, path: Path) -> None:
    now = datetime.now(UTC)
    late = [back_up(path, now + timedelta(days=3650 + nth)) for nth in range(MAX_COPIES)]
    made = back_up(path, now)
    assert made.exists()
    assert backups(path)[0] == made
    for nth in range(1, MAX_COPIES):
        back_up(path, now + timedelta(seconds=nth))
    assert not set(late) & set(backups(path))


def test_from_a_copy_of_the_future_a_week_may_be_missing(store: Store, path: Path) -> None:
    back_up(path, datetime.now(UTC) + timedelta(days=3650))
    damage(path)
    DamageMark(path).set("a read failed", path)
    store.writer.write(lambda _db: None)
    with Reader.opened(path) as reader:
        (gap,) = reader.gaps()
    assert gap.cause == GapCause.DAMAGE
    assert timedelta(days=6) < datetime.now(UTC) - gap.since < timedelta(days=8)


def test_a_copy_beside_the_file_is_not_taken_for_it(store: Store, path: Path) -> None:
    path.with_name("facts-2.sqlite").write_bytes(b"by hand")
    assert newest_file(path) == path
    store.post(aviso(7))
    assert path.with_name("facts-2.sqlite").read_bytes() == b"by hand"


def test_the_log_of_a_file_that_is_gone_is_not_taken_for_that_of_a_new_one(path: Path) -> None:
    following = next_file(path, path)
    following.parent.mkdir()
    following.with_name(following.name + "-wal").write_bytes(b"x")
    assert next_file(path, path).name == "facts.generation-3.sqlite"


def test_a_file_that_was_taken_away_comes_back_from_its_copy(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).load({9001: [envio("1")]})
        back_up(path, datetime.now(UTC))
    path.unlink()
    with Writer(path):
        pass
    with Reader.opened(path) as reader:
        recovery = reader.recovery()
        assert reader.carriers()
    assert recovery is not None
    assert recovery.reason == "the file is missing"
    assert str(recovery.text).startswith("The data was missing and was restored from the copy of ")
    assert "load the missing ones again" in str(recovery.text)
    assert "damaged" not in str(recovery.text)


@pytest.mark.parametrize("stray", [b"", b"by hand" * 1000], ids=["empty", "garbage"])
@pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])
def test_a_stray_file_with_a_higher_number_does_not_displace_a_whole_one(
    stray: bytes, is_open: bool, path: Path
) -> None:
    late = path.with_name("facts.generation-99.sqlite")
    with Writer(path) as writer:
        store = Store(writer)
        store.load({9001: [envio("1")]})
        store.post(*(aviso(visit) for visit in range(50)))
        if is_open:
            late.write_bytes(stray)
            assert store.post(aviso(50)) == [Outcome.STORED]
    if not is_open:
        late.write_bytes(stray)
    with Writer(path) as writer:
        rows = writer.read(lambda db: db.execute("SELECT count(*) FROM notification").fetchone()).result()
        assert Store(writer).numbers() == ["1"]
    assert rows == ((51,) if is_open else (50,))
    assert newest_file(path).name == "facts.generation-100.sqlite"


def test_a_backup_that_is_damaged_is_laid_aside_once_it_was_met(store: Store, path: Path) -> None:
    good, bad = back_up(path, datetime.now(UTC)), back_up(path, datetime.now(UTC))
    bad.write_bytes(b"by hand" * 1000)
    damage(path)
    DamageMark(path).set("a read failed", path)
    store.writer.write(lambda _db: None)
    assert backups(path) == [good]
    assert (path.parent / "damaged" / f"copy-{bad.name}").exists()


def test_the_log_of_a_file_that_was_taken_away_is_not_taken_for_that_of_the_one_begun_anew(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).post(*(aviso(visit) for visit in range(20)))
        log = path.with_name(f"{path.name}-wal").read_bytes()
    path.unlink()
    path.with_name(f"{path.name}-wal").write_bytes(log)
    with Writer(path) as writer:
        assert writer.read(lambda db: db.execute("SELECT count(*) FROM notification").fetchone()).result() == (0,)
        assert integrity_problem(path, thorough=True) is None
    assert len(list((path.parent / "damaged").iterdir())) == 1


@posix
def test_a_folder_that_cannot_be_listed_is_said_clearly(path: Path) -> None:
    with Writer(path):
        pass
    path.parent.chmod(0)
    try:
        with pytest.raises(StoreUnusableError):
            integrity_problem(path)
    finally:
        path.parent.chmod(0o700)


def test_a_folder_that_cannot_be_listed_is_said_by_a_reader_that_is_open(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    with Reader.opened(path) as reader:
        monkeypatch.setattr("app.board.reading.base_reader.newest_file", refuse)
        with pytest.raises(StoreUnusableError), reader.snapshot():
            pass
        monkeypatch.setattr("app.facts.file.failures.newest_file", refuse)
        with pytest.raises(StoreUnusableError, match="Permission denied"):
            integrity_problem(path)


def test_what_cannot_be_opened_again_is_tried_with_the_next_write(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Writer(path) as other:
        damage(path)
        DamageMark(path).set("a read failed", path)
        store.writer.write(lambda _db: None)
        with monkeypatch.context() as patched:

            def refuse(*_: object) -> sqlite3.Connection:
                raise PermissionError(13, "Permission denied")

            patched.setattr(current_file, "open_for_writing", refuse)
            with pytest.raises(StoreUnusableError, match="Permission denied"):
                other.write(lambda _db: None)
            assert other.read(lambda db: db.execute("SELECT 1").fetchone()).result() == (1,)
        other.write(lambda _db: None)
    assert DamageMark(path).reason() is None
    assert newest_file(path) == next_file(path, path)


def test_a_purged_copy_that_is_not_whole_does_not_take_the_good_ones_place(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_day(store, OLD, 20)
    copy = back_up(path, datetime.now(UTC))
    before = copy.read_bytes()
    monkeypatch.setattr(
        "app.store.retention.find_problem", lambda file: None if file == copy else "row 7 missing from index"
    )
    with pytest.raises(StoreUnusableError, match="row 7"):
        purge_backups(path, BEFORE, datetime(2020, 1, 1, tzinfo=UTC))
    assert copy.read_bytes() == before


def test_where_there_is_no_room_for_a_copy_it_is_said_how_much_it_needs(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.facts.recovery.backups.shutil.disk_usage", lambda _folder: _Usage(1000, 990, 10))
    with pytest.raises(StoreUnusableError, match="A copy of the data needs 1 MB"):
        back_up(path, datetime.now(UTC))


def test_damage_is_reported_though_it_cannot_be_recorded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Writer(path):
        pass
    damage(path)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(DamageMark, "set", refuse)
    assert integrity_problem(path) is not None
