"""System packages on Debian and Ubuntu: which are missing, and how to install them as root.

Like dev.py, this file must be parsed by older Pythons.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def is_debian() -> bool:
    """Return whether this is Debian, Ubuntu or a derivative."""
    if sys.platform != "linux" or shutil.which("apt-get") is None:
        return False
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return not {"debian", "ubuntu"}.isdisjoint([release["ID"], *release.get("ID_LIKE", "").split()])


def installed_packages() -> str:
    """Return dpkg's list of packages: a line `ii |name|provided (= version), provided` for each."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}|${Package}|${Provides}\n"]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout


def missing_packages(wanted: Iterable[str], status: str) -> list[str]:
    """Return those of `wanted` that are neither installed nor provided, as libglib2.0-0t64 provides libglib2.0-0."""
    present = set()
    for line in status.splitlines():
        state, name, provides = line.split("|", 2)
        if state[1:2] == "i":
            present |= {name, *(provided.split("(")[0].strip() for provided in provides.split(","))}
    return [name for name in wanted if name not in present]


def root_command() -> list[str] | None:
    """Return the prefix of a command that needs root; None if there is no way to become root."""
    if sys.platform == "win32" or os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    try:
        subprocess.run(["sudo", "-n", "true"], check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=15)
    except subprocess.SubprocessError:
        return ["sudo"] if sys.stdin.isatty() and sys.stdout.isatty() else None
    return ["sudo", "-n"]
