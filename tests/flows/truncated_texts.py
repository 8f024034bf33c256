"""Finds texts that do not fit into their widgets."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from app.ui.receiver.receiver_chip import ReceiverChip

_SLACK = 1  # pixel, by which rounding differs
_FRAME = 4  # pixels above and below the text of a control, at the least


def cut_texts(window: QWidget) -> list[str]:
    """Return what is written in a window and cannot be read whole, each with the kind of its widget."""
    return [f"{type(one).__name__}: {text}" for one, text in _seen(window) if _is_cut(one) or _is_low(one)]


def _seen(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    for one in [window, *window.findChildren(QWidget)]:
        if one.isVisibleTo(window) and one.width() > 0:
            text = _text(one)
            if text:
                yield one, text


def _text(one: QWidget) -> str:
    if isinstance(one, QLabel | QAbstractButton):
        return one.text()
    if isinstance(one, QGroupBox):
        return one.title()
    if isinstance(one, QComboBox):
        return one.currentText()
    if isinstance(one, QLineEdit):
        return "" if one.text() else one.placeholderText()
    if isinstance(one, QTabBar):
        return " | ".join(one.tabText(place) for place in range(one.count()))
    return ""


def _is_cut(one: QWidget) -> bool:
    if isinstance(one, ReceiverChip):  # shortens itself on purpose, and says the whole in its tool tip
        return False
    if isinstance(one, QLabel):
        return _is_label_cut(one)
    if isinstance(one, QTabBar):
        return sum(one.tabRect(place).width() for place in range(one.count())) > one.width() + _SLACK
    if isinstance(one, QLineEdit):
        room = one.width() - 20
        return one.fontMetrics().horizontalAdvance(one.placeholderText()) > room and not one.toolTip()
    if isinstance(one, QPushButton | QToolButton | QComboBox):
        return one.minimumSizeHint().width() > one.width() + _SLACK
    return one.sizeHint().width() > one.width() + _SLACK


def _is_low(one: QWidget) -> bool:
    is_control = isinstance(one, QLineEdit | QPushButton | QToolButton | QComboBox)
    return is_control and one.fontMetrics().height() > one.height() - _FRAME + _SLACK


def _is_label_cut(label: QLabel) -> bool:
    if label.textFormat() is not Qt.TextFormat.PlainText:
        return False
    if not label.wordWrap():
        return label.sizeHint().width() > label.width() + _SLACK and not label.toolTip()
    longest = max(label.fontMetrics().horizontalAdvance(word) for word in label.text().split() or [""])
    is_narrow = longest > label.contentsRect().width() + _SLACK and not label.toolTip()
    return is_narrow or label.heightForWidth(label.width()) > label.height() + _SLACK
