"""A field for the codes of carriers, in the order in which the desk lists them."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QPushButton, QSizePolicy, QWidget

from app.domain.folding import plain_identifier
from app.ui.widgets.labels import tool_tip
from app.ui.widgets.layouts import in_column, in_row

_LONGEST = 60
_LINES = 7


class CodesField(QWidget):
    """A list whose codes are moved and removed, and the line that adds to it; the line has the keyboard first."""

    refused = Signal(str)
    """Why the typed code cannot be added; empty once it is changed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(name)
        self.list.setFixedHeight(_LINES * self.list.fontMetrics().lineSpacing() * 3 // 2)
        self.code = QLineEdit(maxLength=_LONGEST, placeholderText=self.tr("Code, as the carrier writes it"))
        self.add = QPushButton(self.tr("Add"), autoDefault=False)
        self.up = QPushButton("↑", autoDefault=False)
        self.down = QPushButton("↓", autoDefault=False)
        self.remove = QPushButton(self.tr("Remove"), autoDefault=False)
        for button, text in ((self.up, self.tr("Move up")), (self.down, self.tr("Move down"))):
            button.setAccessibleName(text)
            button.setToolTip(tool_tip(text))
        self.code.setAccessibleName(self.tr("Code to add"))
        order = in_column(self.up, self.down, self.remove, 1, spacing=6)
        in_column(
            in_row((self.list, 1), order, spacing=8),
            in_row((self.code, 1), self.add, spacing=8),
            on=self,
            margins=0,
            spacing=8,
        )
        self._implied: list[str] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.code)
        self.add.clicked.connect(self._add)
        self.code.textEdited.connect(lambda: self.refused.emit(""))
        self.list.currentRowChanged.connect(self._follow_row)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self._follow_row()

    def codes(self) -> list[str]:
        """Return the listed codes, and those that are still in the line; none where these hold without being listed."""
        codes = self._all()
        return [] if codes == self._implied else codes

    def _all(self) -> list[str]:
        return list(dict.fromkeys((*self._listed(), *self._typed())))

    def imply(self, codes: list[str]) -> None:
        """List the codes that hold while none is listed, so that one that is added takes none of them away."""
        if not self._listed():
            self._implied = codes
            self.show_codes(codes)

    def _listed(self) -> list[str]:
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _typed(self) -> list[str]:
        return [*filter(None, map(plain_identifier, self.code.text().split(",")))]

    def show_codes(self, codes: list[str]) -> None:
        """List these codes."""
        self.list.clear()
        self.list.addItems(codes)
        self.list.setCurrentRow(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add the typed code by Enter, which would else save the settings."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.code.text().strip():
            self._add()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _add(self) -> None:
        """Add what is typed, unless it is there."""
        listed = {one.casefold() for one in self._listed()}
        known = next((one for one in self._typed() if one.casefold() in listed), None)
        if known is not None:
            self.refused.emit(self.tr("{code} is in the list already.").format(code=known))
            return
        self.show_codes(self._all())
        self.list.setCurrentRow(self.list.count() - 1)
        self.code.clear()

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        self.list.insertItem(row + by, self.list.takeItem(row))
        self.list.setCurrentRow(row + by)

    @Slot()
    def _remove(self) -> None:
        self.list.takeItem(self.list.currentRow())
        self._follow_row()

    @Slot()
    def _follow_row(self) -> None:
        """Offer what can be done with the current code."""
        row, count = self.list.currentRow(), self.list.count()
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < count - 1)
        self.remove.setEnabled(row >= 0)
