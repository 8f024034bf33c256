"""The field for how long days are kept, with how many days that would delete."""

from collections.abc import Callable
from datetime import date, timedelta

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFormLayout, QSpinBox, QWidget

from app.qt_threads.query_thread import QueryThread
from app.ui.ports.settings_ports import RetentionRows
from app.ui.settings.forms import add_line, add_note
from app.ui.widgets.labels import plain_label, restyle


class Retention(QWidget):
    """Counts the days to delete as the number changes; its field and its note are added to a form."""

    def __init__(self, today: Callable[[], date], query_thread: QueryThread[RetentionRows], parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._today = today
        self._query_thread = query_thread
        self.days = QSpinBox(minimum=1, maximum=3650)
        self.note = plain_label(tone="dim")
        self.days.valueChanged.connect(self._count)

    def add_to(self, form: QFormLayout) -> None:
        """Add the field and its note."""
        add_line(form, self.tr("Days are kept for"), self.days)
        add_note(form, self.note)
        self._count()

    @Slot()
    def _count(self) -> None:
        """Ask how many days would be deleted; no number is shown until that is known."""
        self._show(0)
        days = self.days.value()
        self.days.setSuffix(self.tr(" day(s)", "", days))
        first_kept = self._today() - timedelta(days=days)
        asked = self._query_thread.ask("days before", lambda rows: (days, rows.days_before(first_kept)))
        asked.succeeded.connect(self._take)
        asked.failed.connect(lambda _error: None)  # the tables report a store that cannot be read

    @Slot(object)
    def _take(self, counted: tuple[int, int]) -> None:
        days, gone = counted
        if days == self.days.value():
            self._show(gone)

    def _show(self, gone: int) -> None:
        text = self.tr(
            "What was last loaded, or was received, longer ago is deleted once a day with its notes, "
            "from the copies too."
        )
        if gone:
            text += "\n" + self.tr("If you save this, %Ln day(s) will be deleted within minutes.", "", gone)
        self.note.setText(text)
        restyle(self.note, "tone", "warn" if gone else "dim")
