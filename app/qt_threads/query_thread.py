"""Queries that take longer than a frame, run in a thread of their own."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from app.qt_threads.worker_pool import Job, Task, TaskDispatcher

Reader_co = TypeVar("Reader_co", covariant=True)


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
