"""Work done off the main thread, one piece after the other."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal, Slot

from app.qt_threads.worker_pool import WorkerPool


class SerialTaskQueue(QObject):
    """Has a worker begin a piece of work once the one before has ended. What waits for its turn holds no thread."""

    idle = Signal()
    """Nothing is left to be done, and all of it was answered."""

    def __init__(self, workers: WorkerPool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._waiting: deque[tuple[Callable[[], object], Callable[..., object]]] = deque()
        self.is_busy = False
        """Whether anything is being done, or waits for its turn."""

    def start(self, work: Callable[[], object], answer: Callable[..., object]) -> None:
        """Do some work after whatever was started before.

        Args:
            work: done in a worker.
            answer: a slot, told in the main thread what came of it.
        """
        self._waiting.append((work, answer))
        if not self.is_busy:
            self.is_busy = True
            self._go_on()

    def finish(self, milliseconds: int) -> bool:
        """Wait until all is done, or that long; return whether it is. The window lives on, and what is typed waits."""
        if self.is_busy:
            loop = QEventLoop()
            self.idle.connect(loop.quit)
            QTimer.singleShot(milliseconds, loop, loop.quit)
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        return not self.is_busy

    @Slot()
    def _go_on(self) -> None:
        if not self._waiting:
            self.is_busy = False
            self.idle.emit()
            return
        work, answer = self._waiting.popleft()
        task = self._workers.start(lambda _report: work())
        task.ended.connect(self._end)
        task.succeeded.connect(answer)

    @Slot()
    def _end(self) -> None:
        QTimer.singleShot(0, self, self._go_on)  # the answer comes first
