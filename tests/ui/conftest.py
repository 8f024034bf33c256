from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.contract.outcomes import Outcome
from app.domain.days import Day
from app.domain.reception.listening import ReceiverStatus, ReceptionState
from app.domain.settings import Settings
from app.domain.texts import say_in_english
from app.domain.views.columns import COLUMNS, Cell, Table
from app.domain.views.queries import RowQuery
from app.qt_threads.query_thread import QueryThread
from app.ui.ports.about import About
from app.ui.ports.ports import Ports, Rows
from app.ui.state.window_state import WindowState
from app.ui.tables.table_page import TablePage
from app.ui.widgets.formats import Formats
from app.ui.widgets.theme import LIGHT, apply_theme

TODAY = date(2026, 11, 20)
DAY = Day("ANDINA-BOG", TODAY)
ZONE = ZoneInfo("America/Bogota")


def formats(language: str = "en_US") -> Formats:
    return Formats(QLocale(language), TODAY, ZONE, say_in_english, 100)


class Shelf:
    """Rows of every table in memory: each cell says its column, its row's id, and how often the row changed."""

    def __init__(self) -> None:
        self.ids: dict[Table, list[int]] = {table: [] for table in Table}
        self.changes: dict[int, int] = {}
        self.extras: dict[int, tuple[Cell, Cell, Cell, Cell, Cell]] = {}
        self.read: list[tuple[Table, tuple[int, ...]]] = []
        self.asked: list[RowQuery] = []

    def row_ids(self, query: RowQuery, _today: date, limit: int = -1) -> Sequence[int]:
        self.asked.append(query)
        return self.ids[query.table][: limit if limit >= 0 else None]

    def count(self, query: RowQuery, _today: date) -> int:
        return len(self.ids[query.table])

    def cells(self, table: Table, ids: Sequence[int], _carrier: str = "") -> dict[int, tuple[Cell, ...]]:
        self.read.append((table, tuple(ids)))
        return {one: (*self._texts(table, one), *self.extras.get(one, (None, None, None, None, 1))) for one in ids}

    def _texts(self, table: Table, one: int) -> list[Cell]:
        texts: list[Cell] = [f"{column.key} {one} {self.changes.get(one, 0)}" for column in COLUMNS[table]]
        for place, column in enumerate(COLUMNS[table]):
            if column.key in ("visit_id", "received_at") or column.kind.is_number:
                texts[place] = one if column.key == "visit_id" else None
        return texts


def ports(shelf: Shelf, folder: Path) -> Ports:
    @contextmanager
    def open_rows() -> Iterator[Rows]:
        yield shelf  # type: ignore[misc]  # as much of a reader as a table needs

    return Ports(
        rows=shelf,  # type: ignore[arg-type]
        open_rows=open_rows,
        settings=Settings,
        save_settings=lambda _changes: Settings(),
        overridden=frozenset,
        new_load=lambda _day: None,  # type: ignore[arg-type, return-value]
        probe=lambda *_: None,  # type: ignore[arg-type]
        secrets=dict,
        keep_secret=lambda *_: None,
        keep_for_session=lambda *_: None,
        forget_secret=lambda _name: None,
        listening=lambda: ReceiverStatus(ReceptionState.OFF),
        reception=lambda: ReceptionState.OFF,
        restart_receiver=lambda: None,
        stop_receiver=lambda: None,
        test_inside=lambda: None,  # type: ignore[arg-type, return-value]
        test_outside=lambda: None,  # type: ignore[arg-type, return-value]
        apply_again=lambda _id: Outcome.STORED,
        follow_up=lambda _subjects, _edit, _at: 1,
        take_back=lambda _edit: 1,
        mark_seen=lambda _subjects, _at: None,
        photo=lambda _address: None,  # type: ignore[arg-type, return-value]
        export=lambda _order, _report: 0,
        write_file=lambda _path, _content: None,
        list_separator=lambda: ",",
        read_phone=lambda _text: None,
        say=say_in_english,
        language="en",
        now=lambda: datetime(2026, 11, 20, 17, tzinfo=UTC),
        today=lambda: TODAY,
        zone=lambda: ZONE,
        is_demo=False,
        start_demo=None,
        state_file=folder / "window.ini",
        about=About(lambda: [("Despacho", "0")], list, folder, folder / "log", lambda: None),
    )


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The program in its light theme."""
    apply_theme(qapp, LIGHT)
    yield qapp
    qapp.setStyleSheet("")


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def query_thread(shelf: Shelf, tmp_path: Path, qapp: QApplication) -> Iterator[QueryThread[Rows]]:
    query_thread: QueryThread[Rows] = QueryThread(ports(shelf, tmp_path).open_rows)
    yield query_thread
    query_thread.stop()


@pytest.fixture
def pages(
    shelf: Shelf, query_thread: QueryThread[Rows], tmp_path: Path, qtbot: QtBot, dressed: QApplication
) -> dict[Table, TablePage]:
    """The tables of the desk, each with 1,000 rows, shown for a day; they stand beside each other."""
    handed = ports(shelf, tmp_path)
    state = WindowState(handed.state_file)
    made = {}
    for nth, table in enumerate((Table.SHIPMENTS, Table.VISITS, Table.NOTIFICATIONS)):
        shelf.ids[table] = [1000 - row for row in range(1000)]
        page = made[table] = TablePage(table, handed, query_thread, state, LIGHT)
        qtbot.addWidget(page)
        page.use_formats(formats())
        page.resize(900, 500)
        page.move(0, 500 * nth)
        page.show()
        with qtbot.waitSignal(page.rows_shown):
            page.show_day(DAY)
    return made
