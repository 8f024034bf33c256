"""Settings of the Python interpreter for the window, each with its measured gain or the failure it prevents."""

import builtins
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000
_SWITCH_SECONDS = 0.0005
_MOST_NEW = 20_000
"""Objects; to go through so many takes about 10 ms."""
_LONGEST_WAIT = 600
"""Looks; a load of 100,000 shipments takes one or two minutes."""


@contextmanager
def quick_imports() -> Iterator[None]:
    """Import modules without garbage collection and PySide's hook; exclude them from every later collection.

    Without collection the imports take 0.50 s of CPU time instead of 0.58 s, and without the hook the whole start takes
    0.55 s instead of 0.62 s; `-X importtime` lists the rest.
    """
    _import_without_pyside_features()
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def shorten_switch_interval() -> None:
    """Set the interpreter's thread switch interval to 0.5 ms instead of 5 ms.

    A load keeps the interpreter as long as it may. To save a notification, another thread waits for the interpreter
    about forty times, each time for one interval. While an answer of 20,000 shipments is read, the median notification
    is answered within 30 ms, with 1 ms within 60 ms, and with 5 ms within more than 700 ms. With 0.2 ms it takes 20 ms,
    but the load takes half as long again.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


def _import_without_pyside_features() -> None:
    """Take PySide's hook out of Python's import; only `from __feature__ import ...`, which is not used, needs it.

    The hook asks each module, after its import, whether it uses PySide. pydantic's modules load another part of
    pydantic to answer, so a thread that imports them sometimes gets a half-loaded module and an ImportError.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def collect_in_this_thread(owner: QObject) -> None:
    """Run the cyclic garbage collector only in this thread, once a second while the owner exists.

    Python runs it in any thread that allocates an object over the threshold. A closed dialog with its models and timers
    is cyclic garbage, and QObjects must be destroyed in their own thread: if another thread collects them while the
    main thread uses them, the process crashes.
    """
    gc.disable()
    timer = QTimer(owner, interval=_EVERY_MS)
    timer.timeout.connect(COLLECTOR.look)
    timer.start()


class Collector:
    """Collects what is due, but while a load runs neither many new objects nor old ones.

    No other thread runs during a collection. Of 20,000 shipments it took 25 to 140 ms a second, of 100,000 up to a
    second, and nearly none of them is garbage.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loads = self._waited = 0  # the latter in looks
        self._has_loaded = False  # since the last look

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a load that runs in the block make many objects."""
        with self._lock:
            self._loads += 1
        try:
            yield
        finally:
            with self._lock:
                self._loads -= 1
                self._has_loaded = True

    def look(self) -> None:
        """Collect; while a load runs, and at the first look after it, only a few new objects.

        After ten minutes of that it collects all the same.
        """
        with self._lock:
            is_loading, self._has_loaded = self._loads > 0 or self._has_loaded, False
        if not is_loading or self._waited == _LONGEST_WAIT:
            self._waited = 0
            collect_due()
            return
        self._waited += 1
        if gc.get_count()[0] <= _MOST_NEW:
            collect_due(oldest=0)


COLLECTOR = Collector()
"""That of this process."""


def collect_due(oldest: int = 2) -> None:
    """Collect the oldest generation over its threshold, with the younger ones, as Python itself would; none older."""
    generations = list(zip(gc.get_count(), gc.get_threshold(), strict=True))[: oldest + 1]
    for generation, (count, most) in reversed(list(enumerate(generations))):
        if 0 < most < count:
            gc.collect(generation)
            return
