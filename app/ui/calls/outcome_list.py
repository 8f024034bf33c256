"""The outcomes of a call: the site's reasons, the first nine on the keys 1 to 9."""

from functools import partial

from PySide6.QtCore import QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.domain.calls.reasons import KEYED, CallReason, Reasons
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.follow_up.follow_up_fields import OneClickButton
from app.ui.widgets.labels import plain_label, tool_tip


class OutcomeList(QScrollArea):
    """A button for each outcome. Its key works wherever no text is written."""

    chosen = Signal(object)
    """The `CallReason` of a call that was made."""

    def __init__(self, reasons: Reasons, say: Say, formats: Formats, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = formats
        self.setAccessibleName(self.tr("Outcome"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        self.buttons: list[QPushButton] = []
        for place, reason in enumerate(reasons.offered, 1):
            column.addLayout(self._line(place, reason, reasons.name(reason.key, say), parent))
        column.addStretch(1)
        self.setWidget(content)

    def _line(self, place: int, reason: CallReason, name: str, keys_of: QWidget) -> QVBoxLayout:
        has_key = place <= KEYED
        button = OneClickButton((f"{place}   {name}" if has_key else name).replace("&", "&&"))
        button.setAutoDefault(False)
        button.setProperty("outcome", True)
        button.setAccessibleName(f"{place} {name}" if has_key else name)
        effect = self._effect(reason)
        button.setAccessibleDescription(effect)
        button.setToolTip(tool_tip(effect))
        button.clicked.connect(partial(self.chosen.emit, reason))
        self.buttons.append(button)
        if has_key:
            key = QKeySequence(QKeyCombination(Qt.Key(Qt.Key.Key_0 + place)))
            shortcut = QShortcut(key, keys_of, autoRepeat=False)  # the next recipient would get the outcome too
            shortcut.activated.connect(partial(self._press, button))
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(button)
        if not reason.closes:
            line.addWidget(plain_label(f"      {effect}", tone="dim"))
        return line

    def _press(self, button: QPushButton) -> None:
        if button.isEnabled():
            button.click()

    def _effect(self, reason: CallReason) -> str:
        if reason.closes:
            return self.tr("Acknowledges what failed")
        if not reason.again_minutes:
            return self.tr("Stays to attend")
        return self.tr("Call again in {time}").format(time=self._formats.minutes(reason.again_minutes))

    def enable(self, *, is_possible: bool) -> None:
        """Let the outcomes be chosen or not."""
        for button in self.buttons:
            button.setEnabled(is_possible)
