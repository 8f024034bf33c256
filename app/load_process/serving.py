"""What runs in the load process: it loads each day that a line of its input names, until the input ends."""

import gc
import io
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from app.domain.cancellation import Cancellation
from app.domain.errors import AppError
from app.files.process_lock import ThisProcess
from app.load_process.messages import MEGABYTES, NO_MEMORY, Kind, hello, line, read_line, read_request, written_error
from app.logs.process_log import quiet_libraries
from app.picture_decoder.process_limits import limit_process
from app.store.writer import BOARD_WAIT_SECONDS, Writer

if TYPE_CHECKING:
    from app.carrier.client import Progress

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _BELOW_NORMAL: Final = -1

_ALIVE_SECONDS = 5.0
_END_SECONDS = 5.0
_PROGRESS_SECONDS = 0.05
"""Shortest time between two lines of progress: more of them cost the window time and are not visible."""
_NICE = 10

_log = logging.getLogger(__name__)


def lower_priority() -> None:
    """Let other threads go before this one, for good. A system that cannot do so for one thread is left alone."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentThread.restype = wintypes.HANDLE
        kernel.SetThreadPriority(wintypes.HANDLE(kernel.GetCurrentThread()), _BELOW_NORMAL)
    elif sys.platform == "linux":
        os.nice(_NICE)


class LoadServer:
    """Loads one day after the other into a store.

    The main thread opens the store for each load, so that the threads that write have the usual priority: they hold the
    lock of the facts. Those that parse and derive have a lower one.
    """

    def __init__(self, database: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database, self._now = database, now
        self._output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", 0)
        sys.stdout = sys.stderr  # what a library prints is no line of ours
        self._saying = Lock()
        self._requests: SimpleQueue[tuple[list[Any], Cancellation] | None] = SimpleQueue()
        self._reported_at = 0.0

    def run(self) -> None:
        """Say hello, and load until the input ends."""
        self._say(Kind.HELLO, hello())
        with suppress(OSError, ValueError):  # the system sets a lower limit already, or permits none
            limit_process(MEGABYTES * 2**20)
        ThisProcess.command = "despacho load-process"
        quiet_libraries()
        logging.getLogger().addHandler(_Records(self._say))
        logging.getLogger("app").setLevel(logging.INFO)
        for loop in (self._read_requests, self._tell_alive):
            Thread(target=loop, daemon=True).start()
        from app.board.projecting import apply_facts  # noqa: F401, PLC0415 - what a load needs, before it is asked for
        from app.services.loading import load_day  # noqa: F401, PLC0415

        gc.freeze()
        gc.disable()  # nearly nothing of the many objects of a load is cyclic garbage
        with ThreadPoolExecutor(1, "load", lower_priority) as thread:
            while (request := self._requests.get()) is not None:
                self._answer(thread, *request)
                gc.collect()

    def _read_requests(self) -> None:
        cancellation = Cancellation()
        for text in io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False)):
            kind, value = read_line(text)
            if kind is Kind.LOAD:
                cancellation = Cancellation()
                self._requests.put((value, cancellation))
            else:
                cancellation.cancel()
        cancellation.cancel()
        self._requests.put(None)
        time.sleep(_END_SECONDS)  # for a load that ends
        os._exit(0)

    def _tell_alive(self) -> None:
        while True:
            time.sleep(_ALIVE_SECONDS)
            self._say(Kind.ALIVE)

    def _say(self, kind: Kind, value: object = None) -> None:
        left = memoryview(line(kind, value))
        try:
            with self._saying:
                while left:
                    left = left[self._output.write(left) :]
        except OSError:  # the program that asked has ended
            os._exit(0)

    def _answer(self, thread: ThreadPoolExecutor, value: list[Any], cancellation: Cancellation) -> None:
        from app.services.loading.load_day import load_day  # noqa: PLC0415 - see `run`

        has_ended = False
        try:
            day, endpoint, credentials = read_request(value)
            with Writer(self._database, BOARD_WAIT_SECONDS) as writer:
                writer.board.read(lambda _db: lower_priority())
                summary = thread.submit(
                    load_day,
                    day,
                    endpoint=endpoint,
                    credentials=credentials,
                    writer=writer,
                    now=self._now,
                    progress=self._report,
                    cancellation=cancellation,
                    on_saved=lambda: self._say(Kind.SAVED),
                ).result()
                has_ended = True
                self._say(Kind.SUMMARY, asdict(summary))
        except MemoryError:
            os._exit(NO_MEMORY)
        except Exception as error:  # noqa: BLE001 - the process that asked raises it
            if has_ended:
                _log.warning("After a load: %r", error)
            elif isinstance(error, AppError):
                self._say(Kind.FAILED, written_error(error))
            else:
                self._say(Kind.BUG, traceback.format_exc())

    def _report(self, progress: "Progress") -> None:
        is_pause, now = progress.pause_seconds is not None, time.monotonic()
        if is_pause or now - self._reported_at >= _PROGRESS_SECONDS:
            self._reported_at = now
            note = asdict(progress.text) if is_pause else None
            self._say(Kind.PROGRESS, [progress.shipments, progress.fraction, note])


class _Records(logging.Handler):
    """Hands records to the process that asked, which redacts them and has the log."""

    def __init__(self, say: Callable[[Kind, object], None]) -> None:
        super().__init__()
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Hand a record on."""
        with suppress(ValueError, TypeError):  # its arguments do not fit its message
            self._say(Kind.LOG, [record.name, record.levelno, self.format(record)])
