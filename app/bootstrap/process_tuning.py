"""What is set of the Python process itself for a window, and what each setting gains or prevents."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000
_TURN_SECONDS = 0.001


@contextmanager
def imported_to_stay() -> Iterator[None]:
    """Import without a search for garbage, which finds none in modules, and leave them out of every later search.

    The window's imports take a seventh less processor time so (0.50 and 0.58 s; `-X importtime` names what is left).
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def give_short_turns() -> None:
    """Have threads take turns of 1 ms in the interpreter, not of 5.

    A load's thread reads without a pause. While 10,000 shipments load, the median answer to a notification takes 15 to
    17 ms so, in place of 18 to 24, and the window is painted in between.
    """
    sys.setswitchinterval(_TURN_SECONDS)


def collect_in_this_thread(owner: QObject) -> None:
    """Collect garbage that goes in circles here, once a second while the owner lives; no other thread does any more.

    Python collects it in whichever thread happens to make one object too many. A dialog that was closed, with its
    models and timers, is such garbage, and Qt's objects may go in their own thread only: taken away by the one that
    loads manifests while the window's looks at them, they end the process.
    """
    gc.disable()
    timer = QTimer(owner, interval=_EVERY_MS)
    timer.timeout.connect(collect_due)
    timer.start()


def collect_due() -> None:
    """Collect the oldest generation whose turn it is, and with it the younger ones, as Python itself would."""
    turns = list(zip(gc.get_count(), gc.get_threshold(), strict=True))
    for generation, (count, most) in reversed(list(enumerate(turns))):
        if 0 < most < count:
            gc.collect(generation)
            return
