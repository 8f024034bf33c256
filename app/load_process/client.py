"""Starts the load process, has it load days, and survives whatever happens to it."""

import logging
import math
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread
from typing import Any

from app.domain.cancellation import Cancellation
from app.domain.days import Day, LoadProgress, LoadSummary
from app.domain.errors import AppError, LoadCancelledError, LoadProcessError
from app.domain.texts import Text
from app.load_process.messages import (
    MEGABYTES,
    NO_MEMORY,
    Kind,
    hello,
    line,
    read_error,
    read_line,
    read_summary,
    written_request,
)
from app.processes import pipes_of, start_module
from app.services.app_context import AppContext, endpoint_of

Report = Callable[[LoadProgress], object]
"""Called in the loading thread."""

_TICK = 0.5
_CANCEL_SECONDS = 5.0
_EXIT_SECONDS = 1.0  # for the system to end a process that has closed its output
_CLOSE_SECONDS = 6.0  # longer than the process takes at most

_NOT_STARTED = Text(
    "Error",
    "The process that loads days could not be started: {reason}. Close other programs, then load the day again.",
)
_ENDED = Text("Error", "The process that loads days ended before the day was loaded ({reason}). Load the day again.")
_SILENT = Text("Error", "The process that loads days did not answer any more and was ended. Load the day again.")
_TOO_MUCH_MEMORY = Text(
    "Error",
    "The day needs more than {megabytes} MB of memory, so it was not loaded. Tell the carrier how long its answer is.",
)
_UPDATED = Text(
    "Error", "Despacho was updated while it was running. Close it and start it again; until then it loads no days."
)
_log = logging.getLogger(__name__)


class _Child:
    """One running process. Its lines are read in a thread; `said` ends with None."""

    def __init__(self, module: str, database: Path) -> None:
        self._process = start_module(module, database.absolute())
        self._input, self._output = pipes_of(self._process)
        self.pid = self._process.pid
        self.said: SimpleQueue[tuple[Kind, Any] | None] = SimpleQueue()
        self.is_greeted = False
        self._thread = Thread(target=self._read, name="load-process", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, kind: Kind, value: object = None) -> None:
        """Write a line; where the process has ended, the end of its lines says so."""
        with suppress(OSError):
            self._input.write(line(kind, value))
            self._input.flush()

    def wake(self) -> None:
        """Have the thread that waits look up."""
        self.said.put((Kind.ALIVE, None))

    def end(self, patience: float) -> int:
        """Close the input, kill the process unless it ends within some seconds, and return its exit code."""
        with suppress(OSError):
            self._input.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._thread.join()
        self._output.close()
        return self._process.wait()

    def _read(self) -> None:
        try:
            for text in self._output:
                kind, value = read_line(text)
                if kind is Kind.LOG:
                    name, level, message = value
                    logging.getLogger(name).log(level, "%s", message)
                else:
                    self.said.put((kind, value))
        except ValueError:  # it ended within a line, or does not speak as this version does
            self._process.kill()
        finally:
            self.said.put(None)


class LoadTurns:
    """Lets one load run at a time: one that the user requests cancels an automatic one, and takes precedence."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._is_taken, self._asking = False, 0
        self._automatic: Cancellation | None = None

    @contextmanager
    def turn(self, cancellation: Cancellation, *, is_automatic: bool) -> Iterator[None]:
        """Wait for the turn of a load; it lasts as long as the context."""
        with self._changed:
            self._asking += not is_automatic
            if not is_automatic and self._automatic is not None:
                self._automatic.cancel()
            self._changed.wait_for(lambda: not (self._is_taken or (is_automatic and self._asking)))
            self._asking -= not is_automatic
            self._is_taken, self._automatic = True, cancellation if is_automatic else None
        try:
            yield
        finally:
            with self._changed:
                self._is_taken, self._automatic = False, None
                self._changed.notify_all()


class LoadProcess:
    """The process that loads days: started when it is needed, and kept. Of any thread; loads take turns.

    Attributes:
        patience: seconds without a line from it after which it counts as hanging; it sends one every five.
    """

    def __init__(self, context: AppContext, module: str = "app.load_process") -> None:
        self._context, self._module = context, module
        self._turns = LoadTurns()
        self._guard = Lock()  # guards the two that follow
        self._child: _Child | None = None
        self._is_closed = False
        self.patience = 30.0

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        child = self._child
        return None if child is None else child.pid

    def start(self) -> None:
        """Start the process before it is needed; if that fails, the next load says why."""
        with suppress(LoadProcessError, LoadCancelledError):
            self._running()

    def load(
        self,
        day: Day,
        cancellation: Cancellation,
        report: Report = lambda _progress: None,
        *,
        is_automatic: bool = False,
    ) -> LoadSummary:
        """Load a day as `load_day` does, whose failures are raised here; blocks.

        An automatic load is cancelled when the user requests one, and waits for those.

        Raises:
            LoadProcessError: the process could not be started, has ended, hangs, or is of another version. The next
                load starts another one.
            LoadCancelledError: it was cancelled before it was saved, or the program ends.
            AppError: as of `load_day`.
        """
        with self._turns.turn(cancellation, is_automatic=is_automatic):
            try:
                endpoint = endpoint_of(self._context.settings_file.read())
                credentials = self._context.credentials.carrier_credentials(endpoint.base_url)
                child = self._running()
            except AppError as error:
                _log.warning("Load of %s %s: %s: %s", day.carrier, day.date, type(error).__name__, error)
                raise
            with cancellation.stopping(child.wake):
                return self._exchange(child, written_request(day, endpoint, credentials), day, report, cancellation)

    def close(self) -> None:
        """End the process, and with it a load."""
        with self._guard:
            self._is_closed, child = True, self._child
        if child is not None:
            child.end(_CLOSE_SECONDS)

    def _running(self) -> _Child:
        with self._guard:
            if self._is_closed:
                raise LoadCancelledError
            if self._child is not None and not self._child.is_running:
                self._child.end(0)
                self._child = None
            if self._child is None:
                try:
                    self._child = _Child(self._module, self._context.database)
                except OSError as error:
                    raise LoadProcessError(_NOT_STARTED.filled(reason=error.strerror or error)) from error
            return self._child

    def _exchange(
        self, child: _Child, request: object, day: Day, report: Report, cancellation: Cancellation
    ) -> LoadSummary:
        """Have a process load a day."""
        lines = self._lines(child, cancellation)
        if not child.is_greeted:
            self._greet(child, lines, cancellation)
        child.send(Kind.LOAD, request)
        for kind, value in lines:
            if kind is Kind.PROGRESS:
                shipments, fraction, note = value
                report(LoadProgress(shipments, fraction, None if note is None else Text.read(note)))
            elif kind is Kind.FAILED:
                raise read_error(value)
            elif kind is Kind.BUG:
                raise RuntimeError(f"in the load process:\n{value}")
            elif kind is Kind.SUMMARY:
                break
        return read_summary(value, day)

    def _greet(self, child: _Child, lines: Iterator[tuple[Kind, Any]], cancellation: Cancellation) -> None:
        """Wait for what a new process says first, once: whichever load reads it, the next one finds it noted."""
        for kind, value in lines:
            if kind is Kind.HELLO:
                if value != hello():
                    self._give_up(child, has_ended=False)
                    raise LoadProcessError(_UPDATED)
                child.is_greeted = True
            if cancellation.requested:
                raise LoadCancelledError
            if child.is_greeted:
                return

    def _lines(self, child: _Child, cancellation: Cancellation) -> Iterator[tuple[Kind, Any]]:
        """Return what a process says, until the load is cancelled, or the process ends or hangs."""
        cancel_by, is_saved, silent = math.inf, False, 0.0
        while True:
            try:
                said = child.said.get(timeout=_TICK)
                silent = 0.0
            except Empty:
                said, silent = (Kind.ALIVE, None), silent + _TICK
            is_saved |= said is not None and said[0] is Kind.SAVED
            is_cancelled = cancellation.requested and not is_saved
            if is_cancelled and child.is_greeted and cancel_by == math.inf:
                child.send(Kind.CANCEL)
                cancel_by = time.monotonic() + _CANCEL_SECONDS
            is_late = is_cancelled and time.monotonic() >= cancel_by
            if said is None or is_late or silent >= self.patience:
                problem = self._give_up(child, has_ended=said is None)
                raise LoadCancelledError if is_cancelled or self._is_closed else problem
            yield said

    def _give_up(self, child: _Child, *, has_ended: bool) -> LoadProcessError:
        """Have the next load start another process; return why this one is of no use."""
        with self._guard:
            if self._child is child:
                self._child = None
        code = child.end(_EXIT_SECONDS if has_ended else 0)
        if not has_ended:
            text = _SILENT
        elif code == NO_MEMORY:
            text = _TOO_MUCH_MEMORY.filled(megabytes=MEGABYTES)
        else:
            text = _ENDED.filled(reason=f"signal {-code}" if code < 0 else f"exit code {code}")
        _log.warning("%s", text)
        return LoadProcessError(text)
