"""The two fields that limit a number or a time of day, above the values of a column."""

import re
from collections.abc import Iterable

from PySide6.QtCore import QLocale, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.domain.column import Kind
from app.domain.views.queries import Bound, ValueFilter
from app.ui.widgets.labels import name_field, plain_label, restyle

_PAUSE_MS = 400
_MINUTE = 60
_MOST = 1e12
_CLOCK = re.compile(r"([01]?\d|2[0-3])(?:[:.]?([0-5]\d))?")
_NUMBER = re.compile(r"(-?\d+)(?:[.,](\d+))?")


class LimitFields(QWidget):
    """Applies what was typed after a pause; a field that is empty limits nothing.

    What cannot be read is marked, and changes nothing. A duration is typed in minutes, and 7 as a time of day is 7:00.
    """

    changed = Signal(object)
    """The limits, a tuple of `ValueFilter`."""

    def __init__(self, key: str, kind: Kind, limits: Iterable[ValueFilter], locale: QLocale) -> None:
        super().__init__()
        self._key, self._kind, self._locale = key, kind, locale
        self._factor = _MINUTE if kind is Kind.SECONDS else 1
        self._limits = {one.bound: one.value for one in limits if one.bound}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.apply)
        self.low, self.high = (QLineEdit() for _ in Bound)
        unit = {Kind.SECONDS: "min", Kind.METRES: "m"}.get(kind, "" if kind.is_number else "hh:mm")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for title, bound, field in (
            (self.tr("From"), Bound.FROM, self.low),
            (self.tr("To"), Bound.TO, self.high),
        ):
            name_field(field, f"{title} ({unit})" if unit else title)
            field.setPlaceholderText(unit)
            if bound in self._limits:
                field.setText(self._text(self._limits[bound]))
            row.addWidget(plain_label(title))
            row.addWidget(field, 1)
            field.textChanged.connect(self._pause.start)
            field.editingFinished.connect(self.apply)

    def clear(self) -> None:
        """Limit nothing."""
        self.low.clear()
        self.high.clear()
        self.apply()

    @Slot()
    def apply(self) -> None:
        """Tell the limits if they are others than before."""
        self._pause.stop()
        before = dict(self._limits)
        for bound, field in ((Bound.FROM, self.low), (Bound.TO, self.high)):
            text = field.text().strip()
            value = self._number(text) if self._kind.is_number else _clock(text)
            is_wrong = bool(text) and value is None
            if is_wrong is not bool(field.property("invalid")):
                restyle(field, "invalid", is_wrong)
                field.setAccessibleDescription(self.tr("This cannot be read.") if is_wrong else "")
            if value is not None:
                self._limits[bound] = value
            elif not text:
                self._limits.pop(bound, None)
        if self._limits != before:
            limits = ((one, self._limits[one]) for one in Bound if one in self._limits)
            self.changed.emit(tuple(ValueFilter(self._key, value, bound=one) for one, value in limits))

    def _text(self, value: object) -> str:
        if not isinstance(value, int | float):
            return str(value)
        number = value / self._factor
        return self._locale.toString(number, "f", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value)

    def _number(self, text: str) -> float | None:
        """Return a number as the user's language writes it, or with the other sign before its decimals."""
        number, is_number = self._locale.toDouble(text)
        if not is_number:
            match = _NUMBER.fullmatch(text)
            if match is None:
                return None
            whole, decimals = match.groups("")
            number = float(whole + decimals if len(decimals) == 3 else f"{whole}.{decimals or 0}")  # 1.234 is grouped
        return number * self._factor if abs(number) <= _MOST else None


def _clock(text: str) -> str | None:
    """Return `HH:MM` of `7`, `7:30`, `7.30` or `730`."""
    match = _CLOCK.fullmatch(text)
    return f"{int(match[1]):02}:{match[2] or '00'}" if match else None
