"""The icons take any colour and are sharp at every scale."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from app.domain.resources import resource
from app.ui.appearance.icons import icon, icon_pixmap

OUTLINES = sorted(path.stem for path in resource("icons").glob("*.svg"))


@pytest.mark.parametrize("name", OUTLINES)
def test_an_icon_has_the_requested_colour(qapp: QApplication, name: str) -> None:
    text = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    assert 'stroke="currentColor"' in text
    assert 'viewBox="0 0 24 24"' in text
    assert "#" not in text
    image = icon_pixmap(name, "#C01020", 48).toImage()
    points = [image.pixelColor(x, y) for x in range(48) for y in range(48)]
    assert {point.name() for point in points if point.alpha() == 255} == {"#c01020"}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("side", [14, 16, 20, 24, 40])
def test_an_icon_is_drawn_for_the_scale_it_is_shown_at(qapp: QApplication, side: int, ratio: float) -> None:
    shown = icon("truck", "#123456").pixmap(QSize(side, side), ratio)
    assert shown.devicePixelRatio() == ratio
    assert shown.toImage() == icon_pixmap("truck", "#123456", side, ratio).toImage()


def test_a_disabled_icon_is_paler_and_a_selected_one_is_not(qapp: QApplication) -> None:
    one = icon("check", QColor("#123456"))

    def strength(mode: QIcon.Mode) -> int:
        image = one.pixmap(QSize(16, 16), 1.0, mode).toImage()
        return max(image.pixelColor(x, y).alpha() for x in range(16) for y in range(16))

    assert strength(QIcon.Mode.Disabled) < strength(QIcon.Mode.Normal) // 2
    assert strength(QIcon.Mode.Selected) == strength(QIcon.Mode.Active) == strength(QIcon.Mode.Normal)


def test_an_icon_survives_being_copied_and_changed(qapp: QApplication) -> None:
    for _ in range(500):
        copied = QIcon(icon("x", "#123456"))
        copied.addPixmap(QPixmap(3, 3))
        assert not copied.pixmap(QSize(16, 16)).isNull()


def test_an_icon_that_does_not_exist_is_a_bug(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-outline", "#123456")
