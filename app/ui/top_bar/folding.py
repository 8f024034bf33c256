"""The menu's entries for what the top bar has no room for."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.ui.top_bar.top_bar import Fold, TopBar


class FoldedEntries(QObject):
    """Puts the entries at the head of the menu whenever it opens.

    Args:
        top: the top bar.
        menu: its menu; it already has its other entries.
        of_days: the actions of the buttons for days.
    """

    def __init__(self, top: TopBar, menu: QMenu, of_days: Sequence[QAction]) -> None:
        super().__init__(menu)
        self._top = top
        self._menu = menu
        self._of_days = of_days
        self._of_receiver = QAction(menu)
        self._of_receiver.triggered.connect(top.receiver.click)
        self._end = QAction(menu)
        self._end.setSeparator(True)
        menu.aboutToShow.connect(self.offer)

    @Slot()
    def offer(self) -> None:
        """Offer what is folded now."""
        for action in (*self._of_days, self._of_receiver, self._end):
            self._menu.removeAction(action)
        folded = [*self._of_days] if self._top.fold >= Fold.DAY_BUTTONS else []
        if self._top.fold >= Fold.CHIP_WORDS:
            self._of_receiver.setText(self._top.receiver.text().replace("&", "&&"))
            folded.append(self._of_receiver)
        if folded:
            self._menu.insertActions(self._menu.actions()[0], [*folded, self._end])
