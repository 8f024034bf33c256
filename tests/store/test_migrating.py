import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from app.domain.columns import Table
from app.domain.days import Answer, Day
from app.domain.details import Subject
from app.domain.followups import FollowUpEdit
from app.domain.outcomes import Outcome
from app.domain.queries import RowQuery, SortKey, View
from app.domain.report import Figures
from app.store.contents import by_digest
from app.store.first_layout.later_schema import migrations
from app.store.first_layout.schema import let_documents_wait
from app.store.followups import save_edit
from app.store.reader import Reader
from app.store.stored import DECIDED, FOLDED
from app.store.writer import Writer
from tests.store.board import board_of
from tests.store.conftest import DAY, Store, aviso, envio, moment
from tests.store.first_layout import to_first_layout
from tests.store.loads import FIRST, SECOND, say, shown

NAMES = ["Zoé", "ñáñez", "Ángela", "beto", "NUÑO"]


@pytest.fixture
def older(path: Path) -> Path:
    """Return a file as a version left it that kept neither what one sorts by nor which visits are alone.

    Nor did it close the texts that one searches.
    """
    with Writer(path) as writer:
        store = Store(writer)
        store.load({1: [envio(str(nth), destinatario=name) for nth, name in enumerate(NAMES)]})
        store.post(
            aviso(1, "09:00:00", "completada", "0", contacto={"nombre": "Ruiz"}),
            aviso(2, "09:00:00", "completada", "Q", contacto={"nombre": "Ruiz"}),
        )
    with closing(sqlite3.connect(to_first_layout(path))) as db:
        db.execute(
            "DELETE FROM _sqlite_migrations"
            " WHERE name IN ('let_visits_be_alone', 'let_shipments_be_in_order', 'let_short_words_be_found',"
            " 'weigh_visits_where_they_are_matched')"
        )
        db.execute("DROP INDEX shipment_text_open")
        db.execute("UPDATE shipment_text SET folded = rtrim(folded, char(10))")
        db.execute("DROP INDEX visit_alone")
        db.execute("ALTER TABLE visit DROP COLUMN is_alone")
        for column in FOLDED:
            db.execute(f"ALTER TABLE shipment DROP COLUMN {column}_folded")
        db.commit()
    return path


def test_of_an_older_file_visits_without_shipments_are_found(older: Path) -> None:
    with Writer(older), Reader.opened(older) as reader:
        assert [(hit.table, hit.row_id) for hit in reader.hits("ruiz", 10)] == [(Table.VISITS, 2)]


def test_an_older_files_shipments_stand_in_order_with_those_that_came_since(older: Path) -> None:
    query = RowQuery(Table.SHIPMENTS, DAY, sort=(SortKey("recipient"),))
    with Writer(older) as writer:
        store = Store(writer)
        assert [row["recipient"] for row in store.rows(query)] == ["Ángela", "beto", "ñáñez", "NUÑO", "Zoé"]
        changed = [envio(str(nth), destinatario=name) for nth, name in enumerate([*NAMES[:4], "ábaco", "Mía"])]
        store.load({1: changed})
        assert [row["recipient"] for row in store.rows(query)] == ["ábaco", "Ángela", "beto", "Mía", "ñáñez", "Zoé"]
        assert store.numbers(RowQuery(Table.SHIPMENTS, DAY, search="ÁBACO")) == ["4"]


def test_of_an_older_file_letters_at_the_end_of_a_text_are_found_and_those_of_what_came_since(older: Path) -> None:
    def found(letters: str) -> list[str | None]:
        return [hit.about for hit in reader.hits(letters, 10) if hit.table is Table.SHIPMENTS]

    with Writer(older) as writer, Reader.opened(older) as reader:
        assert (found("ez"), found("z"), found("no")) == (["ñáñez"], ["Zoé", "ñáñez"], ["NUÑO"])
        store = Store(writer)
        store.load({1: [envio(str(nth), destinatario=name) for nth, name in enumerate([*NAMES[:4], "Beatriz"])]})
        assert (found("ez"), found("iz"), found("no")) == (["ñáñez"], ["Beatriz"], [])
        store.load({1: [envio(str(nth), destinatario="Paz") for nth, _ in enumerate(NAMES)]})
        assert (found("z"), found("ez")) == (["Paz"] * 5, [])
        assert reader.few_with(["az"]) == [1, 2, 3, 4, 5]


YESTERDAY = Day(DAY.carrier, DAY.date - timedelta(days=1))
DELIVERED = {"idEstadoEnvio": "3", "estadoEnvio": "Entregado"}
FAILED = {"idEstadoEnvio": "4", "estadoEnvio": "Excepción"}


def take_the_loads_away(db: sqlite3.Connection) -> None:
    """Leave a file as the version before `keep_every_load` did."""
    let_documents_wait(Database(db))
    db.execute(
        "CREATE TABLE shipment_document (id INTEGER PRIMARY KEY REFERENCES shipment ON DELETE CASCADE,"
        " raw TEXT NOT NULL) STRICT"
    )
    words = (
        "SELECT shipment.id, words, digest FROM content JOIN day USING (carrier, date)"
        " JOIN manifest ON manifest.day_id = day.id AND manifest.key = content.key"
        " JOIN shipment ON manifest_id = manifest.id"
    )
    sent = [(row_id, by_digest(packed)[digest]) for row_id, packed, digest in db.execute(words).fetchall()]
    db.executemany("INSERT INTO shipment_document (id, raw) VALUES (?, ?)", sent)
    db.execute("DROP TABLE load")
    db.execute("DROP TABLE content")
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'keep_every_load'")


def take_the_rule_away(path: Path) -> None:
    """Leave a file as the version before `keep_what_the_rule_decides` did."""
    ours = [name for name in DECIDED if name != "visit_id"]
    with closing(sqlite3.connect(to_first_layout(path))) as db:
        for index in ("shipment_unsettled", "shipment_failure", "shipment_looks"):
            db.execute(f"DROP INDEX {index}")
        take_the_loads_away(db)
        for table in ("good_load", "visit_link", "visit_mention", "clock_set_back", "visit_to_derive"):
            db.execute(f"DROP TABLE {table}")
        for table, columns in {
            "shipment": ["is_odd", *ours], "shipment_history": ["not_yet_at"], "follow_up": ["failures"],
            "notification": ["previous_status", "moment", "applied_at"], "manifest": ["is_in_force"],
        }.items():  # fmt: skip
            for column in columns:
                db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for column in ("copies INTEGER NOT NULL DEFAULT 1", "visit_leads INTEGER NOT NULL DEFAULT 0"):
            db.execute(f"ALTER TABLE shipment ADD COLUMN {column}")
        db.execute("ALTER TABLE visit ADD COLUMN closed_at TEXT")
        db.execute("DELETE FROM visit_shipment")
        db.execute("UPDATE shipment SET visit_id = NULL")
        db.execute("CREATE TRIGGER visit_left_alone AFTER DELETE ON visit_shipment BEGIN SELECT 1; END")
        names = [one.name for one in migrations.pending(Database(memory=True))]
        later = names[names.index("keep_what_the_rule_decides") :]
        db.executemany("DELETE FROM _sqlite_migrations WHERE name = ?", [(name,) for name in later])
        db.execute("PRAGMA user_version = 0")
        db.commit()


def test_a_file_of_before_the_rule_says_what_one_built_anew_says_and_acknowledgements_hold(path: Path) -> None:
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
        figures, in_force = left_out(path)
    assert (figures.not_in_force, figures.left_out, in_force) == (1, 1, [1, 0])
    assert attended == ["unseen", "done", "carrier-unseen"]
    take_the_rule_away(path)
    with Writer(path) as writer:
        again = Store(writer)
        assert [again.rows(RowQuery(Table.SHIPMENTS, day)) for day in (YESTERDAY, DAY)] == rows
        assert again.numbers(RowQuery(Table.SHIPMENTS, DAY, view=View.TO_ATTEND)) == attended
        assert left_out(path) == (figures, in_force)


def test_of_days_that_were_loaded_before_loads_were_kept_a_rebuild_makes_the_same(path: Path) -> None:
    with Writer(path) as writer:
        store = Store(writer)
        store.load(FIRST, day=YESTERDAY)
        store.post(
            aviso(1, f"{YESTERDAY.date}T16:00:00", "falso_flete", "A1"), aviso(2, "07:01:30", "completada", "B1")
        )
        for answer in (FIRST, SECOND, FIRST):
            store.load(answer)
        say(writer, DAY, Answer.NOT_FOUND, moment(20))
    board, seen = board_of(path), shown(path, with_ids=False)
    with closing(sqlite3.connect(to_first_layout(path))) as db:
        take_the_loads_away(db)
        db.commit()
    with Writer(path) as writer:
        assert (board_of(path), shown(path, with_ids=False)) == (board, seen)
        writer.rebuild(lambda *_: None)
        assert (board_of(path), shown(path, with_ids=False)["exported"]) == (board, seen["exported"])


def left_out(path: Path) -> tuple[Figures, list[object]]:
    """Return the figures of the day before, and which of its manifests count."""
    with Reader.opened(path) as reader:
        shown = reader.cells(Table.MANIFESTS, reader.row_ids(RowQuery(Table.MANIFESTS, YESTERDAY), DAY.date))
        return reader.figures(YESTERDAY.date, YESTERDAY.carrier), [cells[-1] for cells in shown.values()]


def row_of(store: Store, number: str) -> int:
    found = "SELECT s.id FROM shipment s JOIN day ON day.id = day_id WHERE number = ? AND date = ?"
    row: tuple[int] = store.writer.board.look(lambda db: db.execute(found, (number, f"{DAY.date}")).fetchone()).result()
    return row[0]


def test_a_key_that_hung_on_the_sender_zone_is_a_moment_from_then_on(path: Path) -> None:
    bodies = aviso(1, "2026-11-20T17:00:05Z"), aviso(1, "2026-11-20T17:00:05.5Z"), aviso(1, "12:00:05")
    with Writer(path) as writer:
        Store(writer).post(*bodies[:2])
    with closing(sqlite3.connect(to_first_layout(path))) as db:
        db.execute("UPDATE notification SET at = '2026-11-20T12:00:05.000000' WHERE id = 1")
        db.execute("UPDATE notification SET at = '2026-11-20T12:00:05.500000' WHERE id = 2")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'let_no_setting_change_a_key'")
        db.commit()
    with Writer(path) as writer:
        assert Store(writer).post(*bodies) == [Outcome.DUPLICATE, Outcome.DUPLICATE, Outcome.STORED]
