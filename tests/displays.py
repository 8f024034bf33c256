"""Invisible screens for tests that need a real window."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_NUMBERS = count(100 + os.getpid() % 500 * 100)
"""Of displays, for each process others: a server that ends takes the socket of its number from the next one on it."""


@contextmanager
def virtual_display(size: str = "1600x900") -> Iterator[str]:
    """Start a display of so many pixels and lend its name."""
    assert shutil.which("Xvfb"), "Xvfb is lacking: packaging/dev.py test installs it"
    command = [
        "Xvfb",
        f":{next(_NUMBERS)}",
        "-displayfd",
        "1",
        "-screen",
        "0",
        f"{size}x24",
        "-nolisten",
        "tcp",
        "-noreset",
        "-ardelay",
        "60000",  # ms: no key repeats itself because the program that presses it is slow to release it
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield ":" + server.stdout.readline().strip()
        finally:  # else a failed test waits for it for ever
            server.terminate()
