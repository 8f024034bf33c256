"""A number, an identifier or a telephone number is read whole, or it says that it goes on."""

from itertools import chain

import pytest
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.domain.views.columns import DESK_TABLES
from app.ui.appearance.theme import scaled
from tests.flows.conftest import Bench
from tests.flows.places.board import board
from tests.flows.places.calling import calling
from tests.flows.places.finding import finding
from tests.flows.places.long_numbers import a_day_of_long_numbers
from tests.flows.places.ways import pick, settle
from tests.flows.test_screens import wrong_with
from tests.flows.truncated_texts import cut_texts

WIDTHS = (280, 320, 360, 396, 480, 560)
"""Of the detail pane, at the usual size of texts: the first one is its least."""


def cut_in_detail(bench: Bench) -> list[str]:
    """What cannot be read whole in the detail of a row of each kind, in each width."""
    window, found = bench.window, []
    for table in DESK_TABLES:
        window.tabs.show_table(table)
        bench.settle()
        for row in range(min(len(window.tabs.page.model.ids), 3)):
            pick(bench, row)
            for width in map(scaled, WIDTHS):
                window.tabs.beside.setSizes([window.tabs.width() - width, width])
                settle()
                assert window.detail.width() == width
                cut = cut_texts(window.detail) + beside(window.detail)
                found += [f"{table.value} {row} at {width}: {one}" for one in cut]
    return found


def beside(area: QAbstractScrollArea) -> list[str]:
    """The widgets of a scrolled area that reach over its side."""
    seen = [one for one in area.viewport().findChildren(QWidget) if one.isVisible()]
    rights = {one: one.mapTo(area.viewport(), one.rect().topRight()).x() for one in seen}
    return [f"{one!r} ends at {right}" for one, right in rights.items() if right >= area.viewport().width()]


@pytest.mark.parametrize("language", ["es", "en"])
def test_each_number_of_a_row_is_whole_in_its_detail(bench: Bench, language: str) -> None:
    bench.change_settings(language=language)
    a_day_of_long_numbers(bench)
    bench.window.resize(1366, 728)
    assert cut_in_detail(bench) == []


def test_also_with_a_system_font_of_20_points(bench: Bench, large_texts: None) -> None:
    bench.change_settings(language="es")
    a_day_of_long_numbers(bench)
    bench.window.resize(2700, 1000)
    assert cut_in_detail(bench) == []


@pytest.mark.parametrize("width", [1024, 1280])
def test_each_number_is_whole_in_tables_calls_alerts_and_dialogs(bench: Bench, width: int) -> None:
    bench.change_settings(language="es")
    a_day_of_long_numbers(bench)
    bench.window.resize(width, 728)
    places = chain(board(bench), finding(bench), calling(bench))
    found = {name: wrong_with(bench, widget) for name, widget in places}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_column_of_numbers_is_as_wide_as_its_longest_number(bench: Bench) -> None:
    a_day_of_long_numbers(bench)
    view = bench.window.tabs.page.view
    place = view.rows.position("number")
    assert max(map(len, bench.column("number"))) == 40
    assert view.columnWidth(place) >= view.sizeHintForColumn(place)
