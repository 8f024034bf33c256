"""The board is replaced when it is damaged or of other facts, and readers switch to the new one."""

import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from app.board.applied import count_unapplied
from app.board.board_file import Board, board_problem, newest_board, open_board
from app.board.projecting.apply_facts import apply_next
from app.board.reading.reader import Reader
from app.board.schema import VERSION
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.days import CarrierAnswer
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.generations import newest_file
from app.store.retention import purge
from tests.board.damaged_boards import Desk, remove, state
from tests.board.test_day_rows import DAYS
from tests.database import wait_until_derived
from tests.store.loads import say
from tests.temporary_store import DAY, Store, aviso, envio, moment


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    pair = Desk(tmp_path / "undisturbed"), Desk(tmp_path / "disturbed")
    yield pair
    for desk in pair:
        desk.close()


def test_a_tail_that_a_power_cut_took_is_derived_again(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    quiet, disturbed = desks
    for desk in desks:
        desk.store.load({9001: [envio("A"), envio("B")]})
        desk.store.post(aviso(1, "07:30:00", "completada", "A"))
    disturbed.close()
    earlier = tmp_path / "earlier.sqlite"
    shutil.copyfile(disturbed.board, earlier)
    disturbed.open()
    for desk in desks:
        desk.store.minute = 1
        desk.store.post(aviso(2, "07:40:00", "falso_flete", "B"), aviso(1, "07:50:00", "falso_flete", "A"))
        desk.store.load({9001: [envio("A"), envio("C")], 9002: [envio("B", destinatario="Otra")]})
        say(desk.store.writer, DAY, CarrierAnswer.EMPTY, moment(30))
    disturbed.close()
    shutil.copyfile(earlier, disturbed.board)
    disturbed.open()
    assert state(disturbed) == state(quiet)


def test_what_was_purged_stays_so_where_a_power_cut_took_the_boards_tail(
    desks: tuple[Desk, Desk], tmp_path: Path
) -> None:
    quiet, disturbed = desks
    for desk in desks:
        desk.store.load({9001: [envio("A")]})
        desk.store.load({9001: [envio("A")]}, day=DAYS[1], at=moment(40))
        desk.store.post(aviso(1, "07:30:00", "completada", "A"))
    disturbed.close()
    earlier = tmp_path / "earlier.sqlite"
    shutil.copyfile(disturbed.board, earlier)
    disturbed.open()
    for desk in desks:
        assert purge(desk.store.writer, moment(40), lambda _seconds: False)
    disturbed.close()
    shutil.copyfile(earlier, disturbed.board)
    disturbed.open()
    assert state(disturbed) == state(quiet)
    with Reader.opened(disturbed.path) as reader:
        assert reader.loaded_days(DAY.date, DAYS[1].date) == [DAYS[1]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no file that is open")
def test_an_open_reader_switches_to_the_new_board(desks: tuple[Desk, Desk]) -> None:
    desk, _ = desks
    desk.store.load({9001: [envio("A")]})
    with Reader.opened(desk.path) as reader:
        assert len(reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)) == 1
        remove(desk)
        desk.store.load({9001: [envio("A"), envio("B")]})
        wait_until_derived(desk.store.writer)
        assert len(reader.row_ids(RowQuery(Table.SHIPMENTS, DAY), DAY.date)) == 2


def test_a_notification_is_kept_though_the_board_waits_and_is_held(store: Store) -> None:
    """By another process that writes a large day, or hangs."""
    with FileLock(store.writer.path.with_name("board.lock")):
        kept = [store.intake.save(Received.read(aviso(nth), moment(30))).result(30) for nth in range(1, 5)]
        assert kept == [Outcome.STORED] * 4
    wait_until_derived(store.writer)
    with Reader.opened(store.writer.path) as reader:
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 4


def test_boards_out_of_use_go_and_one_of_another_version_once_it_is_abandoned(desks: tuple[Desk, Desk]) -> None:
    desk, _ = desks
    theirs = desk.board.with_name(f"board-{VERSION + 1}-1.sqlite")
    for age, is_there in ((0.0, True), (2 * 24 * 3600.0, False)):
        theirs.touch()
        os.utime(theirs, (time.time() - age,) * 2)
        before = desk.board
        desk.store.writer.rebuild(lambda *_: None)
        assert not before.exists()
        assert theirs.exists() == is_there


def test_a_board_of_another_version_that_is_written_to_is_not_touched(desks: tuple[Desk, Desk]) -> None:
    """What is written stands in its log alone for as long as that is short."""
    desk, _ = desks
    theirs = desk.board.with_name(f"board-{VERSION + 1}-1.sqlite")
    with closing(sqlite3.connect(theirs, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE of_tomorrow (text)")
        os.utime(theirs, (time.time() - 2 * 24 * 3600.0,) * 2)
        files = {one: one.read_bytes() for one in (theirs, theirs.with_name(f"{theirs.name}-wal"))}
        desk.store.load({9001: [envio("A")]})
        desk.store.writer.rebuild(lambda *_: None)
        desk.close()
        desk.open()
        assert {one: one.read_bytes() for one in files} == files


def test_a_board_of_facts_that_were_restored_is_not_gone_on_with(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    """The facts of yesterday's copy came back by hand, and the board is today's."""
    quiet, disturbed = desks
    for desk in desks:
        desk.store.load({9001: [envio("A")]})
    disturbed.close()
    facts = tmp_path / "yesterday.sqlite"
    shutil.copyfile(disturbed.path, facts)
    disturbed.open()
    disturbed.store.post(aviso(1, "07:30:00", "completada", "A"))
    disturbed.store.load({9001: [envio("A"), envio("B")]})
    disturbed.close()
    shutil.copyfile(facts, disturbed.path)
    disturbed.open()
    assert state(disturbed) == state(quiet)


def test_a_board_that_is_derived_anew_is_gone_on_with_after_a_kill(desks: tuple[Desk, Desk]) -> None:
    """A board derived for some days alone differs from a complete one."""
    quiet, disturbed = desks
    for desk in desks:
        for day in DAYS:
            desk.store.load({9001: [envio("A"), envio("B")]}, day=day)
    disturbed.close()
    db, _ = open_board(disturbed.path, newest_file(disturbed.path), "a test")
    with closing(db):
        db.execute("BEGIN")
        left = count_unapplied(db)
        apply_next(db)
        assert 0 < count_unapplied(db) < left
        db.execute("COMMIT")
    disturbed.open()
    assert state(disturbed) == state(quiet)
    disturbed.store.writer.rebuild(lambda *_: None)
    assert state(disturbed) == state(quiet)


def test_a_board_that_is_replaced_while_it_is_checked_has_no_problem(
    desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = desks[0].path
    wait_until_derived(desks[0].store.writer)
    gone, present = Board(path.with_name(f"board-{VERSION}-99.sqlite"), None), newest_board(path)
    found = iter([gone, present, gone, gone])
    monkeypatch.setattr("app.board.board_file.newest_board", lambda _path: next(found))
    assert board_problem(path) is None
    with pytest.raises(sqlite3.OperationalError):
        board_problem(path)
