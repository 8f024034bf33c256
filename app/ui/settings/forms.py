"""Forms of labels and fields, whose values are read and shown by the kind of field."""

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.domain.texts import Say, Text
from app.ui.widgets.labels import name_field, plain_label

Field = QLineEdit | QComboBox | QSpinBox | QDoubleSpinBox | QCheckBox


def new_form(page: QWidget) -> QFormLayout:
    """Lay a page out as a form."""
    form = QFormLayout(page)
    form.setContentsMargins(4, 16, 4, 4)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(10)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return form


def add_note(form: QFormLayout, note: QLabel) -> None:
    """Add an explanation below the fields, as wide as they are."""
    note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    form.addRow("", note)


def add_wide(form: QFormLayout, widget: QWidget) -> None:
    """Add a widget of the whole width: a check box or an explanation."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    form.addRow(widget)


def add_line(form: QFormLayout, title: str, field: QWidget) -> None:
    """Add a field with its label, which is also its accessible name."""
    name_field(field, title)
    label = plain_label(title)
    label.setWordWrap(False)
    label.setBuddy(field)
    label.setMinimumHeight(field.sizeHint().height())  # a form layout places labels too high beside our fields
    form.addRow(label, field)


def secret_field() -> QLineEdit:
    """Return a field for a secret; what is typed is masked, and the kept one is never shown."""
    return QLineEdit(echoMode=QLineEdit.EchoMode.Password)


def fix_field(field: QWidget, key: str, say: Say) -> None:
    """Make a field read-only, and say that the environment sets it."""
    field.setEnabled(False)
    field.setToolTip(say(Text("SettingsDialog", "Set by the environment (DESPACHO_{key}).", {"key": key.upper()})))


def show_value(field: Field, value: object) -> None:
    """Show a setting in its field."""
    if isinstance(field, QLineEdit):
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
    if isinstance(field, QLineEdit):
        return field.text().strip()
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.currentData() if isinstance(field, QComboBox) else field.value()
