"""What a desk had written before an upgrade, or before its file was damaged, says the same afterwards."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery
from app.facts.file.schema import apply_only
from app.facts.recovery.salvage import salvage
from app.store.follow_ups import FollowUps
from app.store.writer import Writer
from tests.temporary_store import DAY, Store, envio, moment


def old_note(db: sqlite3.Connection, edit: int, number: str, text: str, at: str) -> None:
    db.execute(
        "INSERT INTO follow_up (edit, carrier, date, number, saved_at, saved_by, note, acknowledged_by)"
        " VALUES (?, ?, ?, ?, ?, 'eva', ?, '')",
        (edit, DAY.carrier, DAY.date.isoformat(), number, f"2026-11-20T{at}.000000Z", text),
    )


def subject(path: Path, number: str) -> Subject:
    with Reader.opened(path) as reader:
        ((_, row_id),) = reader.listings_of(number, DAY.date, DAY.carrier)
    return Subject(Table.SHIPMENTS, row_id)


def test_what_was_saved_last_decides_after_an_upgrade_too_where_the_clock_was_set_back(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        apply_only(db, {"create_facts", "add_shortened_bodies"})
        old_note(db, 1, "a", "before the clock was set back", "12:40:00")
        old_note(db, 2, "a", "the last word", "12:10:00")
        old_note(db, 3, "b", "first", "12:50:00")
        old_note(db, 4, "b", "second", "12:51:00")
        db.commit()
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio("a"), envio("b")]})
        assert [row["note"] for row in store.rows(RowQuery(Table.SHIPMENTS, DAY))] == ["the last word", "second"]
        saving = FollowUps(writer, lambda _changed: None, "eva")
        saving.save([subject(path, "a")], FollowUpEdit(note="after the upgrade"), moment(20))
        assert store.shown("a")["note"] == "after the upgrade"


def test_a_damaged_time_of_a_follow_up_does_not_keep_the_desk_from_saving(store: Store, path: Path) -> None:
    store.load({1: [envio("a")]})
    saving = FollowUps(store.writer, lambda _changed: None, "eva")
    saving.save([subject(path, "a")], FollowUpEdit(note="first"), moment(40))
    damaged = path.with_name("damaged.sqlite")
    with closing(sqlite3.connect(damaged)) as db:
        store.writer.read(lambda facts: facts.backup(db)).result()
        db.execute("UPDATE follow_up SET note = 'of a damaged page', edit = 7, decides_at = 'x2026'")
        db.commit()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert salvage(db, damaged).follow_ups == 1
    saving.save([subject(path, "a")], FollowUpEdit(note="second"), moment(41))
    assert store.shown("a")["note"] == "second"
    with Reader.opened(path) as reader:
        detail = reader.shipment(subject(path, "a").row_id)
    assert detail is not None
    assert [one.state.note for one in detail.follow_ups] == ["first", "of a damaged page", "second"]
