"""Dialogs that grow with their content, and scroll it where the screen is too small for it."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.ui.widgets.screen_room import move_into_screen

_FRAME = 48
"""About the height of the window manager's frame, in pixels."""
_LEAST = 120
"""The least height of what is scrolled, in pixels."""


class Scrolled(QScrollArea):
    """Shows a widget in its whole height where there is room, else a part of it: always the one with the cursor."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._page = QWidget()
        self._page.setObjectName("scrolled")  # the style sheet refers to it by this name
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._page)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        app = QApplication.instance()
        assert isinstance(app, QApplication)  # noqa: S101 - there is no widget without it
        app.focusChanged.connect(self._follow_focus)
        self._page.installEventFilter(self)
        self._wanted: QWidget | None = None
        """What was to be shown last, until the cursor moves: a longer text gets its height in several steps."""
        self.verticalScrollBar().rangeChanged.connect(self._show_wanted, Qt.ConnectionType.QueuedConnection)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the content needs one."""
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole content."""
        layout = self._page.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self.sizeHint().height()
        return layout.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        """Return the size of the whole content."""
        return self._page.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the content beside a scroll bar, and the least height of a part of it."""
        least = self._page.minimumSizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(least.width() + bar, min(least.height(), _LEAST))

    @Slot(QWidget)
    def show_soon(self, widget: QWidget) -> None:
        """Scroll to a widget that has just been shown or has another text, once it has its place and its lines."""
        self._wanted = widget
        QTimer.singleShot(0, self, self._show_wanted)

    @Slot()
    def _show_wanted(self) -> None:
        if self._wanted is not None and isValid(self._wanted):
            self.ensureWidgetVisible(self._wanted, 0, 8)

    @Slot(QWidget, QWidget)
    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._page.isAncestorOf(now):
            self._wanted = None
            self.ensureWidgetVisible(now, 0, 24)


class KeepFitted(QObject):
    """Grows a dialog with its content, up to the free height of its screen.

    An event filter, since an override of `event` would crash if the event deletes the dialog.
    """

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow when the layout changes or the dialog is shown."""
        if watched is self._dialog and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._fit()
        return False

    def _fit(self) -> None:
        dialog, layout = self._dialog, self._dialog.layout()
        if layout is None:
            return
        free = dialog.screen().availableGeometry()
        wanted = (
            layout.totalHeightForWidth(dialog.width()) if layout.hasHeightForWidth() else dialog.sizeHint().height()
        )
        height = min(max(dialog.height(), wanted), free.height() - _FRAME)
        if height != dialog.height():
            dialog.resize(dialog.width(), height)
        move_into_screen(dialog)
