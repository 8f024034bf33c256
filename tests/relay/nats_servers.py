"""Real NATS servers with the configuration that is shipped, as child processes of a test."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import trustme

from app.domain.access.credentials import RelayCredentials
from tests.proxies.programs import CHECKOUT, free_port, listens, program
from tests.waiting import wait_until

SHIPPED = CHECKOUT / "packaging" / "relay"
RECEIVER = RelayCredentials("north-server", "server-password")
ANA = RelayCredentials("north-ana", "ana-password")
LUIS = RelayCredentials("north-luis", "luis-password")


def rendered(template: str, changes: Mapping[str, str]) -> str:
    """Return a shipped file with other names, ports and paths; each must occur in it."""
    text = (SHIPPED / template).read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text, f"{template} has no {before!r}"
        text = text.replace(before, after)
    return text


@dataclass
class NatsServer:
    """A server of the relay that a test can kill and start again with what it had stored."""

    folder: Path
    authority: trustme.CA
    number: int = 1
    peers: Sequence[int] = ()  # routes' ports; none: a server alone
    template: str = "nats-server.conf"
    changes: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    monitor: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"tls://localhost:{self.port}"

    def write(self, users: str = "", accounts: str = "") -> None:
        """Write the configuration; `users` are more lines of the account, `accounts` more accounts."""
        self.folder.mkdir(parents=True, exist_ok=True)
        certificate = self.authority.issue_cert("localhost")
        certificate.private_key_pem.write_to_path(self.folder / "relay.key")
        certificate.cert_chain_pems[0].write_to_path(self.folder / "relay.crt")
        self.authority.cert_pem.write_to_path(self.folder / "ca.crt")
        host = "relay-1.example.com" if self.peers else "relay.example.com"
        changes = {
            "0.0.0.0:4222": f"127.0.0.1:{self.port}",
            "127.0.0.1:8222": f"127.0.0.1:{self.monitor}",
            f"/etc/nats/{host}.crt": str(self.folder / "relay.crt"),
            f"/etc/nats/{host}.key": str(self.folder / "relay.key"),
            "/var/lib/nats/jetstream": str(self.folder / "jetstream"),
            "server_name: relay-1": f"server_name: relay-{self.number}",
            **self.changes,
        }
        if self.peers:
            changes |= {"/etc/nats/ca.crt": str(self.folder / "ca.crt")}
            changes |= {"0.0.0.0:6222": f"127.0.0.1:{self.peers[self.number - 1]}"}
            changes |= {f"relay-{n}.example.com:6222": f"localhost:{port}" for n, port in enumerate(self.peers, 1)}
        (self.folder / "nats-server.conf").write_text(rendered(self.template, changes))
        passwords = {f"HASH-OF-{name.upper()}": f"{name}-password" for name in ("server", "ana", "luis")}
        sites = rendered("sites.conf", passwords)
        (self.folder / "sites.conf").write_text(
            sites.replace("    users: [\n", f"    users: [\n{users}").replace(
                "accounts {\n", f"accounts {{\n{accounts}"
            )
        )

    def start(self) -> "NatsServer":
        found = program("nats-server")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [found.path, "-c", str(self.folder / "nats-server.conf")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **found.environment},
            )
        wait_until(lambda: self._has_ended() or listens(self.port), "nats-server listens")
        assert not self._has_ended(), (self.folder / "log").read_text()
        return self

    def _has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def is_healthy(self) -> bool:
        """Return whether it says that it has caught up with the other servers."""
        try:
            return self.monitored("healthz") == {"status": "ok"}
        except OSError:  # it does not answer, or with 503
            return False

    def reload(self) -> None:
        """Have it read its configuration again."""
        assert self.process is not None
        self.process.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)
            self.process = None

    def monitored(self, page: str) -> dict[str, object]:
        """Return a page of the server's monitoring."""
        with urlopen(f"http://127.0.0.1:{self.monitor}/{page}", timeout=5) as answer:
            found: dict[str, object] = json.load(answer)
        return found

    def log(self) -> str:
        return re.sub(r"\x1b\[[0-9;]*m", "", (self.folder / "log").read_text(errors="replace"))
