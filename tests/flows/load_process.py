"""The load process on a desk's own day: `python -m tests.flows.load_process DATABASE`.

It takes a second of the processor to import what a load needs, and each test has a desk with a process of its own.
Where the system can fork, a process of the test run has imported it once (`warm_process`), and each load process is a
copy of that.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Thread

CLOCK = "clock"
"""Name of the file beside the database that holds the time."""
_WARM = "DESPACHO_TESTS_WARM_LOADS"
"""The variable with the socket of the process that makes copies."""
_ENDS = 3  # input, output and error output


def main() -> None:
    """Serve, in a copy of the process that has everything imported if there is one."""
    database, address = Path(sys.argv[1]), os.environ.get(_WARM, "")
    if sys.argv[2:]:
        _make_copies(sys.argv[2])
    elif not address:
        _serve(database)
    else:
        with socket.socket(socket.AF_UNIX) as copies:
            copies.connect(address)
            socket.send_fds(copies, [bytes(database)], list(range(_ENDS)))
            os.close(0)
            os.close(1)  # the copy's own end ends what is read
            copies.recv(1)  # until the copy has ended


@contextmanager
def warm_process() -> Iterator[None]:
    """Have load processes be copies of one that has imported what they need, where the system can do so."""
    if sys.platform == "win32" or sys.platform == "darwin":
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        address = f"{folder}/loads"
        command = [sys.executable, "-m", "tests.flows.load_process", "-", address]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdout.read(1)
            os.environ[_WARM] = address
            yield
            del os.environ[_WARM]
            process.stdin.close()


def _serve(database: Path) -> None:
    from app.load_process.serving import LoadServer  # noqa: PLC0415 - not in what only asks for a copy

    LoadServer(database, lambda: datetime.fromisoformat(database.with_name(CLOCK).read_text())).run()


def _make_copies(address: str) -> None:
    """Fork for each connection, until the test run that started this one ends."""
    from app.board.projecting import apply_facts  # noqa: F401, PLC0415 - what a load needs
    from app.services.loading import load_day  # noqa: F401, PLC0415

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        os.write(1, b"1")
        while 0 not in select.select([0, server.fileno()], [], [])[0]:
            asker, _ = server.accept()
            database, ends, *_ = socket.recv_fds(asker, 4096, _ENDS)
            if os.fork() == 0:
                _become_copy(asker, database, ends)
            asker.close()
            for end in ends:
                os.close(end)


def _become_copy(asker: socket.socket, database: bytes, ends: list[int]) -> None:
    """Serve with the pipes of the process that asks, as long as that lives."""
    for place, end in enumerate(ends):
        os.dup2(end, place)
        os.close(end)

    def follow() -> None:
        asker.recv(1)
        os._exit(1)

    Thread(target=follow, daemon=True).start()
    _serve(Path(os.fsdecode(database)))
    os._exit(0)


if __name__ == "__main__":
    main()
