"""A process of its own that holds a lock, and is suspended."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HOLD = """
import sys
from pathlib import Path
from app.files.process_lock import ThisProcess
from app.files.process_lock import ProcessLock

ThisProcess.command = sys.argv[2]
with ProcessLock(Path(sys.argv[1])).acquire():
    print(flush=True)
    sys.stdin.read()
"""


@contextmanager
def suspended_holder(lock: Path, command: str = "despacho receive") -> Iterator[int]:
    """Have a process hold a lock that does nothing any more, not even release it; gives the id of that process."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(lock), command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"\n"
            process.send_signal(signal.SIGSTOP)
            yield process.pid
        finally:
            process.kill()
