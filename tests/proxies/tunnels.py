"""A tunnel over ssh by the project's templates: a temporary sshd and key, on loopback."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.carrier.scripted_carrier import DEADLINE
from tests.proxies.programs import (
    TEMPLATES,
    UNPACKED,
    Program,
    free_port,
    listens,
    program,
    rendered,
    running,
    serving,
)
from tests.waiting import wait_until

_ACCOUNT = "despacho-tunnel"
_NOT_ROOT = "daemon"  # every system has one; the user of no rights counts as locked where systemd makes it up


@dataclass(frozen=True)
class Server:
    """A running sshd.

    Args:
        folder: folder of keys, configurations and logs.
        remote_port: the port that the tunnel's key may open.
        config: configuration of ssh with the tunnel to the receiver's port.
    """

    folder: Path
    remote_port: int
    config: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment in which `ssh` can be started."""
        ssh = program("ssh")
        path = os.pathsep.join([str(Path(ssh.path).parent), os.environ.get("PATH", os.defpath)])
        return {**ssh.environment, "PATH": path, "DESPACHO_TUNNEL_PAUSE": "0.1"}

    @contextmanager
    def tunnel(self, command: Sequence[str] | None = None) -> Iterator["subprocess.Popen[bytes]"]:
        """Keep the tunnel open, by ssh or another command; yield the process once the tunnel is open."""
        by_ssh = ["ssh", "-F", str(self.config), "-N", _ACCOUNT]
        with running(command or by_ssh, self.folder / "ssh.log", self.environment) as process:
            wait_until(lambda: listens(self.remote_port) or process.poll() is not None, "the tunnel stands")
            assert process.poll() is None, (self.folder / "ssh.log").read_text()
            yield process

    @contextmanager
    def kept(self) -> Iterator["subprocess.Popen[bytes]"]:
        """Keep the tunnel open by the project's script."""
        with self.tunnel(["sh", str(TEMPLATES / "tunnel.sh"), str(self.config)]) as process:
            yield process

    def ssh(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run ssh with the tunnel's key to its end."""
        command = ["ssh", "-F", str(self.config), *arguments]
        environment = {**os.environ, **self.environment}
        return subprocess.run(
            command,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            stdin=subprocess.DEVNULL,
        )


@contextmanager
def ssh_server(receiver_port: int) -> Iterator[Server]:
    """Run an sshd that accepts the tunnel; not as root, which would need a user and a folder of its own."""
    if not Path("/proc/self").exists():
        pytest.skip("finds processes as Linux shows them")
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="despacho-sshd-"))
        stack.callback(shutil.rmtree, folder)
        folder.chmod(0o755)
        sshd, user = program("sshd"), None
        if os.geteuid() == 0:
            sshd, user = _readable_for_all(sshd, folder), _NOT_ROOT
        for name in ("host", "client"):
            _make_key(folder / name)
        if user:
            shutil.chown(folder / "host", user)
        account = user or pwd.getpwuid(os.geteuid()).pw_name
        remote_port = free_port()

        def start(port: int) -> tuple[Sequence[str], Mapping[str, str]]:
            (folder / "sshd_config").write_text(_sshd_config(port, remote_port, folder, account), encoding="utf-8")
            return [sshd.path, "-D", "-e", "-f", str(folder / "sshd_config")], sshd.environment

        port = stack.enter_context(serving(start, folder / "sshd.log", user))
        host_key = (folder / "host.pub").read_text(encoding="ascii")
        (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {host_key}", encoding="ascii")
        changes = {
            "HostName despacho.example.com": f"HostName 127.0.0.1\n    Port {port}",
            f"User {_ACCOUNT}": f"User {account}",
            "IdentityFile ~/.ssh/despacho-tunnel": f"IdentityFile {folder}/client",
            "StrictHostKeyChecking yes": f"StrictHostKeyChecking yes\n    UserKnownHostsFile {folder}/known_hosts",
            "127.0.0.1:8751 127.0.0.1:8750": f"127.0.0.1:{remote_port} 127.0.0.1:{receiver_port}",
        }
        (folder / "ssh_config").write_text(rendered("ssh_config", changes), encoding="utf-8")
        yield Server(folder, remote_port, folder / "ssh_config")


def _make_key(path: Path) -> None:
    keygen = program("ssh-keygen")
    command = [keygen.path, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(command, check=True, timeout=DEADLINE, env={**os.environ, **keygen.environment})


def _sshd_config(port: int, remote_port: int, folder: Path, account: str) -> str:
    (folder / "authorized_keys").write_bytes((folder / "client.pub").read_bytes())
    own = [
        f"Port {port}",
        "ListenAddress 127.0.0.1",
        f"HostKey {folder}/host",
        f"AuthorizedKeysFile {folder}/authorized_keys",
        "PidFile none",
        "StrictModes no",
        "UsePAM no",
        "PasswordAuthentication no",
    ]
    for option, name in (("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth")):
        if (folder / name).exists():  # since OpenSSH 9.8 and 10.0
            own.append(f"{option} {folder}/{name}")
    changes = {f"Match User {_ACCOUNT}": f"Match User {account}", "127.0.0.1:8751\n": f"127.0.0.1:{remote_port}\n"}
    return "\n".join([*own, rendered("sshd_config", changes)])


def _readable_for_all(sshd: Program, folder: Path) -> Program:
    """Copy sshd to a folder from which another user can start it: the checkout may be in a private home."""
    for source in (Path(sshd.path), *UNPACKED.glob("usr/lib/openssh/sshd-*")):
        shutil.copy(source, folder)
    libraries = folder / "lib"
    libraries.mkdir()
    for found in sshd.environment.get("LD_LIBRARY_PATH", "").split(os.pathsep):
        if found:
            shutil.copytree(found, libraries, symlinks=True, dirs_exist_ok=True)
    return Program(str(folder / "sshd"), {"LD_LIBRARY_PATH": str(libraries)})
