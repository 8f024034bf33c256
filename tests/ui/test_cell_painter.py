"""The content of a cell, painted in the room that there is."""

import pytest
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from app.domain.column import Kind
from app.ui.appearance.icons import CellLook
from app.ui.appearance.theme import LIGHT, row_height
from app.ui.cells.cell_painter import CellPainter, Manner

WHOLE, FIRST = "Usaquén (Bogotá)", len("Usaquén")


@pytest.fixture
def painter(dressed: QApplication) -> CellPainter:
    return CellPainter(LIGHT, dressed.font())


def painted(painter: CellPainter, text: str, width: int, first: int | None = None) -> QImage:
    image = QImage(400, row_height(), QImage.Format.Format_RGB32)
    image.fill(QPalette().base().color())
    with QPainter(image) as on:
        painter.paint_cell(on, 0, 0, width, CellLook(text, None, Kind.TEXT, first=first), Manner())
    return image


def test_the_city_of_a_locality_is_painted_whole_or_not_at_all_and_asks_for_no_room(painter: CellPainter) -> None:
    least = painter.width(CellLook(WHOLE, first=FIRST))
    assert least == painter.width(CellLook(WHOLE[:FIRST]))
    enough = painter.width(CellLook(WHOLE)) + 2
    assert painted(painter, WHOLE, enough - 8, FIRST) == painted(painter, WHOLE[:FIRST], enough - 8)
    assert painted(painter, WHOLE, enough, FIRST) != painted(painter, WHOLE[:FIRST], enough)


def test_a_word_that_is_searched_for_is_marked_also_in_a_text_that_is_cut(painter: CellPainter) -> None:
    text = "Édgar Bermúdez López de la Torre"
    unmarked = painted(painter, text, 180)
    painter.words = ["bermudez"]
    assert painted(painter, text, 180) != unmarked
