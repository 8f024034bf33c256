"""Unknown facts of a newer version are kept, counted, delay nothing, and are derived after an update."""

import json
import sqlite3
import zlib
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import pytest

from app.board import applied
from app.board.applied import count_unapplied, has_unapplied, trim_journal
from app.board.board_file import is_board_complete
from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.errors import StoreNewerError
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts import journal
from app.facts.file.generations import newest_file
from app.facts.journal import Kind, append_entries
from app.facts.loads import load_history
from app.services.open_reader import opened_store
from app.store.writer import Writer
from tests.database import board_file, connected, wait_until_derived
from tests.temporary_store import DAY, Store, aviso, envio

NEWER_AT = "2026-11-20T13:00:00+00:00"


def answered_at(path: Path) -> str:
    """Return which load of the day the board shows."""
    with connected(path) as db:
        return str(db.execute("SELECT answered_at FROM day").fetchone()[0])


def newer_facts(path: Path) -> int:
    with Reader.opened(path) as reader:
        return reader.newer_facts()


def pending(path: Path) -> list[tuple[str, str]]:
    with connected(path) as db:
        return db.execute("SELECT kind, key FROM board.pending ORDER BY kind, key").fetchall()


def write_kind(store: Store, kind: str, *keys: str) -> None:
    """Enter facts as a newer version does."""
    store.writer.write(
        lambda db: [db.execute("INSERT INTO journal (kind, key) VALUES (?, ?)", (kind, key)) for key in keys]
    )


@pytest.fixture
def without_visits(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have the program be one of before notifications were derived; call it for the update."""
    known = applied.known_kinds
    monkeypatch.setattr(applied, "known_kinds", lambda: known() - {Kind.VISIT})
    return lambda: monkeypatch.setattr(applied, "known_kinds", known)


def test_facts_of_an_unknown_kind_hold_nothing_up_and_are_counted_and_logged_once(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    write_kind(store, "weather", "Bogotá", "Cali")
    store.post(aviso(1))
    write_kind(store, "weather", "Cali", "Pasto")
    store.load({9001: [envio("A")]})
    wait_until_derived(store.writer)
    path = store.writer.path
    assert store.numbers() == ["A"]
    assert pending(path) == [("weather", "Bogotá"), ("weather", "Cali"), ("weather", "Pasto")]
    assert (store.writer.board.read(has_unapplied).result(), store.writer.board.read(count_unapplied).result()) == (
        False,
        0,
    )
    assert is_board_complete(path, newest_file(path))
    with Reader.opened(path) as reader:
        assert (reader.newer_facts(), reader.left_to_derive()) == (3, 0)
    assert [one.message for one in caplog.records if "newer version" in one.message] == [
        "A newer version wrote entries that this one cannot read; they stay pending until an update: weather"
    ]


def test_facts_of_an_unknown_kind_are_counted_before_anybody_writes(path: Path) -> None:
    with Writer(path):
        pass
    with connected(path) as db:
        db.execute("INSERT INTO main.journal (kind, key) VALUES ('weather', 'Cali')")
    assert newer_facts(path) == 1


def test_what_is_unknown_is_derived_once_a_version_knows_it(path: Path, without_visits: Callable[[], None]) -> None:
    with Writer(path) as writer:
        Store(writer).post(aviso(1), aviso(2))
        assert newer_facts(path) == 2
    assert is_board_complete(path, newest_file(path))
    without_visits()
    with opened_store(path) as reader:
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 2
        assert reader.newer_facts() == 0
    assert pending(path) == []


def test_what_is_unknown_outlives_the_journal_and_the_board(path: Path, without_visits: Callable[[], None]) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        write_kind(store, "weather", "Cali")
        store.load({9001: [envio("A")]})
        wait_until_derived(writer)
        writer.write(trim_journal, with_board=True)
        with connected(path) as db:
            assert db.execute("SELECT kind FROM main.journal").fetchall() == [("weather",)]
        writer.rebuild(lambda *_: None)
        assert newer_facts(path) == 1
    board_file(path).unlink()
    with Writer(path):
        assert newer_facts(path) == 1


def write_load(
    store: Store, answer: str = "manifests", changes: list[object] | None = None, skipped: str | None = None
) -> None:
    """Keep a load of the day as a newer version does."""

    def work(db: sqlite3.Connection) -> None:
        packed = None if changes is None else zlib.compress(json.dumps(changes).encode())
        db.execute(
            "INSERT INTO load (carrier, date, asked_at, answer, changes, skipped) VALUES (?, ?, ?, ?, ?, ?)",
            (DAY.carrier, DAY.date.isoformat(), NEWER_AT, answer, packed, skipped),
        )
        append_entries(db, Kind.DAY, [journal.day_key(DAY)])

    store.writer.write(work)
    wait_until_derived(store.writer)


NEWER: dict[str, tuple[str, list[object] | None, str | None]] = {
    "CarrierAnswer": ("partial", None, None),
    "Change": ("manifests", ["partial", "9001", "A", 1], None),
    "SkipReason": ("manifests", ["manifest", "9001", 0], '[[null, null, "partial", ""]]'),
}


@pytest.mark.parametrize("unknown", NEWER)
def test_a_day_that_a_newer_version_loaded_stays_as_it_is_until_an_update(
    path: Path, unknown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        store.load({9001: [envio("A")]})
        write_load(store, *NEWER[unknown])
        assert store.numbers() == ["A"]
        assert answered_at(path) != NEWER_AT
        assert newer_facts(path) == 1
        assert not writer.board.read(has_unapplied).result()
        before = writer.read(lambda db: db.execute("SELECT count(*) FROM load").fetchone()).result()
        with pytest.raises(StoreNewerError, match="newer version of Despacho loaded this day"):
            store.load({9001: [envio("B")]})
        assert writer.read(lambda db: db.execute("SELECT count(*) FROM load").fetchone()).result() == before
        writer.rebuild(lambda *_: None)
        assert (newer_facts(path), pending(path)) == (1, [(f"newer load: {unknown} partial", journal.day_key(DAY))])
    assert is_board_complete(path, newest_file(path))
    kind = getattr(load_history, unknown)
    updated = StrEnum(unknown, {one.name: one.value for one in kind} | {"PARTIAL": "partial"})  # type: ignore[misc]
    monkeypatch.setattr(load_history, unknown, updated)
    with opened_store(path) as reader:
        assert reader.newer_facts() == 0
    assert pending(path) == []
    assert answered_at(path) == NEWER_AT


def test_a_notification_of_an_outcome_or_reason_that_is_not_known_is_shown_as_set_aside(store: Store) -> None:
    store.post(aviso(1), b"no JSON")
    with connected(store.writer.path) as db:
        db.execute("UPDATE notification SET outcome = 'postponed' WHERE visit_id = 1")
        db.execute("UPDATE notification SET reason = 'too_new' WHERE visit_id IS NULL")
    with Reader.opened(store.writer.path) as reader:
        details = [reader.notification(one) for one in (1, 2)]
        visit = reader.visit(1)
        assert len(list(reader.exported_notifications(DAY.date))) == 1
        assert len(reader.cells(Table.NOTIFICATIONS, [1, 2])) == 2
    assert [(one.outcome, one.reason) for one in details if one] == [(Outcome.QUARANTINED, None)] * 2
    assert visit is not None
    assert [one.outcome for one in visit.news] == [Outcome.QUARANTINED]
