"""The machine's clocks, of which one counts its sleep."""

import sys
import time

import pytest

from app.services.receiving.heartbeat import read_clocks


@pytest.mark.parametrize(
    ("system", "clock"), [("linux", "CLOCK_BOOTTIME"), ("darwin", "CLOCK_MONOTONIC_RAW"), ("win32", "")]
)
def test_each_system_has_its_clock_that_counts_sleep(system: str, clock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(time, clock or "monotonic"):
        pytest.skip("it is the clock of another system")
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(time, "clock_gettime", lambda asked: 1000.0 + asked, raising=False)
    reading = read_clocks()
    assert reading.elapsed == (1000.0 + getattr(time, clock) if clock else reading.awake)
