"""How long days are kept: the field, and beside it what follows from its number."""

from datetime import date, timedelta

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFormLayout, QSpinBox, QWidget

from app.desk.forms import add_line, add_note
from app.desk.plain import plain_label, restyle
from app.desk.ports import Ports


class Retention(QWidget):
    """Counts the days that would go as the number changes. Belongs to a form, where its field and its note stand."""

    def __init__(self, ports: Ports, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._ports = ports
        self.days = QSpinBox(minimum=1, maximum=3650)
        self.note = plain_label(tone="dim")
        self.days.setSuffix(self.tr(" days"))
        self.days.valueChanged.connect(self._count)

    def add_to(self, form: QFormLayout) -> None:
        """Add the field and its note."""
        add_line(form, self.tr("Days are kept for"), self.days)
        add_note(form, self.note)
        self._count()

    @Slot()
    def _count(self) -> None:
        kept = timedelta(days=self.days.value())
        today = self._ports.today()
        gone = self._ports.rows.days_before(today - kept) if today - date.min > kept else 0
        text = self.tr(
            "Older ones are deleted for good, once a day, with their visits, notifications and notes, "
            "from the copies too."
        )
        if gone:
            text += "\n" + self.tr("Saved so, %n day(s) will be deleted in the next minutes.", "", gone)
        self.note.setText(text)
        restyle(self.note, "tone", "warn" if gone else "dim")
