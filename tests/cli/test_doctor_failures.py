"""`despacho doctor` with a failing receiver, or without write permission: it says what is wrong, and ends cleanly."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.cli.wire import good_day

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and modes of POSIX")


def may_write_everywhere() -> bool:
    """Return whether file modes do not restrict this process, as for root."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        return os.access(file.name, os.W_OK)


not_root = pytest.mark.skipif(may_write_everywhere(), reason="root may write everywhere")


@contextmanager
def receiving(despacho: Despacho) -> Iterator[Despacho]:
    """Run a receiver; yield `despacho` with its token."""
    with ScriptedCarrier(says(200, good_day())) as carrier:
        knowing = despacho.asking(carrier.url, DESPACHO_RECEIVER_TOKEN="a-token")
        with knowing.start("receive") as receiver:
            assert receiver.stdout is not None
            receiver.stdout.readline()  # its URL
            try:
                yield knowing
            finally:
                receiver.terminate()
                receiver.communicate(timeout=DEADLINE)


def make_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('facts', 'of_2031', '')")
        db.commit()


def test_a_store_that_cannot_be_read_beside_a_receiver_is_reported_with_all_else(despacho: Despacho) -> None:
    with receiving(despacho) as knowing:
        make_newer(despacho.folder / "facts.sqlite")
        ended, listed = knowing.run("doctor"), knowing.run("doctor", "--json")
    assert ended.code == listed.code == 6
    assert "✕ store: This data was made by a newer version" in ended.text
    assert "✓ port: Despacho itself listens on this port." in ended.text
    assert listed.json["ok"] is False


def test_the_own_receiver_that_can_save_nothing_is_not_taken_for_another_program(despacho: Despacho) -> None:
    with receiving(despacho) as knowing, FileLock(despacho.folder / "facts.lock"):
        ended = knowing.run("doctor")
    assert ended.code == 7
    assert "✕ port: Despacho itself listens on port" in ended.text
    assert "cannot save anything now" in ended.text


def test_a_folder_in_place_of_a_lock_file_is_found(copied: Despacho) -> None:
    lock = copied.folder / "facts.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    ended, receiver = copied.run("doctor"), copied.run("receive", "--port", "0")
    assert f"✕ folder: {lock} is not a file, so nothing can be saved." in ended.text
    assert receiver.code == 6
    assert str(lock) in receiver.said


def test_a_board_that_cannot_be_opened_hides_nothing_of_what_the_facts_say(copied: Despacho) -> None:
    (board,) = copied.folder.glob("board-*.sqlite")
    board.unlink()
    board.mkdir()
    said = {line.partition(":")[0] for line in copied.run("doctor").text.splitlines()}
    assert "✕ data" in said
    assert {"✓ store", "✓ folder", "✓ disk", "✓ backups", "✓ check", "✓ recovery", "✓ clock"} <= said


@not_root
@pytest.mark.parametrize("name", ["facts.sqlite", "facts.lock"])
def test_a_file_that_cannot_be_written_is_found(name: str, copied: Despacho) -> None:
    file = copied.folder / name
    file.chmod(0o400)
    assert f"✕ folder: {file} cannot be read and written" in copied.run("doctor").text


@not_root
@pytest.mark.parametrize("command", ["doctor", "receive"])
def test_an_unreadable_folder_is_reported(command: str, copied: Despacho) -> None:
    copied.folder.chmod(0)
    try:
        ended = copied.run(command)
    finally:
        copied.folder.chmod(0o700)
    assert ended.code in (2, 6)
    assert str(copied.folder) in ended.text + ended.said
    assert "Traceback" not in ended.said
