"""Runs `despacho` as processes that are isolated from the machine's settings."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from tests.cli.warm_process import warm_server
from tests.proxies.programs import free_port

DEADLINE = 120.0
"""Timeout in seconds for a process that should end at once."""

TOKEN, USER = str(UUID(int=0x5F0C3A528F634C1F9D0B1F2E3D4C5B6A)), "user-of-the-test"
SECRETS = {"DESPACHO_AUTHORIZATION_TOKEN": TOKEN, "DESPACHO_AUTHORIZATION_USER": USER}

_NOT_PASSED_ON = (
    "DESPACHO_",
    "LC_",
    "XDG_",
    "QT_",
    "LANG",
    "TZ",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
)


@dataclass(frozen=True)
class Ended:
    """Result of a process."""

    code: int
    out: bytes
    said: str
    """Standard error."""

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.out)


@cache
def _port_of(_folder: Path) -> int:
    """Return a free port for a data folder: at the usual one another program may listen."""
    return free_port()


@dataclass(frozen=True)
class Despacho:
    """Runs `despacho` on a data folder, by default without carrier, credentials and keyring."""

    folder: Path
    more: Mapping[str, str] = field(default_factory=dict)

    def knowing(self, **variables: str) -> "Despacho":
        """Return a copy with more environment variables."""
        return replace(self, more={**self.more, **variables})

    def asking(self, url: str, **variables: str) -> "Despacho":
        """Return a copy with a carrier and credentials, and without pauses between attempts."""
        return self.knowing(DESPACHO_BASE_URL=url, DESPACHO_RETRY_SECONDS="0", **SECRETS, **variables)

    @property
    def environment(self) -> dict[str, str]:
        home = self.folder.parent / "home"
        passed_on = {key: value for key, value in os.environ.items() if not key.upper().startswith(_NOT_PASSED_ON)}
        return {
            **passed_on,
            "HOME": str(home),
            "USERPROFILE": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={home / 'no-bus'}",
            "LANG": "C.UTF-8",
            "DESPACHO_DATA_DIR": str(self.folder),
            "DESPACHO_RECEIVER_PORT": str(_port_of(self.folder)),
            **self.more,
        }

    def start(
        self,
        *arguments: str,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        shell: str = "",
    ) -> "subprocess.Popen[bytes]":
        """Start a process; `shell` is run by a POSIX shell before it becomes that process."""
        command = [sys.executable, "-m", "app", *arguments]
        if shell:
            command = ["sh", "-c", f'{shell}; exec "$@"', "sh", *command]
        return subprocess.Popen(command, env=self.environment, stdin=stdin, stdout=stdout, stderr=stderr)

    def run(self, *arguments: str, stdin: bytes = b"", stdout: int = subprocess.PIPE, shell: str = "") -> Ended:
        """Run a process to its end, and check that it prints no secret and has no bug."""
        has_threads = arguments[:1] == ("receive",)  # whose end is to be that of a program of its own
        may_be_warm = sys.platform == "linux" and stdout == subprocess.PIPE and not (shell or has_threads)
        may_be_warm &= self._is_plain
        ended = self._run_warm(arguments, stdin) if may_be_warm else self._run_cold(arguments, stdin, stdout, shell)
        for secret in (TOKEN, USER):
            assert secret not in ended.said
            assert secret.encode() not in ended.out
        assert "Traceback" not in ended.said
        assert ended.code != 1, ended.said
        return ended

    @property
    def _is_plain(self) -> bool:
        """Whether nothing is set that Python reads when it starts."""
        return all(name.startswith("DESPACHO_") for name in self.more)

    def _run_warm(self, arguments: Sequence[str], stdin: bytes) -> Ended:
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as said:
            given.write(stdin)
            given.seek(0)
            files = given.fileno(), out.fileno(), said.fileno()
            code = warm_server().run(arguments, self.environment, files)
            out.seek(0)
            said.seek(0)
            return Ended(code, out.read(), said.read().decode())

    def _run_cold(self, arguments: Sequence[str], stdin: bytes, stdout: int, shell: str) -> Ended:
        with self.start(*arguments, stdin=subprocess.PIPE, stdout=stdout, shell=shell) as process:
            out, said = process.communicate(stdin, timeout=DEADLINE)
        return Ended(process.returncode, out or b"", said.decode())

    def run_each(self, *commands: Sequence[str]) -> list[Ended]:
        """Run processes in parallel, one per processor."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda arguments: self.run(*arguments), commands))
