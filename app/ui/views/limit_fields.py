"""The two fields that limit a number or a time of day, above the values of a column."""

from collections.abc import Iterable

from PySide6.QtCore import QLocale, QRegularExpression, Signal, Slot
from PySide6.QtGui import QDoubleValidator, QRegularExpressionValidator, QValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.domain.column import Kind
from app.domain.views.queries import Bound, ValueFilter
from app.ui.widgets.labels import name_field, plain_label

_CLOCK = QRegularExpression(r"([01]?\d|2[0-3])(:([0-5]\d?)?)?")
_MINUTE = 60


class LimitFields(QWidget):
    """Applies what is typed at once; a field that is empty, or not typed to its end, limits nothing.

    A duration is typed in minutes, and 7 as a time of day is 7:00.
    """

    changed = Signal(object)
    """The limits, a tuple of `ValueFilter`."""

    def __init__(self, key: str, kind: Kind, limits: Iterable[ValueFilter], locale: QLocale) -> None:
        super().__init__()
        self._key, self._kind, self._locale = key, kind, locale
        self._factor = _MINUTE if kind is Kind.SECONDS else 1
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
            field.setValidator(self._validator())
            field.setText(next((self._text(one.value) for one in limits if one.bound is bound), ""))
            row.addWidget(plain_label(title))
            row.addWidget(field, 1)
            field.textChanged.connect(self._apply)

    def clear(self) -> None:
        """Limit nothing."""
        self.low.clear()
        self.high.clear()

    @Slot()
    def _apply(self) -> None:
        limits = ((Bound.FROM, self._value(self.low)), (Bound.TO, self._value(self.high)))
        self.changed.emit(tuple(ValueFilter(self._key, value, bound=one) for one, value in limits if value is not None))

    def _validator(self) -> QValidator:
        if not self._kind.is_number:
            return QRegularExpressionValidator(_CLOCK, self)
        number = QDoubleValidator(self)
        number.setNotation(QDoubleValidator.Notation.StandardNotation)
        return number

    def _text(self, value: object) -> str:
        if not isinstance(value, int | float):
            return str(value)
        number = value / self._factor
        return self._locale.toString(number, "f", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value)

    def _value(self, field: QLineEdit) -> str | float | None:
        text = field.text().strip()
        if self._kind.is_number:
            number, is_number = self._locale.toDouble(text)
            return number * self._factor if is_number else None
        hour, _, minute = text.partition(":")
        return f"{int(hour):02}:{int(minute or 0):02}" if hour and len(minute) != 1 else None
