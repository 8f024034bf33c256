"""Forms of labels and fields, whose values are read and shown by the kind of field."""

from collections.abc import Mapping
from functools import partial
from typing import cast

from PySide6.QtCore import QPoint, Slot
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.domain.access.addresses import without_controls
from app.domain.settings import CODES, DAY_END, DECLARED, HOUR, ZONE, Group
from app.domain.texts import Say, Text
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.settings.codes_field import CodesField
from app.ui.settings.zone_field import ZoneField
from app.ui.widgets.labels import name_field, plain_label, restyle, tool_tip
from app.ui.widgets.layouts import in_row
from app.ui.widgets.wheel_guard import keep_from_wheel

_HOUR = "HH:MM"
_NUMBER = 264
"""The width of fields of numbers with their units, in pixels."""

Field = QLineEdit | QComboBox | QSpinBox | QDoubleSpinBox | QCheckBox | CodesField


def new_form(page: QWidget) -> QFormLayout:
    """Lay a page out as a form."""
    form = QFormLayout(page)
    form.setContentsMargins(4, 16, 4, 4)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(10)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return form


def add_note(form: QFormLayout, note: QWidget) -> None:
    """Add an explanation below the fields, as wide as they are."""
    note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    form.addRow("", note)


def add_wide(form: QFormLayout, widget: QWidget) -> None:
    """Add a widget of the whole width: a check box or an explanation."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    form.addRow(widget)


def add_line(form: QFormLayout, title: str, field: QWidget) -> None:
    """Add a field with its label, which is also its accessible name."""
    if isinstance(field, QAbstractSpinBox):
        field.setMinimumWidth(scaled(_NUMBER))
    form.addRow(field_label(title, field), field)


def field_label(title: str, field: QWidget) -> QLabel:
    """Return the label of a field, which is also its accessible name."""
    name_field(field, title)
    if isinstance(field, QComboBox | QAbstractSpinBox):
        keep_from_wheel(field)
    label = plain_label(title, wraps=False)
    label.setBuddy(field)
    label.setMinimumHeight(field.sizeHint().height())  # a form layout places labels too high beside our fields
    return label


def keep_on_one_line(field: QLineEdit) -> None:
    """Remove line breaks and invisible characters as they are pasted: Qt would keep them, and they are sent."""

    def clean(text: str) -> None:
        if not text.isprintable():
            field.setText(without_controls(text))

    field.textChanged.connect(clean)


def fix_field(field: QWidget, fixed_by: str, say: Say) -> None:
    """Make a field read-only, and say what fixes it: a variable of the environment, or an administrator's file."""
    field.setEnabled(False)
    field.setToolTip(say(Text("SettingsDialog", "Fixed for this computer by {where}.", {"where": fixed_by})))


def show_value(field: Field, value: object) -> None:
    """Show a setting in its field."""
    if isinstance(field, ZoneField):
        field.show_zone(str(value))
    elif isinstance(field, CodesField):
        field.show_codes([*filter(None, str(value).split(","))])
    elif isinstance(field, QLineEdit):
        field.setText(str(value))
    elif isinstance(field, QComboBox):
        field.setCurrentIndex(field.findData(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(str(value)))
    elif isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    else:
        field.setValue(float(str(value)))


def value_of(field: Field) -> object:
    """Return what a field holds as the setting's value."""
    if isinstance(field, ZoneField):
        return field.zone()
    if isinstance(field, CodesField):
        return ",".join(field.codes())
    if isinstance(field, QLineEdit):
        return field.text().strip()
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.currentData() if isinstance(field, QComboBox) else field.value()


class HttpsButton(QPushButton):
    """Encrypts the address in a field; the cursor goes there, as the button vanishes with the warning."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(flat=True, autoDefault=False)
        self.setText(self.tr("Use https"))
        self._field = field
        self.clicked.connect(self._use_https)

    @Slot()
    def _use_https(self) -> None:
        scheme, _, rest = self._field.text().strip().partition("://")
        self._field.setFocus()
        self._field.setText(f"{scheme}s://{rest}")


class FieldErrors:
    """Shows an error below its field in a form, until it is cleared; screen readers find it at the field."""

    def __init__(self) -> None:
        self._shown: dict[QWidget, tuple[QFormLayout, QWidget, QLabel]] = {}

    def show(self, field: QWidget, text: str, remedy: QPushButton | None = None) -> bool:
        """Show an error instead of the one before, with a button that helps, if there is one.

        Returns:
            Whether it is shown; not if the field is in no form.
        """
        if text == self.text(field):
            return True  # the button that helps may be what takes the keyboard from the field just now
        self.clear(field)
        parent = field.parentWidget()
        form = parent.layout() if parent is not None else None
        row_of_field = _row_of(form, field) if isinstance(form, QFormLayout) else None
        if not isinstance(form, QFormLayout) or row_of_field is None:
            return False
        label, said = plain_label(text, tone="bad"), QWidget()
        said.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = in_row((label, 1), on=said, margins=0)
        if remedy is not None:
            row.addWidget(remedy)
        form.insertRow(row_of_field + 1, "", said)
        self._shown[field] = form, said, label
        restyle(field.focusProxy() or field, "invalid", True)
        field.setAccessibleDescription(text)
        return True

    def clear(self, field: QWidget) -> None:
        """Remove the error of a field."""
        if field in self._shown:
            form, said, _label = self._shown.pop(field)
            form.takeRow(said)
            said.hide()
            said.deleteLater()  # later, since its button may be what is clicked or focused
            restyle(field.focusProxy() or field, "invalid", False)
            field.setAccessibleDescription("")

    def clear_all(self) -> None:
        """Remove all errors."""
        for field in tuple(self._shown):
            self.clear(field)

    def first_in(self, page: QWidget) -> QWidget | None:
        """Return the topmost field with an error in a page; None if there is none."""
        wrong = (field for field in self._shown if page.isAncestorOf(field))
        return min(wrong, key=lambda field: field.mapTo(page, QPoint()).y(), default=None)

    def label(self, field: QWidget) -> QLabel | None:
        """Return what shows the error of a field; None if it has none."""
        return self._shown[field][2] if field in self._shown else None

    def text(self, field: QWidget) -> str:
        """Return the error of a field; empty if it has none."""
        return self._shown[field][2].text() if field in self._shown else ""


class SettingFields(dict[str, Field]):
    """The fields of a form by the keys of their settings, each made as its setting is declared."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self.say, self._zone = context.say, context.clock.zone.key
        self.errors = FieldErrors()

    def add_group(self, form: QFormLayout, group: Group) -> None:
        """Add the fields of a group, with what is to be known of them."""
        for key, setting in DECLARED.items():
            if setting.group is group:
                if heading := setting.texts.get("heading"):
                    add_wide(form, plain_label(self.say(heading).upper(), heading="section"))
                self.add(form, key)

    def add(self, form: QFormLayout, key: str) -> None:
        """Add a field with its label, and the note below it."""
        setting, field = DECLARED[key], self.make(key)
        if isinstance(field, QCheckBox):
            add_wide(form, field)
        else:
            add_line(form, self.say(setting.title), field)
        if "note" in setting.texts:
            add_note(form, plain_label(self.say(setting.texts["note"]), tone="dim"))

    def make(self, key: str) -> Field:
        """Return the field of a setting; its label is for the caller to add."""
        default, kind, title, _group, texts = DECLARED[key]
        unset, unit, tip = (
            self.say(texts[name].filled(zone=self._zone)) if name in texts else "" for name in ("unset", "unit", "tip")
        )
        field: Field
        if isinstance(default, bool):
            field = QCheckBox(self.say(title))
        elif isinstance(default, int | float):
            field = QSpinBox(singleStep=kind.step) if isinstance(default, int) else QDoubleSpinBox(decimals=1)
            field.setRange(kind.least, kind.most)  # type: ignore[arg-type]  # whole where the setting is
            field.setSuffix(unit)
            field.setSpecialValueText(unset)
        elif kind is ZONE:
            field = ZoneField(unset)
            field.edited.connect(partial(self.errors.clear, field))
            field.settled.connect(partial(self.check_zone, field))
        elif kind is CODES:
            field = CodesField(self.say(title))
            field.refused.connect(partial(self._show_refused, field))
        elif kind.choices:
            field = QComboBox()
            for value, name in (({"": unset} if unset else {}) | dict(kind.choices)).items():
                field.addItem(self.say(name) if isinstance(name, Text) else name, value)
        else:
            field = QLineEdit(placeholderText=unset)
            if kind.most:
                field.setMaxLength(int(kind.most))
            if kind in (HOUR, DAY_END):
                field.setPlaceholderText(_HOUR)
                field.setMaxLength(len(_HOUR))
                field.setFixedWidth(scaled(84))
                name_field(field, self.say(title))
        field.setToolTip(tool_tip(tip))
        self[key] = field
        return field

    def line(self, key: str) -> QLineEdit:
        """Return the field of a text, made if need be."""
        return cast("QLineEdit", self.get(key) or self.make(key))

    def check_zone(self, field: ZoneField) -> bool:
        """Return whether there is such a time zone; if not, say so below its field."""
        self.errors.clear(field)
        if not field.is_zone:
            text = Text("FieldErrors", "There is no such time zone. Choose one from the list.")
            self.errors.show(field, self.say(text))
        return field.is_zone

    def wrong(self, values: Mapping[str, object]) -> list[Field]:
        """Say below each field whose value is not valid what it must be, and return these fields."""
        return [self[key] for key, value in values.items() if not self._is_valid(key, value)]

    def _is_valid(self, key: str, value: object) -> bool:
        field, kind = self[key], DECLARED[key].kind
        if isinstance(field, ZoneField):
            return self.check_zone(field)
        try:
            kind.read(value)
        except (ValueError, LookupError):
            return not self.show_wanted(key, kind.wanted)
        return True

    def show_wanted(self, key: str, wanted: Text) -> bool:
        """Say below a field what it must be, and return whether there is room for that."""
        text = Text("FieldErrors", "It must be {wanted}.").filled(wanted=wanted)
        return self.errors.show(self[key], self.say(text))

    def _show_refused(self, field: CodesField, text: str) -> None:
        self.errors.show(field, text) if text else self.errors.clear(field)


def _row_of(form: QFormLayout, field: QWidget) -> int | None:
    """Return the row that a field stands in, be it alone or beside others; None: it is in none."""
    for row in range(form.rowCount()):
        for role in (QFormLayout.ItemRole.FieldRole, QFormLayout.ItemRole.SpanningRole):
            item = form.itemAt(row, role)
            inside = item.layout() if item is not None else None
            if item is not None and (item.widget() is field or (inside is not None and inside.indexOf(field) >= 0)):
                return row
    return None
