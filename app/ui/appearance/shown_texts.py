"""Texts that Qt would show otherwise: too long ones, and keys as the user's system writes them."""

import re
import sys

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QKeySequence, QPaintDevice, QTextLayout, QTextOption

_BREAKS_AFTER = "@./_-"
"""Where a long word is broken if it can be: an e-mail address after its @ or a dot, an id after a hyphen."""
_NUMBER = re.compile(r"\d+(?:[ .,:-]\d+)*")
"""A number as people write it: the groups of a telephone number or of an amount belong together."""
_MODIFIERS = {"Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}  # in the order in which a Mac writes them
_NAMES = {"Return": "↩", "Enter": "↩", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Menu": ""}
_KEYS = re.compile(rf"\b((?:(?:{'|'.join(_MODIFIERS)})\+)+)(\w+|[^\w\s`])|\bCtrl\b")


def lay_out(
    text: str,
    font: QFont,
    width: float,
    device: QPaintDevice | None = None,
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> QTextLayout:
    """Return a text laid out in lines of a width, in pixels of a device."""
    option = QTextOption(alignment)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    text = text.replace("\n", "\u2028")
    layout = QTextLayout(text, font, device)
    layout.setTextOption(option)
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        columns = _columns_to_break(text, line.textStart(), line.textLength())
        if columns < line.textLength():
            line.setNumColumns(columns)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def elided(text: str, metrics: QFontMetrics | QFontMetricsF, width: float) -> str:
    """Return a text that ends with “…” if it is wider than so many pixels, and never within a number.

    The first digits of a number would be read as another number.
    """
    room = max(width, 0)
    if isinstance(metrics, QFontMetrics):
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room))
    else:
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    end = len(shown) - 1
    if shown == text or end < 1:
        return shown
    cut = next((one for one in _NUMBER.finditer(text) if one.start() < end < one.end()), None)
    return shown if cut is None else f"{text[: cut.start()].rstrip()}…"


def broken(text: str, font: QFont, width: float, device: QPaintDevice | None = None) -> list[str]:
    """Return the lines of a text."""
    layout = lay_out(text, font, width, device)
    lines = [layout.lineAt(nth) for nth in range(layout.lineCount())]
    return [_part(text, line.textStart(), line.textLength()).strip() for line in lines]


def _part(text: str, start: int, length: int) -> str:
    """Return a part of a text by Qt's offsets, which count UTF-16 units."""
    if text.isascii() or max(map(ord, text)) < 0x10000:
        return text[start : start + length]
    return text.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le", errors="replace")


def _columns_to_break(text: str, start: int, length: int) -> int:
    """Return how many characters a line should hold; fewer than fit if it would end in a word with a better place."""
    end = start + length
    if end >= len(text) or text[end - 1].isspace() or text[end].isspace():
        return length
    word = next((place + 1 for place in range(end - 1, start - 1, -1) if text[place].isspace()), start)
    best = next((place + 1 for place in range(end - 1, word, -1) if text[place] in _BREAKS_AFTER), end)
    return best - start


def with_system_keys(text: str, platform: str = sys.platform) -> str:
    """Return a sentence, or a page of the manual, with the keys that it names written as on this system.

    A key alone stays, such as Enter and F5; Ctrl alone is a modifier of the mouse.
    """
    return _KEYS.sub(_on_mac, text) if platform == "darwin" else text


def key_text(keys: QKeySequence, platform: str = sys.platform) -> str:
    """Return the keys of an action, written as in the manual; empty where the system has no such key."""
    is_mac = platform == "darwin"
    form = QKeySequence.SequenceFormat.PortableText if is_mac else QKeySequence.SequenceFormat.NativeText
    text = keys.toString(form)
    return with_system_keys(_NAMES.get(text, text) if is_mac else text, platform)


def _on_mac(found: re.Match[str]) -> str:
    pressed, key = (found[1] or "Ctrl").split("+"), found[2] or ""
    return "".join(sign for name, sign in _MODIFIERS.items() if name in pressed) + _NAMES.get(key, key)
