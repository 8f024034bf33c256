"""The colours and measures of the window, light and dark, and its style sheet."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from string import Template
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette, QTextCharFormat
from PySide6.QtWidgets import QApplication, QCalendarWidget

from app.domain.contract.statuses import State
from app.domain.resources import resource
from app.ui.appearance.icons import TextTone

CELL_PADDING = 12
_FAMILIES = ("Inter", "Inter Variable", "Noto Sans")
_USUAL_PIXELS = 13
"""The size of texts where the system's font is no larger, as at the 9 or 10 points that systems come with."""
_LARGEST_PIXELS = 27
"""That of Windows' largest text, 225 % of 9 points, and of 20 points."""
_LENGTHS = range(8, 35)
"""The lengths that the style sheet has scaled."""
_USUAL_LINE = 18
"""The height of a line of text in the usual size."""
_SCHEMES = {"": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


@dataclass(frozen=True)
class Tone:
    """A text colour and the background it is read on."""

    foreground: str
    background: str


@dataclass(frozen=True)
class Theme:
    """Every colour of the window, as `#RRGGBB`. Texts have a contrast of at least 4.5 : 1 on their backgrounds."""

    is_dark: bool
    bg: str  # the window
    surface: str  # tables, bars, cards, fields
    hover: str  # under the pointer
    line: str  # hairlines
    edge: str  # outlines of fields and buttons, a little stronger than a hairline
    text: str
    dim: str  # labels, headers
    faint: str  # placeholders, dashes, disabled controls
    control: str  # marks without text: check boxes, a scroll bar under the pointer (3 : 1)
    thumb: str  # a scroll bar at rest
    ring: str  # the focus ring of filled controls (3 : 1 to the filling)
    accent: str  # links, focus
    accent_bg: str  # chips, flashing rows
    selection: str  # selected rows
    fill: str  # the main action
    fill_hover: str
    on_fill: str  # its text
    states: Mapping[State, Tone]
    warning: Tone
    missed: Tone
    good_fill: str  # bars and marks of deliveries
    bad_fill: str  # and of failures
    warn_fill: str  # and of what is to be picked up
    way_edge: str  # the outline of what is out for delivery, in `accent_bg`
    silent: str  # the hatching of a pause
    silent_now: str  # and of one that lasts
    ground: str  # the map where no visit is known
    ground_dot: str  # a known visit on it
    match: str  # behind what is searched for

    def tone(self, key: str) -> Tone:
        """Return the pair for the value of a `State`, or for `warning` or `missed`.

        Raises:
            ValueError: no such key; a bug.
        """
        if key == "warning":
            return self.warning
        return self.missed if key == "missed" else self.states[State(key)]

    def text_color(self, tone: TextTone) -> str:
        """Return the colour of a tone, readable on every background but `selection`."""
        return {
            TextTone.BAD: self.states[State.EXCEPTION].foreground,
            TextTone.WARN: self.warning.foreground,
            TextTone.GOOD: self.states[State.DELIVERED].foreground,
            TextTone.MISSED: self.missed.foreground,
            TextTone.ACCENT: self.accent,
            TextTone.DIM: self.dim,
            TextTone.FAINT: self.faint,
        }[tone]

    def selected_text_color(self, tone: TextTone) -> str:
        """Return the colour of a tone on `selection`, on which two would be too pale."""
        instead = {TextTone.FAINT: self.dim, TextTone.GOOD: self.text}
        return instead.get(tone) or self.text_color(tone)


LIGHT = Theme(
    is_dark=False,
    bg="#F6F7F9",
    surface="#FFFFFF",
    hover="#EDEFF3",
    line="#E3E6EB",
    edge="#D3D8E0",
    text="#1B2230",
    dim="#5B6575",
    faint="#626C7C",
    control="#7A8496",
    thumb="#CBD1DA",
    ring="#061534",
    accent="#1F5FD6",
    accent_bg="#E8F0FE",
    selection="#DCE8FD",
    fill="#1F5FD6",
    fill_hover="#1A52BA",
    on_fill="#FFFFFF",
    states=MappingProxyType(
        {
            State.ON_ITS_WAY: Tone("#1F5FD6", "#E8F0FE"),
            State.DELIVERED: Tone("#117647", "#E3F5EC"),
            State.EXCEPTION: Tone("#B3261E", "#FCEAE8"),
            State.PICKUP: Tone("#8A5A00", "#FDF3DC"),
            State.OTHER: Tone("#5B6575", "#EDF0F4"),
        }
    ),
    warning=Tone("#8A5A00", "#FDF3DC"),
    missed=Tone("#6A3FB5", "#F0E9FB"),
    good_fill="#1A8452",
    bad_fill="#C93A31",
    warn_fill="#B77B0A",
    way_edge="#5D87DC",
    silent="#8C95A3",
    silent_now="#A8740C",
    ground="#EEF1F4",
    ground_dot="#C4CBD5",
    match="#FFE39A",
)
DARK = Theme(
    is_dark=True,
    bg="#14171C",
    surface="#1B1F26",
    hover="#222730",
    line="#2E343F",
    edge="#3A414E",
    text="#E7EAF0",
    dim="#A3ACBB",
    faint="#8B95A6",
    control="#7A8496",
    thumb="#3F4754",
    ring="#CFE0FF",
    accent="#7FB0FF",
    accent_bg="#1E2C45",
    selection="#25385A",
    fill="#2B67DE",
    fill_hover="#1F5FD6",
    on_fill="#FFFFFF",
    states=MappingProxyType(
        {
            State.ON_ITS_WAY: Tone("#8DB8FF", "#1E2C45"),
            State.DELIVERED: Tone("#6FD6A2", "#163426"),
            State.EXCEPTION: Tone("#FF9B92", "#44201E"),
            State.PICKUP: Tone("#F2C667", "#3A2E14"),
            State.OTHER: Tone("#A3ACBB", "#2A303A"),
        }
    ),
    warning=Tone("#F2C667", "#3A2E14"),
    missed=Tone("#C4A7FF", "#2D2443"),
    good_fill="#4DB883",
    bad_fill="#E5746B",
    warn_fill="#D9A93F",
    way_edge="#5B82C4",
    silent="#6F7887",
    silent_now="#C6942F",
    ground="#171B21",
    ground_dot="#363D49",
    match="#66530F",
)


def system_theme(app: QApplication) -> Theme:
    """Return the theme that the desktop prefers; light if it has no preference."""
    return DARK if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def use_theme(app: QApplication, name: str) -> Theme:
    """Apply and return the theme of a setting: `light`, `dark`, or empty for that of the desktop."""
    app.styleHints().setColorScheme(_SCHEMES[name])  # for title bars and the system's dialogs
    theme = {"light": LIGHT, "dark": DARK}.get(name) or system_theme(app)
    apply_theme(app, theme)
    return theme


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Apply style, palette, font and style sheet to the program. Call it again to change the theme.

    Texts get the size of the font that the program has, which is the system's at first: another size of that shows at
    the next start.
    """
    app.setStyle("Fusion")
    app.setPalette(palette(theme))
    app.setFont(body_font(app.font()))
    app.setStyleSheet(style_sheet(theme))


def style_calendar(calendar: QCalendarWidget, theme: Theme) -> None:
    """Style a date field's calendar, in which Qt would paint weekends red."""
    header = QTextCharFormat()
    header.setForeground(QColor(theme.dim))
    header.setBackground(QColor(theme.surface))
    calendar.setHeaderTextFormat(header)
    for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(day, QTextCharFormat())
    calendar.setMinimumSize(scaled(280), scaled(240))
    calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)


def body_font(system: QFont) -> QFont:
    """Return the font of all text, in the size of the system's, and never smaller than the usual one.

    It is the system's on Windows and macOS, on Linux Inter or Noto Sans if installed.
    """
    font = QFont(system)
    pixels = min(max(QFontInfo(font).pixelSize(), _USUAL_PIXELS), _LARGEST_PIXELS)
    if sys.platform not in ("win32", "darwin"):
        present = set(QFontDatabase.families())
        font = next((QFont(family) for family in _FAMILIES if family in present), font)
    font.setPixelSize(pixels)
    return font


def with_even_figures(font: QFont) -> QFont:
    """Return a font whose digits have one width, so that what stands beside numbers below each other is aligned."""
    even = QFont(font)
    even.setFeature(QFont.Tag("tnum"), 1)
    return even


def growth() -> float:
    """Return how many times as large as usual the texts of the program are, at least 1."""
    return max(QApplication.font().pixelSize(), _USUAL_PIXELS) / _USUAL_PIXELS  # -1 before `apply_theme`


def scaled(pixels: int) -> int:
    """Return a length that grows with the program's font: so many pixels where that has the usual size."""
    return round(pixels * growth())


def unscaled(pixels: int) -> int:
    """Return what such a length is where the font has the usual size, in which lengths are kept for another start."""
    return round(pixels / growth())


def line_height(pixels: int) -> int:
    """Return the height of what holds a line of text: its padding stays, so it grows by as much as the text does."""
    return pixels + scaled(_USUAL_LINE) - _USUAL_LINE


def row_height() -> int:
    """Return the height of a table's row."""
    return line_height(30)


def palette(theme: Theme) -> QPalette:
    """Return the palette of the theme, for what the style sheet leaves to Qt's Fusion style."""
    role = QPalette.ColorRole
    colors = {
        role.Window: theme.bg,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.hover,
        role.Text: theme.text,
        role.Button: theme.surface,
        role.ButtonText: theme.text,
        role.BrightText: theme.states[State.EXCEPTION].foreground,
        role.PlaceholderText: theme.faint,
        role.ToolTipBase: theme.surface,
        role.ToolTipText: theme.text,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text,
        role.Accent: theme.fill,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Light: theme.surface,
        role.Midlight: theme.hover,
        role.Mid: theme.edge,
        role.Dark: theme.edge,
        role.Shadow: theme.line,
    }
    result = QPalette()
    for key, color in colors.items():
        result.setColor(key, QColor(color))
    unusable = {
        role.WindowText: theme.faint,
        role.Text: theme.faint,
        role.ButtonText: theme.faint,
        role.Base: theme.bg,
        role.Button: theme.bg,
        role.Highlight: theme.line,
        role.HighlightedText: theme.text,
        role.Accent: theme.edge,
        role.Link: theme.faint,
        role.LinkVisited: theme.faint,
    }
    for key, color in unusable.items():
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(color))
    return result


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of the whole window, for the program's present font.

    Widgets choose a look by properties: `primary`, `link`, `card`, `chip`, `mono`, `invalid`, `lines`, `pane` (true),
    `banner` (info, warning, error), `bar` (top, side, bottom), `heading` (title, section), `tone` (a `TextTone`) and
    Qt's own `flat`.
    """
    bad, good = theme.states[State.EXCEPTION], theme.states[State.DELIVERED]
    tones = {
        "bad": bad,
        "good": good,
        "warn": theme.warning,
        "missed": theme.missed,
        "other": theme.states[State.OTHER],
    }
    values: dict[str, object] = dict(vars(theme))
    values |= {name: tone.foreground for name, tone in tones.items()}
    values |= {f"{name}_bg": tone.background for name, tone in tones.items()}
    values["mono"] = {"win32": "Consolas", "darwin": "Menlo"}.get(sys.platform, "monospace")
    values |= {f"px{length}": f"{scaled(length)}px" for length in _LENGTHS}
    values |= {f"line{height}": f"{line_height(height)}px" for height in _LENGTHS}
    mark = scaled(14)
    parts = {
        "half": line_height(32) // 2 - 1,  # a button of a spin box
        "mark": mark,  # of a check box; with a border of 1 px
        "focused_mark": mark - 2,
        "mark_radius": mark // 2 + 1,  # Qt leaves a corner that is too round square
        "chip_radius": line_height(28) // 2,
    }
    values |= {name: f"{length}px" for name, length in parts.items()}
    values["controls"] = resource("icons", "controls").as_posix()
    return Template(resource("desk.qss").read_text(encoding="utf-8")).substitute(values)
