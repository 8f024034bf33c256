"""Settings of the Python interpreter for the window, each with its measured gain or the failure it prevents."""

import builtins
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000
_SWITCH_SECONDS = 0.0005


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

    To save a notification, a thread waits for the interpreter about forty times, each time for one interval if another
    thread works, such as one that writes an export. Of three runs beside one on a busy machine, the median notification
    was kept within 10 to 45 ms, and with 5 ms within 15 to 68 ms; nine in ten within 33 to 112, and 91 to 171.
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
    timer.timeout.connect(collect_due)
    timer.start()


def collect_due() -> None:
    """Collect the oldest generation over its threshold, with the younger ones, as Python itself would."""
    generations = list(zip(gc.get_count(), gc.get_threshold(), strict=True))
    for generation, (count, most) in reversed(list(enumerate(generations))):
        if 0 < most < count:
            gc.collect(generation)
            return
