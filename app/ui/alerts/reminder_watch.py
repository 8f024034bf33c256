"""Promised calls, and when each is due."""

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.calls.queue import Reminder, due_reminders
from app.ui.context.window_context import WindowContext


class ReminderWatch(QObject):
    """Keeps the promised calls, and reports each once when its time has come.

    It compares times whenever it is asked to look: a timer of hours would be late by the time that the computer slept.
    """

    due = Signal(object)
    """The `Reminder`s whose time has come since the last look, a list."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._waiting: list[Reminder] = []
        self._reported: set[Reminder] = set()
        context.clock.ticked.connect(self.look)
        self.read()

    @Slot()
    def read(self) -> None:
        """Read the promised calls again, since follow-ups or what they are about changed."""
        asked = self._context.queries.ask("reminders", lambda rows: rows.reminders())
        asked.succeeded.connect(self._take)
        asked.failed.connect(lambda _error: None)  # the tables report it, and the next change has this read again

    @Slot(object)
    def _take(self, reminders: list[Reminder]) -> None:
        self._waiting = reminders
        self.look()

    @Slot()
    def look(self) -> None:
        """Report the reminders that became due."""
        due = [one for one in due_reminders(self._waiting, self._context.clock.now()) if one not in self._reported]
        self._reported |= set(due)
        if due:
            self.due.emit(due)
