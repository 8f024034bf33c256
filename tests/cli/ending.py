"""Asks processes of `despacho` to end: by signals of POSIX, and by events of a console of Windows."""

import signal
import subprocess
import sys

from tests.cli.process import Despacho

CTRL_BREAK = 1
END = CTRL_BREAK if sys.platform == "win32" else signal.SIGTERM
"""What a process is asked by that is to end."""

_WITH_EVENTS = """
import ctypes, sys, threading
from app.cli.main import main
from app.cli.terminal.interruption import _HANDLER

def take():
    for line in sys.stdin:
        ctypes.windll.kernel32.CreateThread(None, 0, _HANDLER, ctypes.c_void_p(int(line)), 0, None)

threading.Thread(target=take, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""
"""Runs a command. For each number on standard input it calls the handler of console events as the system does."""


def started(
    despacho: Despacho,
    *arguments: str,
    shell: str = "",
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
) -> "subprocess.Popen[bytes]":
    """Start a process that can be asked to end; `shell` is run before it by a shell of POSIX."""
    if sys.platform != "win32":
        return despacho.start(*arguments, shell=shell, stdout=stdout, stderr=stderr)
    command = [sys.executable, "-c", _WITH_EVENTS, *arguments]
    return subprocess.Popen(command, env=despacho.environment, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr)


def ask(process: "subprocess.Popen[bytes]", request: int = END) -> None:
    """Ask a process to end by a signal; on Windows, where a console sends it an event."""
    if sys.platform != "win32":
        process.send_signal(request)
        return
    assert process.stdin is not None
    process.stdin.write(b"%d\n" % request)
    process.stdin.flush()
