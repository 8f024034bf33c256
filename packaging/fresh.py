"""Tries Debian package, server and README in new Debian systems, each in a folder of its own below build/fresh.

Needs root, debootstrap and systemd-nspawn. Each step is what a new user types, in a system that has nothing but
Debian's base; the first that fails ends the trial of that system. What it prints is the record, written to RECORD.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from fresh_server import server_steps, upgrade_steps
from fresh_system import System

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "packaging" / "FRESH.md"
RELEASES = ("bookworm", "trixie")
_NEEDED = "python3 systemd dbus curl xvfb xauth"
"""What the steps themselves use beside Debian's base; a server has most of it."""
_OLDER = "0.0.1"
_LEAST_PICTURE = 10_000  # bytes; an empty window's is smaller
_TITLE = "# Installed, used and removed in new systems"


def readme_commands() -> dict[str, str]:
    """Return the README's commands of `dev.py`, by their names."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^    (python3 packaging/dev\.py (\w+))", text, re.MULTILINE)
    return {name: command for command, name in found}


def older(package: Path, into: Path) -> Path:
    """Make a package of an older version that holds the same files, and return it."""
    with TemporaryDirectory() as work:
        root = Path(work) / "root"
        subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(root)], check=True)
        control = root / "DEBIAN" / "control"
        text = re.sub(r"^Version: .*$", f"Version: {_OLDER}", control.read_text(encoding="utf-8"), flags=re.MULTILINE)
        control.write_text(text, encoding="utf-8")
        file = into / f"despacho_{_OLDER}.deb"
        made = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(root), str(file)]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    return file


def readme_steps(system: System, *, is_quick: bool) -> Iterator[tuple[str, str]]:
    """Yield the steps of who has the sources: the README's two commands."""
    run, commands = system.run, readme_commands()
    yield "Python, as the README asks for", run("apt-get -qq install -y --no-install-recommends python3 git")
    subprocess.run(["git", "clone", "-q", str(ROOT), str(system.folder / "srv" / "despacho")], check=True)
    shown = f"{commands['demo']} --screenshot /srv/demo.png --quit-after 5"
    seen = f"test $(stat --format=%s /srv/demo.png) -gt {_LEAST_PICTURE}"
    yield "README: the demo", run(f"cd /srv/despacho && {shown} && {seen}")
    if not is_quick:
        yield "README: the tests", run(f"cd /srv/despacho && CI=true {commands['test']}")


def steps(system: System, package: Path, *, is_quick: bool) -> Iterator[tuple[str, str]]:
    """Yield what to say about each step and what it printed, in the order of a user's first days."""
    run, srv = system.run, system.folder / "srv"
    run("apt-get -qq update")
    shutil.copy(package, srv / package.name)
    shutil.copy(ROOT / "packaging" / "smoke.py", srv / "smoke.py")
    installed = f"apt-get -qq install -y --no-install-recommends /srv/{older(package, srv).name}"
    # What the package depends on is downloaded beforehand, as the running system reaches nothing but itself.
    run(f"apt-get -qq install -y --no-install-recommends {_NEEDED} && {installed} --download-only")
    with system.booted():
        before = system.files()
        yield "install the package", run(f"DEBIAN_FRONTEND=noninteractive {installed}")
        yield "use it without a screen", run("python3 /srv/smoke.py despacho")
        yield "use it on a screen", run("mkdir -p /tmp/.X11-unix && xvfb-run -a python3 /srv/smoke.py despacho")
        yield "the service's user and folder", run("getent passwd despacho && test -d /var/lib/despacho")
        yield from server_steps(system)
        newer = f"DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends /srv/{package.name}"
        yield from upgrade_steps(system, newer)
        yield "remove it", run("apt-get -qq purge -y despacho && apt-get -qq autoremove --purge -y")
        run("! getent passwd despacho && ! getent group despacho && ! systemctl is-active despacho-receive")
        left = sorted(one for one in system.files() - before if "__pycache__" not in one)
        if left:
            raise subprocess.CalledProcessError(1, "look for traces", "\n".join(left))
        yield "no trace is left", ""
    # Last, as it installs libraries that the package must name itself.
    yield from readme_steps(system, is_quick=is_quick)


def tried(system: System, package: Path, *, is_quick: bool) -> tuple[list[str], bool]:
    """Try a system; return the lines that were printed about it, and whether all went well."""
    lines: list[str] = []

    def say(text: str) -> None:
        lines.append(text)
        print(text, flush=True)

    began = time.monotonic()
    try:
        system.make()
        say(f"a new system: done in {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        for said, printed in steps(system, package, is_quick=is_quick):
            say(f"{said}: done in {time.monotonic() - began:.0f} s")
            for line in printed.splitlines():
                if line.startswith(("works:", "dev.py ", "=====")):
                    say(f"  {line}")
            began = time.monotonic()
    except (subprocess.CalledProcessError, ValueError) as error:
        say(f"FAILED: {error}")
        print(str(getattr(error, "output", ""))[-3000:], flush=True)
        return lines, False
    return lines, True


def write_record(release: str, lines: list[str], *, is_quick: bool) -> None:
    """Write what was printed about a release in the place of what was written about it before."""
    text = RECORD.read_text(encoding="utf-8") if RECORD.exists() else f"{_TITLE}\n"
    head, *parts = text.split("\n## ")
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
    command = f"python3 packaging/dev.py fresh {'--quick ' * is_quick}{release}"
    where = f"`{command}`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit}, {platform.system()}"
    own = [f"Debian {release}", "", f"{where}, {os.cpu_count()} cores.", "", *(f"    {one}" for one in lines), ""]
    kept = [one for one in parts if not one.startswith(f"Debian {release}\n")]
    RECORD.write_text("\n## ".join([head, *sorted([*kept, "\n".join(own)])]), encoding="utf-8")


def main() -> int:
    """Try each system; return 1 if a step of one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("releases", nargs="*", default=RELEASES, help="of Debian")
    parser.add_argument("--quick", action="store_true", help="leave out the README's tests")
    options = parser.parse_args()
    packages = sorted((ROOT / "build" / "bundle").glob("*.deb"))
    if os.geteuid() != 0 or not all(map(shutil.which, ("debootstrap", "systemd-nspawn"))) or not packages:
        print("This needs root, debootstrap, systemd-nspawn, and the package that `dev.py build` makes.")
        return 2
    ended = []
    for release in options.releases:
        print(f"Debian {release}", flush=True)
        lines, is_well = tried(System(release), packages[-1], is_quick=options.quick)
        write_record(release, lines, is_quick=options.quick)
        ended.append(is_well)
    return 0 if all(ended) else 1


if __name__ == "__main__":
    sys.exit(main())
