"""Dialogs that grow with their content, and scroll it where the screen is too small for it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from shiboken6 import isValid

from app.ui.appearance.theme import scaled
from app.ui.widgets.flow_layout import PlainArea
from app.ui.widgets.labels import in_dialog_order, plain_label
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.system import application

_WINDOW_FRAME = QSize(16, 48)
"""About what the window manager puts around a dialog, in pixels."""
_FRAME = 48
"""About the height of the window manager's frame, in pixels."""
_LEAST = 120
"""The least height of what is scrolled, in pixels."""
_AROUND = 24
"""Pixels that are shown above and below what has the keyboard."""
_QUESTION = 460
_ERROR = 64
"""Pixels below a field with an error, which hold three lines about it."""


def within_screen(widget: QWidget, wanted: QSize) -> QSize:
    """Return a size for a dialog, no larger than the free area of the widget's screen leaves to it."""
    return wanted.boundedTo(widget.screen().availableGeometry().size() - _WINDOW_FRAME)


def scaled_room(widget: QWidget, width: int, height: int = 0) -> QSize:
    """Return a size for a dialog that grows with the program's font, as far as the screen has room for it."""
    return within_screen(widget, QSize(scaled(width), scaled(height)))


def place(popup: QWidget, at: QPoint) -> None:
    """Move a popup to a point of the screen, as far as it has room there."""
    screen = QGuiApplication.screenAt(at) or popup.screen()
    free = screen.availableGeometry()
    left = min(at.x(), free.right() + 1 - popup.width())
    top = min(at.y(), free.bottom() + 1 - popup.height())
    popup.move(max(left, free.left()), max(top, free.top()))


def move_into_screen(dialog: QWidget) -> None:
    """Move a dialog up as far as it reaches below the free area of its screen."""
    if dialog.isVisible() and dialog.geometry().bottom() > dialog.screen().availableGeometry().bottom():
        place(dialog, dialog.pos())


class Scrolled(PlainArea):
    """Shows a widget in its whole height where there is room, else a part of it: always the one with the cursor."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._page = QWidget()
        self._page.setObjectName("scrolled")  # the style sheet refers to it by this name
        in_column(content, on=self._page, margins=0)
        self.setWidget(self._page)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        application().focusChanged.connect(self._follow_focus)
        self._page.installEventFilter(self)
        self._wanted: QWidget | None = None
        """What was to be shown last, until the user scrolls: a longer text gets its height in several steps."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_wanted)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._soon.start)
        bar.sliderPressed.connect(self._forget_wanted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the content needs one; what is to be seen stays in sight."""
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._soon.start()
        return super().eventFilter(watched, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll to where the user wants."""
        self._forget_wanted()
        super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep in sight what is to be seen."""
        super().resizeEvent(event)
        self._soon.start()

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
        self._soon.start()

    @Slot()
    def show_top(self) -> None:
        """Scroll to the top, until something else is to be shown."""
        self._wanted = None
        self.verticalScrollBar().setValue(0)

    @Slot()
    def _forget_wanted(self) -> None:
        self._wanted = None

    @Slot()
    def _show_wanted(self) -> None:
        """Scroll as little as possible; where there is too little room, the widget comes before what is around it."""
        widget, bar, high = self._wanted, self.verticalScrollBar(), self.viewport().height()
        if widget is None or not isValid(widget) or not self._page.isAncestorOf(widget):
            return
        is_invalid = bool((widget.focusProxy() or widget).property("invalid"))
        around = _AROUND if widget.hasFocus() else _AROUND // 3
        below = _ERROR if is_invalid else around
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton and widget.underMouse():
            around = below = 0  # it would move away from the pointer
        top = widget.mapTo(self._page, QPoint()).y()
        first, last = max(top - around, 0), top + widget.height() + below
        if first < bar.value():
            bar.setValue(first)
        elif last > bar.value() + high:
            bar.setValue(min(last - high, first))

    @Slot(QWidget, QWidget)
    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Show what gets the keyboard, once it keeps it: a page that comes to the front passes it on at once."""
        if now is not None and self._page.isAncestorOf(now):
            self.show_soon(now)
        elif now is not None and self._wanted is before:
            self._wanted = None


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


class Question(QDialog):
    """Asks, with a button for each answer; the last one is the main one, and Esc changes nothing."""

    def __init__(
        self, parent: QWidget, title: str, text: str, *answers: tuple[str, Callable[[], object] | None]
    ) -> None:
        """Make it; an answer is what its button says and calls, after the dialog is closed."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        buttons = [self._button(answer, act) for answer, act in answers]
        main = buttons[-1]
        main.setProperty("primary", True)
        main.setDefault(True)
        in_column(
            plain_label(title, heading="title"),
            plain_label(text),
            in_row(1, *in_dialog_order(main, *reversed(buttons[:-1])), spacing=8),
            on=self,
            margins=(24, 20, 24, 20),
            spacing=12,
        )
        self.setMinimumWidth(scaled_room(self, _QUESTION).width())
        KeepFitted(self)
        main.setFocus()

    def _button(self, answer: str, act: Callable[[], object] | None) -> QPushButton:
        button = QPushButton(answer)
        button.clicked.connect(lambda: self._answer(act))
        return button

    def _answer(self, act: Callable[[], object] | None) -> None:
        self.reject()
        if act is not None:
            act()


class Popover(QDialog):
    """Closes on Esc and when another window becomes active.

    It is a dialog, since Qt keeps a window of the type Popup from assistive technology.
    """

    def __init__(self, opener: QWidget | None, parent: QWidget) -> None:
        """Make it; a click on `opener` is left to that control, which would else open it again."""
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._opener = opener
        self._is_closing = False
        self.setProperty("popover", True)
        self.installEventFilter(self)

    def show_active(self, focused: QWidget) -> None:
        """Show it, with the keyboard in one of its controls."""
        self.show()
        self.activateWindow()
        focused.setFocus()

    def done(self, result: int) -> None:
        """Close it, once: another window becomes active while it does."""
        if not self._is_closing:
            self._is_closing = True
            super().done(result)
            self._is_closing = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close when the user works elsewhere.

        An event filter on itself, since an override of `event` would crash if the event deletes it.
        """
        is_left = watched is self and event.type() == QEvent.Type.WindowDeactivate and self.isVisible()
        if is_left and (self._opener is None or not self._opener.underMouse()):
            self.reject()
        return False
