"""Tells whether a database in a folder is at risk: a service copies it while it is written, or it is far away."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePath

from app.domain.texts import Text

if sys.platform == "win32":
    import ctypes

_SERVICES = {
    "OneDrive": r"onedrive( ?- ?.*)?",
    "Dropbox": r"dropbox( \(.*\))?",
    "iCloud Drive": r"icloud ?drive|mobile documents|com~apple~clouddocs",
    "Google Drive": r"google ?drive( ?- ?.*| \(.*\))?|my drive|mi unidad",
    "Nextcloud": r"nextcloud",
}
"""The names of the folders that services synchronise."""
_ONEDRIVE = ("OneDrive", "OneDriveCommercial", "OneDriveConsumer")
"""Variables of Windows with the paths of its folders, which may have other names."""
_NETWORK = re.compile(
    r"nfs\d?|cifs|smb\d?|smbfs|afs|afpfs|ncpfs|webdav|davfs\d?|ceph|glusterfs|lustre|gpfs|beegfs"
    r"|fuse\.(sshfs|cephfs|glusterfs|davfs\d?|rclone|gvfsd-fuse|smbnetfs)"
)
_MOUNTS = Path("/proc/self/mounts")
_MAC_MOUNT = re.compile(r".* on (?P<at>/.*) \((?P<kind>\w+)[,)].*")
_SHARE = re.compile(r"\\\\(?![?.]\\)|\\\\\?\\UNC\\", re.IGNORECASE)
_REMOTE_DRIVE = 4

SYNCHRONISED = Text(
    "Doctor",
    "{service} synchronises the data folder {folder}, and copies the data while it is written, which can damage it. "
    "Close Despacho, move the folder elsewhere, and name it in DESPACHO_DATA_DIR.",
)
ON_NETWORK = Text(
    "Doctor",
    "The data folder {folder} is on a network drive, where SQLite's write-ahead log does not work safely. Close "
    "Despacho, move the folder to a disk of this computer, and name it in DESPACHO_DATA_DIR. Several desks share their "
    "data by a relay instead.",
)


def folder_risk(folder: Path, environment: Mapping[str, str]) -> Text | None:
    """Return how the data in a folder may be damaged, and what to do; None: nothing is known of it."""
    service = synchronised_by(folder, environment) or synchronised_by(_resolved(folder), environment)
    if service:
        return SYNCHRONISED.filled(service=service, folder=folder)
    return ON_NETWORK.filled(folder=folder) if is_on_network(folder) else None


def synchronised_by(folder: PurePath, environment: Mapping[str, str]) -> str:
    """Return the service whose folder holds this one, by the names on its path; empty: none is known."""
    for name in folder.parts:
        for service, pattern in _SERVICES.items():
            if re.fullmatch(pattern, name, re.IGNORECASE):
                return service
    roots = (environment.get(variable) for variable in _ONEDRIVE)
    return "OneDrive" if any(root and folder.is_relative_to(root) for root in roots) else ""


def is_on_network(folder: Path) -> bool:
    """Return whether a folder, or where it would be made, is on a file system of another computer."""
    there = _resolved(folder)
    if sys.platform == "win32":
        drives = {folder.absolute().anchor, there.anchor}
        of_type = ctypes.windll.kernel32.GetDriveTypeW
        return any(_SHARE.match(drive) or of_type(drive) == _REMOTE_DRIVE for drive in drives)
    deepest, of_deepest = "", ""
    for at, kind in _mounts():
        if there.is_relative_to(at) and len(at) >= len(deepest):
            deepest, of_deepest = at, kind
    return bool(_NETWORK.fullmatch(of_deepest))


def _resolved(folder: Path) -> Path:
    try:
        return folder.resolve()
    except OSError:  # a share that cannot be reached
        return folder.absolute()


def _mounts() -> Iterator[tuple[str, str]]:
    """Yield where each file system is mounted, and its kind, in the order of mounting."""
    if sys.platform == "darwin":
        import subprocess  # noqa: PLC0415 - slow to import

        with suppress(OSError, subprocess.SubprocessError):
            listed = subprocess.run(["/sbin/mount"], capture_output=True, check=True, timeout=5).stdout
            for line in os.fsdecode(listed).splitlines():
                if found := _MAC_MOUNT.fullmatch(line):
                    yield found["at"], found["kind"]
        return
    with suppress(OSError):
        for line in _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            _, at, kind, *_ = line.split(" ")
            yield re.sub(r"\\(\d{3})", lambda found: chr(int(found[1], 8)), at), kind
