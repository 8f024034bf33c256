"""A store of the first layout, of any of its versions, is imported by the first start."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.outcomes import Outcome
from app.domain.days import CarrierAnswer, Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, View
from app.domain.views.report import Figures
from app.facts.file.generations import FIRST_LAYOUT
from app.facts.follow_up_history import save_edit
from app.facts.recovery.backups import back_up
from app.store.writer import Writer
from tests.board.board_rows import board_of
from tests.facts.first_layout import EARLY, LAST, make_first_layout, to_first_layout
from tests.store.loads import FIRST, SECOND, say, shown
from tests.temporary_store import DAY, Store, aviso, damage, envio, moment

YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}
VERSIONS = pytest.mark.parametrize("tables", [EARLY, LAST], ids=["early", "last"])


@VERSIONS
def test_rows_and_figures_are_the_same_and_acknowledgements_hold(tables: str, path: Path) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio("again"), envio("late")], 2: [envio("void")]}, day=YESTERDAY, void={2})
        listed = [envio(one) for one in ("again", "seen", "unseen", "done")]
        by_carrier = [envio("carrier-seen") | FAILED, envio("carrier-unseen") | FAILED, envio("missed") | DELIVERED]
        store.load({1: [*listed, *by_carrier]})
        store.post(
            aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "again"),
            aviso(2, "07:30:00", "falso_flete", "seen"),
            aviso(3, "07:30:00", "falso_flete", "unseen", estado_anterior="pendiente"),
            aviso(4, "07:01:30", "completada", "done"),
        )
        store.load({1: [*listed[:3], envio("done") | FAILED, *by_carrier]})
        seen = [Subject(Table.SHIPMENTS, row_of(store, one)) for one in ("seen", "carrier-seen")]
        writer.write(
            lambda db: save_edit(db, seen, FollowUpEdit(is_acknowledged=True), moment(40), "eva"), with_board=True
        )
        attended = store.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.TO_ATTEND))
        rows = [store.rows(RowQuery(Table.SHIPMENTS, day)) for day in (YESTERDAY, DAY)]
        figures, live_settings = left_out(path)
    assert (figures.not_in_force, figures.left_out, live_settings) == (1, 1, [1, 0])
    assert attended == ["unseen", "done", "carrier-unseen"]
    to_first_layout(path, tables)
    with Writer(path) as writer:
        again = Store(writer)
        assert [again.rows(RowQuery(Table.SHIPMENTS, day)) for day in (YESTERDAY, DAY)] == rows
        assert again.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.TO_ATTEND)) == attended
        assert left_out(path) == (figures, live_settings)
    assert not path.with_name(FIRST_LAYOUT).exists()


@VERSIONS
def test_the_board_is_the_same(tables: str, path: Path) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        store.load(FIRST, day=YESTERDAY)
        store.post(
            aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "A1"), aviso(2, "07:01:30", "completada", "B1")
        )
        for answer in (FIRST, SECOND, FIRST):
            store.load(answer)
        say(writer, DAY, CarrierAnswer.NOT_FOUND, moment(20))
    board, seen = board_of(path), shown(path, with_ids=False)
    to_first_layout(path, tables)
    with Writer(path):
        assert (board_of(path), shown(path, with_ids=False)) == (board, seen)


def left_out(path: Path) -> tuple[Figures, list[object]]:
    """Return the figures of the day before, and which of its manifests count."""
    with Reader.opened(path) as reader:
        shown = reader.cells(Table.MANIFESTS, reader.row_ids(RowQuery(Table.MANIFESTS, YESTERDAY), DAY.date))
        return reader.figures(YESTERDAY.date, YESTERDAY.carrier), [cells[-1] for cells in shown.values()]


def row_of(store: Store, number: str) -> int:
    found = "SELECT s.id FROM shipment s JOIN day ON day.id = day_id WHERE number = ? AND date = ?"
    row: tuple[int] = store.writer.board.read(lambda db: db.execute(found, (number, f"{DAY.date}")).fetchone()).result()
    return row[0]


@VERSIONS
def test_notifications_are_as_they_came_and_count_as_often(tables: str, path: Path) -> None:
    kept = "SELECT received_at, outcome, reason, visit_id, at, repeats, headers, body FROM notification ORDER BY id"
    twice, other = aviso(2, "12:00:05", "completada", "1"), aviso(2, "12:00:05", "falso_flete", "1")
    with Writer(path) as writer:
        Store(writer).post(aviso(1), twice, b"no JSON", twice, other, aviso(3, "2026-11-20T17:00:05.5Z"))
        before = writer.read(lambda db: db.execute(kept).fetchall()).result()
    to_first_layout(path, tables)
    with Writer(path) as writer:
        assert writer.read(lambda db: db.execute(kept).fetchall()).result() == before
        assert Store(writer).post(twice, aviso(4)) == [Outcome.DUPLICATE, Outcome.STORED]


def test_what_was_applied_later_stays_so(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).post(aviso(1))
        writer.write(lambda db: db.execute("UPDATE notification SET applied_at = '2026-11-21T12:00:00.000000Z'"))
    to_first_layout(path)
    with Writer(path) as writer:
        applied = writer.read(lambda db: db.execute("SELECT applied_at FROM notification").fetchall()).result()
    assert applied == [("2026-11-21T12:00:00.000000Z",)]


def test_a_key_that_hung_on_the_sender_zone_is_a_moment_from_then_on(path: Path) -> None:
    bodies = aviso(1, "2026-11-20T17:00:05Z"), aviso(1, "2026-11-20T17:00:05.5Z"), aviso(1, "12:00:05")
    with Writer(path) as writer:
        Store(writer).post(*bodies[:2])
    with closing(sqlite3.connect(to_first_layout(path))) as db:
        db.execute("UPDATE notification SET at = '2026-11-20T12:00:05.000000' WHERE id = 1")
        db.execute("UPDATE notification SET at = '2026-11-20T12:00:05.500000' WHERE id = 2")
        db.commit()
    with Writer(path) as writer:
        assert Store(writer).post(*bodies) == [Outcome.DUPLICATE, Outcome.DUPLICATE, Outcome.STORED]


def test_of_a_damaged_file_the_copy_and_what_can_be_read_behind_it_are_there(path: Path) -> None:
    old = path.with_name(FIRST_LAYOUT)
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio("1")]})
        store.post(aviso(1))
    to_first_layout(path)
    back_up(old, datetime.now(UTC))
    with closing(sqlite3.connect(old)) as db:
        db.execute(
            "INSERT INTO notification (received_at, outcome, headers, body) VALUES ('', 'stored', '[]', ?)", (aviso(2),)
        )
        db.commit()
    damage(old)
    damage(old, "content")
    with Writer(path) as writer:
        assert Store(writer).numbers() == ["1"]
        visits = writer.read(lambda db: db.execute("SELECT visit_id FROM notification").fetchall()).result()
    assert visits == [(1,), (2,)]


def test_what_the_program_of_before_wrote_since_comes_along(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).post(aviso(1))
    old = to_first_layout(path)
    with Writer(path):
        pass
    (aside,) = (path.parent / "damaged").glob("*.sqlite")
    aside.rename(old)
    with closing(sqlite3.connect(old)) as db:
        db.execute(
            "INSERT INTO notification (received_at, outcome, headers, body) VALUES ('', 'stored', '[]', ?)", (aviso(2),)
        )
        db.commit()
    with Writer(path) as writer, Reader.opened(path) as reader:
        visits = writer.read(lambda db: db.execute("SELECT visit_id FROM notification").fetchall()).result()
        assert reader.last_notification() == 2
    assert visits == [(1,), (2,)]
    assert not old.exists()


def test_what_the_program_of_before_kept_in_a_file_begun_anew_comes_along(path: Path) -> None:
    with Writer(path) as writer:
        Store(writer).post(*(aviso(visit) for visit in range(1, 6)))
    with closing(make_first_layout(path.with_name(FIRST_LAYOUT))) as old:
        old.execute(
            "INSERT INTO notification (received_at, outcome, headers, body) VALUES ('', 'stored', '[]', ?)", (aviso(9),)
        )
        old.commit()
    with Writer(path) as writer:
        visits = writer.read(lambda db: db.execute("SELECT visit_id FROM notification").fetchall()).result()
    assert visits == [(1,), (2,), (3,), (4,), (5,), (9,)]


def test_of_a_damaged_file_without_ports_the_days_behind_its_copy_are_there(path: Path) -> None:
    old = path.with_name(FIRST_LAYOUT)
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio("1")]})
        writer.write(lambda db: db.execute("INSERT INTO heartbeat (port, at, owner) VALUES (1, '2026-11-20', 'x')"))
    to_first_layout(path, EARLY)
    back_up(old, datetime.now(UTC))
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE day SET carrier = 'OTRA'")
        db.commit()
    damage(old, "notification")
    with Writer(path), Reader.opened(path) as reader:
        assert {day.carrier for day in reader.loaded_days(DAY.date, DAY.date)} == {DAY.carrier, "OTRA"}


def test_a_day_whose_words_are_not_there_is_loaded_again(path: Path) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio("1")]})
        store.load({1: [envio("2")]}, day=YESTERDAY)
    with closing(sqlite3.connect(to_first_layout(path, EARLY))) as db:
        db.execute("DELETE FROM shipment_document WHERE id = (SELECT id FROM shipment WHERE number = '2')")
        db.commit()
    with Writer(path) as writer, Reader.opened(path) as reader:
        assert Store(writer).numbers() == ["1"]
        assert reader.lost_days() == [YESTERDAY]
