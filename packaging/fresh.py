"""Tries README, Debian package and server in new Debian systems, each in a folder of its own below build/fresh.

Needs root and debootstrap. Each step is what a new user types, in a system that has nothing but Debian's base; the
first that fails ends the trial of that system. What it prints is the record.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRESH = ROOT / "build" / "fresh"
RELEASES = ("bookworm", "trixie")
_FROM_HOST = ("/etc/resolv.conf", "/etc/ssl/certs", "/etc/pip.conf", "/etc/xdg/pip", "/etc/apt/apt.conf.d")
"""How this machine reaches its package indexes."""
_STATE = ("/var/cache", "/var/lib/apt", "/var/lib/dpkg", "/var/log", "/run", "/proc", "/sys", "/dev", "/root", "/srv")
_BACKUPS = {f"/etc/{name}-" for name in ("passwd", "shadow", "group", "gshadow", "subuid", "subgid")}
"""What any installation leaves behind: package lists, logs, and the lists of users before a change."""


class System:
    """A new Debian system in a folder."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.folder = FRESH / release

    def make(self) -> None:
        """Install Debian's base."""
        if left := [one for one in ("proc", "sys", "dev") if os.path.ismount(self.folder / one)]:
            # Removing them would remove those of this machine.
            raise SystemExit(f"Still mounted in {self.folder}: {', '.join(left)}. Unmount them (umount) and try again.")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        command = ["debootstrap", "--variant=minbase", self.release, str(self.folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for path in map(Path, _FROM_HOST):
            if path.exists():
                target = self.folder / path.relative_to("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    shutil.copytree(path, target, dirs_exist_ok=True)
                else:
                    shutil.copy(path, target)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Mount what programs expect, within the context."""
        with ExitStack() as mounted:
            for kind, place in (("proc", "proc"), ("sysfs", "sys")):
                target = self.folder / place
                subprocess.run(["mount", "-t", kind, kind, str(target)], check=True)
                mounted.callback(subprocess.run, ["umount", str(target)], check=True)
            subprocess.run(["mount", "--bind", "/dev", str(self.folder / "dev")], check=True)
            mounted.callback(subprocess.run, ["umount", str(self.folder / "dev")], check=True)
            yield

    def run(self, command: str) -> str:
        """Run a line of a shell in it, and return what it printed.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        own = {
            name: value for name, value in os.environ.items() if name.startswith(("PIP_", "http", "HTTP", "no_", "NO_"))
        }
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/srv", "LANG": "C.UTF-8", **own}
        ended = subprocess.run(
            ["chroot", str(self.folder), "sh", "-ec", command],
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if ended.returncode != 0:
            raise subprocess.CalledProcessError(ended.returncode, command, ended.stdout)
        return ended.stdout

    def files(self) -> set[str]:
        """Return the paths of all files, but for what any installation leaves behind."""
        pruned = " -o ".join(f"-path {path}" for path in _STATE)
        return set(self.run(f"find / \\( {pruned} \\) -prune -o -print").splitlines()) - _BACKUPS


def steps(system: System, package: Path, *, is_quick: bool) -> Iterator[tuple[str, str]]:
    """Yield what to say about each step and what it printed, in the order of a user's first days."""
    run = system.run
    shutil.copy(package, system.folder / "srv" / package.name)
    shutil.copy(ROOT / "packaging" / "smoke.py", system.folder / "srv" / "smoke.py")
    run("apt-get -qq update")
    if not is_quick:
        yield "Python, as the README asks for", run("apt-get -qq install -y --no-install-recommends python3 git")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(system.folder / "srv" / "despacho")], check=True)
        demo = "cd /srv/despacho && python3 packaging/dev.py demo --screenshot /srv/demo.png --quit-after 5"
        yield "README: the demo", run(demo)
        yield "README: the tests", run("cd /srv/despacho && CI=true python3 packaging/dev.py test")
    run("apt-get -qq install -y --no-install-recommends python3 xvfb xauth && mkdir -p /tmp/.X11-unix")
    before = system.files()
    install = "DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends"
    yield "install the package", run(f"{install} /srv/{package.name}")
    yield "use it without a screen", run("python3 /srv/smoke.py despacho")
    yield "use it on a screen", run("xvfb-run -a python3 /srv/smoke.py despacho")
    yield "the service's user and folder", run("getent passwd despacho && test -d /var/lib/despacho")
    as_service = "setpriv --reuid despacho --regid despacho --clear-groups env DESPACHO_DATA_DIR=/var/lib/despacho"
    yield "its data", run(f"{as_service} despacho settings set carrier ANDINA-BOG")
    yield "install it over itself, as an update does", run(f"{install} --reinstall /srv/{package.name}")
    yield "the data is kept", run(f"{as_service} despacho settings show | grep ANDINA-BOG")
    yield "remove it", run("apt-get -qq purge -y despacho && apt-get -qq autoremove --purge -y")
    left = sorted(one for one in system.files() - before if "__pycache__" not in one)
    if left:
        raise subprocess.CalledProcessError(1, "look for traces", "\n".join(left))
    yield "no trace is left", ""


def main() -> int:
    """Try each system; return 1 if a step of one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("releases", nargs="*", default=RELEASES, help="of Debian")
    parser.add_argument("--quick", action="store_true", help="leave out the README's commands, which run all tests")
    options = parser.parse_args()
    packages = sorted((ROOT / "build" / "bundle").glob("*.deb"))
    if os.geteuid() != 0 or shutil.which("debootstrap") is None or not packages:
        print("This needs root, debootstrap, and the package that `dev.py build` makes.")
        return 2
    failed = False
    for release in options.releases:
        system = System(release)
        print(f"Debian {release}", flush=True)
        system.make()
        with system.running():
            began = time.monotonic()
            try:
                for said, printed in steps(system, packages[-1], is_quick=options.quick):
                    seconds = time.monotonic() - began
                    print(f"  {said}: done in {seconds:.0f} s", flush=True)
                    for line in printed.splitlines():
                        if line.startswith(("works:", "dev.py ", "=====")):
                            print(f"    {line}")
                    began = time.monotonic()
            except subprocess.CalledProcessError as error:
                failed = True
                print(f"  FAILED: {error.cmd}\n{str(error.output)[-3000:]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
