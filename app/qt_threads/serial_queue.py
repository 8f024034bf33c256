"""Tasks that run in the worker pool one after the other."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal, Slot

from app.qt_threads.worker_pool import WorkerPool


class SerialTaskQueue(QObject):
    """Runs tasks in a worker, each after the one before has ended. A waiting task occupies no thread."""

    idle = Signal()
    """All tasks have ended, and their results were delivered."""

    def __init__(self, workers: WorkerPool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._waiting: deque[tuple[Callable[[], object], Callable[..., object]]] = deque()
        self.is_busy = False
        """Whether a task runs or waits."""

    def start(self, work: Callable[[], object], on_result: Callable[..., object]) -> None:
        """Run work after everything that was started before.

        Args:
            work: called in a worker.
            on_result: a slot, called in the main thread with the result.
        """
        self._waiting.append((work, on_result))
        if not self.is_busy:
            self.is_busy = True
            self._start_next()

    def finish(self, milliseconds: int) -> bool:
        """Wait until all tasks have ended, or for that long; return whether they have. User input waits meanwhile."""
        if self.is_busy:
            loop = QEventLoop()
            self.idle.connect(loop.quit)
            QTimer.singleShot(milliseconds, loop, loop.quit)
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        return not self.is_busy

    @Slot()
    def _start_next(self) -> None:
        if not self._waiting:
            self.is_busy = False
            self.idle.emit()
            return
        work, on_result = self._waiting.popleft()
        task = self._workers.start(lambda _report: work())
        task.ended.connect(self._schedule_next)
        task.succeeded.connect(on_result)

    @Slot()
    def _schedule_next(self) -> None:
        QTimer.singleShot(0, self, self._start_next)  # `succeeded` is emitted first
