"""From the start of the process to a window that shows a cached day of 10,000."""

import os
import socket
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from uuid import uuid4
from zoneinfo import ZoneInfo

from app.domain.access.credentials import SecretName
from app.facts.file.opening import FILE_NAME
from app.settings import SettingsFile
from tests.bench.days import DAY, own_copy
from tests.bench.row import Compared, Figures, Row, Scale, Target
from tests.database import connected

SHIPMENTS = 10_000

_TRIED = """
Both are started with their modules compiled, as after an installation: without that a start compiles 220
modules of its own, which took a quarter of 1.3 s of processor time and says nothing about the program.

What helped, by processor time up to the first painting, offscreen: HTTP, the receiver, the demo carrier, the exports
and what migrates are loaded when they are needed, the receiver 250 ms after the window is shown; the tables behind
other tabs are asked for in a pause. That was 0.98 s, beside 0.13 s for a bare window. Then 0.98 s → 0.71 s by loading
dialogs, printing, pydantic (which was there for the window's state alone, for shipments and for what is rescued),
asyncio and the versions of what is installed when they are needed (278 modules of the program became 216), and by
looking for no garbage while all that is imported, which took 0.09 s. PySide6 reads the source of every module that is
imported after it, to see whether that may import `__feature__` (0.03 s of 0.5). An icon
is drawn by Qt's own engine when it is asked for and not at 21 sizes: 1.6 ms → 0.05 ms for each of 23. The keyring,
whose libraries take 0.1 s in a thread of their own, is asked 250 ms after the window is made. Widgets are made inside
those that they belong to, and not put there later with all that is in them, which styles the whole of it anew at each
step: the window 0.25 s → 0.19 s on a busy machine, with the panes for the day, the map, the receiver and the alerts
and what words a detail made when they are first opened.

What helped after that, old and new in turn, fifteen starts each, 4.1 → 3.2 times the bare window (0.76 → 0.59 s on a
slower day of the machine):

- **The tables behind other tabs are made in the pause after the first rows**, or at once when needed
  anything: 3.4 → 3.2 times.
- **PySide makes Python classes of Qt's when it first meets them**, and of all that derive from them: a viewport of our
  own spares asking for the class of Qt's (12.6 → 2.3 ms), an icon's bytes are written without the operator that takes
  every streamable class (4 to 13 ms), a field is asked for its editor and not searched (3 ms).
- A table's columns are put in order unheard by it: it asked for all titles anew at each move, 5,640 times (27 → 6 ms).
  The window's keys are read by their English names (4 ms): in Spanish Qt had each translated.
- Left out until they are needed: what details, figures, exports, the map and the caretaker are made of (20 ms), Qt's
  sockets (8 ms, for second starts; who comes in that moment asks again), `logging.handlers` (6 ms), the table of
  countries (2 ms), the follow-up's fields (5 ms). The translations are read once and not twice (6 ms).

And after that, sixteen starts each, 3.2 → 2.85 times (0.326 → 0.293 s, beside 0.104 s): **values are named tuples**, of
which Python makes one in a sixth of the time that a frozen dataclass takes (45 of 67; 18 ms); **the views are counted
120 ms after the window is made**, and not beside the first rows, which that held up (8 ms); the date's calendar is made
when its field is first gone to, and what opens files, pages and links, exact numbers and Qt's formats of text are
loaded when they are needed (6 ms).

Three times the bare window was asked for then, and now four: half of the imports inside functions were given up for it.
Those that stay bring pydantic, HTTP, the keyring or sqlite-utils along, or close a circle.

Since then the start has grown by half (0.53 → 0.8 s on one day of the machine, in turn): the program reads 445 modules
in place of 309 until the first painting, and 175 frozen dataclasses in place of named tuples take 0.3 ms each to make,
0.06 s together, which their equality is worth. **PySide's hook is out of `import` again, before the window is
imported** (0.62 → 0.55 s, twelve starts each in turn). Did not help: seven more features imported when they are first
opened (map, day, printing, first steps, settings, calls, alerts: fourteen starts each, no difference beyond chance).
Not done: msgspec's structs in place of 223 dataclasses. They are made in a thirtieth of the time, but msgspec takes
0.015 s to import (0.56 → 0.505 s, sixteen starts each in turn), no type checker sees what its `replace` is given, and
those that hide a secret from their text stay dataclasses, so that there would be two kinds (2026-11-28).

What did not help, and was taken out: `hashlib` and `secrets` loaded when they are needed (OpenSSL's 3 ms stay: filelock
brings them along); to look for no garbage from the first import on (no difference in twenty starts);
to show the window with its first rows and not before them (later by 0.1 s).

What is left, by samples of fifteen starts, 0.29 s: Python and Qt as in the bare window 0.1; the classes that Python
makes of Qt's enumerations 0.03 (those of `Qt` itself 0.012, and of `QStyle` 0.004, which only other painters of the
views and of the receiver's chip could spare); filelock 0.007; reading and running 190 modules of the program 0.08;
making the window 0.03 and painting it 0.03, of which 0.004 for the arrows that a style sheet reads anew for each
widget. The log's first line takes 0.003 for the rules that redact it.
"""

ROW = Row(
    what="Process start → window painted with a cached day of 10,000",
    against="a bare PySide6 window with a label in it, the whole process from outside as well",
    targets=(Target("painted", "first painting with rows", 4, scale=Scale.SECONDS, compared=Compared.TIMES),),
    tried=_TRIED,
    rounds=5,
    on_a_screen=True,
)
_ZONE = "America/Bogota"
_TIMES = 3
"""Starts in a round; the quickest counts: the first one finds nothing in the system's cache."""


def prepare(folder: Path) -> None:
    """Make a data folder whose cached day is the site's today."""
    own = own_copy(folder, SHIPMENTS, "started")
    SettingsFile(own, {}).write({"carrier": DAY.carrier, "time_zone": _ZONE, "language": "es", "theme": "light"})
    today = datetime.now(ZoneInfo(_ZONE)).date()
    with connected(own / FILE_NAME) as db:
        db.execute("UPDATE day SET date = ?", (today.isoformat(),))


def contender(folder: Path) -> Figures:
    """Start the program."""
    return {"painted": min(_started(folder, str(folder / "started")) for _ in range(_TIMES))}


def yardstick(folder: Path) -> Figures:
    """Start a bare window."""
    return {"painted": min(_started(folder) for _ in range(_TIMES))}


def _started(shared: Path, *folder: str) -> float:
    """Return the seconds; both are started as after an installation, with their modules compiled."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        **{name.variable: str(uuid4()) for name in (SecretName.AUTHORIZATION_TOKEN, SecretName.RECEIVER_TOKEN)},
        SecretName.AUTHORIZATION_USER.variable: "bench",
        "DESPACHO_RECEIVER_PORT": str(port),
        "PYTHONPYCACHEPREFIX": str(shared / "compiled"),
    }
    env.pop("PYTHONDONTWRITEBYTECODE", None)
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
