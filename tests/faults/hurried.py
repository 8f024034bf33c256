"""Is `despacho receive`, for which the pauses between two loads of the day pass so many times as fast.

Run as `python -m tests.faults.hurried TIMES ARGUMENTS`. All else is as it always is.
"""

import sys
import time
from functools import partial

import app.cli.receive
import app.services.loading.auto_reload
from app.cli.main import main
from app.services.loading.auto_reload import AutoReloader


def run() -> int:
    """Receive until somebody ends it; return the exit code."""
    times = float(sys.argv[1])
    app.services.loading.auto_reload._CHECK_EVERY /= times
    hurried = partial(AutoReloader, clock=lambda: times * time.monotonic())
    vars(app.cli.receive)["AutoReloader"] = hurried  # which is made with the same arguments
    return main(["receive", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(run())
