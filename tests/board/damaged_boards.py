"""A desk whose board is destroyed in various ways, and the events of its day."""

import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from filelock import FileLock

from app.board.reading.reader import Reader
from app.board.schema import VERSION
from app.domain.board.facts import SetBack
from app.domain.days import Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.file.connect import write_lock
from app.facts.gaps import save_set_back
from app.follow_ups.edits import save_edit
from app.store.retention import purge
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.board.board_rows import board_of
from tests.board.test_day_rows import DAYS, step
from tests.database import board_file, wait_until_derived
from tests.store.loads import shown
from tests.temporary_store import DAY, FAR, ZONE, Store, moment


class Desk:
    """A store that is opened and closed, and whose board is destroyed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "data" / "facts.sqlite"
        self.open(SiteRules(ZONE, far_metres=FAR))

    def open(self, rules: SiteRules | None = None) -> None:
        self._stack = ExitStack()
        self.store = Store(self._stack.enter_context(Writer(self.path)), rules)

    def close(self) -> None:
        self._stack.close()

    def kill(self) -> None:
        """Continue in a copy of the folder as a killed process leaves it on the disk."""
        left = self.path.parents[1] / f"{self.path.parent.name}+" / self.path.name
        with FileLock(self.path.with_name("board.lock")), write_lock(self.path):
            shutil.copytree(self.path.parent, left.parent, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
        self.close()
        self.path = left

    @property
    def board(self) -> Path:
        return board_file(self.path)


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
        db.execute("CREATE TABLE of_another_tool (text)")
    desk.board.with_name("other").replace(desk.board)


def of_another_version(desk: Desk) -> None:
    desk.board.rename(desk.board.with_name(f"board-{VERSION + 1}-1.sqlite"))


def garble(desk: Desk) -> None:
    """Put a name into the schema that is no text, and nothing into the first page of a table."""
    with closing(sqlite3.connect(desk.board)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'pending'").fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET name = CAST(x'D2F0C3' AS TEXT) WHERE name = 'visit_key'")
        db.commit()
    with desk.board.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))


def empty_pending(desk: Desk) -> None:
    with closing(sqlite3.connect(desk.board)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'pending_in_order'").fetchone()
    with desk.board.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))


_ALWAYS: list[Callable[[Desk], None]] = [remove, remove_alone, replace]
WHILE_OPEN = _ALWAYS if sys.platform != "win32" else []  # where no file is deleted that is open
WHILE_CLOSED = [*_ALWAYS, overwrite, cut, cut_log, of_another_version, garble, empty_pending]


def act(desk: Desk, rng: random.Random) -> None:
    """Do what a day brings."""
    store = desk.store
    match rng.randint(0, 13):
        case 13:
            purge(store.writer, moment(rng.randint(0, store.minute + 1)), lambda _seconds: False)
        case 0:
            with Reader.opened(desk.path) as reader:
                rows = [*reader.row_ids(RowQuery(Table.SHIPMENTS, rng.choice(DAYS)), DAY.date)]
                listed = sorted(
                    (str(cells[3:6]), row_id) for row_id, cells in reader.cells(Table.SHIPMENTS, rows).items()
                )
            if listed:
                subject = Subject(Table.SHIPMENTS, rng.choice(listed)[1])
                edit = FollowUpEdit(note=str(rng.random()), is_acknowledged=rng.random() < 0.5)
                store.writer.write(
                    lambda db: save_edit(db, [subject], edit, moment(store.minute), "eva"), with_board=True
                )
        case 1:
            lag, zone = rng.choice([5, 15]), ZoneInfo(rng.choice(["America/Lima", "America/Santiago"]))
            save_site_rules(store.writer, SiteRules(ZONE, zone, lag, FAR))
        case 2:
            back = SetBack(moment(store.minute) + timedelta(hours=1), moment(store.minute))
            store.writer.write(lambda db: save_set_back(db, back))
        case _:
            step(store, rng)


def state(desk: Desk) -> tuple[object, ...]:
    """Return all that the desk shows and keeps, but for the ids of rows."""
    wait_until_derived(desk.store.writer)
    with Reader.opened(desk.path) as reader:
        exported = [
            [*reader.exported_visits(DAY.date, None)], [*reader.exported_follow_ups(Day("", DAY.date))],
            [*reader.exported_notifications(DAY.date)], reader.figures(DAY), [*reader.deviations()],
        ]  # fmt: skip
    return board_of(desk.path), shown(desk.path, with_ids=False), exported
