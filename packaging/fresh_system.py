"""A new Debian system in a folder: programs are run in it, in a container or with its own systemd as the first process.

All mounts of what runs in it are the container's, so that what goes wrong there cannot reach this machine's folders.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FRESH = Path(__file__).resolve().parent.parent / "build" / "fresh"
_FROM_HOST = (
    *("/etc/resolv.conf", "/etc/ssl/certs", "/usr/local/share/ca-certificates"),
    *("/etc/pip.conf", "/etc/xdg/pip", "/etc/apt/apt.conf.d"),
)
"""How this machine reaches its package indexes."""
_STATE = ("/var/cache", "/var/lib/apt", "/var/lib/dpkg", "/var/log", "/run", "/proc", "/sys", "/dev", "/root", "/srv")
_OF_SYSTEMD = ("/tmp", "/var/tmp", "/var/lib/systemd")  # noqa: S108 - not written to
_BACKUPS = {f"/etc/{name}-" for name in ("passwd", "shadow", "group", "gshadow", "subuid", "subgid")}
"""What any installation leaves behind: package lists, logs, and the lists of users before a change."""
_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/srv", "LANG": "C.UTF-8"}
_SECONDS = 120


class System:
    """A new Debian system in a folder."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.folder = FRESH / release
        self._first_process = 0

    def make(self) -> None:
        """Install Debian's base."""
        if left := [one for one in ("proc", "sys", "dev") if os.path.ismount(self.folder / one)]:
            # Of a debootstrap that was ended. Removing them could remove those of this machine.
            raise SystemExit(f"Still mounted in {self.folder}: {', '.join(left)}. Unmount them (umount) and try again.")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        command = ["debootstrap", "--variant=minbase", self.release, str(self.folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        self.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n")  # as the installer
        for path in map(Path, _FROM_HOST):
            if path.exists():
                target = self.folder / path.relative_to("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    shutil.copytree(path, target, dirs_exist_ok=True)
                else:
                    shutil.copy(path, target)

    @contextmanager
    def booted(self) -> Iterator[None]:
        """Let its systemd run within the context, with a network of its own that reaches nothing but itself."""
        command = [*_container(self.folder), "--boot", "--private-network", "--console=pipe"]
        with subprocess.Popen(
            command, env=_container_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as container:
            try:
                self._first_process = _first_process(container)
                self.wait_for("systemctl is-system-running | grep -E 'running|degraded'")
                yield
            finally:
                self._first_process = 0
                container.terminate()  # which shuts it down

    def run(self, command: str) -> str:
        """Run a line of a shell in it, and return what it printed.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        shell = ["sh", "-ec", command]
        if self._first_process:
            own = [f"{name}={value}" for name, value in _ENVIRONMENT.items()]
            called = ["nsenter", "--all", "--target", str(self._first_process), "env", "-i", *own, *shell]
        else:
            index = {key: value for key, value in os.environ.items() if key.lower().startswith(("pip_", "http", "no_"))}
            own = [f"--setenv={name}={value}" for name, value in {**_ENVIRONMENT, **index}.items()]
            called = [*_container(self.folder), "--pipe", *own, *shell]
        ended = subprocess.run(
            called,
            env=_container_environment(),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if ended.returncode != 0:
            raise subprocess.CalledProcessError(ended.returncode, command, ended.stdout)
        return ended.stdout

    def wait_for(self, command: str) -> str:
        """Run a line of a shell until it ends well, and return what it then printed.

        Raises:
            subprocess.CalledProcessError: it did not within two minutes.
        """
        until = time.monotonic() + _SECONDS
        while True:
            try:
                return self.run(command)
            except subprocess.CalledProcessError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def write(self, file: str, text: str) -> None:
        """Write a file of it, as an editor would."""
        target = self.folder / file.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def files(self) -> set[str]:
        """Return the paths of all files, but for what any installation and any start leave behind."""
        pruned = " -o ".join(f"-path {path}" for path in (*_STATE, *_OF_SYSTEMD))
        return set(self.run(f"find / \\( {pruned} \\) -prune -o -print").splitlines()) - _BACKUPS


def _container(folder: Path) -> list[str]:
    # Neither registered nor a unit, as this machine need not run systemd itself. Two at once would share the control
    # groups of their units.
    keep = ["--register=no", "--keep-unit", "--link-journal=no", "--timezone=off"]
    return ["systemd-nspawn", "--quiet", f"--directory={folder}", f"--machine=despacho-{folder.name}", *keep]


def _container_environment() -> dict[str, str]:
    # systemd from 256 on does not start on a machine that has the first version of control groups.
    return {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}


def _first_process(container: "subprocess.Popen[bytes]") -> int:
    """Return the process id of the container's first process, once it is systemd.

    Raises:
        subprocess.CalledProcessError: the container ended.
    """
    children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
    while container.poll() is None:
        for child in children.read_text(encoding="ascii").split():
            with suppress(FileNotFoundError):  # one that only prepares the container
                if Path(f"/proc/{child}/comm").read_text(encoding="ascii") == "systemd\n":
                    return int(child)
        time.sleep(0.1)
    raise subprocess.CalledProcessError(container.returncode, "systemd-nspawn --boot", "It did not start.")
