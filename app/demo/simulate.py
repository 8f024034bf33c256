"""Runs the demo carrier as a process of its own."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from app.demo.sending.notifier import ShowMessage
from app.demo.sending.sender import Report
from app.demo.server.server import CarrierServer
from app.demo.world.options import DayOptions, NotifyOptions

_POLL_SECONDS = 0.2  # Windows runs a signal handler only between two waits, so each must be short


def run(
    options: DayOptions,
    *,
    now: Callable[[], datetime],
    port: int,
    announce: Callable[[str], None],
    notify: NotifyOptions | None = None,
    show_message: ShowMessage = lambda _: None,
) -> Report:
    """Run the server, accepting any UUID as a token, until Ctrl+C or SIGTERM. To be called in the main thread.

    Args:
        options: properties of the days.
        now: the current time at the site.
        port: port to listen on; 0: a free one.
        announce: called with the `base_url` once it listens.
        notify: the receiver to notify when visits close; None: no notifications.
        show_message: called in another thread with a sentence about each notification given up.

    Returns:
        Counts of the notifications.

    Raises:
        PortTakenError: another program uses the port.
        SettingsError: the certificates cannot be read, or the carrier has no visits.
    """
    with _asked_to_stop() as asked, CarrierServer(options, None, now=now, port=port) as server:
        if notify:
            server.notify(notify, show_message)
        announce(server.url)
        while server.is_running and not asked:
            time.sleep(_POLL_SECONDS)
    return server.report


@contextmanager
def _asked_to_stop() -> Iterator[list[int]]:
    """Yield a list that receives each SIGINT and SIGTERM.

    An Event could deadlock: its lock may be held when the signal interrupts.
    """
    asked: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda number, _frame: asked.append(number)) for number in signals}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
