"""The look of the window is readable in both themes."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QImage, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QCalendarWidget, QDateEdit, QListWidget, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain.contract.statuses import State
from app.ui.appearance.icons import TextTone
from app.ui.appearance.pills import PILL_ICONS
from app.ui.appearance.theme import (
    DARK,
    LIGHT,
    Theme,
    apply_theme,
    body_font,
    line_height,
    palette,
    row_height,
    scaled,
    style_calendar,
    style_sheet,
    system_theme,
    unscaled,
)

# The offscreen platform warns that it has no window manager to talk to.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
PILLS = [*State, "warning", "missed"]


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QApplication]:
    """The program dressed in the light theme, and undressed after the test."""
    apply_theme(qapp, LIGHT)
    yield qapp
    qapp.setStyleSheet("")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""

    def luminance(color: str) -> float:
        channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mix(under: str, over: str, opacity: float) -> str:
    """What one sees of a colour under another one that covers it so much."""
    parts = [(int(under[at : at + 2], 16), int(over[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(low + (high - low) * opacity):02X}" for low, high in parts)


def rules(sheet: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rules of a style sheet: what each is for, and what it says."""
    for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        declarations = (one.split(":", 1) for one in body.split(";") if ":" in one)
        yield selector.strip(), {name.strip(): value.strip() for name, value in declarations}


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@THEMES
def test_every_text_is_readable_on_every_background_it_appears_on(theme: Theme) -> None:
    backgrounds = [theme.bg, theme.surface, theme.hover, theme.accent_bg]
    pairs = [(theme.text, background) for background in [*backgrounds, theme.selection, theme.line]]
    pairs += [(theme.text_color(tone), background) for tone in TextTone for background in backgrounds]
    pairs += [(theme.selected_text_color(tone), theme.selection) for tone in TextTone]
    pairs += [(theme.on_fill, theme.fill), (theme.on_fill, theme.fill_hover)]
    pairs += [(theme.tone(key).foreground, theme.tone(key).background) for key in PILLS]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@THEMES
def test_what_banners_views_badges_and_charts_show_is_readable(theme: Theme) -> None:
    bad = theme.tone(State.EXCEPTION)
    tones = [theme.tone(key) for key in PILLS]
    banners = [theme.accent_bg, theme.warning.background, bad.background]
    pairs = [(color, banner) for color in (theme.text, theme.accent) for banner in banners]
    pairs += [(tone.foreground, back) for tone in tones for back in (theme.bg, theme.hover, theme.selection)]
    pairs += [(theme.surface, tone.foreground) for tone in tones]
    pairs += [(theme.dim, back) for back in (theme.hover, theme.selection, theme.warning.background)]
    pairs += [(theme.accent, theme.selection), (theme.text, theme.edge)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@THEMES
def test_a_row_that_fades_stays_readable_all_the_way(theme: Theme) -> None:
    pairs = []
    for behind in (theme.surface, theme.hover, theme.selection):
        color = theme.selected_text_color if behind == theme.selection else theme.text_color
        for strength in (0.0, 0.25, 0.5, 0.75, 1.0):
            mixed = mix(behind, theme.accent_bg, strength)
            pairs += [(color(tone), mixed) for tone in TextTone]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


@THEMES
def test_marks_without_a_word_stand_out_from_what_they_lie_on(theme: Theme) -> None:
    pairs = [(mark, behind) for mark in (theme.control, theme.accent) for behind in (theme.bg, theme.surface)]
    pairs += [(theme.on_fill, theme.fill), (theme.control, theme.hover), (theme.ring, theme.fill)]
    assert [pair for pair in pairs if contrast(*pair) < 3] == []


@THEMES
def test_the_palette_is_readable_in_every_group(theme: Theme) -> None:
    role = QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Base),
        (role.Link, role.Window),
    ]
    colors = palette(theme)
    groups = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)
    found = [
        (group.name, front.name, back.name)
        for group in groups
        for front, back in pairs
        if contrast(colors.color(group, front).name(), colors.color(group, back).name()) < 4.5
    ]
    assert found == []


@THEMES
def test_every_rule_of_the_style_sheet_that_sets_text_and_background_is_readable(
    qapp: QApplication, theme: Theme
) -> None:
    checked = []
    for selector, said in rules(style_sheet(theme)):
        for front, back in (("color", "background"), ("selection-color", "selection-background-color")):
            if said.get(front, "").startswith("#") and said.get(back, "").startswith("#"):
                checked.append((selector, contrast(said[front], said[back])))
    assert len(checked) > 20
    assert [one for one in checked if one[1] < 4.5] == []


@THEMES
def test_every_picture_of_the_style_sheet_is_there(qapp: QApplication, theme: Theme) -> None:
    pictures = re.findall(r'url\("([^"]+)"\)', style_sheet(theme))
    assert pictures
    assert [one for one in pictures if not Path(one).is_file()] == []


def test_both_themes_name_a_colour_for_every_state() -> None:
    for theme in (LIGHT, DARK):
        assert set(theme.states) == set(State)
    assert set(PILL_ICONS) == set(PILLS)
    with pytest.raises(ValueError, match="'lost' is not a valid State"):
        LIGHT.tone("lost")


@THEMES
def test_the_program_wears_the_theme(window: QApplication, theme: Theme) -> None:
    apply_theme(window, theme)
    assert window.palette().color(QPalette.ColorRole.Window).name().upper() == theme.bg
    assert theme.fill in window.styleSheet()
    assert window.font().pixelSize() == 13
    assert QFontInfo(window.font()).family()


@pytest.mark.parametrize(("points", "pixels"), [(9, 13), (10, 13), (12, 16), (20, 27), (48, 27)])
def test_texts_are_as_large_as_the_systems_and_never_smaller_than_usual(
    window: QApplication, points: int, pixels: int
) -> None:
    assert body_font(QFont("Noto Sans", points)).pixelSize() == pixels


def test_in_the_usual_size_lengths_are_as_written(window: QApplication) -> None:
    assert [scaled(one) for one in range(40)] == [unscaled(one) for one in range(40)] == [*range(40)]
    assert (row_height(), line_height(20)) == (30, 20)
    assert "font-size: 18px" in style_sheet(LIGHT)
    assert "min-height: 20px" in style_sheet(LIGHT)


def test_lengths_grow_with_the_texts(window: QApplication, large_texts: None) -> None:
    apply_theme(window, LIGHT)
    assert window.font().pixelSize() == 27
    assert (scaled(13), scaled(26), unscaled(54)) == (27, 54, 26)
    assert row_height() == 30 + 19  # a line of text has 19 pixels more, what is around it stays
    assert "font-size: 37px" in style_sheet(LIGHT)
    assert "min-height: 39px" in style_sheet(LIGHT)


def test_a_desktop_without_a_wish_gets_the_light_theme(qapp: QApplication) -> None:
    expected = DARK if qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    assert system_theme(qapp) is expected


def has(image: QImage, color: str) -> bool:
    """Whether a point of the picture has this very colour."""
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(*point).name() == QColor(color).name() for point in points)


def test_the_items_of_a_list_do_not_lie_on_each_other(qtbot: QtBot, window: QApplication) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    views = QListWidget()
    views.addItems(["Todos", "En reparto", "Entregados"])
    QVBoxLayout(panel).addWidget(views)
    with qtbot.waitExposed(panel):
        panel.show()
    rects = [views.visualItemRect(views.item(row)) for row in range(3)]
    assert all(one.bottom() < other.top() for one, other in pairwise(rects))


def test_a_link_button_shows_that_the_pointer_is_on_it(qtbot: QtBot, window: QApplication) -> None:
    link = QPushButton("Limpiar filtros")
    link.setFlat(True)
    qtbot.addWidget(link)
    with qtbot.waitExposed(link):
        link.show()
    link.clearFocus()
    assert not has(link.grab().toImage(), LIGHT.accent_bg)
    link.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as Qt does; the pointer is one for all tests of a process
    middle, nothing = QPointF(link.rect().center()), Qt.MouseButton.NoButton
    pointed = QMouseEvent(QEvent.Type.MouseMove, middle, middle, nothing, nothing, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(link, pointed)
    assert has(link.grab().toImage(), LIGHT.accent_bg)


@THEMES
def test_the_calendar_has_no_colours_of_its_own(qtbot: QtBot, window: QApplication, theme: Theme) -> None:
    field = QDateEdit(QDate(2026, 11, 20))
    field.setCalendarPopup(True)
    qtbot.addWidget(field)
    calendar = field.calendarWidget()
    style_calendar(calendar, theme)
    assert calendar.weekdayTextFormat(Qt.DayOfWeek.Sunday).foreground().style() == Qt.BrushStyle.NoBrush
    assert calendar.headerTextFormat().foreground().color().name().upper() == theme.dim
    assert calendar.verticalHeaderFormat() == QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader
