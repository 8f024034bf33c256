"""Work done off the main thread, and what becomes of it there."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count

from PySide6.QtCore import QCoreApplication, QMetaMethod, QObject, Signal, Slot

from app.domain.errors import AppError

Report = Callable[[object], None]
"""Called by a task's work, in its thread, to say how far it is."""


class Task(QObject):
    """What becomes of one piece of work. It lives in the main thread, and its signals come there.

    A failure of the environment (`AppError`) goes to `failed`, if anybody listens there. Anything else is a bug; what
    nobody listens to and a bug are raised again in the main thread, where the program's exception hook sees them.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    ended = Signal()
    """However it ended, and before the others; also where it was dropped for a newer one, and says nothing else."""


@dataclass(frozen=True)
class Job:
    """The work of a task, as its thread sees it: no thread but the main one ever holds the task itself.

    A QObject whose last reference is dropped in another thread is destroyed there.
    """

    work: Callable[[Report], object]
    post: Callable[[str, object], None]

    def run(self) -> None:
        """Do the work, and post what comes of it."""
        try:
            result = self.work(lambda progress: self.post("progressed", progress))
        except BaseException as error:  # noqa: BLE001 - it is raised again, or handed to `failed`, in the main thread
            self.post("failed", error)
        else:
            self.post("succeeded", result)

    def drop(self) -> None:
        """Leave the work undone."""
        self.post("dropped", None)


class Mailbox(QObject):
    """Brings what other threads post to the tasks of the main thread, and keeps those alive until they ended."""

    _posted = Signal(int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tickets = count()
        self._tasks: dict[int, Task] = {}
        self._posted.connect(self._deliver)

    def open(self, work: Callable[[Report], object]) -> tuple[Task, Job]:
        """Make a task, and the job to hand to a thread."""
        ticket = next(self._tickets)
        task = self._tasks[ticket] = Task()
        return task, Job(work, lambda kind, letter: self._posted.emit(ticket, kind, letter))

    @Slot(int, str, object)
    def _deliver(self, ticket: int, kind: str, letter: object) -> None:
        if kind == "progressed":
            self._tasks[ticket].progressed.emit(letter)
            return
        task = self._tasks.pop(ticket)
        task.ended.emit()
        if kind == "succeeded":
            task.succeeded.emit(letter)
        elif isinstance(letter, AppError) and task.isSignalConnected(QMetaMethod.fromSignal(task.failed)):
            task.failed.emit(letter)
        elif isinstance(letter, BaseException):
            raise_here(letter)


def raise_here(error: BaseException) -> None:
    """Raise in the main thread what another one met, but what asked for an end there: that would end the program."""
    if isinstance(error, Exception):
        raise error
    sys.excepthook(type(error), error, error.__traceback__)


class WorkerPool(QObject):
    """A small pool of threads for what takes long: loads, exports, the keyring."""

    def __init__(self, threads: int = 3, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, "worker")
        self._mailbox = Mailbox(self)

    def start(self, work: Callable[[Report], object]) -> Task:
        """Do some work as soon as a thread is free. Connect to the task before returning to the event loop."""
        task, job = self._mailbox.open(work)
        self._pool.submit(job.run)
        return task

    def stop(self) -> None:
        """Wait until what runs has ended; nobody is told of it any more. Cancel first what can be cancelled."""
        self._pool.shutdown()
        QCoreApplication.removePostedEvents(self._mailbox)
