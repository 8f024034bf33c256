"""What is built for people to install: its parts agree with each other and with the program."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import build
import checksums
import deb
import pytest
from PySide6.QtCore import QLibraryInfo

import app
from app.bootstrap import start_window
from app.domain.settings import LANGUAGES
from app.ui.context.places import Page
from app.ui.help.manual import Manual
from tests.cli.process import DEADLINE, Despacho

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
UNITS = sorted(one for pattern in ("*.service", "*.timer") for one in (PACKAGING / "linux").glob(pattern))
_LOADED = re.compile(r'"([^"]+)" loaded library')


def test_the_application_of_macos_has_its_place_in_the_dock_and_is_not_put_to_sleep() -> None:
    code = ast.parse((PACKAGING / "bundle" / "despacho.spec").read_text(encoding="utf-8"))
    [given] = [one.value for one in ast.walk(code) if isinstance(one, ast.keyword) and one.arg == "info_plist"]
    properties = ast.literal_eval(given)
    assert properties["LSBackgroundOnly"] is False
    assert properties["LSAppNapIsDisabled"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="it knows the names of Qt's libraries on Linux")
def test_every_plugin_of_qt_that_a_window_loads_is_bundled(tmp_path: Path) -> None:
    plugins = tmp_path / "Qt" / "plugins"
    shutil.copytree(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), plugins)
    build.prune_qt(tmp_path)
    kept = {one.relative_to(plugins) for one in plugins.glob("*/*")}
    assert Path("platforms/libqxcb.so") in kept
    assert not [one for one in kept if "gtk" in one.name]
    shown = subprocess.run(
        [sys.executable, "-m", "app", "demo", "--screenshot", str(tmp_path / "window.png"), "--quit-after", "0"],
        env=Despacho(tmp_path / "data").environment | {"QT_DEBUG_PLUGINS": "1", "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=DEADLINE,
    )
    loaded = {Path(*Path(path).parts[-2:]) for path in _LOADED.findall(shown.stdout + shown.stderr)}
    assert Path("iconengines/libqsvgicon.so") in loaded
    assert loaded <= kept


def test_the_icon_is_drawn_at_every_size() -> None:
    for size in (16, 48, 256):
        image = build.draw_icon(size)
        assert (image.width(), image.height()) == (size, size)
        assert image.pixelColor(0, 0).alpha() == 0
        assert image.pixelColor(size // 2, size - size // 8).alpha() == 255


def test_there_is_one_version_which_the_manual_tells_the_news_of() -> None:
    assert build.version() == app.__version__
    for language in LANGUAGES:
        latest = Manual(language).text(Page.CHANGES).split("\n## ")[1]
        assert latest.startswith(f"{app.__version__}\n")
        named = re.findall(r"despacho[-_](\d[\d.]*\d)", Manual(language).text(Page.INSTALL))
        assert named
        assert set(named) == {app.__version__}


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="packages of Debian")
def test_the_package_has_the_program_its_menu_entry_and_its_units(tmp_path: Path) -> None:
    bundle = tmp_path / "despacho"
    bundle.mkdir()
    (bundle / "despacho").write_text("#!/bin/sh\necho 0.1\n")
    (bundle / "despacho").chmod(0o755)
    package = deb.build_package(bundle, {48: build.draw_icon(48)}, "1.2.3", tmp_path)
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "root"], check=True)
    subprocess.run(["dpkg-deb", "--control", package, tmp_path / "control"], check=True)
    root = tmp_path / "root"
    assert subprocess.check_output([root / "usr/bin/despacho"], text=True) == "0.1\n"
    assert (root / f"usr/share/applications/{start_window.DESKTOP_FILE}.desktop").is_file()
    assert (root / "usr/share/icons/hicolor/48x48/apps/despacho.png").read_bytes().startswith(b"\x89PNG")
    assert {one.name for one in (root / "usr/lib/systemd/system").iterdir()} == {one.name for one in UNITS}
    control = (tmp_path / "control" / "control").read_text()
    assert "Version: 1.2.3\n" in control
    for script in ("postinst", "prerm", "postrm"):
        subprocess.run(["sh", "-n", tmp_path / "control" / script], check=True)
    left = [one for one in root.rglob("*") if one.is_file() and b"@VERSION@" in one.read_bytes()]
    assert left == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = (
            unit.read_text()
            .replace("/usr/bin/despacho", "/bin/true")
            .replace("EnvironmentFile=/", "EnvironmentFile=-/")
        )
        (tmp_path / unit.name).write_text(text)
    verified = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / one.name for one in UNITS)],
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE,
    )
    said = [line for line in verified.stderr.splitlines() if str(tmp_path) in line or "despacho" in line]
    assert said == []


def test_the_installer_of_windows_installs_what_the_bundle_holds() -> None:
    script = (PACKAGING / "windows" / "despacho.iss").read_text(encoding="utf-8")
    spec = (PACKAGING / "bundle" / "despacho.spec").read_text(encoding="utf-8")
    (source,) = re.findall(r'^Source: "([^"]+)\\\*"', script, re.MULTILINE)
    (icon,) = re.findall(r"^SetupIconFile=(.+)$", script, re.MULTILINE)
    named = [PACKAGING.joinpath("windows", *one.split("\\")).resolve() for one in (source, icon)]
    assert named == [checksums.BUNDLE / "despacho", build.WINDOWS_ICON]
    assert {*re.findall(r"\\(\w+)\.exe", script)} == {"despachow"}
    assert 'executable("despachow"' in spec
    assert {*re.findall(r'AppUserModelID: "([^"]+)"', script)} == {start_window.APP_USER_MODEL_ID}
    assert "PrivilegesRequired=lowest" in script
    assert {"ChangesEnvironment=yes", "[Registry]", "[Code]"} <= {*script.splitlines()}  # its folder is on the PATH


def test_the_disk_image_of_macos_holds_the_application() -> None:
    script = PACKAGING / "macos" / "make_dmg.sh"
    spec = (PACKAGING / "bundle" / "despacho.spec").read_text(encoding="utf-8")
    (application,) = re.findall(r"name=\"(\w+\.app)\"", spec)
    assert {*re.findall(r"\bcp -R (\S+)", script.read_text(encoding="utf-8"))} == {application}
    if shutil.which("sh"):
        subprocess.run(["sh", "-n", script], check=True)


def test_the_workflow_collects_all_that_is_built() -> None:
    workflow = (PACKAGING.parent / ".github" / "workflows" / "bundles.yml").read_text(encoding="utf-8")
    collected = {Path(one).name for one in re.findall(r"^ +(build/bundle/\S+)$", workflow, re.MULTILINE)}
    assert collected == {"SHA256SUMS", *(f"*{ending}" for ending in checksums.HANDED_OUT)}


SERVICES = [*(one for one in UNITS if ".service" in one.name), PACKAGING / "relay" / "nats-server.service.conf"]
CONFINES = re.compile(
    r"^(?:Capability|LimitCORE|Lock|Memory|NoNew|Private|Protect|Restrict[A-Z]|System|UMask).*=.*$", re.MULTILINE
)


def test_every_service_is_confined_as_the_receiver_is() -> None:
    found = {one.name: set(CONFINES.findall(one.read_text(encoding="utf-8"))) for one in SERVICES}
    asked = {one for one in found.pop("despacho-receive.service") if not one.startswith("RestrictAddressFamilies=")}
    assert len(asked) > 20
    found["nats-server.service.conf"].add("MemoryMax=1G")  # how much it needs grows with the sites
    assert {name: asked - has for name, has in found.items() if asked - has} == {}
    assert all(any(one.startswith("RestrictAddressFamilies=") for one in has) for has in found.values())


@pytest.mark.parametrize("unit", SERVICES, ids=lambda one: one.name)
def test_systemd_finds_little_to_which_a_service_is_exposed(unit: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not on this machine")
    service = tmp_path / unit.name.removesuffix(".conf")
    lines = unit.read_text(encoding="utf-8")
    service.write_text(lines.replace("[Service]", "[Service]\nUser=nats"), encoding="utf-8")  # of Debian's unit
    rated = subprocess.run(
        [program, "security", "--offline=true", "--threshold=20", str(service)],
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE,
    )
    if "unrecognized option" in rated.stderr:
        pytest.skip("systemd 251 or later is needed")
    assert rated.returncode == 0, rated.stdout + rated.stderr
