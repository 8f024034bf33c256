"""The settings' page about alerts: whether they are announced outside the window, and when not."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.ui.appearance.theme import scaled
from app.ui.settings.forms import Field, add_wide, new_form
from app.ui.widgets.labels import name_field, plain_label

_HOUR = "HH:MM"


class AlertSettings(QWidget):
    """The fields with their explanations; the dialog reads and saves them."""

    test_asked = Signal()
    """The user wants to see a test message."""

    def __init__(self, *, has_tray: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failed = QCheckBox(self.tr("Show alerts as messages of the system too"))
        self.sound = QCheckBox(self.tr("Play a sound"))
        self.quiet_from = hour_field(self.tr("Quiet from"))
        self.quiet_until = hour_field(self.tr("Quiet until"))
        self.test = QPushButton(self.tr("Show a test alert"))
        self.no_tray = plain_label(
            self.tr("This desktop shows no messages of programs: alerts are listed under the bell only."),
            tone="warn",
        )
        self.half = plain_label(self.tr("Quiet time needs both hours."), tone="warn")
        self._lay_out()
        self.no_tray.setVisible(not has_tray)
        self.test.setEnabled(has_tray)
        self.half.hide()
        self.test.clicked.connect(self.test_asked)
        for field in (self.quiet_from, self.quiet_until):
            field.textChanged.connect(self._look_at_hours)

    def _lay_out(self) -> None:
        form = new_form(self)
        about = self.tr(
            "The bell at the top right gathers failed visits, reception gaps, and what is turned away or set "
            "aside. It is always there."
        )
        add_wide(form, plain_label(about, tone="dim"))
        for field in (self.failed, self.sound):
            add_wide(form, field)
        hours = QHBoxLayout()
        hours.setSpacing(8)
        for label, hour in ((self.tr("Quiet from"), self.quiet_from), (self.tr("until"), self.quiet_until)):
            title = plain_label(label)
            title.setWordWrap(False)
            title.setBuddy(hour)
            hours.addWidget(title)
            hours.addWidget(hour)
        hours.addStretch(1)
        form.addRow(hours)
        quiet = self.tr(
            "By the site's clock: no message and no sound in quiet time, "
            "and afterwards one message for everything that came."
        )
        add_wide(form, plain_label(quiet, tone="dim"))
        add_wide(form, self.half)
        row = QHBoxLayout()
        row.addWidget(self.test)
        row.addStretch(1)
        form.addRow(row)
        add_wide(form, self.no_tray)

    def fields(self) -> dict[str, Field]:
        """Return the fields by the keys of their settings."""
        return {
            "alert_failed": self.failed,
            "alert_sound": self.sound,
            "quiet_from": self.quiet_from,
            "quiet_until": self.quiet_until,
        }

    @Slot()
    def _look_at_hours(self) -> None:
        self.half.setVisible(bool(self.quiet_from.text().strip()) != bool(self.quiet_until.text().strip()))


def hour_field(name: str) -> QLineEdit:
    """Return a field for a time of the day."""
    field = QLineEdit(placeholderText=_HOUR)
    field.setMaxLength(len(_HOUR))
    field.setFixedWidth(scaled(84))
    name_field(field, name)
    return field
