"""What ends a process from outside: Ctrl+C, for which each other request is taken, such as a console that closes."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

POLL_SECONDS = 0.2
"""The longest wait of a command that waits for Ctrl+C: Windows runs a signal's handler only between two waits."""

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _CTRL_C, _CTRL_BREAK, _LOG_OFF = 0, 1, 5  # others are: the console closes (2), the system shuts down (6)

    def _take_event(event: int) -> bool:
        """Take an event of the console as Ctrl+C, in a thread that the system starts for it.

        The system ends the process when this returns, or after five seconds, unless it was Ctrl+Break.
        """
        if event == _LOG_OFF:  # of any user; only services are told of it, and they go on
            return True
        if event != _CTRL_C:  # which Python takes itself
            signal.raise_signal(signal.SIGINT)
        if event not in (_CTRL_C, _CTRL_BREAK):
            threading.Event().wait()  # until the process ends
        return event != _CTRL_C

    _HANDLER = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)(_take_event)
    """Kept for as long as the program: the system calls it."""


@contextmanager
def requests_as_ctrl_c() -> Iterator[None]:
    """Take each request to end the process within the context as Ctrl+C; in the main thread.

    On POSIX these are SIGTERM, and SIGHUP, by which a terminal says that it closes; a process that was started to
    ignore one, as by nohup, ignores it. On Windows these are Ctrl+Break, a console that closes, and a shutdown.
    """
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetConsoleCtrlHandler(_HANDLER, True)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetConsoleCtrlHandler(_HANDLER, False)
        return
    with ExitStack() as restored:
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                restored.callback(signal.signal, number, signal.signal(number, _take_signal))
        yield


def _take_signal(_number: int, frame: FrameType | None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # it is ignored, as in the background of a shell's script
        handler = signal.default_int_handler
    handler(signal.SIGINT, frame)


@contextmanager
def interruptions() -> Iterator[list[int]]:
    """Yield a list that receives each Ctrl+C, instead of a KeyboardInterrupt.

    An Event could deadlock: its lock may be held when the signal interrupts.
    """
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: received.append(number))
    try:
        yield received
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def keyboard_interrupt_kept() -> Iterator[None]:
    """End a block with KeyboardInterrupt after Ctrl+C, also during a function that SQLite calls.

    SQLite reports only that the function raised an exception, which would look like a bug of the program. A process
    that was started to ignore Ctrl+C still ignores it.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    was_interrupted = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal was_interrupted
        was_interrupted = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception as error:
        if was_interrupted:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
