"""The bell beside the receiver's chip, with the number of unread alerts."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.ui.appearance.icons import icon
from app.ui.appearance.theme import Theme, scaled
from app.ui.widgets.labels import restyle, tool_tip

_MOST = 99
_SIDE = 16


class Bell(QPushButton):
    """A button whose text is the number of unread alerts; without any it is the bell alone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calm = icon("bell", theme.text)
        self._rung = icon("bell", theme.tone("exception").foreground)
        self.setAccessibleName(self.tr("Alerts"))
        self.setIconSize(QSize(scaled(_SIDE), scaled(_SIDE)))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("bell", True)
        self.show_unread(0)

    def show_unread(self, count: int) -> None:
        """Show how many alerts are unread."""
        said = self.tr("%Ln unread alert(s)", "", count) if count else self.tr("Alerts: none unread")
        self.setIcon(self._rung if count else self._calm)
        self.setText("" if not count else f"{count}" if count <= _MOST else f"{_MOST}+")
        self.setToolTip(tool_tip(said))
        self.setAccessibleDescription(said)
        restyle(self, "rung", bool(count))
