"""The servers in front of the desk, as child processes of a test."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow

import pytest

from tests.systems import skip_without_debian
from tests.waiting import PATIENCE, wait_until

CHECKOUT = Path(__file__).resolve().parents[2]
TEMPLATES = CHECKOUT / "packaging" / "proxies"
UNPACKED = CHECKOUT / "build" / "servers"  # by packaging/servers.py
_FOLDERS = ("usr/sbin", "usr/bin")


@dataclass(frozen=True)
class Program:
    """A program, and the additional environment variables that it needs."""

    path: str
    environment: Mapping[str, str]


def program(name: str) -> Program:
    """Find a program, unpacked or installed. A missing one fails the test on Debian, and skips it elsewhere."""
    skip_without_debian(name)
    for folder in _FOLDERS:
        path = UNPACKED / folder / name
        if path.is_file():
            libraries = [str(found) for found in UNPACKED.glob("**/lib/*-linux-gnu*") if found.is_dir()]
            return Program(str(path), {"LD_LIBRARY_PATH": os.pathsep.join(libraries)})
    own = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))
    if own is not None:
        return Program(own, {})
    if Path("/etc/debian_version").exists():
        pytest.fail(f"{name} is lacking: run python3 packaging/servers.py")
    pytest.skip(f"{name} is not on this machine, and only Debian's packages are fetched")


def rendered(template: str, changes: Mapping[str, str]) -> str:
    """Return a template with replaced names, ports and paths; each must occur in it."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text, f"{template} has no {before!r}"
        text = text.replace(before, after)
    return text


def free_port() -> int:
    """Return a port on which nothing listens, below those that the system itself gives to connections meanwhile."""
    while True:
        port = 20_000 + randbelow(12_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str], user: str | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program while the context lasts, with its output appended to the log."""
    with log.open("ab") as said:
        process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            user=user,
            group=user,
            extra_groups=[] if user else None,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()


@contextmanager
def serving(
    start: Callable[[int], tuple[Sequence[str], Mapping[str, str]]], log: Path, user: str | None = None
) -> Iterator[int]:
    """Run a server on a free port, and yield the port once it listens.

    A chosen port may be taken before the server binds it; then another one is tried.
    """
    for _ in range(3):
        port = free_port()
        command, environment = start(port)
        with running(command, log, environment, user) as process:
            wait_until(lambda: process.poll() is not None or listens(port), f"{command[0]} listens")  # noqa: B023 - called here
            if process.poll() is None:
                yield port
                return
    pytest.fail(f"{command[0]} did not start: {log.read_text(errors='replace')}")
