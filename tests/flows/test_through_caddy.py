"""From the sender through Caddy with TLS to the repainted cell of a real window."""

import json
import math
import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a display of Linux")
def test_every_notified_status_is_painted(display: str) -> None:
    """The figures are for a benchmark; here it counts that each of them comes out, at a hundred a second."""
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "tests.bench.repainted", "60", "100", "3"]
    ended = subprocess.run(
        command, env=environment | {"DISPLAY": display}, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stderr
    figures = json.loads(ended.stdout.splitlines()[-1])
    assert figures["sent"] == 300
    assert math.isfinite(figures["painted_worst"])
