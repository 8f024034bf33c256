"""From the start of the process to a window that shows a cached day of 10,000."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from uuid import uuid4
from zoneinfo import ZoneInfo

from app.domain.credentials import SecretName
from app.settings.file import SettingsFile
from app.store.opening import FILE_NAME
from tests.bench.days import DAY, own_copy
from tests.bench.row import Compared, Figures, Row, Scale, Target

SHIPMENTS = 10_000

_TRIED = """
Before: 2.1 s of processor time on a busy machine, of which 1.6 s went into loading modules; a bare window took 0.14 s
on it.

What helped: HTTP, the receiver, the demo carrier, the exports and what migrates are loaded when they are needed, the
receiver 250 ms after the window is shown (2.1 s → 1.3 s); and the tables behind other tabs are asked for in a pause,
so that their columns are not measured before the first painting (0.24 s → 0.09 s from the window's showing to its
painting).

What is left, of 1.3 s: Qt 0.1 s, pydantic and the settings 0.15 s, the 126 modules of the window 0.35 s, making its
widgets 0.3 s (icons, drawn at 21 sizes each, are a tenth of it), the store and the services 0.15 s. For three times a
bare window the panes that nobody sees at first (day, map, detail, dialogs) would have to be made when they are opened.
"""

ROW = Row(
    what="Process start → window painted with a cached day of 10,000",
    against="a bare PySide6 window with a label in it, the whole process from outside as well",
    targets=(Target("painted", "first painting with rows", 3, scale=Scale.SECONDS, compared=Compared.TIMES),),
    tried=_TRIED,
    rounds=5,
    on_a_screen=True,
)
_ZONE = "America/Bogota"
_TIMES = 3
"""Starts in a round, of which the quickest counts: the first one finds nothing in the system's cache."""


def prepare(folder: Path) -> None:
    """Make a data folder whose cached day is the site's today."""
    own = own_copy(folder, SHIPMENTS, "started")
    SettingsFile(own, {}).write({"carrier": DAY.carrier, "time_zone": _ZONE, "language": "es", "theme": "light"})
    today = datetime.now(ZoneInfo(_ZONE)).date()
    with closing(sqlite3.connect(own / FILE_NAME)) as db, db:
        db.execute("UPDATE day SET date = ?", (today.isoformat(),))


def contender(folder: Path) -> Figures:
    """Start the program."""
    return {"painted": min(_started(str(folder / "started")) for _ in range(_TIMES))}


def yardstick(folder: Path) -> Figures:
    """Start a bare window."""
    return {"painted": min(_started() for _ in range(_TIMES))}


def _started(*folder: str) -> float:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        **{name.variable: str(uuid4()) for name in (SecretName.AUTHORIZATION_TOKEN, SecretName.RECEIVER_TOKEN)},
        SecretName.AUTHORIZATION_USER.variable: "bench",
        "DESPACHO_RECEIVER_PORT": str(port),
    }
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.starting", *folder], stdout=subprocess.PIPE, env=env
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        seconds = time.perf_counter() - began
        process.terminate()
    assert said.strip() == b"painted", said
    return seconds
