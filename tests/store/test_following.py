"""What is kept is answered first and derived behind that; nothing that is kept stays underived."""

import sqlite3
import threading
from pathlib import Path

import pytest

from app.domain.columns import Table
from app.domain.notifications import Received
from app.domain.outcomes import Outcome
from app.domain.queries import RowQuery
from app.domain.site import SiteRules
from app.domain.unhandled import report_unhandled
from app.services.reading import opened_cache
from app.store import following, notifications
from app.store.deciding import follow_visits
from app.store.journal import Kind, enter, is_anything_left
from app.store.keeping import keep_one
from app.store.kept import Kept
from app.store.notifications import Intake
from app.store.opening import FILE_NAME
from app.store.reader import Reader
from app.store.site import settle_site
from app.store.writer import Writer
from tests.store.conftest import DAY, FAR, ZONE, Store, aviso, moment
from tests.store.derived import wait_until_derived


def leave_underived(path: Path, count: int = 1) -> None:
    """Leave a file as a process does that is killed between the answer and what follows it."""

    def keep(db: sqlite3.Connection) -> None:
        kept = Kept()
        for nth in range(1, count + 1):
            keep_one(db, Received.read(aviso(nth), moment(30)), kept)
        enter(db, Kind.VISIT, kept.visits)

    with Writer(path) as writer:
        settle_site(writer, SiteRules(ZONE, far_metres=FAR))
        writer.write(keep)


def is_full() -> sqlite3.OperationalError:
    """Return what SQLite raises where the disk is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
    return error


def visits_in(path: Path) -> int:
    """Return how many visits the tables show."""
    with Reader.opened(path) as reader:
        return len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date))


@pytest.mark.parametrize("count", [1, following.AT_ONCE * 2 + 1])
def test_what_a_killed_process_left_is_derived_by_the_next_one_that_writes(tmp_path: Path, count: int) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path, count)
    assert visits_in(path) == 0
    with Writer(path) as writer:
        assert not writer.look(is_anything_left).result()
    assert visits_in(path) == count


def test_what_a_killed_process_left_is_there_for_whoever_exports(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path)
    with opened_cache(path) as reader:
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 1


def test_many_that_come_one_by_one_are_derived_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "_SHORTEST_PAUSE", 3600.0)
    told: list[set[int]] = []
    with Writer(tmp_path / FILE_NAME) as writer:
        settle_site(writer, SiteRules(ZONE, far_metres=FAR))
        intake = Intake(writer, lambda kept: told.append(kept.visits), report_unhandled)
        for nth in range(1, 12):
            assert intake.keep(Received.read(aviso(nth), moment(30))).result() is Outcome.STORED
            if nth == 1:
                wait_until_derived(writer)
    assert told == [{1}, set(range(2, 12))]


def test_what_could_not_be_derived_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def full(*_: object) -> set[int]:
        monkeypatch.setattr(following, "follow_visits", follow_visits)
        raise is_full()

    monkeypatch.setattr(notifications, "_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(following, "follow_visits", full)
    intake = Intake(store.writer, lambda _: told.set(), store.bugs.append)
    assert intake.keep(Received.read(aviso(1), moment(30))).result() is Outcome.STORED
    assert told.wait(30)
    assert visits_in(store.writer.path) == 1
    assert store.bugs == []


def test_what_was_to_wait_is_done_before_the_file_is_closed(tmp_path: Path) -> None:
    with Writer(tmp_path / FILE_NAME) as writer:
        later = writer.submit(lambda _: "done", delay=3600.0)
        assert writer.submit(lambda _: "done").result() == "done"
        assert not later.done()
    assert later.result(0) == "done"


def test_nothing_alerts_and_nothing_is_passed_over_before_it_is_derived(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    leave_underived(path, 2)
    with Reader.opened(path) as reader:
        assert (reader.last_notification(), reader.arrivals(0)) == (0, [])
    with Writer(path), Reader.opened(path) as reader:
        assert reader.last_notification() == 2


def test_what_another_process_left_is_derived_though_nothing_comes(store: Store) -> None:
    told, kept = threading.Event(), Kept()

    def keep(db: sqlite3.Connection) -> None:
        keep_one(db, Received.read(aviso(1), moment(30)), kept)
        enter(db, Kind.VISIT, kept.visits)

    store.writer.write(keep)
    Intake(store.writer, lambda _: told.set(), store.bugs.append).derive_what_is_left()
    assert told.wait(30)
    assert visits_in(store.writer.path) == 1


def test_a_visit_whose_notifications_are_gone_holds_nothing_up(store: Store) -> None:
    store.writer.write(lambda db: enter(db, Kind.VISIT, [99]))
    store.post(aviso(1))
    assert not store.writer.look(is_anything_left).result()
    assert store.bugs == []
