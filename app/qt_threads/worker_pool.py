"""Work in other threads, with its results in the main thread."""

import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QMetaMethod, QObject, QTimer, Signal, Slot

from app.domain.errors import AppError

Report = Callable[[object], None]
"""Called by a task's work, in its thread, to report progress."""
Reader_co = TypeVar("Reader_co", covariant=True)


class Task(QObject):
    """Handle of one piece of work. It lives in the main thread, and emits its signals there.

    An `AppError` is emitted by `failed`, if that is connected. Otherwise, and for any other exception, which is a bug,
    the error is raised again in the main thread, where the program's exception hook handles it.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    ended = Signal()
    """Emitted in every case, before `succeeded` or `failed`; alone if the task was dropped for a newer one."""


@dataclass(frozen=True)
class Job:
    """The part of a task that its thread holds; the task itself is referenced only by the main thread.

    A QObject whose last reference is dropped in another thread would be destroyed there.
    """

    work: Callable[[Report], object]
    post: Callable[[str, object], None]

    def run(self) -> None:
        """Do the work, and post its result or its error."""
        try:
            result = self.work(lambda progress: self.post("progressed", progress))
        except BaseException as error:  # noqa: BLE001 - it is raised again, or emitted by `failed`, in the main thread
            self.post("failed", error)
        else:
            self.post("succeeded", result)

    def drop(self) -> None:
        """Post that the work will not be done."""
        self.post("dropped", None)


class TaskDispatcher(QObject):
    """Delivers what jobs post to their tasks in the main thread, and keeps the tasks alive until they end."""

    _posted = Signal(int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids = count()
        self._tasks: dict[int, Task] = {}
        self._posted.connect(self._deliver)

    def open(self, work: Callable[[Report], object]) -> tuple[Task, Job]:
        """Return a new task, and the job for its thread."""
        task_id = next(self._ids)
        task = self._tasks[task_id] = Task()
        return task, Job(work, lambda kind, value: self._posted.emit(task_id, kind, value))

    @Slot(int, str, object)
    def _deliver(self, task_id: int, kind: str, value: object) -> None:
        if kind == "progressed":
            self._tasks[task_id].progressed.emit(value)
            return
        task = self._tasks.pop(task_id)
        task.ended.emit()
        if kind == "succeeded":
            task.succeeded.emit(value)
        elif isinstance(value, AppError) and task.isSignalConnected(QMetaMethod.fromSignal(task.failed)):
            task.failed.emit(value)
        elif isinstance(value, BaseException):
            raise_here(value)


def raise_here(error: BaseException) -> None:
    """Raise another thread's error in this one; one like SystemExit, which would end the program, is only reported."""
    if isinstance(error, Exception):
        raise error
    sys.excepthook(type(error), error, error.__traceback__)


class WorkerPool(QObject):
    """A small thread pool for long-running work: exports, the keyring, and loads, which wait for a process."""

    def __init__(self, threads: int = 4, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, "worker")
        self._dispatcher = TaskDispatcher(self)

    def start(self, work: Callable[[Report], object]) -> Task:
        """Run work as soon as a thread is free. Connect to the task before returning to the event loop."""
        task, job = self._dispatcher.open(work)
        self._pool.submit(job.run)
        return task

    def stop(self) -> None:
        """Wait for running work, without delivering its results. Cancel what can be cancelled first."""
        self._pool.shutdown()
        QCoreApplication.removePostedEvents(self._dispatcher)


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
        """Run work in a worker after all that was started before; a slot of the main thread gets the result."""
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


class QueryThread(Generic[Reader_co]):
    """A thread with its own reader. Of several waiting queries of one kind only the last is run.

    To be used from the main thread only.
    """

    def __init__(
        self, open_reader: Callable[[], AbstractContextManager[Reader_co]], parent: QObject | None = None
    ) -> None:
        """Start the thread; the reader is opened in it for the first query.

        If it cannot be opened, the query fails, and the next one tries again.
        """
        self._open_reader = open_reader
        self._reader: Reader_co | None = None
        self._opened = ExitStack()
        self._dispatcher = TaskDispatcher(parent)
        self._latest: dict[str, Job] = {}
        self._queue: SimpleQueue[tuple[str, Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._run_all, name="query-thread")
        self._thread.start()

    def ask(self, kind: str, query: Callable[[Reader_co], object]) -> Task:
        """Queue a query; the task signals its result, unless a newer query of this kind replaces it."""
        task, job = self._dispatcher.open(lambda _report: query(self._the_reader()))
        self._latest[kind] = job
        self._queue.put((kind, job))
        return task

    def stop(self) -> None:
        """Run the queued queries, and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run_all(self) -> None:
        with self._opened:
            while (item := self._queue.get()) is not None:
                kind, job = item
                if self._latest[kind] is job:
                    job.run()
                else:
                    job.drop()

    def _the_reader(self) -> Reader_co:
        if self._reader is None:
            self._reader = self._opened.enter_context(self._open_reader())
        return self._reader
