from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import fields
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.days import Day, LoadSummary, Scope
from app.domain.settings import Settings
from app.domain.site import SiteDays
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.queries import RowQuery
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread
from app.ui.appearance.formats import Formats, SiteConventions
from app.ui.appearance.theme import LIGHT, Theme, apply_theme
from app.ui.context.current_day import CurrentDay
from app.ui.context.site_clock import SiteClock
from app.ui.context.undo import UndoStack
from app.ui.context.window_context import WindowContext, WindowSignals
from app.ui.context.window_state import WindowState
from app.ui.tables.table_page import TablePage
from tests.programs import programs

__all__ = ["programs"]

TODAY = date(2026, 11, 20)
DAY = Day("ANDINA-BOG", TODAY)
SHOWN = Scope(DAY.carriers, TODAY)
ZONE = ZoneInfo("America/Bogota")


def formats(language: str = "en_US") -> Formats:
    return Formats(QLocale(language), str, TODAY, SiteConventions(SiteDays(ZONE)))


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


def window_state(folder: Path) -> WindowState:
    return WindowState(folder / "window.ini")


def no_load(*_: object) -> LoadSummary:
    raise NotImplementedError


class KeptSettings:
    """The settings of a window, of which none is changed or fixed."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()

    def read(self) -> Settings:
        return self.settings

    def fixed(self) -> dict[str, str]:
        return {}


def window_context(
    window: QWidget,
    *,
    rows: object = None,
    queries: object = None,
    workers: object = None,
    theme: Theme = LIGHT,
    now: Callable[[], datetime] = lambda: datetime(2026, 11, 20, 17, tzinfo=UTC),
    **others: object,
) -> WindowContext:
    """The context of a window in English; what a test does not give it does not use."""
    given: Any = {one.name: None for one in fields(WindowContext)}
    given |= {"rows": rows, "queries": queries, "workers": workers, "settings": KeptSettings(), **others}

    def formats_of(day: date) -> Formats:
        return Formats(QLocale("en_US"), str, day, SiteConventions(SiteDays(ZONE)))

    clock = SiteClock(now, lambda: SiteDays(ZONE), formats_of, window)
    given |= {
        "window": window,
        "feed": ChangeNotifier(window),
        "theme": theme,
        "language": "en",
        "say": str,
        "clock": clock,
        "day": CurrentDay(given["rows"], no_load, clock, given["workers"], window),
        "undo": UndoStack(window),
        "signals": WindowSignals(str, window),
        "read_phone": lambda _text: None,
        "read_phones": lambda _text: (),
        "is_demo": False,
    }
    return WindowContext(**given)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """What stands for the window over which dialogs open."""
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture(scope="module")  # a style sheet takes long to be read
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The program in its light theme."""
    apply_theme(qapp, LIGHT)
    yield qapp
    qapp.setStyleSheet("")


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def query_thread(shelf: Shelf, qapp: QApplication) -> Iterator[QueryThread[Reader]]:
    query_thread: QueryThread[Reader] = QueryThread(lambda: nullcontext(shelf))  # type: ignore[arg-type]
    yield query_thread
    query_thread.stop()


@pytest.fixture
def context(shelf: Shelf, query_thread: QueryThread[Reader], tmp_path: Path, window: QWidget) -> WindowContext:
    return window_context(window, rows=shelf, queries=query_thread, state=window_state(tmp_path))


@pytest.fixture
def pages(shelf: Shelf, context: WindowContext, qtbot: QtBot, dressed: QApplication) -> dict[Table, TablePage]:
    """The tables of the desk, each with 1,000 rows, shown for a day; they stand beside each other."""
    made = {}
    for nth, table in enumerate((Table.SHIPMENTS, Table.VISITS, Table.NOTIFICATIONS)):
        shelf.ids[table] = [1000 - row for row in range(1000)]
        page = made[table] = TablePage(table, context)
        qtbot.addWidget(page)
        page.model.formats = formats()
        page.resize(900, 500)
        page.move(0, 500 * nth)
        page.show()
        with qtbot.waitSignal(page.rows_shown):
            page.show_day(SHOWN)
    return made
