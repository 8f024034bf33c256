"""Questions to the store that take longer than a frame: asked in a thread of their own, the latest of a kind alone."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from app.qt_threads.worker_pool import Job, Mailbox, Task

Reader_co = TypeVar("Reader_co", covariant=True)


class QueryThread(Generic[Reader_co]):
    """A thread with a reader that belongs to it. Of several questions of one kind only the last is answered.

    Use it from the main thread alone.
    """

    def __init__(
        self, open_reader: Callable[[], AbstractContextManager[Reader_co]], parent: QObject | None = None
    ) -> None:
        """Start the thread; the reader is opened in it once there is something to ask.

        Where it cannot be opened the question fails, and with the next one it is tried again.
        """
        self._open_reader = open_reader
        self._reader: Reader_co | None = None
        self._opened = ExitStack()
        self._mailbox = Mailbox(parent)
        self._latest: dict[str, Job] = {}
        self._queue: SimpleQueue[tuple[str, Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._answer_all, name="query-thread")
        self._thread.start()

    def ask(self, kind: str, question: Callable[[Reader_co], object]) -> Task:
        """Ask something; the answer comes by the task's signals, unless a newer question of this kind overtakes it."""
        task, job = self._mailbox.open(lambda _report: question(self._the_reader()))
        self._latest[kind] = job
        self._queue.put((kind, job))
        return task

    def stop(self) -> None:
        """Answer what was asked, and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _answer_all(self) -> None:
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
