"""More desks beside the demo's own: a relay on this computer, and a window for each that shares its facts."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from uuid import uuid4

from app.domain.access.credentials import CarrierCredentials
from app.domain.errors import SettingsError
from app.domain.resources import PROGRAM_FOLDER
from app.domain.texts import Text
from app.files.private_files import private_folder

_STARTS_WITHIN, _ENDS_WITHIN = 20.0, 10.0  # seconds
_CONFIGURATION: Final = """
listen: 127.0.0.1:{port}
jetstream {{ store_dir: {store} }}
"""
_NOT_THERE = Text(
    "Error",
    "Several desks share their facts over the program nats-server, which is not installed. On Debian and Ubuntu: "
    "apt install nats-server",
)
_NO_CLIENT = Text(
    "Error",
    "Several desks need the extra “relay” of Despacho, which is not installed.",
    command="pipx install --force 'despacho[relay]'",
)
_DID_NOT_START = Text("Error", "nats-server did not start. Try again.")


class MoreDesks:
    """A relay that runs within the context, and the windows of more desks; all of them end with it.

    Attributes:
        relay_url: as the setting.

    Raises:
        SettingsError: what it needs is not installed.
    """

    def __init__(self, folder: Path) -> None:
        found = shutil.which("nats-server", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))
        if found is None:
            raise SettingsError(_NOT_THERE)
        if importlib.util.find_spec("nats") is None:
            raise SettingsError(_NO_CLIENT)
        self._program, self._folder, self._port = found, folder, _free_port()
        self._processes = ExitStack()
        self.relay_url = f"nats://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        """Start the relay.

        Raises:
            SettingsError: it does not start.
        """
        private_folder(self._folder)
        file = self._folder / "nats-server.conf"
        file.write_text(_CONFIGURATION.format(port=self._port, store=f'"{self._folder.as_posix()}"'), encoding="utf-8")
        with ExitStack() as undone:
            undone.enter_context(self._processes)
            self._start([self._program, "-c", str(file)], os.environ)
            _wait_until_it_listens(self._port)
            undone.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the windows, then the relay."""
        self._processes.close()

    def open(self, count: int, settings: Mapping[str, str], credentials: CarrierCredentials) -> None:
        """Open the windows of so many desks, which receive nothing themselves.

        Args:
            count: of them; the demo's own window is the first desk.
            settings: common to all, as texts.
            credentials: of the carrier.
        """
        # All of them, so that the keyring, which is the user's own, is not asked.
        secrets = {"authorization_token": credentials.token, "authorization_user": credentials.user}
        secrets |= {"relay_user": "demo", "relay_password": "demo", "receiver_token": str(uuid4())}
        for number in range(2, count + 2):
            own = {"desk": str(number), "receiver_port": str(_free_port()), "relay_url": self.relay_url}
            variables = {f"DESPACHO_{key.upper()}": value for key, value in {**settings, **secrets, **own}.items()}
            command = [sys.executable, "-m", "app", "--data-dir", str(self._folder / f"desk-{number}")]
            self._start(command, {**os.environ, **variables})

    def _start(self, command: list[str], environment: Mapping[str, str]) -> None:
        process = subprocess.Popen(  # noqa: S603 - its own program, and what the caller's PATH names
            command,
            cwd=PROGRAM_FOLDER,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.callback(_end, process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _wait_until_it_listens(port: int) -> None:
    until = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SettingsError(_DID_NOT_START)
