"""Fetches the servers for the tests from Debian's packages, and unpacks them into build/servers without installing.

An installed server would start at once, and again at every boot of the user's machine; an unpacked one is started by a
test as its child. This needs no root and changes nothing outside of build/: apt-get finds and fetches the missing
packages, with its own lists and cache, and installs nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

PACKAGES = ("caddy", "nginx", "openssh-server", "openssh-client", "nats-server")
BUILD = Path(__file__).resolve().parent.parent / "build"
LIST = "packages.txt"


def fetch(build: Path) -> None:
    """Unpack the packages and their missing dependencies into `servers` below the folder.

    Servers of the same package list are kept. Packages that are installed and up to date are not fetched.

    Raises:
        subprocess.CalledProcessError: apt-get or dpkg-deb failed, and printed why. Older servers are unchanged.
    """
    wanted, servers = "\n".join(PACKAGES), build / "servers"
    if (servers / LIST).is_file() and (servers / LIST).read_text(encoding="ascii") == wanted:
        return
    build.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=build, prefix="servers-") as scratch:
        unpacked = Path(scratch) / "unpacked"
        unpacked.mkdir()
        own = (f"Dir::State::lists={scratch}/lists", f"Dir::Cache={scratch}/cache", "Debug::NoLocking=true")
        apt = ["apt-get", "--yes", *(word for option in own for word in ("-o", option))]
        (Path(scratch) / "lists" / "partial").mkdir(parents=True)
        (Path(scratch) / "cache" / "archives" / "partial").mkdir(parents=True)
        subprocess.run([*apt, "update"], check=True)
        subprocess.run([*apt, "install", "--download-only", "--no-install-recommends", *PACKAGES], check=True)
        for package in sorted(Path(scratch).glob("cache/archives/*.deb")):
            subprocess.run(["dpkg-deb", "--extract", str(package), str(unpacked)], check=True)
        (unpacked / LIST).write_text(wanted, encoding="ascii")
        rmtree(servers, ignore_errors=True)
        unpacked.rename(servers)


if __name__ == "__main__":
    try:
        fetch(BUILD)
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.cmd[0]} failed, exit code {error.returncode}.")
