"""The outcomes of a call: the site's reasons, the first nine on the keys 1 to 9."""

from functools import partial

from PySide6.QtCore import QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.domain.calls.reasons import KEYED, CallReason, Reasons
from app.domain.texts import Say
from app.ui.appearance.formats import Formats
from app.ui.appearance.theme import with_even_figures
from app.ui.follow_up.follow_up_fields import OneClickButton
from app.ui.widgets.labels import plain_label, tool_tip


class OutcomeList(QScrollArea):
    """A button for each outcome. Its key works wherever no text is written."""

    chosen = Signal(object)
    """The `CallReason` of a call that was made."""

    def __init__(self, reasons: Reasons, say: Say, formats: Formats, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = formats
        self.setAccessibleName(self.tr("Reason"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.buttons: list[QPushButton] = []
        self._hints: list[tuple[CallReason, QLabel]] = []
        """What each outcome does, below its button."""
        for place, reason in enumerate(reasons.offered, 1):
            column.addLayout(self._line(place, reason, reasons.name(reason.key, say), parent))
        column.addStretch(1)
        self.setWidget(content)
        self.show_reminder(0, "")

    def _line(self, place: int, reason: CallReason, name: str, keys_of: QWidget) -> QVBoxLayout:
        has_key = place <= KEYED
        button = OneClickButton((f"{place}   {name}" if has_key else name).replace("&", "&&"))
        button.setFont(with_even_figures(button.font()))
        button.setAutoDefault(False)
        button.setProperty("outcome", True)
        button.setAccessibleName(f"{place} {name}" if has_key else name)
        button.clicked.connect(partial(self.chosen.emit, reason))
        self.buttons.append(button)
        if has_key:
            key = QKeySequence(QKeyCombination(Qt.Key(Qt.Key.Key_0 + place)))
            shortcut = QShortcut(key, keys_of, autoRepeat=False)  # the next recipient would get the outcome too
            shortcut.activated.connect(partial(self._press, button))
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(button)
        hint = plain_label(tone="dim")
        line.addWidget(hint)
        self._hints.append((reason, hint))
        return line

    def show_reminder(self, minutes: int | None, clock: str) -> None:
        """Say what each outcome does if the user calls again then.

        Args:
            minutes: from now; 0: as the outcome says; None: at `clock`.
            clock: a time of day, such as `16:00`.
        """
        chosen = self._again(minutes) if minutes else self.tr("Call again at {time}").format(time=clock)
        for (reason, hint), button in zip(self._hints, self.buttons, strict=True):
            effect = self._effect(reason) if minutes == 0 else chosen
            button.setAccessibleDescription(effect)
            button.setToolTip(tool_tip(effect))
            hint.setText(f"      {effect}")
            hint.setVisible(minutes == 0 and not reason.closes)  # a chosen time already stands above the list

    def _press(self, button: QPushButton) -> None:
        if button.isEnabled():
            button.click()

    def _effect(self, reason: CallReason) -> str:
        if reason.closes:
            return self.tr("Acknowledges what failed")
        if not reason.again_minutes:
            return self.tr("Stays to attend")
        return self._again(reason.again_minutes)

    def _again(self, minutes: int) -> str:
        return self.tr("Call again in {time}").format(time=self._formats.minutes(minutes))

    def enable(self, *, is_possible: bool) -> None:
        """Let the outcomes be chosen or not."""
        for button in self.buttons:
            button.setEnabled(is_possible)
