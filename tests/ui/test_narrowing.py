"""The filters of a table, and what of them the next window shows."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.views.columns import Table
from app.domain.views.queries import SortKey, ValueFilter, View
from app.ui.tables.filter_bar import FilterChip
from app.ui.tables.narrowing import Narrowing, kept_narrowing
from app.ui.tables.table_page import TablePage
from tests.ui.conftest import formats, window_state


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ('["delivered", [["number", true]]]', Narrowing(View.DELIVERED, sort=(SortKey("number", descending=True),))),
        ('["view of a later version", [["number", false]]]', Narrowing(sort=(SortKey("number"),))),
        ('["far_away", []]', Narrowing()),  # of another table
        ('["all", [["removed", true], ["number", true]]]', Narrowing(sort=(SortKey("number", descending=True),))),
        ('["all", [["number", 1]]]', Narrowing()),
        ('["delivered"', Narrowing()),
        ("[]", Narrowing()),
        ("", Narrowing()),
    ],
)
def test_what_is_left_of_a_kept_view_and_order_is_shown(tmp_path: Path, kept: str, expected: Narrowing) -> None:
    file = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    file.setValue("shown/shipments", kept)
    file.sync()
    assert kept_narrowing(window_state(tmp_path), Table.SHIPMENTS) == expected


def test_a_filter_by_another_value_of_a_column_replaces_the_first(pages: dict[Table, TablePage]) -> None:
    page = pages[Table.SHIPMENTS]
    page.model.formats = formats()
    for chosen in (("failure", "absent", False), ("failure", "refused", False), ("note", None, True)):
        page.add_filter(ValueFilter(*chosen))
    assert page.narrowing.filters == (ValueFilter("failure", "refused"), ValueFilter("note", None, exclude=True))
    page.choose_values("note", ["seen", None])
    kept = [ValueFilter("note", one) for one in ("seen", None)]
    assert page.narrowing.filters[1:] == (ValueFilter("note", None, exclude=True), *kept)
    page.choose_values("note", [])
    assert page.filters.describe(page.narrowing.filters[1:]) == "Note: with a value"


def test_a_chip_that_is_too_narrow_says_that_its_number_goes_on(qtbot: QtBot, dressed: QApplication) -> None:
    number = "1234567890" * 4
    long, short = FilterChip(), FilterChip()
    for chip, text in ((long, number), (short, "12345678901234567890")):
        qtbot.addWidget(chip)
        chip.show_text(text, "  ✕")
        chip.show()
    assert number in long.toolTip()
    room = short.sizeHint().width()
    long.resize(room, long.sizeHint().height())
    short.show_text("…", "  ✕")  # its first digits would be read as another number
    short.resize(long.size())
    assert long.grab().toImage() == short.grab().toImage()
