"""Facts that arrived long ago are removed, and no others, independent of their own times."""

import os
import random
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from app.board.reading.reader import Reader
from app.domain.days import CarrierAnswer, Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.file.database import utc_text
from app.facts.gaps import gaps
from app.facts.maintenance import MaintenanceTask, last_run
from app.facts.recovery.backups import back_up, backups
from app.follow_ups.edits import save_edit
from app.store import retention as purging
from app.store.retention import purge, purge_backups, rewrite
from tests.board.board_rows import board_of
from tests.board.test_day_rows import step
from tests.database import connected, wait_until_derived
from tests.store.loads import say, shown
from tests.temporary_store import DAY, ZONE, Store, aviso, envio, moment

OLD = Day(DAY.carrier, DAY.date - timedelta(days=1))
BEFORE = datetime(2026, 11, 20, 5, tzinfo=UTC)
"""The beginning of the day by the site's clock."""
ONCE, LATELY = BEFORE - timedelta(microseconds=1), BEFORE
_TABLES = (
    "day", "skipped", "manifest", "shipment", "shipment_history", "shipment_text", "notification",
    "visit", "visit_key", "visit_shipment", "follow_up", "seen", "gap", "load", "content",
)  # fmt: skip


def never(_seconds: float) -> bool:
    return False


def at(day: date, hour: int) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZONE).astimezone(UTC)


def add_day(store: Store, day: Day, first_visit: int) -> None:
    """Put in a day with all that may hang on it."""
    mark = day.date.day
    store.load({mark: [envio(f"A{mark}"), envio(f"B{mark}"), envio(f"C{mark}")]}, day=day, at=at(day.date, 7))
    store.post(
        aviso(first_visit, f"{day.date}T12:00:00", "completada", f"A{mark}"),
        aviso(first_visit + 1, f"{day.date}T12:00:00", "falso_flete", f"B{mark}"),
        aviso(first_visit + 1, f"{day.date}T11:00:00", "en_camino", f"B{mark}"),
        aviso(first_visit + 2, f"{day.date}T13:00:00"),
        b"no json",
        received_at=at(day.date, 14),
    )
    with Reader.opened(store.writer.path) as reader:
        rows = reader.row_ids(RowQuery(Table.SHIPMENTS, day), day.date)
    subjects = [Subject(Table.SHIPMENTS, rows[0]), Subject(Table.VISITS, first_visit + 2, day.carriers)]
    gap = Gap(at(day.date, 1), at(day.date, 2), GapCause.CLOSED)
    store.writer.write(
        lambda db: save_edit(db, subjects, FollowUpEdit(note="nota"), at(day.date, 15), "Ana"), with_board=True
    )
    store.writer.write(
        lambda db: db.execute(
            "INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)",
            (utc_text(gap.since), utc_text(gap.until), gap.cause),
        )
    )


_OF_FACTS = ("notification", "follow_up", "seen", "gap", "load", "content")


def counts(path: Path) -> dict[str, int]:
    with connected(path) as db:
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in _TABLES}


def in_copy(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in _OF_FACTS}


def check(path: Path) -> None:
    """See that the file is whole and the search finds what the rows say."""
    with connected(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        db.execute("INSERT INTO shipment_text_fts (shipment_text_fts, rank) VALUES ('integrity-check', 1)")


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "_FIRST_ROWS", 1)
    monkeypatch.setattr(purging, "_MAX_ROWS", 2)
    monkeypatch.setattr(purging, "_MIN_ROWS", 1)


def test_an_old_day_goes_with_all_that_hangs_on_it_and_the_kept_one_is_as_it_was(store: Store) -> None:
    add_day(store, DAY, 10)
    alone, rows = counts(store.writer.path), store.rows()
    add_day(store, OLD, 20)
    assert all(more >= 2 * one for one, more in zip(alone.values(), counts(store.writer.path).values(), strict=True))

    assert purge(store.writer, BEFORE, never)

    assert (counts(store.writer.path), store.rows()) == (alone, rows)
    assert store.rows(RowQuery(Table.SHIPMENTS, OLD)) == []
    with Reader.opened(store.writer.path) as reader:
        assert (reader.carriers(), reader.loaded_days(OLD.date, DAY.date)) == ([DAY.carrier], [DAY])
        assert len(reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date)) == 3
        assert reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, search="a20"), DAY.date)
        assert not reader.hits("a19", 10)
    with connected(store.writer.path) as db:
        assert [one.since for one in gaps(db, 5)] == [at(DAY.date, 1)]
    check(store.writer.path)


STAMPS = (
    "0001-01-01T00:00:00", "9999-12-31T23:59:59", "2020-02-29T12:00:00", "2031-01-01T12:00:00", f"{OLD.date}T12:00:00",
    f"{DAY.date}T12:00:00", f"{OLD.date}T23:59:59.999999", f"{OLD.date}T12:00:00Z", f"{DAY.date}T23:00:00+14:00",
    f"{DAY.date}T01:00:00-12:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "no time",
)  # fmt: skip


def test_the_age_of_a_notification_goes_by_its_arrival(store: Store, path: Path) -> None:
    for nth, stamp in enumerate(STAMPS):
        for visit, arrival in ((nth, ONCE), (100 + nth, LATELY)):
            store.post(aviso(visit, stamp if "T" in stamp else f"T{stamp}", "completada"), received_at=arrival)
    store.post(b"no json", received_at=ONCE)
    store.post(b"no JSON", received_at=LATELY)
    copy = back_up(path, datetime(2026, 11, 20, tzinfo=UTC))
    visits, bodies = shown_visits(path), {row[0] for row in rows_of(path, "body")}
    assert (len(visits), len(bodies)) == (2 * (len(STAMPS) - 1), 2 * (len(STAMPS) + 1))
    assert purge(store.writer, BEFORE, never) == len(STAMPS) + 1
    purge_backups(path, BEFORE, datetime(2020, 1, 1, tzinfo=UTC))
    assert shown_visits(path) == {one for one in visits if one >= 100}
    for file in (path, copy):
        assert {at for at, _ in rows_of(file, "received_at, body")} == {utc_text(LATELY)}
        assert len(rows_of(file, "body")) == len(STAMPS) + 1


def shown_visits(path: Path) -> set[int]:
    with connected(path) as db:
        return {row[0] for row in db.execute("SELECT id FROM visit")}


def rows_of(file: Path, columns: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(f"SELECT {columns} FROM notification").fetchall()


@pytest.mark.parametrize("day", [DAY.date, date(1, 1, 1), date(9999, 12, 31)])
@pytest.mark.parametrize(
    ("loads", "is_kept"),
    [
        ([(ONCE, CarrierAnswer.MANIFESTS)], False),
        ([(LATELY, CarrierAnswer.MANIFESTS)], True),
        ([(ONCE, CarrierAnswer.MANIFESTS), (LATELY, CarrierAnswer.MANIFESTS)], True),
        ([(ONCE, CarrierAnswer.MANIFESTS), (LATELY, CarrierAnswer.NOT_FOUND)], False),
        (
            [(ONCE, CarrierAnswer.MANIFESTS), (LATELY, CarrierAnswer.EMPTY), (LATELY, CarrierAnswer.EMPTY)],
            True,
        ),  # which is a load
        ([(ONCE, CarrierAnswer.NOT_FOUND)], False),
        ([(ONCE, CarrierAnswer.NOT_FOUND), (LATELY, CarrierAnswer.EMPTY)], True),
    ],
)
def test_a_day_goes_as_a_whole_by_its_last_load_that_listed_something(
    store: Store, path: Path, day: date, loads: list[tuple[datetime, CarrierAnswer]], *, is_kept: bool
) -> None:
    for asked_at, said in loads:
        if said is CarrierAnswer.MANIFESTS:
            store.load({1: [envio("A")]}, day=Day("A", day), at=asked_at)
        else:
            say(store.writer, Day("A", day), said, asked_at)
    before = counts(path)
    gone = purge(store.writer, BEFORE, never)
    assert gone == (0 if is_kept else len(loads))
    assert counts(path) == (before if is_kept else dict.fromkeys(_TABLES, 0))


def test_what_was_noted_of_a_row_stays_with_it_and_else_as_long_as_any_other_fact(store: Store) -> None:
    for day, number, asked_at in ((OLD, "A", ONCE), (DAY, "B", LATELY)):
        store.load({1: [envio(number)]}, day=day, at=asked_at)
    store.post(aviso(1), received_at=ONCE)
    store.post(aviso(2), received_at=LATELY)
    with Reader.opened(store.writer.path) as reader:
        shipments = [reader.row_ids(RowQuery(Table.SHIPMENTS, day), day.date)[0] for day in (OLD, DAY)]
    subjects = [Subject(Table.SHIPMENTS, one) for one in shipments]
    subjects += [Subject(Table.VISITS, one) for one in (1, 2)]
    for saved_at in (ONCE, LATELY):
        edit = FollowUpEdit(note=f"{saved_at}")
        store.writer.write(lambda db, at=saved_at, edit=edit: save_edit(db, subjects, edit, at, "Ana"), with_board=True)  # type: ignore[misc]
    assert purge(store.writer, BEFORE, never) == 4  # a load, a notification, and what was once noted of these
    with connected(store.writer.path) as db:
        left = db.execute("SELECT coalesce(number, visit_id), saved_at FROM follow_up ORDER BY 1, 2").fetchall()
    noted_at = [utc_text(ONCE), utc_text(LATELY)]
    assert left == [
        (1, noted_at[1]), *((2, one) for one in noted_at), ("A", noted_at[1]), *(("B", one) for one in noted_at)
    ]  # fmt: skip
    assert purge(store.writer, BEFORE, never) == 0


def test_it_is_known_of_how_many_dates_something_would_go(store: Store, path: Path) -> None:
    store.load({1: [envio("A")]}, day=Day("A", date(2031, 1, 1)), at=ONCE)
    store.load({1: [envio("A")]}, day=Day("A", date(2032, 1, 1)), at=ONCE)
    store.load({1: [envio("A")]}, day=OLD, at=LATELY)
    store.post(aviso(1, "0001-01-02T12:00:00"), b"no json", received_at=ONCE)
    store.post(aviso(2, "0001-01-03T12:00:00"), received_at=LATELY)
    with Reader.opened(path) as reader:
        assert reader.days_before(DAY.date) == 3


@pytest.mark.parametrize("seed", range(10))
def test_what_remains_at_a_random_moment_is_derived_as_by_a_rebuild(store: Store, path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(3):
        for _ in range(7):
            step(store, rng)
        assert purge(store.writer, moment(rng.randint(0, store.minute)), never) is not None
        left = board_of(path), shown(path, with_ids=False)
        store.writer.rebuild(lambda *_: None)
        assert (board_of(path), shown(path, with_ids=False)) == left


def test_a_shipment_of_a_kept_day_is_decided_without_the_visit_that_went(store: Store) -> None:
    store.post(aviso(7, f"{OLD.date}T12:00:00", "completada", "A"))
    store.load({1: [envio("A")]})
    assert store.shown("A")["signs"] == "visita_de_otro_dia"
    purge(store.writer, BEFORE, never)
    assert (store.shown("A")["signs"], store.shown("A")["shown_status"]) == ("", "En Reparto")


def test_a_visit_that_is_kept_outlives_the_old_shipment_and_its_old_news(store: Store) -> None:
    store.load({1: [envio("A")]}, day=OLD, at=at(OLD.date, 7))
    store.post(aviso(7, f"{OLD.date}T12:00:00", "en_camino", "A"), aviso(7, f"{DAY.date}T09:00:00", "completada", "A"))
    purge(store.writer, BEFORE, never)
    found = counts(store.writer.path)
    assert (found["visit"], found["visit_shipment"], found["notification"], found["shipment"]) == (1, 0, 1, 0)
    check(store.writer.path)


def test_a_purge_that_is_broken_off_anywhere_shows_no_half_day_and_is_taken_up_again(store: Store) -> None:
    add_day(store, DAY, 10)
    alone, rows = counts(store.writer.path), store.rows()
    add_day(store, OLD, 20)
    for broken_off in count():
        waits = count(1)
        gone = purge(store.writer, BEFORE, lambda _seconds, waits=waits: next(waits) == 2)  # type: ignore[misc]
        wait_until_derived(store.writer)
        with Reader.opened(store.writer.path) as reader:
            assert (reader.carriers(), reader.loaded_days(OLD.date, DAY.date)) == ([DAY.carrier], [DAY])
            for visit in reader.row_ids(RowQuery(Table.VISITS, DAY), DAY.date):
                assert reader.visit(visit) is not None
        assert store.rows() == rows
        check(store.writer.path)
        if gone is not None:
            assert broken_off > 2
            break
        assert store.writer.read(lambda db: last_run(db, MaintenanceTask.REWRITE)).result() is not None
    assert counts(store.writer.path) == alone
    assert rewrite(store.writer, never)
    assert store.writer.read(lambda db: last_run(db, MaintenanceTask.REWRITE)).result() is None


def test_no_entry_is_removed_from_the_journal_once_a_newer_version_uses_the_facts(store: Store) -> None:
    sql = "SELECT count(*) FROM journal"
    add_day(store, DAY, 1)
    there = one_value(store, sql)
    store.writer.write(
        lambda db: db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('facts', 'of_2031', '')"
        ),
    )
    assert rewrite(store.writer, never)
    assert one_value(store, sql) == there > 0
    store.writer.write(lambda db: db.execute("DELETE FROM _sqlite_migrations WHERE name = 'of_2031'"))
    assert rewrite(store.writer, never)
    assert one_value(store, sql) == 0


def one_value(store: Store, sql: str) -> int:
    return int(store.writer.read(lambda db: db.execute(sql).fetchone()[0]).result())


def test_no_copy_keeps_an_old_day(store: Store) -> None:
    path = store.writer.path
    add_day(store, DAY, 10)
    alone = {table: many for table, many in counts(path).items() if table in _OF_FACTS}
    add_day(store, OLD, 20)
    copy = back_up(path, datetime(2026, 11, 21, tzinfo=UTC))
    kept = back_up(path, datetime(2026, 11, 20, tzinfo=UTC))
    damaged = path.parent / "damaged"
    damaged.mkdir()
    (damaged / "a.sqlite").write_bytes(b"Roja")
    kept.write_bytes(copy.read_bytes()[:4096] + b"\0" * 10000)  # damaged, and not old yet
    purge_backups(path, BEFORE, datetime(2020, 1, 1, tzinfo=UTC))
    assert in_copy(copy) == alone
    assert backups(path) == [copy, kept]
    assert [one.name for one in copy.parent.iterdir() if one not in (copy, kept)] == []
    assert os.name != "posix" or (copy.stat().st_mode & 0o777) == 0o600
    purge_backups(path, BEFORE, datetime.now(UTC) + timedelta(days=1))
    assert (backups(path), list(damaged.iterdir())) == ([copy], [])


def test_a_copy_of_an_older_version_is_purged_as_well(store: Store) -> None:
    add_day(store, DAY, 10)
    alone = counts(store.writer.path)
    add_day(store, OLD, 20)
    copy = back_up(store.writer.path, datetime(2026, 11, 21, tzinfo=UTC))
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DROP TABLE care")
        db.execute("DROP TABLE gap")
    purge_backups(store.writer.path, BEFORE, datetime(2020, 1, 1, tzinfo=UTC))
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM load").fetchone()[0] == alone["load"]
        assert db.execute("SELECT count(*) FROM notification").fetchone()[0] == alone["notification"]


def test_a_visit_that_meant_only_old_parcels_matches_nothing_once_they_are_gone(store: Store) -> None:
    store.load(
        {1: [envio("A", numeroExterno="P", documentoDest="1"), envio("B", numeroExterno="P", documentoDest="2")]},
        day=OLD,
        at=at(OLD.date, 7),
    )
    store.post(aviso(1, f"{DAY.date}T12:00:00", "completada", "P"), received_at=at(DAY.date, 12))
    alone = "SELECT is_unmatched FROM visit"
    assert store.writer.board.read(lambda db: db.execute(alone).fetchall()).result() == [(0,)]
    purge(store.writer, BEFORE, never)
    assert store.writer.board.read(lambda db: db.execute(alone).fetchall()).result() == [(1,)]
