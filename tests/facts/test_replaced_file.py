"""An open file, its log, or a part of them is removed or replaced by another program."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.errors import StoreUnusableError
from app.domain.reception.recovery import Recovery
from app.facts.file.generations import newest_file, next_file
from app.facts.recovery.backups import back_up
from app.store.retention import rewrite
from app.store.writer import Writer
from tests.database import wait_until_derived
from tests.temporary_store import Store, aviso, envio

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed elsewhere")


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE of_another_tool (text)")
    db.close()
    other.replace(path)


def remove_all(path: Path) -> None:
    for one in path.parent.glob("*.sqlite*"):
        one.unlink()


def remove_log(path: Path) -> None:
    log_of(path).unlink()


def replace_log(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"x" * 5000)
    other.replace(log_of(path))


def cut_log(path: Path) -> None:
    os.truncate(log_of(path), 0)


def cut_some_of_the_log(path: Path) -> None:
    os.truncate(log_of(path), log_of(path).stat().st_size - 4120)


WHOLE = [remove, replace, remove_all, remove_log, replace_log, cut_log, cut_some_of_the_log]


def known(path: Path) -> set[int]:
    """Return the visits of all notifications, as the next start finds them."""
    copy = path.parent.parent / "as the next start finds it"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(path.parent, copy)
    with Writer(copy / path.name) as writer:
        rows = writer.read(lambda db: db.execute("SELECT visit_id FROM notification").fetchall()).result()
    return {row[0] for row in rows}


@pytest.mark.parametrize("take", WHOLE)
def test_what_is_taken_away_goes_on_whole_in_a_new_file(take: Callable[[Path], None], store: Store, path: Path) -> None:
    reported: list[Recovery] = []
    store.writer.on_recovered(reported.append)
    store.load({9001: [envio("1")]})
    store.post(*(aviso(visit) for visit in range(100)))
    with Reader.opened(path) as reader:
        take(path)
        store.post(aviso(100))
        assert newest_file(path) == next_file(path, path)
        assert known(path) == set(range(101))
        assert reader.last_notification() == 101
        assert reader.gaps() == []
        assert [reader.recovery()] == reported
    assert store.numbers() == ["1"]
    (recovery,) = reported
    assert recovery.is_whole
    assert "nothing is missing" in str(recovery.text)


@pytest.mark.parametrize("take", WHOLE)
def test_a_transaction_during_a_removal_is_in_the_new_file_once_reported(
    take: Callable[[Path], None], store: Store, path: Path
) -> None:
    def work(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO care (kind, at, result) VALUES ('x', '2026-11-20', 'z')")
        take(path)

    store.post(aviso(1))
    store.writer.write(work)
    wait_until_derived(store.writer)
    assert known(path) == {1}
    with Reader.opened(path) as reader:
        assert len(reader._all("SELECT 1 FROM care")) == 1


def test_a_part_of_a_frame_that_a_full_disk_left_behind_is_no_loss(store: Store, path: Path) -> None:
    store.post(aviso(1))
    with log_of(path).open("ab") as log:
        log.write(bytes(2000))
    store.writer.read(lambda db: db.execute("SELECT 1")).result()
    store.post(aviso(2), aviso(3))
    assert newest_file(path) == path
    assert known(path) == {1, 2, 3}


@pytest.mark.parametrize("size", [0, 65536])
@pytest.mark.parametrize("with_backup", [True, False])
def test_a_file_that_was_cut_short_is_restored_with_what_is_still_held(
    size: int, with_backup: bool, store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.facts.recovery.readable_rows._MAX_MISSED", 200)  # nothing is readable: no need to try long
    store.load({9001: [envio("1")]})
    store.post(*(aviso(visit) for visit in range(50)))
    if with_backup:
        back_up(path, datetime.now(UTC))
    store.post(*(aviso(visit) for visit in range(50, 100)))
    os.truncate(path, size)
    store.post(aviso(100))
    assert known(path) == set(range(101))
    with Reader.opened(path) as reader:
        recovery = reader.recovery()
    assert recovery is not None
    assert (recovery.backup_at is not None) == with_backup


def test_what_only_another_process_still_holds_comes_along(store: Store, path: Path) -> None:
    """One process still has the removed file open when another one starts from its copy."""
    store.post(aviso(1))
    back_up(path, datetime.now(UTC))
    store.post(aviso(2))
    remove_all(path)
    with Writer(path):
        assert known(path) == {1}
        store.post(aviso(3))
        assert known(path) == {1, 2, 3}


def test_a_file_that_was_written_anew_is_no_loss_for_anybody(store: Store, path: Path) -> None:
    store.load({9001: [envio(str(nth), destinatario="x" * 500) for nth in range(500)]})
    with Writer(path) as other:
        assert rewrite(store.writer, lambda _seconds: False)
        other.write(lambda _db: None)
        store.writer.write(lambda db: db.execute("DELETE FROM content"))
        size = path.stat().st_size
        assert rewrite(store.writer, lambda _seconds: False)
        assert path.stat().st_size < size
        store.post(aviso(1))
        other.write(lambda _db: None)
    store.post(aviso(2))
    assert newest_file(path) == path


def test_a_file_that_cannot_be_carried_over_is_said_and_tried_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.post(aviso(1))
    unfinished = next_file(path, path).with_suffix(".unfinished")
    unfinished.mkdir()  # in the way of the new file
    remove(path)
    with pytest.raises(StoreUnusableError):
        store.writer.write(lambda _db: None)
    unfinished.rmdir()
    monkeypatch.setattr("app.facts.recovery.current_file._RETRY_SECONDS", 0.0)
    store.post(aviso(2))
    assert known(path) == {1, 2}
