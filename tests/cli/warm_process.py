"""Runs `despacho` in processes that need not import it: a server that has is forked for each. Linux only.

`python -m tests.cli.warm_process FD` is the server. A request is arguments, environment and folder as JSON, and the
three files of the process; the answer is its exit code. In all else it is a process of its own, and ends as any does.
"""

import array
import gc
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock

_MODULES = (
    "app.cli.main", "app.cli.export", "app.cli.fetch", "app.cli.doctor", "app.cli.follow_up", "app.cli.settings",
    "app.services.loading.load_day", "app.board.projecting.apply_facts", "app.carrier.client", "sqlite_utils",
    "keyring",
)  # fmt: skip
"""What nearly each command imports, or takes long to."""
_REQUEST = 1 << 20  # bytes


class WarmServer:
    """The server, started for this process of tests; it ends when this one does."""

    def __init__(self) -> None:
        self._own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a request is one message
        with other:
            command = [sys.executable, "-m", "tests.cli.warm_process", str(other.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL)

    def run(self, arguments: Sequence[str], environment: Mapping[str, str], files: Sequence[int]) -> int:
        """Run `despacho` with its standard input, output and error; return the exit code, negative for a signal."""
        answer, other = socket.socketpair()
        with answer:
            with other:
                request = json.dumps([list(arguments), dict(environment), str(Path.cwd())]).encode()
                socket.send_fds(self._own, [request], [other.fileno(), *files])
            return array.array("i", answer.recv(4))[0]


_guard = Lock()


def warm_server() -> WarmServer:
    """Return the server of this process, started at the first use."""
    with _guard:  # several threads may run the first commands
        return _server()


_server = cache(WarmServer)


def main() -> None:
    """Serve until the other end is closed."""
    own = socket.socket(fileno=int(sys.argv[1]))
    for name in _MODULES:
        import_module(name)
    gc.freeze()  # else the end of each process looks through all of that
    while True:
        request, files, _, _ = socket.recv_fds(own, _REQUEST, 4)
        if not request:
            return
        if os.fork() == 0:
            own.close()
            _wait_for_one(request, files)
            os._exit(0)
        for one in files:
            os.close(one)


def _wait_for_one(request: bytes, files: list[int]) -> None:
    """Run one process in a child of this one, and answer with its exit code."""
    answer, *streams = files
    child = os.fork()
    if child:
        for one in streams:
            os.close(one)
        _, status = os.waitpid(child, 0)
        os.write(answer, array.array("i", [os.waitstatus_to_exitcode(status)]).tobytes())
        return
    os.close(answer)
    for wanted, given in enumerate(streams):
        os.dup2(given, wanted)
        os.close(given)
    arguments, environment, folder = json.loads(request)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["despacho", *arguments]
    runpy.run_module("app", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
