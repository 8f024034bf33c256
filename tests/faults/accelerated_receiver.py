"""Runs `despacho receive` with shorter pauses between loads of the day.

`python -m tests.faults.accelerated_receiver FACTOR ARGUMENTS`; everything else is unchanged.
"""

import sys
import time
from functools import partial

import app.cli.receive
import app.services.loading.auto_reload
from app.cli.main import main
from app.services.loading.auto_reload import AutoReloader


def run() -> int:
    """Receive until a signal; return the exit code."""
    times = float(sys.argv[1])
    app.services.loading.auto_reload._CHECK_EVERY /= times
    accelerated = partial(AutoReloader, clock=lambda: times * time.monotonic())
    vars(app.cli.receive)["AutoReloader"] = accelerated  # called with the same arguments
    return main(["receive", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(run())
