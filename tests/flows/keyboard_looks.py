"""Says which controls look the same with the keyboard as without."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tests.flows.conftest import Bench
from tests.ui.test_theme import contrast

CONTRAST = 3.0
"""By how much a pixel must change (WCAG 2.2, 2.4.13)."""
LEAST = 24
"""How many pixels must change so: a text cursor alone has fewer."""


def takers(window: QWidget) -> list[QWidget]:
    """Return what can have the keyboard in a window."""
    found = [one for one in window.findChildren(QWidget) if one.isVisible() and one.isEnabled()]
    return [one for one in found if one.focusPolicy() & Qt.FocusPolicy.TabFocus and not one.focusProxy()]


def changed(before: QImage, after: QImage) -> int:
    """Return how many pixels changed visibly; two pictures of other sizes changed altogether."""
    if before.size() != after.size():
        return LEAST
    pictures = [one.convertToFormat(QImage.Format.Format_RGB32) for one in (before, after)]
    old, new = (memoryview(one.constBits()).cast("I") for one in pictures)
    seen: dict[tuple[int, int], bool] = {}
    count = 0
    for pair in zip(old, new, strict=True):
        if pair[0] != pair[1]:
            if pair not in seen:
                seen[pair] = contrast(*(f"#{color & 0xFFFFFF:06X}" for color in pair)) >= CONTRAST
            count += seen[pair]
    return count


def without_a_look(bench: Bench, window: QWidget, known: set[tuple[str, str]]) -> Iterator[str]:
    """Yield the controls of a window that look the same with the keyboard; those in `known` were looked at before."""
    window.activateWindow()
    bench.qtbot.waitUntil(window.isActiveWindow)
    had = window.focusWidget()
    for control in takers(window):
        name = (type(control).__name__, control.accessibleName() or getattr(control, "text", str)())
        if name in known:
            continue
        known.add(name)
        control.clearFocus()
        before = control.grab().toImage()
        control.setFocus(Qt.FocusReason.TabFocusReason)
        pixels = changed(before, control.grab().toImage())
        if control.hasFocus() and pixels < LEAST:
            yield f"{' '.join(name)}: {pixels}"
    if had is not None:
        had.setFocus()
