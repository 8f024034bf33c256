"""Builds what people install: the bundle, its archive, on Linux a Debian package, and the list of their checksums.

The bundle is a folder with the program, Python and the libraries, of which Qt's stay shared libraries that can be
exchanged, as their licence asks. It is made from an environment that holds nothing else, so that nothing else can get
into it. The archive runs where it is unpacked. Everything is written to build/bundle.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from audit import bill_of_materials
from checksums import BUNDLE, write_checksums
from cyclonedx.output.json import JsonV1Dot6
from deb import build_package
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "packaging" / "bundle" / "despacho.spec"
ICON = ROOT / "resources" / "despacho.svg"
WINDOWS_ICON = BUNDLE / "despacho.ico"
MOST_BYTES = 170_000_000
_PLUGINS = {
    "iconengines": ("svgicon",),
    "imageformats": ("ico", "jpeg", "svg", "webp"),
    "platforminputcontexts": ("",),
    "platforms": ("xcb", "wayland", "offscreen", "windows", "cocoa"),
    "platformthemes": ("xdgdesktopportal",),
    "printsupport": ("",),
    "styles": ("",),
    "wayland-decoration-client": ("adwaita",),
    "wayland-shell-integration": ("xdg-shell",),
}
"""The plugins of Qt that the program uses, by folder, and how their names begin.

The others would bring their libraries along, GTK among them for the file dialogs of one desktop alone.
"""
_TRANSLATIONS = ("qt_es.qm", "qtbase_es.qm")


def version() -> str:
    """Return the version of the program, which stands in `app/__init__.py` alone."""
    names: dict[str, str] = {}
    exec((ROOT / "app" / "__init__.py").read_text(encoding="utf-8"), names)  # noqa: S102 - our own file
    return names["__version__"]


def system_name() -> str:
    """Return the system and the processor in the names of archives, such as `linux-x86_64`."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    return f"{system}-{platform.machine().lower()}"


def prune_qt(pyside: Path) -> None:
    """Remove from an environment's PySide6 what the program does not use."""
    qt = pyside / "Qt" if (pyside / "Qt").is_dir() else pyside  # without `Qt` on Windows
    for plugin in (qt / "plugins").glob("*/*"):
        name = plugin.stem.removeprefix("lib").removeprefix("q")
        if not name.startswith(_PLUGINS.get(plugin.parent.name, ())):
            plugin.unlink()
    for translation in (qt / "translations").glob("*"):
        if translation.name not in _TRANSLATIONS:
            translation.unlink()
    (qt / "opengl32sw.dll").unlink(missing_ok=True)  # draws OpenGL on Windows without a card; widgets are not drawn so


def draw_icon(size: int) -> QImage:
    """Return the program's icon, `size` pixels wide and high."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        QSvgRenderer(str(ICON)).render(painter, QRectF(0, 0, size, size))
    return image


def make_bundle(python: Path) -> Path:
    """Make the bundle from the environment of a Python, and return its folder."""
    asked = [str(python), "-c", "import PySide6; print(PySide6.__path__[0])"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True)
    prune_qt(Path(found.stdout.strip()))
    BUNDLE.mkdir(parents=True)
    draw_icon(256).save(str(WINDOWS_ICON))
    with TemporaryDirectory() as work:
        command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += ["--distpath", str(BUNDLE), "--workpath", work, str(SPEC)]
        environment = os.environ | {"DESPACHO_ICON": str(WINDOWS_ICON), "DESPACHO_VERSION": version()}
        # In another folder, as `app` of this one would be bundled in place of the installed one.
        subprocess.run(command, check=True, cwd=work, env=environment)
    return BUNDLE / "despacho"


def size_of(folder: Path) -> int:
    """Return the bytes of all files in a folder; a link to one of them takes none."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file() and not one.is_symlink())


def make_archive(bundle: Path, name: str) -> None:
    """Pack the bundle so that it runs where it is unpacked."""
    if sys.platform == "win32":
        shutil.make_archive(str(BUNDLE / name), "zip", bundle.parent, bundle.name)
        return
    with tarfile.open(BUNDLE / f"{name}.tar.xz", "w:xz") as tar:
        tar.add(bundle, arcname=name)


def main() -> int:
    """Build everything that can be built on this system; return 1 if the bundle is too large."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("python", type=Path, help="of the environment to bundle")
    python = parser.parse_args().python.absolute()  # not resolved: the link is what names the environment
    shutil.rmtree(BUNDLE, ignore_errors=True)
    bundle = make_bundle(python)
    name = f"despacho-{version()}-{system_name()}"
    make_archive(bundle, name)
    if shutil.which("dpkg-deb"):
        build_package(bundle, {size: draw_icon(size) for size in (48, 128, 256)}, version(), BUNDLE)
    JsonV1Dot6(bill_of_materials()).output_to_file(str(BUNDLE / f"{name}.cdx.json"), allow_overwrite=True, indent=2)
    made = write_checksums()
    size = size_of(bundle)
    for one in made:
        print(f"{one.relative_to(ROOT)}: {one.stat().st_size / 1e6:.0f} MB")
    print(f"{bundle.relative_to(ROOT)}: {size / 1e6:.0f} MB unpacked, at most {MOST_BYTES / 1e6:.0f} MB")
    return 0 if size <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
