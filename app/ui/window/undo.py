"""What a user did at the desk can be taken back, and done again."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

_KEPT = 200


class UndoStack(QObject):
    """One stack for the whole window: notes, acknowledgements, what a table was narrowed to.

    A field that is typed into has a stack of its own, which its keys go to as long as it has the focus.
    """

    can_undo_changed = Signal(bool)
    can_redo_changed = Signal(bool)

    def __init__(self, tell: Callable[[str], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tell = tell
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(_KEPT)
        self._stack.canUndoChanged.connect(self.can_undo_changed)
        self._stack.canRedoChanged.connect(self.can_redo_changed)

    def push(self, text: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Take note of what was just done.

        Args:
            text: what it was, as the line at the bottom says it: `3 rows acknowledged`.
            do: does it again, once it was taken back; it is not called now.
            undo: takes it back.
        """
        self._stack.push(_Done(text, do, undo))

    @Slot()
    def undo(self) -> None:
        """Take back what was done last."""
        text = self._stack.undoText()
        if self._stack.canUndo():
            self._stack.undo()
            self._tell(self.tr("Undone: {what}").format(what=text))

    @Slot()
    def redo(self) -> None:
        """Do again what was taken back last."""
        text = self._stack.redoText()
        if self._stack.canRedo():
            self._stack.redo()
            self._tell(self.tr("Done again: {what}").format(what=text))


class _Done(QUndoCommand):
    """Something that was done before Qt hears of it: Qt does at once what it is handed, and this waits."""

    def __init__(self, text: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(text)
        self._do = do
        self._undo = undo
        self._is_new = True

    def redo(self) -> None:
        """Do it again."""
        if self._is_new:
            self._is_new = False
        else:
            self._do()

    def undo(self) -> None:
        """Take it back."""
        self._undo()
