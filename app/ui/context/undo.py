"""Undo and redo for everything that the user does in the window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

_KEPT = 200


class UndoStack(QUndoStack):
    """One stack for the whole window: notes, acknowledgements, filters, saved views.

    A text field has its own stack, to which the keys go while it has the focus.
    """

    reported = Signal(str)
    """What was undone or redone, in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, undoLimit=_KEPT)

    def record(self, text: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Record something that was just done.

        `text` is what the status line shows, such as `3 rows acknowledged`; `do` does it again, and is not called now.
        """
        self.push_task(
            text, _then(do, partial(self.report_redone, text)), _then(undo, partial(self.report_undone, text))
        )

    def push_task(self, text: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Record something, as `record` does; `do` and `undo` only start it, and what came of it is reported later."""
        self.push(_Done(text, do, undo))

    def report_undone(self, text: str) -> None:
        """Say that something is undone."""
        self.reported.emit(self.tr("Undone: {what}").format(what=text))

    def report_redone(self, text: str) -> None:
        """Say that something is done again."""
        self.reported.emit(self.tr("Done again: {what}").format(what=text))


def _then(first: Callable[[], object], second: Callable[[], object]) -> Callable[[], object]:
    def both() -> None:
        first()
        second()

    return both


class _Done(QUndoCommand):
    """A command that is already done when it is pushed: Qt would do it at once, so the first `redo` does nothing."""

    def __init__(self, text: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(text)
        self._do = do
        self._undo = undo
        self._is_new = True

    def redo(self) -> None:
        """Redo it."""
        if self._is_new:
            self._is_new = False
        else:
            self._do()

    def undo(self) -> None:
        """Undo it."""
        self._undo()
