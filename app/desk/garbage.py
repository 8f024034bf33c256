"""Has garbage that goes in circles collected by the window's thread alone.

Python collects it in whichever thread happens to make one object too many. A dialog that was closed, with its models
and timers, is such garbage, and Qt's objects may go in their own thread only: taken away by the one that loads
manifests while the window's looks at them, they end the process.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000


def collect_in_this_thread(owner: QObject) -> None:
    """Collect here what is due, once a second for as long as the owner lives; no other thread does from now on."""
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
