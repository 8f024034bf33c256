"""The message to a recipient: a template of the site, filled, and changed by the user before it is sent."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.domain.calls.messages import Placeholder, filled
from app.domain.calls.reasons import LONGEST_MESSAGE, Reasons
from app.domain.texts import Say
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.wheel_guard import keep_from_wheel

_LINES = 4
_PADDING = 14


class MessageBox(QWidget):
    """Offers a template for the first contact and one for each reason."""

    edit_asked = Signal()
    """The user wants to change the templates."""

    def __init__(self, reasons: Reasons, say: Say, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reasons = reasons
        self._say = say
        self._values: Mapping[Placeholder, str] = {}
        self.about = QComboBox()
        self.about.addItem(self.tr("First contact"), "")
        for key, name in reasons.names(say).items():
            self.about.addItem(name, key)
        keep_from_wheel(self.about)
        self.about.setMinimumContentsLength(1)  # it takes what room there is
        self.about.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.text = QPlainTextEdit(tabChangesFocus=True)
        name_field(self.about, self.tr("Message about"))
        self.text.setAccessibleName(self.tr("Message"))
        self.text.setFixedHeight(_LINES * self.text.fontMetrics().lineSpacing() + _PADDING)
        change = QPushButton(self.tr("Reasons and messages…"), flat=True, autoDefault=False)
        head = QHBoxLayout()
        head.setSpacing(8)
        title = plain_label(self.tr("Message").upper(), heading="section")
        title.setWordWrap(False)
        head.addWidget(title)
        head.addWidget(self.about, 1)
        head.addWidget(change)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.text)
        self.about.currentIndexChanged.connect(self._write)
        change.clicked.connect(self.edit_asked)

    @property
    def message(self) -> str:
        """The message as it is to be sent."""
        return self.text.toPlainText().strip()[:LONGEST_MESSAGE]

    def show_values(self, values: Mapping[Placeholder, str], key: str | None) -> None:
        """Show the message about a reason, filled with these values; what the user typed is replaced."""
        self._values = values
        self.about.setCurrentIndex(max(self.about.findData(key or ""), 0))
        self._write()

    def use_values(self, values: Mapping[Placeholder, str]) -> None:
        """Fill the message anew, for another number; what the user typed stays."""
        is_typed = self.text.toPlainText() != self._filled()
        self._values = values
        if not is_typed:
            self._write()

    def _filled(self) -> str:
        return filled(self._reasons.template(self.about.currentData() or None, self._say), self._values)

    @Slot()
    def _write(self) -> None:
        self.text.setPlainText(self._filled())
