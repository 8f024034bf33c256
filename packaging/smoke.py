"""Tries a built program as a user would: the window with the demo day, a load, exports, a follow-up, the server.

Needs any Python from 3.11 on and nothing of the project. Prints a line for each thing that was tried.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen
from uuid import uuid4

BUNDLED = Path(__file__).resolve().parent.parent / "build" / "bundle" / "despacho" / "despacho"
_SECONDS = 120
_SHIPMENTS = 40
_LEAST_PICTURE = 10_000  # bytes; an empty window's is smaller
_TOKEN = "a-token-of-the-smoke-test-0123456789"  # noqa: S105 - of a receiver on loopback that ends with the test


class NotWorkingError(Exception):
    """What did not work, in words."""


class Program:
    """The program on a data folder of its own, in a home of its own."""

    def __init__(self, command: Path, folder: Path) -> None:
        self._command = command
        self._folder = folder
        own = {key: value for key, value in os.environ.items() if not key.startswith(("DESPACHO_", "PYTHON"))}
        self.environment = {
            **own,
            "DESPACHO_DATA_DIR": str(folder / "data"),
            "DESPACHO_LANGUAGE": "en",
            "DESPACHO_TIME_ZONE": "America/Bogota",
            "DESPACHO_AUTHORIZATION_TOKEN": str(uuid4()),
            "DESPACHO_AUTHORIZATION_USER": "smoke",
            "DESPACHO_RECEIVER_TOKEN": _TOKEN,
            "DESPACHO_RETRY_SECONDS": "0",
        }
        if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            self.environment["QT_QPA_PLATFORM"] = "offscreen"

    def windowed(self) -> "Program":
        """Return the program that opens the window: on Windows another one, which has no console."""
        other = self._command.with_name("despachow.exe")
        return Program(other, self._folder) if other.is_file() else self

    def run(self, *arguments: str) -> bytes:
        """Run a command to its end, and return its standard output."""
        ended = subprocess.run(
            [str(self._command), *arguments],
            env=self.environment,
            cwd=self._folder,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )
        if ended.returncode != 0:
            said = ended.stderr.decode(errors="replace").strip()
            raise NotWorkingError(f"{' '.join(arguments)}: exit code {ended.returncode}: {said}")
        return ended.stdout

    @contextmanager
    def listening(self, *arguments: str) -> Iterator[str]:
        """Run a server, yield the URL that it prints, and end it."""
        command = [str(self._command), *arguments]
        with subprocess.Popen(command, env=self.environment, cwd=self._folder, stdout=subprocess.PIPE) as process:
            try:
                yield process.stdout.readline().decode().strip() if process.stdout else ""
            finally:
                process.terminate()


def try_window(program: Program, folder: Path) -> str:
    """Open the demo's window, and take a screenshot of the loaded day."""
    picture = folder / "demo.png"
    program.windowed().run("demo", "--screenshot", str(picture), "--quit-after", "5")
    if picture.stat().st_size < _LEAST_PICTURE:
        raise NotWorkingError("the screenshot shows next to nothing")
    return "the window with the demo day"


def try_day(program: Program, folder: Path) -> str:
    """Load a day from the demo carrier, and export it in every format."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with program.listening("simulate", "--port", str(port), "--shipments", str(_SHIPMENTS)) as url:
        program.environment["DESPACHO_BASE_URL"] = url
        loaded = json.loads(program.run("fetch", "--carrier", "ANDINA-BOG", "--json"))
    if loaded["shipments"] < _SHIPMENTS:  # a carrier lists more in the course of its day
        raise NotWorkingError(f"{_SHIPMENTS} shipments were to be loaded, and these were: {loaded}")
    for kind in ("csv", "xlsx", "json"):
        file = folder / f"shipments.{kind}"
        program.run("export", "shipments", "--carrier", "ANDINA-BOG", "--output", str(file))
    if len(json.loads((folder / "shipments.json").read_text(encoding="utf-8"))) != loaded["shipments"]:
        raise NotWorkingError("the export has not all shipments")
    program.run("export", "day", "--carrier", "ANDINA-BOG", "--output", str(folder / "day.xlsx"))
    return "a load and its exports"


def try_follow_up(program: Program, _folder: Path) -> str:
    """Note why a shipment of the loaded day was not delivered, and export the note."""
    shipments = ("export", "shipments", "--carrier", "ANDINA-BOG", "--headers", "api", "--format", "json")
    number = json.loads(program.run(*shipments))[0]["numero"]
    program.run("follow-up", number, "--carrier", "ANDINA-BOG", "--reason", "absent")
    noted = json.loads(program.run("export", "follow-ups", "--format", "json"))
    if len(noted) != 1:
        raise NotWorkingError(f"one follow-up was noted, and these were exported: {noted}")
    return "a follow-up"


def try_receiver(program: Program, _folder: Path) -> str:
    """Send a notification to the receiver, and export it."""
    now = datetime.now(timezone(timedelta(hours=-5)))  # of the zone in which the program reads it
    sent = {
        "event": "visita_estado_cambio",
        "timestamp": f"{now:%Y-%m-%dT%H:%M:%S}",
        "data": {"visita_id": 1, "estado_nuevo": "completada"},
    }
    with program.listening("receive", "--port", "0") as url:
        request = Request(url, json.dumps(sent).encode(), {"Authorization": f"Bearer {_TOKEN}"})  # noqa: S310 - loopback
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            status = json.load(answer)["status"]
    visits = json.loads(program.run("export", "visits", "--date", f"{now:%Y-%m-%d}", "--format", "json"))
    if (status, len(visits)) != ("stored", 1):
        raise NotWorkingError(f"a notification was answered with {status!r}, and {len(visits)} visits are there")
    return "a notification"


def try_sharing(program: Program, _folder: Path) -> str:
    """Ask to share where no relay is: the sentence comes from the libraries that sharing needs."""
    program.environment["DESPACHO_RELAY_URL"] = "nats://127.0.0.1:1"
    try:
        program.run("sync")
    except NotWorkingError as error:
        if "cannot be reached" in str(error):
            return "what sharing with other desks needs"
        raise
    finally:
        del program.environment["DESPACHO_RELAY_URL"]
    raise NotWorkingError("sync: a relay was reached where none is")


def try_versions(program: Program, folder: Path) -> str:
    """Ask for the version, and look whether the logs of what ran before name the same one."""
    version = program.run("--version").decode().strip()
    logs = sorted((folder / "data" / "log").glob("*.log"))
    others = [one.name for one in logs if f" {version.split()[-1]} starts" not in one.read_text(encoding="utf-8")]
    if others or not logs:
        raise NotWorkingError(f"{version} is not the version in the log: {', '.join(others) or 'there is none'}")
    return version


def main() -> int:
    """Try everything; return 1 at the first thing that does not work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=str(BUNDLED), help="path or name; by default the built bundle")
    command = shutil.which(parser.parse_args().program)
    if command is None:
        print("There is no such program; `dev.py build` makes it.")
        return 1
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        program = Program(Path(command), Path(folder))
        for one in (try_day, try_follow_up, try_receiver, try_sharing, try_window, try_versions):
            try:
                print("works:", one(program, Path(folder)), flush=True)
            except (NotWorkingError, subprocess.TimeoutExpired, OSError) as error:
                print("FAILS:", error)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
