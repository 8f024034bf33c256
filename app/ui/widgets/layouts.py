"""Layouts of widgets in a row or a column."""

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

_Item = QWidget | QLayout
Part = _Item | int | tuple[_Item, int] | tuple[_Item, int, Qt.AlignmentFlag]
"""A widget or a layout, with its stretch and alignment if it has any; a number is an empty stretch."""
_Margins = int | tuple[int, int, int, int] | None
_Box = TypeVar("_Box", bound=QBoxLayout)


def in_row(
    *parts: Part, on: QWidget | None = None, margins: _Margins = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a row of these parts, which lays out the widget `on`; without margins or spacing the style's apply."""
    return _filled(QHBoxLayout(), parts, on, margins, spacing)


def in_column(
    *parts: Part, on: QWidget | None = None, margins: _Margins = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column; see `in_row`."""
    return _filled(QVBoxLayout(), parts, on, margins, spacing)


def order_keys(before: QWidget, parts: Iterable[QWidget]) -> None:
    """Make the Tab key go from a widget through these parts and what they hold, in the order in which it was added."""
    for part in parts:
        for control in (part, *part.findChildren(QWidget)):
            if control.focusPolicy() & Qt.FocusPolicy.TabFocus and control.window() is before.window():
                QWidget.setTabOrder(before, control)
                before = control


def keep_room(widget: QWidget) -> None:
    """Have a widget keep its room while it is hidden, so that nothing moves."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def _filled(box: _Box, parts: tuple[Part, ...], on: QWidget | None, margins: _Margins, spacing: int | None) -> _Box:
    if on is not None:
        on.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        item, *more = part if isinstance(part, tuple) else (part,)
        (box.addWidget if isinstance(item, QWidget) else box.addLayout)(item, *more)  # type: ignore[arg-type]
    return box
