"""Measures when a widget is painted with the expected content."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

_PATIENCE = 60_000


class Painted(QObject):
    """Notes the end of the first painting of one of some widgets at which a condition holds.

    Args:
        widgets: one is painted, such as a table's viewport and what says why there are no rows.
        holds: whether what is painted is what one waits for.
    """

    def __init__(self, widgets: list[QWidget], holds: Callable[[], bool]) -> None:
        super().__init__()
        self._holds = holds
        self._loop = QEventLoop()
        self._at: float | None = None
        for one in widgets:
            one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Have the widget painted, and look at the clock."""
        if event.type() != QEvent.Type.Paint or self._at is not None:
            return False
        watched.removeEventFilter(self)
        QApplication.sendEvent(watched, event)
        watched.installEventFilter(self)
        if self._holds():
            self._at = time.perf_counter()
            QTimer.singleShot(0, self._loop, self._loop.quit)  # where the painting comes before the loop begins, too
        return True

    def after(self, act: Callable[[], object]) -> float:
        """Do something, run the event loop, and return the seconds from its beginning to the painting.

        Raises:
            TimeoutError: there was none within a minute.
        """
        late = QTimer(singleShot=True, interval=_PATIENCE)
        late.timeout.connect(lambda: self._loop.exit(1))
        late.start()
        self._at = None
        began = time.perf_counter()
        act()
        if self._loop.exec() or self._at is None:
            raise TimeoutError
        return self._at - began
