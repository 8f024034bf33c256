"""Finds texts that do not fit into their widgets."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from types import UnionType
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QStyleOptionViewItem,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)

from app.ui.tables.columns_header import ColumnsHeader
from app.ui.views.view_delegate import ViewDelegate, ViewRole
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.chip import Chip
from app.ui.widgets.labels import ElidedLabel, WrappingButton, WrappingLabel

_NUMBER = re.compile(r"[-+$#(]?\d[-\d\s.,:/()+%$]*( (m|s|min|UTC|a\. m\.|p\. m\.))?")
_SLACK = 1  # pixel, by which rounding differs
_FRAME = 4  # pixels above and below the text of a control, at the least
_PADDING = 16  # of a column's title


def cut_texts(window: QWidget) -> list[str]:
    """Return what is written in a window and cannot be read whole, each with the kind of its widget."""
    return [f"{type(one).__name__}: {text}" for one, text in _seen(window) if _is_cut(one) or _is_low(one)]


def cut_digits(window: QWidget) -> list[str]:
    """Return the numbers in a window's tables and lines that are narrower than they need, or painted in part."""
    widgets = [one for one in window.findChildren(QWidget) if one.isVisibleTo(window)]
    tables = [one for one in widgets if isinstance(one, QTableView)]
    labels = [one for one in widgets if isinstance(one, ElidedLabel) and _NUMBER.fullmatch(one.text())]
    found = [f"{table.accessibleName()}: {text}" for table in tables for text in _cut_cells(table)]
    return found + [one.text() for one in labels if one.sizeHint().width() > one.width() + _SLACK]


def _cut_cells(table: QTableView) -> Iterator[str]:
    """Yield the numbers in the rows on the screen that their cells cut, or the edge of a table that is not scrolled."""
    header, is_scrolled = table.horizontalHeader(), table.horizontalScrollBar().maximum() > 0
    width = 1_000_000 if is_scrolled else table.viewport().width()
    model, last = table.model(), table.rowAt(table.viewport().height() - 1)
    rows = range(max(table.rowAt(0), 0), (last if last >= 0 else model.rowCount() - 1) + 1)
    places = [place for place in range(header.count()) if not header.isSectionHidden(place)]
    for row, place in product(rows, places):
        index, left = model.index(row, place), header.sectionViewportPosition(place)
        text = str(index.data() or "")
        if _NUMBER.fullmatch(text) and 0 <= left < width:
            room = min(header.sectionSize(place), width - left)
            if table.itemDelegate().sizeHint(_option(table), index).width() > room + _SLACK:
                yield text


def _option(table: QTableView) -> QStyleOptionViewItem:
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    return option


def _seen(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    for one in [window, *window.findChildren(QWidget)]:
        if one.isVisibleTo(window) and one.width() > 0:
            text = _text(one)
            if text:
                yield one, text


def _text(one: QWidget) -> str:
    texts: list[tuple[type | UnionType, Callable[[Any], str]]] = [
        (ViewsPanel, lambda panel: ", ".join(item.text() for item in _cut_views(panel))),
        (QLabel | QAbstractButton, lambda label: str(label.text())),
        (QGroupBox, lambda box: str(box.title())),
        (QComboBox, lambda box: str(box.currentText())),
        (QLineEdit, lambda field: "" if field.text() else str(field.placeholderText())),
        (QTabBar, lambda bar: " | ".join(bar.tabText(place) for place in range(bar.count()))),
        (QHeaderView, lambda header: ", ".join(_cut_titles(header))),
    ]
    return next((text(one) for kind, text in texts if isinstance(one, kind)), "")


def _is_cut(one: QWidget) -> bool:
    if isinstance(one, Chip):  # shortens itself on purpose, and says the whole in its tool tip
        return False
    if isinstance(one, ViewsPanel | QHeaderView):
        return True  # its text is what is cut
    if isinstance(one, QLabel):
        return _is_label_cut(one)
    if isinstance(one, QTabBar):
        return (
            not one.usesScrollButtons()
            and sum(one.tabRect(place).width() for place in range(one.count())) > one.width() + _SLACK
        )
    if isinstance(one, QLineEdit):
        room = one.width() - 20
        return one.fontMetrics().horizontalAdvance(one.placeholderText()) > room and not one.toolTip()
    is_stretched = isinstance(one, QPushButton | QToolButton | QComboBox)
    hint = one.minimumSizeHint() if is_stretched else one.sizeHint()
    return hint.width() > one.width() + _SLACK


def _cut_titles(header: QHeaderView) -> list[str]:
    """Return the titles of a table's columns that are cut; those that the user makes narrower have a tool tip."""
    if header.orientation() is Qt.Orientation.Vertical or isinstance(header, ColumnsHeader):
        return []
    shown = (place for place in range(header.count()) if not header.isSectionHidden(place))
    titles = {place: str(header.model().headerData(place, header.orientation())) for place in shown}
    width = header.fontMetrics().horizontalAdvance
    return [title for place, title in titles.items() if width(title) + _PADDING > header.sectionSize(place)]


def _cut_views(panel: ViewsPanel) -> list[QListWidgetItem]:
    """Return the views whose names are cut, or in a rail their counts; the user's own have any length."""
    items = [panel.item(row) for row in range(panel.count())]
    shown = [item for item in items if not item.isHidden() and isinstance(item.data(ViewRole.VIEW), str)]
    delegate, room = panel.itemDelegate(), panel.viewport().width()
    assert isinstance(delegate, ViewDelegate)
    if panel.is_rail:
        figure = panel.fontMetrics()  # larger than the counts are written
        return [one for one in shown if figure.horizontalAdvance(f"{one.data(ViewRole.COUNT) or 0:,}") > room]
    return [item for item in shown if delegate.width_of(item.text(), panel.font(), "") > room]


def _is_low(one: QWidget) -> bool:
    is_control = isinstance(one, QLineEdit | QPushButton | QToolButton | QComboBox)
    lines = one.heightForWidth(one.width()) if isinstance(one, WrappingButton) else 0
    return is_control and max(one.fontMetrics().height() + _FRAME, lines) > one.height() + _SLACK


def _is_label_cut(label: QLabel) -> bool:
    if label.textFormat() is not Qt.TextFormat.PlainText:
        return False
    if not label.wordWrap():
        return label.sizeHint().width() > label.width() + _SLACK and not isinstance(label, ElidedLabel)
    longest = max(label.fontMetrics().horizontalAdvance(word) for word in label.text().split() or [""])
    is_narrow = longest > label.contentsRect().width() + _SLACK and not isinstance(label, WrappingLabel)
    return is_narrow or label.heightForWidth(label.width()) > label.height() + _SLACK
