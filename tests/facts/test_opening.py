"""The file of the facts is created, migrated and opened, or refused without a change."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock
from sqlite_utils import Database

from app.board.reading.reader import Reader
from app.domain.errors import StoreBusyError, StoreNewerError, StoreUnusableError
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file import opening
from app.facts.file.opening import MIGRATIONS, is_current
from app.facts.file.schema import migrations
from app.store.writer import Writer
from tests.database import connected
from tests.facts.next_version import KEEP_MORE, be_next_version
from tests.temporary_store import DAY, Store, envio
from tests.waiting import PATIENCE

posix = pytest.mark.skipif(
    os.name != "posix", reason="modes are POSIX's; Windows gives the user's folder its own rights"
)


@posix
def test_only_the_owner_can_read_the_data(store: Store, path: Path) -> None:
    store.load({9001: [envio("1")]})
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    files = list(path.parent.iterdir())
    assert {file.name for file in files} >= {"facts.sqlite", "facts.sqlite-wal", "facts.lock"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files if file.is_file()} == {0o600}


def test_the_file_is_durable_and_strict(store: Store, path: Path) -> None:
    found = store.writer.write(
        lambda db: [
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "fullfsync", "foreign_keys")
        ]
    )
    assert found == ["wal", 2, 1, 1]
    with sqlite3.connect(path) as db:
        tables = db.execute(
            "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND schema = 'main'"
        ).fetchall()
    db.close()
    ours = {"notification", "load", "content", "follow_up", "site", "gap", "heartbeat", "journal"}
    assert {name for name, strict in tables if strict} >= ours


def test_a_database_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    with Writer(path):
        pass
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('facts', 'of_2031', '')")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreNewerError), Writer(path):
        pass
    with pytest.raises(StoreNewerError):
        is_current(path)
    assert path.read_bytes() == before


def test_the_names_of_all_migrations_are_known_without_them() -> None:
    with closing(sqlite3.connect(":memory:")) as empty:
        assert [one.name for one in migrations.pending(Database(empty))] == list(MIGRATIONS)


def test_a_copy_is_taken_before_a_new_migration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Writer(path) as writer:
        Store(writer).load({9001: [envio("1")]})
    assert not (path.parent / "backups").exists()
    assert is_current(path)
    be_next_version(monkeypatch.setattr)
    assert not is_current(path)
    with Writer(path) as writer:
        assert Store(writer).numbers() == ["1"]
    assert is_current(path)
    (copy,) = (path.parent / "backups").iterdir()
    assert copy.name.endswith(f"-before-{KEEP_MORE}.sqlite")
    kept, migrated = Database(copy), Database(path)
    assert kept["load"].count == migrated["load"].count == 1
    assert (kept["more"].exists(), migrated["more"].exists()) == (False, True)
    for database in (kept, migrated):
        database.close()
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_file_that_is_no_database_is_set_aside_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    notes = b"these are notes, not a database" * 50
    path.write_bytes(notes)
    with Writer(path) as writer:
        assert writer.board.write(lambda db: db.execute("SELECT count(*) FROM visit").fetchone()) == (0,)
    (kept,) = (path.parent / "damaged").iterdir()
    assert kept.read_bytes() == notes


def test_a_schema_that_is_no_text_any_more_is_damage_like_any_other(path: Path) -> None:
    with Writer(path):
        pass
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        garbage = "UPDATE sqlite_schema SET name = CAST(x'D2F0C3' AS TEXT), sql = 'CREATE TABLE (' WHERE name = 'gap'"
        db.execute(garbage)  # which SQLite quotes as it is
        db.commit()
    with Writer(path) as writer:
        assert writer.board.write(lambda db: db.execute("SELECT count(*) FROM visit").fetchone()) == (0,)
    assert len(list((path.parent / "damaged").glob("*.sqlite"))) == 1


def test_a_data_folder_that_cannot_be_made_is_said_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with (
        pytest.raises(StoreUnusableError, match="cannot be read or written"),
        Writer(tmp_path / "file" / "facts.sqlite"),
    ):
        pass


def test_reading_what_is_not_there_is_said_clearly(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusableError), Reader.opened(tmp_path / "none.sqlite"):
        pass


def test_a_writer_without_the_lock_changes_nothing_and_raises(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.load({9001: [envio("1")]})
    store.writer._lock.timeout = 0
    with FileLock(store.writer.path.with_suffix(".lock")), pytest.raises(StoreBusyError):
        store.load({9001: [envio("1"), envio("2")]})
    assert store.numbers() == ["1"]
    store.load({9001: [envio("1"), envio("2")]})
    assert store.numbers() == ["1", "2"]


def test_a_write_that_fails_changes_nothing(store: Store) -> None:
    def fail(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO day (carrier, date, answer, answered_at) VALUES ('x', 'y', 'z', 'w')")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.writer.board.write(fail)
    with Reader.opened(store.writer.path) as reader:
        assert reader.carriers() == []


@pytest.mark.parametrize("file", ["facts", "board"])
def test_a_full_disk_is_said_to_be_full(store: Store, file: str) -> None:
    def fill(db: sqlite3.Connection) -> None:
        (pages,) = db.execute("PRAGMA main.page_count").fetchone()
        db.execute(f"PRAGMA main.max_page_count = {pages + 4}")

    (store.writer if file == "facts" else store.writer.board).read(fill).result()
    with pytest.raises(StoreUnusableError, match="disk is full"):
        store.load({9001: [envio(str(nth), destinatario="x" * 500) for nth in range(2000)]})
    with Reader.opened(store.writer.path) as reader:
        assert not len(reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date))


def test_a_bug_in_a_statement_stays_a_bug(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.writer.write(lambda db: db.execute("SELECT * FROM nowhere"))


def test_two_processes_take_turns(store: Store, path: Path) -> None:
    program = (
        "import sys, pathlib, datetime\n"
        "from app.store.writer import Writer\n"
        "with Writer(pathlib.Path(sys.argv[1])) as writer:\n"
        "    for nth in range(40):\n"
        "        writer.board.write(lambda db: db.execute('INSERT INTO day (carrier, date, answer, answered_at)'\n"
        "            ' VALUES (?, ?, ?, ?)', (sys.argv[2], str(nth), 'empty', str(nth))))\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in ("one", "two")]
    for nth in range(20):
        store.load({9001: [envio(str(nth))]})
    assert [other.wait(PATIENCE) for other in others] == [0, 0]
    with connected(path) as db:
        assert db.execute("SELECT count(*) FROM day").fetchone()[0] == 81
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    store.load({9001: [envio("1")]})
    inside, done = threading.Event(), threading.Event()

    def hold(_: sqlite3.Connection) -> None:
        inside.set()
        assert done.wait(30)

    thread = threading.Thread(target=store.writer.write, args=[hold])
    thread.start()
    assert inside.wait(30)
    with Reader.opened(store.writer.path) as reader:
        assert len(reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)) == 1
    done.set()
    thread.join()


def test_the_writer_leaves_no_thread_behind(path: Path) -> None:
    before = threading.active_count()
    for _ in range(20):
        with Writer(path):
            pass
    assert threading.active_count() == before
    assert path.name == opening.FILE_NAME
