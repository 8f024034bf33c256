"""What Debian and Ubuntu say of system packages, and who may install them; other systems are their users' own affair.

Like dev.py, this is read by whichever Python is there.
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
    """Whether this is Debian, Ubuntu or one made from them."""
    if sys.platform != "linux" or shutil.which("apt-get") is None:
        return False
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return not {"debian", "ubuntu"}.isdisjoint([release["ID"], *release.get("ID_LIKE", "").split()])


def installed_packages() -> str:
    """What dpkg knows: a line `ii |name|provided (= version), provided` for each package."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}|${Package}|${Provides}\n"]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout


def lacking_packages(wanted: Iterable[str], status: str) -> list[str]:
    """Those of `wanted` neither in dpkg's `status` nor provided there, as libglib2.0-0t64 does for libglib2.0-0."""
    present = set()
    for line in status.splitlines():
        state, name, provides = line.split("|", 2)
        if state[1:2] == "i":
            present |= {name, *(provided.split("(")[0].strip() for provided in provides.split(","))}
    return [name for name in wanted if name not in present]


def way_to_root() -> list[str] | None:
    """What to put before a command that needs root, or None where nobody could let it through."""
    if sys.platform == "win32" or os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    try:
        subprocess.run(["sudo", "-n", "true"], check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=15)
    except subprocess.SubprocessError:
        return ["sudo"] if sys.stdin.isatty() and sys.stdout.isatty() else None
    return ["sudo", "-n"]
