"""Builds the Debian package from the bundle: menu entry, icons, man page, and units of systemd that are not enabled.

The system's Python and Qt play no part in it: the package depends only on the libraries that are not in the bundle. The
services keep their data in /var/lib/despacho; a purge removes it with their user.
"""

import gzip
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

LINUX = Path(__file__).resolve().parent / "linux"
_GLIBC = re.compile(rb"GLIBC_([0-9]+)\.([0-9]+)")
_DEPENDS = (
    "libc6 (>= {glibc}), passwd, libgl1, libegl1, libxkbcommon-x11-0, libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1"
    ", libdbus-1-3, libfontconfig1, fonts-inter | fonts-dejavu-core"
)
_CONTROL = """\
Package: despacho
Version: {version}
Architecture: {architecture}
Maintainer: Despacho <despacho@localhost>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: gnome-keyring | libsecret-1-0
Section: misc
Priority: optional
Description: dispatcher's desk for last-mile deliveries
 Shows the day's delivery manifests of a carrier beside the notifications of
 its drivers' visits, and marks each row about which one may be missing.
"""
_POSTINST = """\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    if ! getent passwd despacho >/dev/null; then
        useradd --system --user-group --no-create-home --home-dir /var/lib/despacho --shell /usr/sbin/nologin despacho
    fi
    install -d -m 0700 -o despacho -g despacho /var/lib/despacho
    install -d -m 0700 /etc/despacho
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload || true
        if [ -e /run/despacho-was-active ]; then systemctl start despacho-receive.service || true; fi
    fi
    rm -f /run/despacho-was-active
fi
"""
_PRERM = """\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    if [ "$1" = remove ]; then
        systemctl disable --now despacho-receive.service despacho-fetch.timer despacho-export.timer || true
    elif systemctl --quiet is-active despacho-receive.service; then
        # It would read modules from files that are about to be replaced.
        touch /run/despacho-was-active
        systemctl stop despacho-receive.service || true
    fi
fi
"""
_POSTRM = """\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = purge ]; then
    rm -rf /var/lib/despacho /etc/despacho
    for unit in receive fetch export doctor; do rm -rf "/etc/systemd/system/despacho-$unit.service.d"; done
    if getent passwd despacho >/dev/null; then userdel despacho || true; fi
    # userdel leaves a group that a proxy's user was added to.
    if getent group despacho >/dev/null; then groupdel despacho || true; fi
fi
"""


def build_package(bundle: Path, icons: Mapping[int, QImage], version: str, into: Path) -> Path:
    """Build the package, and return its file.

    Args:
        bundle: the folder to install.
        icons: the program's icon, by its size in pixels.
        version: of the program.
        into: the folder of the package's file.
    """
    os.umask(0o022)  # the files are to be read by all users
    asked = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True)
    architecture = asked.stdout.strip()
    with TemporaryDirectory() as work:
        root = Path(work) / "root"
        _install(bundle, icons, version, root)
        control = root / "DEBIAN"
        control.mkdir()
        used = sum(one.stat().st_size for one in root.rglob("*") if one.is_file() and not one.is_symlink())
        depends = _DEPENDS.format(glibc=_least_glibc(bundle))
        text = _CONTROL.format(version=version, architecture=architecture, kilobytes=used // 1024, depends=depends)
        (control / "control").write_text(text, encoding="utf-8")
        (control / "conffiles").write_text("/etc/default/despacho\n", encoding="ascii")
        for name, script in (("postinst", _POSTINST), ("prerm", _PRERM), ("postrm", _POSTRM)):
            (control / name).write_text(script, encoding="ascii")
            (control / name).chmod(0o755)
        package = into / f"despacho_{version}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package)], check=True)
    return package


def _least_glibc(bundle: Path) -> str:
    """Return the oldest version of the C library that all files of the bundle run with."""
    found = {(2, 28)}
    for one in bundle.rglob("*"):
        if one.is_file() and not one.is_symlink() and (one.suffix == ".so" or ".so." in one.name):
            found |= {(int(major), int(minor)) for major, minor in _GLIBC.findall(one.read_bytes())}
    return ".".join(map(str, max(found)))


def _install(bundle: Path, icons: Mapping[int, QImage], version: str, root: Path) -> None:
    """Lay out the package's files below a folder."""
    shutil.copytree(bundle, root / "usr/lib/despacho", symlinks=True)
    program = root / "usr/bin/despacho"
    program.parent.mkdir(parents=True)
    program.symlink_to("../lib/despacho/despacho")
    for size, icon in icons.items():
        file = root / f"usr/share/icons/hicolor/{size}x{size}/apps/despacho.png"
        file.parent.mkdir(parents=True)
        icon.save(str(file))
    places = {
        "org.despacho.desk.desktop": "usr/share/applications",
        "org.despacho.desk.metainfo.xml": "usr/share/metainfo",
        **{unit.name: "usr/lib/systemd/system" for pattern in ("*.service", "*.timer") for unit in LINUX.glob(pattern)},
    }
    for name, place in places.items():
        _write(root / place / name, _filled(name, version))
    _write(root / "etc/default/despacho", _filled("despacho.default", version))
    manual = gzip.compress(_filled("despacho.1", version).encode(), mtime=0)
    (root / "usr/share/man/man1").mkdir(parents=True)
    (root / "usr/share/man/man1/despacho.1.gz").write_bytes(manual)


def _filled(name: str, version: str) -> str:
    text = (LINUX / name).read_text(encoding="utf-8")
    return text.replace("@VERSION@", version).replace("@DATE@", f"{datetime.now(UTC):%Y-%m-%d}")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
