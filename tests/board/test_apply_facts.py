"""Facts are saved and acknowledged first and derived afterwards; none stays underived."""

import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from app.board import applied
from app.board import writer as board_writer
from app.board.applied import has_unapplied
from app.board.board_file import is_board_complete
from app.board.projecting import apply_facts
from app.board.projecting.apply_facts import apply_next
from app.board.projecting.decisions import derive_visits
from app.board.reading.reader import Reader
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.connect import open_for_writing, write_lock
from app.facts.file.corruption import DamageMark
from app.facts.file.generations import newest_file
from app.facts.file.opening import FILE_NAME
from app.facts.journal import ChangedRows, Kind, append_entries
from app.facts.save_notification import save_one
from app.services.open_reader import opened_store
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.database import board_file, wait_until_derived
from tests.temporary_store import DAY, FAR, ZONE, Store, aviso, damage, moment


def leave_underived(path: Path, count: int = 1) -> None:
    """Leave a file as a process does that is killed between the answer and what follows it."""
    with Writer(path) as writer:
        save_site_rules(writer, SiteRules(ZONE, far_metres=FAR))
    with closing(open_for_writing(path)) as db:
        keep(db, count)


def keep(db: sqlite3.Connection, count: int, at: str = "12:00:05") -> None:
    """Keep notifications as another process does, and derive nothing of them."""
    kept = ChangedRows()
    db.execute("BEGIN")
    for nth in range(1, count + 1):
        save_one(db, Received.read(aviso(nth, at), moment(30)), kept)
    append_entries(db, Kind.VISIT, kept.visits)
    db.execute("COMMIT")


def is_full() -> sqlite3.OperationalError:
    """Return what SQLite raises where the disk is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
    return error


def visits_in(path: Path) -> int:
    """Return how many visits the tables show."""
    with Reader.opened(path) as reader:
        return len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date))


@pytest.mark.parametrize("count", [1, applied.BATCH_SIZE * 2 + 1])
def test_what_a_killed_process_left_is_derived_by_the_next_one_that_writes(tmp_path: Path, count: int) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path, count)
    assert visits_in(path) == 0
    with Writer(path) as writer:
        assert not writer.board.read(has_unapplied).result()
    assert visits_in(path) == count


def test_of_many_facts_a_visit_is_derived_once_and_again_for_what_comes_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, count, derived = tmp_path / FILE_NAME, applied.BATCH_SIZE + 1, list[int]()
    leave_underived(path, count)
    with closing(open_for_writing(path)) as facts:
        for minute in (1, 2, 3):
            keep(facts, count, f"12:0{minute}:00")

    def derive(db: sqlite3.Connection, visits: Iterable[int]) -> set[int]:
        if not derived:
            with write_lock(path), closing(open_for_writing(path)) as facts:
                keep(facts, 1, "12:09:00")
        derived.extend(visits)
        return derive_visits(db, visits)

    monkeypatch.setattr(apply_facts, "derive_visits", derive)
    with Writer(path) as writer:
        shown = writer.board.read(
            lambda db: db.execute("SELECT id, substr(timestamp, 12) FROM visit").fetchall()
        ).result()
        assert writer.board.read(lambda db: db.execute("SELECT count(*) FROM ahead").fetchone()).result() == (0,)
    assert sorted(derived) == [1, *range(1, count + 1)]
    assert dict(shown) == dict.fromkeys(range(2, count + 1), "12:03:00") | {1: "12:09:00"}


def test_a_board_that_is_ahead_of_older_facts_is_derived_anew(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path)
    with Writer(path) as writer:
        writer.board.write(lambda db: db.execute("INSERT INTO ahead VALUES (1, 1000)"))
    with closing(open_for_writing(path)) as facts:
        keep(facts, 1, "12:09:00")
    with Writer(path) as writer:
        shown = writer.board.read(lambda db: db.execute("SELECT substr(timestamp, 12) FROM visit").fetchall()).result()
    assert shown == [("12:09:00",)]


def test_an_export_holds_what_a_killed_process_left_underived(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path)
    with opened_store(path) as reader:
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 1


def test_many_that_come_one_by_one_are_derived_together(tmp_path: Path) -> None:
    reported: list[set[int]] = []
    with Writer(tmp_path / FILE_NAME) as writer:
        save_site_rules(writer, SiteRules(ZONE, far_metres=FAR))
        writer.on_applied(lambda kept: reported.append(kept.visits))
        intake = NotificationIngest(writer)
        is_held = threading.Event()
        writer.board.read(lambda _: is_held.wait(30))
        for nth in range(1, 12):
            assert intake.save(Received.read(aviso(nth), moment(30))).result() is Outcome.STORED
        is_held.set()
        wait_until_derived(writer)
    assert set(range(1, 12)) in reported


def test_what_could_not_be_derived_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = threading.Event()

    def full(*_: object) -> set[int]:
        monkeypatch.setattr(apply_facts, "derive_visits", derive_visits)
        raise is_full()

    monkeypatch.setattr(board_writer, "_RETRY_SECONDS", 0.001)
    monkeypatch.setattr(apply_facts, "derive_visits", full)
    store.writer.on_applied(lambda _: reported.set())
    assert store.intake.save(Received.read(aviso(1), moment(30))).result() is Outcome.STORED
    assert reported.wait(30)
    assert visits_in(store.writer.path) == 1


def test_nothing_alerts_and_nothing_is_passed_over_before_it_is_derived(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path, 2)
    with Reader.opened(path) as reader:
        assert (reader.last_notification(), reader.arrivals(0)) == (0, [])
    with Writer(path), Reader.opened(path) as reader:
        assert reader.last_notification() == 2


def test_what_another_process_left_is_derived_though_nothing_comes(store: Store) -> None:
    reported = threading.Event()
    with closing(open_for_writing(store.writer.path)) as db:
        keep(db, 1)
    store.writer.on_applied(lambda _: reported.set())
    store.writer.board.apply_external()
    assert reported.wait(30)
    assert visits_in(store.writer.path) == 1


def test_a_visit_whose_notifications_are_gone_holds_nothing_up(store: Store) -> None:
    store.writer.write(lambda db: append_entries(db, Kind.VISIT, [99]))
    store.post(aviso(1))
    assert not store.writer.board.read(has_unapplied).result()


@pytest.mark.parametrize("is_board_gone", [False, True])
def test_an_export_waits_for_what_was_kept_when_it_began_and_for_nothing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_board_gone: bool
) -> None:
    """More facts come than are derived, without end."""
    path, turns, later = tmp_path / FILE_NAME, count(1), count(1000)
    leave_underived(path, 7)
    if is_board_gone:
        board_file(path).unlink()

    def outrun(db: sqlite3.Connection, *rest: Any) -> ChangedRows:  # noqa: ANN401 - as they are
        if next(turns) < 100:
            with write_lock(path), closing(open_for_writing(path)) as facts, facts:
                facts.execute("BEGIN")
                append_entries(facts, Kind.VISIT, islice(later, 5))
        return apply_next(db, *rest)

    monkeypatch.setattr(applied, "BATCH_SIZE", 3)
    monkeypatch.setattr(board_writer, "_CLOSING_SECONDS", 0)
    monkeypatch.setattr(apply_facts, "apply_next", outrun)
    with opened_store(path) as reader:
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 7
    assert next(turns) < 50
    assert not is_board_complete(path, newest_file(path))


def test_a_wait_for_facts_that_a_recovery_lost_ends_with_those_that_are_left(store: Store) -> None:
    lost = store.writer.board.when_applied(10**6)
    store.post(aviso(1))
    assert not lost.done()
    damage(store.writer.path)
    DamageMark(store.writer.path).set("of the test", store.writer.path)
    store.writer.recover()
    store.post(aviso(2))
    lost.result(30)
