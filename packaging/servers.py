"""Fetches the servers that the tests run, from Debian's packages: unpacked into build/servers, never installed.

An installed server starts at once, and again at every boot, on a machine that is somebody's own. An unpacked one is a
file that a test starts as its child. Nothing here needs root, and nothing outside of build/ changes: apt-get works out
what is lacking and fetches it, with lists and a cache of its own, and installs nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

PACKAGES = ("caddy", "nginx", "openssh-server", "openssh-client")
BUILD = Path(__file__).resolve().parent.parent / "build"
LIST = "packages.txt"


def fetch(build: Path) -> None:
    """Unpack the packages, and those of theirs that this machine lacks, into `servers` below the folder.

    What is there already, of the same list, is kept. What is installed here and up to date is not fetched at all.

    Raises:
        subprocess.CalledProcessError: apt-get or dpkg-deb failed, and said why. What was there before is as it was.
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
