"""Screens that nobody sees, for tests that want a real window."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_display() -> Iterator[str]:
    """Start a display and lend its name."""
    assert shutil.which("Xvfb"), "Xvfb is lacking: packaging/dev.py test installs it"
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield ":" + server.stdout.readline().strip()
        finally:  # else whoever fails waits for it for ever
            server.terminate()
