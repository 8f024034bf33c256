"""The board may go at any moment: what is derived anew is what an undisturbed desk shows, row for row."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.domain.board.facts import SetBack
from app.domain.columns import Table
from app.domain.days import Answer as Answered
from app.domain.details import Subject
from app.domain.followups import FollowUpEdit
from app.domain.queries import RowQuery
from app.domain.site import SiteRules
from app.store.board import newest_board
from app.store.board_schema import VERSION
from app.store.days import note_answer
from app.store.followups import save_edit
from app.store.reader import Reader
from app.store.set_backs import note_set_back
from app.store.site import settle_site
from app.store.writer import Writer
from tests.store.board import board_of
from tests.store.conftest import DAY, FAR, ZONE, Store, aviso, envio, moment
from tests.store.derived import wait_until_derived
from tests.store.loads import shown
from tests.store.test_rebuilding import DAYS, step


class Desk:
    """A store that is opened and closed, and whose board somebody destroys."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "data" / "facts.sqlite"
        self.open(SiteRules(ZONE, far_metres=FAR))

    def open(self, rules: SiteRules | None = None) -> None:
        self._stack = ExitStack()
        self.store = Store(self._stack.enter_context(Writer(self.path)), rules)

    def close(self) -> None:
        self._stack.close()

    @property
    def board(self) -> Path:
        found = newest_board(self.path)
        assert found is not None
        return found


def remove(desk: Desk) -> None:
    for one in desk.path.parent.glob("board-*"):
        one.unlink()


def remove_alone(desk: Desk) -> None:
    desk.board.unlink()


def overwrite(desk: Desk) -> None:
    desk.board.write_bytes(b"no database" * 4000)


def cut(desk: Desk) -> None:
    os.truncate(desk.board, desk.board.stat().st_size // 2)


def cut_log(desk: Desk) -> None:
    log = desk.board.with_name(f"{desk.board.name}-wal")
    if log.exists():
        os.truncate(log, log.stat().st_size // 2)


def replace(desk: Desk) -> None:
    with closing(sqlite3.connect(desk.board.with_name("other"))) as db:
        db.execute("CREATE TABLE of_somebody (text)")
    desk.board.with_name("other").replace(desk.board)


def of_another_version(desk: Desk) -> None:
    desk.board.rename(desk.board.with_name(f"board-{VERSION + 1}-1.sqlite"))


WHILE_OPEN: list[Callable[[Desk], None]] = [remove, remove_alone, replace]
WHILE_CLOSED = [*WHILE_OPEN, overwrite, cut, cut_log, of_another_version]


def act(desk: Desk, dice: random.Random) -> None:
    """Do what a day brings."""
    store = desk.store
    match dice.randint(0, 12):
        case 0:
            with Reader.opened(desk.path) as reader:
                rows = [*reader.row_ids(RowQuery(Table.SHIPMENTS, dice.choice(DAYS)), DAY.date)]
                listed = sorted(
                    (str(cells[3:6]), row_id) for row_id, cells in reader.cells(Table.SHIPMENTS, rows).items()
                )
            if listed:
                subject = Subject(Table.SHIPMENTS, dice.choice(listed)[1])
                edit = FollowUpEdit(note=str(dice.random()), is_acknowledged=dice.random() < 0.5)
                store.writer.write(lambda db: save_edit(db, [subject], edit, moment(store.minute), "eva"))
        case 1:
            lag, zone = dice.choice([5, 15]), ZoneInfo(dice.choice(["America/Lima", "America/Santiago"]))
            settle_site(store.writer, SiteRules(ZONE, zone, lag, FAR))
        case 2:
            back = SetBack(moment(store.minute) + timedelta(hours=1), moment(store.minute))
            store.writer.write(lambda db: note_set_back(db, back))
        case _:
            step(store, dice)


def state(desk: Desk) -> tuple[object, ...]:
    """Return all that the desk shows and keeps, but for the ids of rows."""
    wait_until_derived(desk.store.writer)
    with Reader.opened(desk.path) as reader:
        exported = [
            [*reader.exported_visits(DAY.date, None)], [*reader.exported_follow_ups(DAY.date, None)],
            [*reader.exported_notifications(DAY.date)], reader.figures(DAY.date, DAY.carrier),
        ]  # fmt: skip
    return board_of(desk.path), shown(desk.path, with_ids=False), exported


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    pair = Desk(tmp_path / "undisturbed"), Desk(tmp_path / "disturbed")
    yield pair
    for desk in pair:
        desk.close()


@pytest.mark.parametrize("seed", range(25))
def test_a_board_that_goes_at_any_moment_comes_back_row_for_row(desks: tuple[Desk, Desk], seed: int) -> None:
    quiet, disturbed = desks
    events = random.Random(seed)
    for nth in range(14):
        for desk in desks:
            act(desk, random.Random(f"{seed} {nth}"))
        if events.random() < 0.3:
            events.choice(WHILE_OPEN)(disturbed)
            disturbed.store.writer.write(lambda _db: None)
        elif events.random() < 0.4:
            disturbed.close()
            events.choice(WHILE_CLOSED)(disturbed)
            minute = disturbed.store.minute
            disturbed.open()
            disturbed.store.minute = minute
        assert state(disturbed) == state(quiet)


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
        note_answer(desk.store.writer, DAY, Answered.EMPTY, moment(30))
    disturbed.close()
    shutil.copyfile(earlier, disturbed.board)
    disturbed.open()
    assert state(disturbed) == state(quiet)


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
    """Derived for some days alone, it is told apart from one that follows everything."""
    quiet, disturbed = desks
    for desk in desks:
        for day in DAYS:
            desk.store.load({9001: [envio("A"), envio("B")]}, day=day)
    told: list[int] = []

    def stop_at_the_second(done: int, _total: int) -> None:
        told.append(done)
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        disturbed.store.writer.rebuild(stop_at_the_second)
    assert told[1] > told[0]
    disturbed.close()
    disturbed.open()
    assert state(disturbed) == state(quiet)
    disturbed.store.writer.rebuild(lambda *_: None)
    assert state(disturbed) == state(quiet)
