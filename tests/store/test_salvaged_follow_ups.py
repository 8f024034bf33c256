"""Follow-ups that were read out of a damaged file do not hinder those that are saved after them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.board.reading.reader import Reader
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.recovery.salvage import salvage
from app.store.follow_ups import FollowUps
from tests.temporary_store import DAY, Store, envio, moment


def subject(path: Path, number: str) -> Subject:
    with Reader.opened(path) as reader:
        ((_, row_id),) = reader.listings_of(number, DAY.date, DAY.carrier)
    return Subject(Table.SHIPMENTS, row_id)


def test_a_damaged_time_of_a_follow_up_does_not_keep_the_desk_from_saving(store: Store, path: Path) -> None:
    store.load({1: [envio("a")]})
    saving = FollowUps(store.writer, lambda _changed: None, lambda: "eva")
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
