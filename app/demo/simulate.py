"""The demo carrier as a process of its own."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from app.demo.sending.notifier import Tell
from app.demo.sending.sender import Report
from app.demo.server.server import CarrierServer
from app.demo.world.options import DayOptions, NotifyOptions

_LOOK_UP = 0.2  # Windows runs a signal's handler only between two waits, so none may last


def run(
    options: DayOptions,
    *,
    now: Callable[[], datetime],
    port: int,
    announce: Callable[[str], None],
    notify: NotifyOptions | None = None,
    tell: Tell = lambda _: None,
) -> Report:
    """Answer whoever bears a UUID as a token, until Ctrl+C or SIGTERM. To be called in the main thread.

    Args:
        options: how the days look.
        now: the site's time.
        port: 0 takes a free one.
        announce: is told the `base_url` once it listens.
        notify: who is notified when visits close; None for nobody.
        tell: is told what was given up, in another thread.

    Returns:
        What became of the notifications.

    Raises:
        PortTakenError: the port is somebody else's.
        SettingsError: the file of authorities cannot be read, or the carrier is one that has no visits.
    """
    with _asked_to_stop() as asked, CarrierServer(options, None, now=now, port=port) as server:
        if notify:
            server.notify(notify, tell)
        announce(server.url)
        while server.is_running and not asked:
            time.sleep(_LOOK_UP)
    return server.report


@contextmanager
def _asked_to_stop() -> Iterator[list[int]]:
    """Yield a list to which each signal that asks the process to end is added.

    An Event could hang: its lock may be held where the signal interrupts.
    """
    asked: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda number, _frame: asked.append(number)) for number in signals}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
