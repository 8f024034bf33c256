from collections.abc import Sequence
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.help.help_controller import typed_day
from app.ui.help.palette import Palette, PaletteEntry

TODAY = date(2026, 11, 20)


def no_day(_text: str) -> Sequence[PaletteEntry]:
    return []


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def palette(qtbot: QtBot, dressed: QApplication, done: list[str]) -> Palette:
    def entry(title: str, group: str, keys: str = "", *, can: bool = True) -> PaletteEntry:
        return PaletteEntry(title, group, lambda: done.append(title), keys, can)

    entries = [
        entry("Load", "Day", "F5"),
        entry("Undo", "Rows", "Ctrl+Z", can=False),
        entry("Excepción", "View"),
        entry("Export what I see", "Export", "Ctrl+E"),
        entry("No longer listed", "View"),
    ]
    palette = Palette(entries, no_day, ["View: Excepción", "Gone: for long"])
    qtbot.addWidget(palette)
    palette.chosen.connect(lambda one: one.act())
    palette.show()
    return palette


def press(palette: Palette, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(palette.field, key)


def test_what_was_used_last_comes_first_and_the_rest_as_it_was_given(palette: Palette) -> None:
    assert palette.shown() == ["Excepción", "Load", "Undo", "Export what I see", "No longer listed"]


def test_all_words_must_match_and_accents_and_case_do_not_matter(palette: Palette) -> None:
    palette.field.setText("EXCEPCION")
    assert palette.shown() == ["Excepción"]
    palette.field.setText("view no")
    assert palette.shown() == ["No longer listed"]
    palette.field.setText("ctrl+e")
    assert palette.shown() == ["Export what I see"]
    palette.field.setText("ex")
    assert palette.shown() == ["Excepción", "Export what I see"]


def test_what_begins_with_the_words_comes_before_what_holds_them(palette: Palette) -> None:
    palette.field.setText("lo")
    assert palette.shown() == ["Load", "No longer listed"]


def test_arrows_choose_over_what_cannot_be_done_now_and_enter_does_it(palette: Palette, done: list[str]) -> None:
    press(palette, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert "Export what I see" in palette.field.accessibleDescription()
    press(palette, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert done == ["No longer listed"]
    assert not palette.isVisible()


def test_escape_closes_and_does_nothing(palette: Palette, done: list[str]) -> None:
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert done == []


def test_where_nothing_matches_that_is_said_and_enter_does_nothing(palette: Palette, done: list[str]) -> None:
    palette.field.setText("xyz")
    assert palette.shown() == ["Nothing matches."]
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert done == []


@pytest.mark.parametrize(
    ("text", "month_first", "day"),
    [
        ("2026-11-19", False, date(2026, 11, 19)),
        (" 19/11/2026 ", False, date(2026, 11, 19)),
        ("19.11.26", False, date(2026, 11, 19)),
        ("3/4", False, date(2026, 4, 3)),
        ("3/4", True, date(2026, 3, 4)),
        ("19/11", True, date(2026, 11, 19)),
        ("21/11", False, date(2025, 11, 21)),
        ("29/2", False, None),
        ("32/1", False, None),
        ("2026-13-01", False, None),
        ("20", False, None),
        ("load", False, None),
        ("", False, None),
    ],
)
def test_a_day_is_read_as_it_is_typed(text: str, month_first: bool, day: date | None) -> None:
    assert typed_day(text, TODAY, month_first=month_first) == day
