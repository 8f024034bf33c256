"""What cannot be saved is answered 503 in time, and saved as soon as possible."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path

import pytest

from tests.faults.damage.days import Day, body
from tests.faults.damage.receivers import Receivers, Receiving
from tests.faults.damage.stores import full, locked, small_disk
from tests.faults.figures import Figures, Length, seconds_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="receivers are forked here")

FAULT = "store locked, disk full, file corrupt"
SENDERS = 4


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[tuple[Path, bool]]:
    with small_disk(tmp_path / "disk") as is_own:
        yield tmp_path / "disk", is_own


@pytest.mark.parametrize("by_sqlite", [False, True], ids=["our lock", "SQLite's lock"])
def test_a_locked_store_is_503_until_it_is_unlocked(
    by_sqlite: bool, tmp_path: Path, figures: Figures, length: Length
) -> None:
    trouble = Trouble(Receivers(tmp_path / "data", tmp_path / "said"))
    with trouble.receivers.receiving() as one:
        for _ in range(length.of(1, 20)):
            trouble.live_through(one, locked(Day(tmp_path / "data").path, by_sqlite=by_sqlite))
    trouble.note("locked by SQLite" if by_sqlite else "locked", figures)


def test_a_full_disk_is_503_until_it_has_space(
    disk: tuple[Path, bool], tmp_path: Path, figures: Figures, length: Length
) -> None:
    folder, is_own = disk
    trouble = Trouble(Receivers(folder / "data", tmp_path / "said"))
    with trouble.receivers.receiving() as one:
        for _ in range(length.of(2, 40)):
            trouble.live_through(one, full(folder, one, is_own=is_own))
    trouble.note("disk full", figures)


class Trouble:
    """A receiver under load that cannot save for a while, again and again."""

    def __init__(self, receivers: Receivers) -> None:
        self.receivers = receivers
        self._visits = count(1)
        self._answered: set[int] = set()
        self._slowest = self._again = 0.0

    def live_through(self, one: Receiving, trouble: AbstractContextManager[None]) -> None:
        """Send before, in and after a time of trouble."""
        assert self._send(one) == 200
        with trouble, ThreadPoolExecutor(SENDERS) as pool:
            while 503 not in list(pool.map(self._send, [one] * SENDERS)):
                pass  # what room was left in the log is used up
        visit = next(self._visits)
        self._again = max(self._again, one.until_kept(body(visit)))
        self._answered.add(visit)

    def note(self, kind: str, figures: Figures) -> None:
        """Compare what was answered with what is there."""
        lost = self._answered - Day(self.receivers.folder).kept()
        self.receivers.stop()
        figures.at_most(f"answered and lost ({kind})", len(lost), 0)
        figures.at_most(f"until a 503 ({kind})", self._slowest, 3, "s")
        figures.at_most(f"until it receives again ({kind})", self._again, 1, "s")

    def _send(self, one: Receiving) -> int:
        visit, statuses = next(self._visits), list[int]()
        seconds = seconds_of(lambda: statuses.append(one.post(body(visit))))
        assert statuses[0] in (200, 503)
        if statuses[0] == 200:
            self._answered.add(visit)
        else:
            self._slowest = max(self._slowest, seconds)
        return statuses[0]
