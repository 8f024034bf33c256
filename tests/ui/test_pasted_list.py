"""What counts as a pasted list, and what is in it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.appearance.theme import LIGHT
from app.ui.search.search_field import SearchField, pasted_numbers


@pytest.mark.parametrize(
    "text",
    ["101\n102\n103", "101\r\n102\r\n\r\n103\r\n", "101\t102\t103", "101, 102; 103", "101;102;103;", " 101 ,102,\n103"],
)
def test_lines_cells_commas_and_semicolons_make_a_list(text: str) -> None:
    assert pasted_numbers(text) == ("101", "102", "103")


def test_blanks_and_repeats_are_ignored_and_the_order_stays() -> None:
    assert pasted_numbers("\nB-7\n\n a-1 \nb-7\nA-1\nC\n") == ("B-7", "a-1", "C")


@pytest.mark.parametrize(
    "text",
    [
        '"101"\n"102"\n"103"',
        "\u201c101\u201d, \u2018102\u2019, \u00ab103\u00bb",
        "'101\n'102\n'103",
        "\u2022 101\n\u2022\u00a0102\n\u25cf103",
        "- 101\n* 102\n\u2013 103",
        "\u200b101\n102\u202c\n1\u00ad03",
        "101.0\n102.0\n103.0",
        "\u2022 '101.0\u200b'\n102\n103",
    ],
)
def test_quotes_apostrophes_bullets_floats_and_invisible_characters_do_not_count(text: str) -> None:
    assert pasted_numbers(text) == ("101", "102", "103")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "101",
        "101\n",
        "101\n101",
        "María Peña",
        "300 555 0134",
        "CL 153 # 19, Niza",
        "Peña, María",
        "\t101",
        "12,5 kg",
    ],
)
def test_anything_else_is_something_to_search_for(text: str) -> None:
    assert pasted_numbers(text) == ()


def test_what_is_no_number_stays_in_a_list_of_several_lines_so_that_nothing_is_dropped_silently() -> None:
    assert pasted_numbers("Number\tName\n101\tAna Peña") == ("Number", "Name", "101", "Ana Peña")


def test_numbers_typed_with_spaces_are_a_list_on_enter_and_a_telephone_number_is_none(
    qtbot: QtBot, dressed: QApplication
) -> None:
    field, lists = SearchField(LIGHT), list[object]()
    qtbot.addWidget(field)
    field.list_pasted.connect(lists.append)
    short = "545252500001, 545252500002 9999"
    for typed in ("545252500001 545252500002", short, "+57 306 555 8369", "306555 8369", "calle 12 545252500001"):
        field.setText(typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert lists == [("545252500001", "545252500002"), ("545252500001", "545252500002", "9999")]
