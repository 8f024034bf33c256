import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.columns import Table
from app.domain.queries import RowQuery, SortKey
from app.store.reader import Reader
from app.store.stored import FOLDED
from app.store.writer import Writer
from tests.store.conftest import DAY, Store, aviso, envio

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
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "DELETE FROM _sqlite_migrations"
            " WHERE name IN ('let_visits_be_alone', 'let_shipments_be_in_order', 'let_short_words_be_found')"
        )
        db.execute("DROP INDEX shipment_text_open")
        db.execute("UPDATE shipment_text SET folded = rtrim(folded, char(10))")
        db.execute("DROP TRIGGER visit_left_alone")
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
        assert reader.few_with(["ez"]) is None
        store = Store(writer)
        store.load({1: [envio(str(nth), destinatario=name) for nth, name in enumerate([*NAMES[:4], "Beatriz"])]})
        assert (found("ez"), found("iz"), found("no")) == (["ñáñez"], ["Beatriz"], [])
        assert reader.few_with(["ez"]) is None
        store.load({1: [envio(str(nth), destinatario="Paz") for nth, _ in enumerate(NAMES)]})
        assert (found("z"), found("ez")) == (["Paz"] * 5, [])
        assert reader.few_with(["az"]) == [1, 2, 3, 4, 5]
