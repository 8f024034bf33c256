"""Saves and restores the arrangement of the window: its place on the screen, the widths of its panes, its tab."""

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.widgets.system import application
from app.ui.window.panes import Panes


class Arrangement:
    """Keeps it in the state of the window."""

    def __init__(self, context: WindowContext, panes: Panes) -> None:
        self._window, self._state = context.window, context.state
        self._panes, self._views, self._tabs = panes.splitter, panes.views, panes.tabs

    def restore(self) -> None:
        """Arrange the window as it was left, or for the screen if it was never left."""
        window, state = self._window, self._state
        geometry = state.layout("window")
        if geometry is None or not window.restoreGeometry(geometry):
            screen = QGuiApplication.primaryScreen().availableGeometry()
            window.resize(min(scaled(1600), screen.width()), min(scaled(900), screen.height()))
        views = self._views.sizeHint().width()
        detail = min(max(window.width() * 29 // 100, scaled(288)), scaled(396))
        for name, panes, sizes in (
            ("panes", self._panes, [views, window.width() - views]),
            ("beside", self._tabs.beside, [window.width() - views - detail, detail]),
        ):
            kept = state.layout(name)
            if kept is None or not panes.restoreState(kept):
                panes.setSizes(sizes)
        tab = state.layout("tab")
        if tab is not None:
            self._tabs.show_named(bytes(tab.data()).decode("utf-8", "replace"))

    def keep(self) -> None:
        """Keep the arrangement as it is now."""
        self._state.keep_layout("window", self._window.saveGeometry())
        if not self._views.is_rail:
            self._state.keep_layout("panes", self._panes.saveState())
        self._state.keep_layout("beside", self._tabs.beside.saveState())
        self._state.keep_layout("tab", QByteArray(self._tabs.name.encode()))


class ScreenFit(QObject):
    """Fits the window when it is shown, and when a screen or its free area changes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._is_framed = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit)
        window.installEventFilter(self)
        app = application()
        app.screenAdded.connect(self._follow)
        app.screenRemoved.connect(self._soon.start)
        for screen in QGuiApplication.screens():
            self._follow(screen)

    @Slot(QScreen)
    def _follow(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._soon.start)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the window whenever it is shown, also from the tray, and once it has its frame.

        A window manager may add the frame after showing; the first activation tells.
        """
        is_first_activation = event.type() == QEvent.Type.WindowActivate and not self._is_framed
        if event.type() == QEvent.Type.Show or is_first_activation:
            self._is_framed |= is_first_activation
            self._soon.start()
        return False

    @Slot()
    def fit(self) -> None:
        """Move and shrink the window as far as needed; the system places one that fills its screen."""
        window = self._window
        states = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMinimized
        if window.windowState() & states or not window.isVisible():
            return
        frame, inner = window.frameGeometry(), window.geometry()
        wanted = fitted(frame, [screen.availableGeometry() for screen in QGuiApplication.screens()])
        if wanted != frame:
            window.resize(inner.size() - (frame.size() - wanted.size()))
            window.move(wanted.topLeft())


def fitted(frame: QRect, areas: Sequence[QRect]) -> QRect:
    """Return a window's frame, moved and shrunk into one of the free areas: the one that shows most of it.

    Args:
        frame: of the window, in pixels of the desktop.
        areas: the free area of each screen; a window that none of them shows goes to the first. Without any, the frame
            stays.
    """
    if not areas:
        return frame
    area = max(areas, key=lambda one: _extent(one & frame))
    size = frame.size().boundedTo(area.size())
    left = min(max(frame.left(), area.left()), area.right() + 1 - size.width())
    top = min(max(frame.top(), area.top()), area.bottom() + 1 - size.height())
    return QRect(left, top, size.width(), size.height())


def _extent(shown: QRect) -> int:
    return shown.width() * shown.height() if shown.isValid() else 0
