"""The empty state of a table: why there is nothing to see, and what to do about it."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QScrollArea, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.context.places import HelpPlace, SettingsPlace
from app.ui.widgets.first_minutes import FirstMinutes, FirstStep
from app.ui.widgets.labels import plain_label
from app.ui.widgets.layouts import in_column, in_row

_LOW = 200
"""Below this height, in pixels, there is no picture."""


class Action(Enum):
    """What the buttons of empty states do."""

    FIRST_STEPS = "first_steps"
    CARRIER = "carrier"
    DEMO = "demo"
    LOAD = "load"
    DAY_BEFORE = "day_before"
    CLEAR = "clear"
    START_RECEIVER = "start_receiver"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True)
class Emptiness:
    """The content of an empty state: name of an icon, title, text, and buttons, the main one first.

    A button with a place leads to its field in the settings. With steps, their card stands in place of the icon.
    """

    icon: str
    title: str
    text: str
    actions: tuple[tuple[Action | SettingsPlace | HelpPlace, str], ...] = ()
    steps: tuple[FirstStep, ...] = ()
    is_loading: bool = False
    """A table shows grey rows then."""
    is_in_strip: bool = False
    """Whether a strip says the same, and has the main button."""


class EmptyState(QWidget):
    """Shows an `Emptiness`, centred."""

    asked = Signal(object)
    """The `Action` that was chosen, or the `SettingsPlace` or `HelpPlace` that is to be shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: Emptiness | None = None
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.title = plain_label(heading="title")
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text = plain_label(tone="dim")
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text.setMaximumWidth(scaled(520))
        self._buttons = in_row(spacing=8)
        self._card: FirstMinutes | None = None
        self._cards = in_row()
        middle = in_row(1, (self.text, 100), 1)  # an alignment would ignore that a narrower text is higher
        in_column(2, self._cards, self._picture, self.title, middle, self._buttons, 3, on=self, spacing=12)

    def main_button(self) -> QWidget:
        """Return the button of the main action; this widget if there is none."""
        buttons = [one for one in self.findChildren(QPushButton) if one.isVisible()]
        return next((one for one in buttons if one.property("primary")), buttons[0] if buttons else self)

    def show_picture(self, *, has_room: bool) -> None:
        """Show the picture above the words, if there is room for it."""
        self._picture.setVisible(has_room and self._card is None)

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show another content."""
        before, self._shown = self._shown, emptiness
        if before is None or emptiness.icon != before.icon:
            self._picture.setPixmap(icon(emptiness.icon, self._theme.faint).pixmap(QSize(scaled(40), scaled(40))))
        self.title.setText(emptiness.title)
        self.text.setText(emptiness.text)
        self.setAccessibleName(emptiness.title)  # it gets the focus if there is no button
        self.setAccessibleDescription(emptiness.text)
        has_other_steps = before is None or emptiness.steps != before.steps
        focused = QApplication.focusWidget()
        had_focus = self._card is not None and focused is not None and self._card.isAncestorOf(focused)
        if has_other_steps:
            self._show_card(emptiness)
        if before is None or has_other_steps or emptiness.actions != before.actions:
            self._show_buttons(emptiness)
        if had_focus and has_other_steps:
            self.main_button().setFocus()

    def _show_card(self, emptiness: Emptiness) -> None:
        if self._card:
            self._card.hide()
            self._card.deleteLater()
        while self._cards.count():
            self._cards.takeAt(0)
        self._card = FirstMinutes(emptiness.title, emptiness.text, emptiness.steps) if emptiness.steps else None
        for widget in (self._picture, self.title, self.text):
            widget.setVisible(self._card is None)
        if self._card:
            self._card.asked.connect(self.asked)
            self._cards.addStretch(1)
            self._cards.addWidget(self._card, 100)
            self._cards.addStretch(1)

    def _show_buttons(self, emptiness: Emptiness) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons.addStretch()
        is_elsewhere = self._card is not None or emptiness.is_in_strip
        for place, (action, text) in enumerate(emptiness.actions):
            button = QPushButton(text)
            button.setProperty("primary", place == 0 and not is_elsewhere)
            button.clicked.connect(lambda _checked=False, action=action: self.asked.emit(action))
            self._buttons.addWidget(button)
        self._buttons.addStretch()


class ScrolledEmptyState(QScrollArea):
    """What an empty state is scrolled in where it would make a small window higher than its screen."""

    def __init__(self, empty: EmptyState, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self._empty = empty
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room of the picture to the words where it is low."""
        self._empty.show_picture(has_room=event.size().height() >= scaled(_LOW))
        super().resizeEvent(event)
