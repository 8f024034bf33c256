"""Continuous notifications, and another process that reads meanwhile."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

from tests.faults.damage.days import body
from tests.faults.damage.receivers import Receiving
from tests.waiting import wait_until

_SENDERS = 4


class Load:
    """Sends notifications, one each of its own visit, and keeps what was answered 200."""

    def __init__(self, one: Receiving) -> None:
        self._one = one
        self._visits = count(10_001)
        self._stopped = Event()
        self.answered: list[int] = []
        self.refused = 0

    def send(self) -> None:
        """Send one after the other until it is stopped."""
        while not self._stopped.is_set():
            visit = next(self._visits)
            status = self._one.post(body(visit))
            assert status in (200, 503)
            if status == 200:
                self.answered.append(visit)
            else:
                self.refused += 1

    def stop(self) -> None:
        """Have the senders end."""
        self._stopped.set()

    def until(self, number: int) -> None:
        """Wait until so many were answered."""
        wait_until(lambda: len(self.answered) >= number, lambda: self._one.said)


@contextmanager
def loaded(one: Receiving) -> Iterator[Load]:
    """Have notifications come meanwhile."""
    load = Load(one)
    with ThreadPoolExecutor(_SENDERS) as pool:
        sending = [pool.submit(load.send) for _ in range(_SENDERS)]
        try:
            yield load
        finally:
            load.stop()
        for sender in sending:
            sender.result()


class Looking:
    """What another process sees of the store."""

    def __init__(self) -> None:
        self.seen: list[str] = []


@contextmanager
def looked_on(path: Path) -> Iterator[Looking]:
    """Have another process read meanwhile, as a desk does; it must meet nothing but a `StoreError`."""
    looking = Looking()
    command = [sys.executable, "-m", "tests.faults.damage.reader", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        looking.seen.append(process.stdout.readline().strip())
        reading = Thread(target=lambda lines: looking.seen.extend(map(str.strip, lines)), args=[process.stdout])
        reading.start()
        try:
            yield looking
        finally:
            process.stdin.close()
            reading.join()
    assert process.returncode == 0
