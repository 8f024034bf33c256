"""Old days leave the file, and nothing else does."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from app.domain.columns import Table
from app.domain.days import Day
from app.domain.details import Subject
from app.domain.followups import FollowUpEdit
from app.domain.listening import Gap, GapCause
from app.domain.queries import RowQuery
from app.store import purge as purging
from app.store.backups import back_up, backups
from app.store.care import Care, noted
from app.store.copies import purge_copies
from app.store.deciding import derive_all
from app.store.followups import save_edit
from app.store.gaps import gaps
from app.store.purge import Cutoff, purge, rewrite
from app.store.reader import Reader
from app.store.stored import DECIDED
from app.store.times import written
from tests.database import connected
from tests.store.conftest import DAY, ZONE, Store, aviso, envio
from tests.store.derived import wait_until_derived

OLD = Day(DAY.carrier, DAY.date - timedelta(days=1))
DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
CUTOFF = Cutoff(DAY.date, ZONE, datetime(2027, 1, 1, tzinfo=UTC))
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
    store.load({mark: [envio(f"A{mark}"), envio(f"B{mark}"), envio(f"C{mark}")]}, day=day)
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
    subjects = [Subject(Table.SHIPMENTS, rows[0], day.carrier), Subject(Table.VISITS, first_visit + 2, day.carrier)]
    gap = Gap(at(day.date, 1), at(day.date, 2), GapCause.CLOSED)
    store.writer.write(
        lambda db: save_edit(db, subjects, FollowUpEdit(note="nota"), at(day.date, 15), "Ana"), with_board=True
    )
    store.writer.write(
        lambda db: db.execute(
            "INSERT INTO gap (since, until, cause) VALUES (?, ?, ?)",
            (written(gap.since), written(gap.until), gap.cause),
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
    monkeypatch.setattr(purging, "_FIRST", 1)
    monkeypatch.setattr(purging, "_MOST", 2)
    monkeypatch.setattr(purging, "_FEWEST", 1)


def test_an_old_day_goes_with_all_that_hangs_on_it_and_the_kept_one_is_as_it_was(store: Store) -> None:
    add_day(store, DAY, 10)
    alone, rows = counts(store.writer.path), store.rows()
    add_day(store, OLD, 20)
    assert all(more >= 2 * one for one, more in zip(alone.values(), counts(store.writer.path).values(), strict=True))

    assert purge(store.writer, CUTOFF, never)

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


def test_what_has_no_date_goes_by_the_sites_day_on_which_it_came(store: Store) -> None:
    store.post(b"early", received_at=at(OLD.date, 23))
    store.post(b"late", received_at=at(DAY.date, 0))
    purge(store.writer, CUTOFF, never)
    with connected(store.writer.path) as db:
        assert db.execute("SELECT body FROM notification").fetchall() == [(b"late",)]


def test_a_shipment_of_a_kept_day_is_decided_without_the_visit_that_went(store: Store) -> None:
    store.post(aviso(7, f"{OLD.date}T12:00:00", "completada", "A"))
    store.load({1: [envio("A")]})
    assert store.shown("A")["signs"] == "visita_de_otro_dia"
    purge(store.writer, CUTOFF, never)
    assert (store.shown("A")["signs"], store.shown("A")["shown_status"]) == ("", "En Reparto")


def test_what_remains_says_what_it_says_of_itself_alone(store: Store) -> None:
    """An older listing, and the message of a visit that goes with it, may have decided what a kept row says."""
    store.load({1: [envio("A"), envio("B") | FAILED, envio("C")]}, day=OLD)
    store.load({1: [envio("A"), envio("C", numeroExterno="X")], 2: [envio("B")]})
    store.post(
        aviso(7, f"{OLD.date}T12:00:00", "completada", "A"),
        aviso(7, f"{DAY.date}T07:05:00", "falso_flete", "A"),
        aviso(8, f"{OLD.date}T13:00:00", "falso_flete", "B"),
        aviso(9, f"{DAY.date}T07:10:00", "completada", "X"),
    )
    store.load({1: [envio("A") | DELIVERED, envio("C", numeroExterno="X")]})
    purge(store.writer, CUTOFF, never)
    left = decided(store)
    assert len(left[0]) == 3
    store.writer.board.write(derive_all)
    assert decided(store) == left


def decided(store: Store) -> list[list[tuple[object, ...]]]:
    """Return all that was worked out, of the shipments that are kept."""
    columns = ", ".join(("id", *DECIDED))
    with connected(store.writer.path) as db:
        return [
            db.execute(f"SELECT {columns} FROM shipment ORDER BY id").fetchall(),
            *(
                db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                for table in ("visit", "visit_key", "visit_link", "visit_shipment", "visit_mention")
            ),
        ]


def test_a_visit_that_is_kept_outlives_the_old_shipment_and_its_old_news(store: Store) -> None:
    store.load({1: [envio("A")]}, day=OLD)
    store.post(aviso(7, f"{OLD.date}T12:00:00", "en_camino", "A"), aviso(7, f"{DAY.date}T09:00:00", "completada", "A"))
    purge(store.writer, CUTOFF, never)
    found = counts(store.writer.path)
    assert (found["visit"], found["visit_shipment"], found["notification"], found["shipment"]) == (1, 0, 1, 0)
    check(store.writer.path)


def test_a_purge_that_is_broken_off_anywhere_shows_no_half_day_and_is_taken_up_again(store: Store) -> None:
    add_day(store, DAY, 10)
    alone, rows = counts(store.writer.path), store.rows()
    add_day(store, OLD, 20)
    for broken_off in count():
        waits = count(1)
        gone = purge(store.writer, CUTOFF, lambda _seconds, waits=waits: next(waits) == 2)  # type: ignore[misc]
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
        assert store.writer.look(lambda db: noted(db, Care.REWRITE)).result() is not None
    assert counts(store.writer.path) == alone
    assert rewrite(store.writer, never)
    assert store.writer.look(lambda db: noted(db, Care.REWRITE)).result() is None


def test_an_old_day_that_was_just_asked_for_stays_for_now(store: Store) -> None:
    add_day(store, OLD, 20)
    before = counts(store.writer.path)
    purge(store.writer, Cutoff(DAY.date, ZONE, datetime(2026, 11, 1, tzinfo=UTC)), never)
    after = counts(store.writer.path)
    assert {name for name in before if after[name] != before[name]} == {"notification", "follow_up", "gap"}
    assert before["notification"] - after["notification"] == 1  # the one without a date


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
    purge_copies(path, CUTOFF, datetime(2020, 1, 1, tzinfo=UTC))
    assert in_copy(copy) == alone
    assert backups(path) == [copy, kept]
    assert [one.name for one in copy.parent.iterdir() if one not in (copy, kept)] == []
    assert (copy.stat().st_mode & 0o777) == 0o600
    purge_copies(path, CUTOFF, datetime.now(UTC) + timedelta(days=1))
    assert (backups(path), list(damaged.iterdir())) == ([copy], [])


def test_a_copy_of_an_older_version_is_purged_as_well(store: Store) -> None:
    add_day(store, DAY, 10)
    alone = counts(store.writer.path)
    add_day(store, OLD, 20)
    copy = back_up(store.writer.path, datetime(2026, 11, 21, tzinfo=UTC))
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DROP TABLE care")
        db.execute("DROP TABLE gap")
    purge_copies(store.writer.path, CUTOFF, datetime(2020, 1, 1, tzinfo=UTC))
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM load").fetchone()[0] == alone["load"]
        assert db.execute("SELECT count(*) FROM notification").fetchone()[0] == alone["notification"]


def test_a_visit_that_meant_only_old_parcels_matches_nothing_once_they_are_gone(store: Store) -> None:
    store.load(
        {1: [envio("A", numeroExterno="P", documentoDest="1"), envio("B", numeroExterno="P", documentoDest="2")]},
        day=OLD,
    )
    store.post(aviso(1, f"{DAY.date}T12:00:00", "completada", "P"), received_at=at(DAY.date, 12))
    alone = "SELECT is_alone FROM visit"
    assert store.writer.board.look(lambda db: db.execute(alone).fetchall()).result() == [(0,)]
    purge(store.writer, CUTOFF, never)
    assert store.writer.board.look(lambda db: db.execute(alone).fetchall()).result() == [(1,)]
