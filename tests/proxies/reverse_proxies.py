"""Caddy and nginx by the project's templates, on loopback, with a test certificate."""

import os
import re
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import trustme

from tests.carrier.scripted_carrier import DEADLINE
from tests.proxies.programs import TEMPLATES, program, rendered, serving

RECEIVER = "127.0.0.1:8750"
HOST = "despacho.example.com"
KINDS = ("caddy", "nginx")


@dataclass(frozen=True)
class Front:
    """A running proxy.

    Args:
        url: its https address, without a path.
        trust: TLS context for clients.
        folder: folder of its logs.
    """

    url: str
    trust: ssl.SSLContext
    folder: Path

    def post(self, path: str = "/visitas", body: bytes = b"{}", **headers: str) -> httpx.Response:
        """Send a notification as the sender does, and return the answer."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        with httpx.Client(verify=self.trust, trust_env=False, timeout=DEADLINE) as client:
            return client.post(self.url + path, content=body, headers={"Content-Type": "application/json", **names})

    def written(self) -> str:
        """Return everything that it wrote to its folder."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


@contextmanager
def front(kind: str, upstream: int | Path, folder: Path, patience: str | None = None) -> Iterator[Front]:
    """Run a proxy in front of a port of loopback or a Unix socket; without `patience`, with the template's timeout."""
    folder.mkdir()
    authority = trustme.CA()
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(trust)
    certificate = authority.issue_cert("localhost")
    certificate.private_key_pem.write_to_path(str(folder / "key.pem"))
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(str(folder / "chain.pem"), append=True)
    render = _caddy if kind == "caddy" else _nginx
    address = f"127.0.0.1:{upstream}" if isinstance(upstream, int) else _socket_address(kind, upstream)

    def start(port: int) -> tuple[Sequence[str], Mapping[str, str]]:
        return render(port, address, folder, patience)

    with serving(start, folder / "said.log") as port:
        yield Front(f"https://localhost:{port}", trust, folder)


def _socket_address(kind: str, path: Path) -> str:
    """Return a socket as the template says that it is written."""
    text = (TEMPLATES / ("Caddyfile" if kind == "caddy" else "nginx.conf")).read_text(encoding="utf-8")
    (written,) = re.findall(r"unix[:/]/run/despacho/receiver\.sock\S*", text)
    return str(written).replace("/run/despacho/receiver.sock", str(path))


def _caddy(port: int, upstream: str, folder: Path, patience: str | None) -> tuple[Sequence[str], Mapping[str, str]]:
    # With the access log that a user may add.
    site = f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\tlog"
    changes = {
        RECEIVER: upstream,
        f"{HOST} {{": site,
        "\ttls {": f"\ttls {folder}/chain.pem {folder}/key.pem {{",
        "\tadmin off": "\tadmin off\n\tauto_https disable_redirects",  # no port 80
    }
    if patience:
        changes["response_header_timeout 12s"] = f"response_header_timeout {patience}"
    (folder / "Caddyfile").write_text(rendered("Caddyfile", changes), encoding="utf-8")
    caddy = program("caddy")
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    command = [caddy.path, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    return command, {**caddy.environment, **homes}


def _nginx(port: int, upstream: str, folder: Path, patience: str | None) -> tuple[Sequence[str], Mapping[str, str]]:
    certificates = f"/etc/letsencrypt/live/{HOST}/"
    changes = {
        f"proxy_pass http://{RECEIVER}": f"proxy_pass http://{upstream}",
        "    listen [::]:443 ssl;\n": "",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        f"{certificates}fullchain.pem": f"{folder}/chain.pem",
        f"{certificates}privkey.pem": f"{folder}/key.pem",
        f"server_name {HOST}": "server_name localhost",
    }
    if patience:
        changes["proxy_read_timeout 10s"] = f"proxy_read_timeout {patience}"
    (folder / "site.conf").write_text(rendered("nginx.conf", changes), encoding="utf-8")
    temporary = "\n".join(
        f"    {name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"""
daemon off;
{"user root;" if os.geteuid() == 0 else ""}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ }}
http {{
    access_log {folder}/access.log;
{temporary}
    include {folder}/site.conf;
}}
"""
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    nginx = program("nginx")
    return [nginx.path, "-c", str(folder / "nginx.conf"), "-e", f"{folder}/error.log"], nginx.environment
