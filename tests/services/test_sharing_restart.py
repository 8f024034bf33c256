"""Sharing that begins again by other settings, while a window and workers use it."""

from threading import Event, Thread
from unittest.mock import MagicMock

import pytest

from app.services.relaying.sharing import Sharing

CASES = frozenset(["visit 7"])


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[MagicMock]:
    """Return the threads that are made, in their order."""
    made: list[MagicMock] = []

    def make(_sharing: Sharing) -> MagicMock:
        made.append(MagicMock())
        return made[-1]

    monkeypatch.setattr(Sharing, "_new_thread", make)
    return made


def test_what_is_handled_here_is_told_again_after_a_restart(threads: list[MagicMock]) -> None:
    sharing = Sharing(*[MagicMock()] * 5)
    sharing.start()
    sharing.tell(CASES)
    sharing.restart()
    threads[1].tell.assert_called_once_with(CASES)


def test_of_restarts_at_once_no_thread_is_left_after_the_stop(threads: list[MagicMock]) -> None:
    sharing, is_stopping, may_end = Sharing(*[MagicMock()] * 5), Event(), Event()
    sharing.start()

    def end() -> None:
        is_stopping.set()
        may_end.wait(30)

    threads[0].stop.side_effect = end
    workers = [Thread(target=sharing.restart), Thread(target=sharing.restart)]
    workers[0].start()
    assert is_stopping.wait(30)
    workers[1].start()
    workers[1].join(0.2)  # it would begin another at once
    may_end.set()
    for worker in workers:
        worker.join()
    sharing.stop()
    assert all(thread.stop.called for thread in threads)
