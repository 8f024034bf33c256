"""The tables behind other tabs are created late, without a visible difference."""

from datetime import date

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.board.reading.reader import Reader
from app.domain.days import Day
from app.domain.views.columns import Table
from app.domain.views.queries import ValueFilter, View
from app.ui.tables.table_view import RowsView
from tests.flows.conftest import Bench
from tests.shown_counts import view_count

TABLES = {"Shipments", "Visits", "Manifests", "Notifications"}


def made(bench: Bench) -> set[str]:
    """Return the names of the tables that there are."""
    return {view.accessibleName() for view in bench.window.findChildren(RowsView)}


def left_with_visits(bench: Bench) -> Bench:
    """Leave a window that has four visits of two drivers, with a column of an unusual width."""
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    for visit in range(4):
        bench.notify(visit, conductor={"id": visit % 2, "nombre": ("Ana Peña", "Luis Rey")[visit % 2]})
    visits = bench.window.tabs.pages[Table.VISITS]
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 4)
    with bench.qtbot.waitSignal(visits._arrangement.kept):
        visits.view.columns_header.resizeSection(visits.model.position("driver"), 234)
    bench.desk.stop()
    return bench


def test_a_start_shows_its_table_before_creating_the_others(bench: Bench) -> None:
    left_with_visits(bench).open()
    assert made(bench) == {"Shipments"}
    assert bench.window.tabs.page.view.isVisible()
    bench.qtbot.waitUntil(lambda: made(bench) == TABLES)
    assert not bench.window.tabs.pages[Table.VISITS].view.isVisible()


def test_every_table_is_created_even_if_the_store_does_not_answer(bench: Bench) -> None:
    left_with_visits(bench).open()
    bench.window.context.queries.stop()
    bench.qtbot.waitUntil(lambda: made(bench) == TABLES)


def test_a_table_opened_at_once_has_its_rows_and_columns(bench: Bench) -> None:
    window = left_with_visits(bench).open().window
    visits = window.tabs.pages[Table.VISITS]
    window.tabs.setCurrentWidget(visits)
    assert visits.view.isVisible()
    assert visits.view.columns_header.sectionSize(visits.model.position("driver")) == 234
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 4)


def test_filters_and_read_marks_of_a_table_are_there_once_it_is_opened(bench: Bench) -> None:
    window = left_with_visits(bench).open().window
    visits = window.tabs.pages[Table.VISITS]
    window.top.search.setText("ana")
    visits.add_filter(ValueFilter("status", "completada"))
    bench.receive()
    bench.notify(8, conductor={"id": 0, "nombre": "Ana Peña"})
    bench.notify(9, conductor={"id": 1, "nombre": "Luis Rey"})
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 3)
    window.tabs.setCurrentWidget(visits)
    bench.settle()
    assert set(bench.column("driver", Table.VISITS)) == {"Ana Peña"}
    assert len([one for one in visits.filters.findChildren(QAbstractButton) if one.isVisible()]) == 6
    window.filtering.clear()
    bench.qtbot.waitUntil(lambda: len(visits.model.ids) == 6)


def test_a_start_counts_its_day_once_and_not_beside_the_first_rows(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_with_visits(bench)
    counted: list[Day] = []
    counts = Reader.view_counts

    def count(reader: Reader, day: Day, today: date) -> dict[View, int]:
        counted.append(day)
        return counts(reader, day, today)

    monkeypatch.setattr(Reader, "view_counts", count)
    window = bench.open().window
    assert window.counts.pause.isActive()
    assert counted == []
    bench.qtbot.waitUntil(lambda: view_count(window.views, View.ALL) > 0)
    window.current_day.reread()
    bench.qtbot.waitUntil(lambda: len(counted) == 2)
