"""packaging/servers.py: servers for the tests are fetched and unpacked, and never installed."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "servers.py"

APT_GET = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in *update*) exit ${UPDATE_CODE:-0} ;; esac
for word; do case "$word" in Dir::Cache=*) cp "$PACKAGE" "${word#Dir::Cache=}/archives/" ;; esac; done
"""

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="only Debian's packages are fetched")


@pytest.fixture
def servers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("servers_of_the_checkout", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a fake apt-get that fetches one package; yield the arguments of its calls."""
    package = tmp_path / "server"
    (package / "DEBIAN").mkdir(parents=True)
    (package / "usr" / "sbin").mkdir(parents=True)
    (package / "usr" / "sbin" / "server").write_text("#!/bin/sh\n")
    (package / "DEBIAN" / "control").write_text(
        "Package: server\nVersion: 1\nArchitecture: all\nMaintainer: a test\nDescription: one\n"
    )
    postinst = package / "DEBIAN" / "postinst"
    postinst.write_text(f"#!/bin/sh\ntouch {tmp_path}/installed\n")
    postinst.chmod(0o755)
    subprocess.run(
        ["dpkg-deb", "--build", "--root-owner-group", str(package), str(tmp_path / "server.deb")], check=True
    )
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "apt-get").write_text(APT_GET)
    (tools / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    monkeypatch.setenv("PACKAGE", str(tmp_path / "server.deb"))
    yield tmp_path / "calls"
    assert not (tmp_path / "installed").exists()


def test_the_packages_are_unpacked_and_nothing_is_installed(servers: ModuleType, calls: Path, tmp_path: Path) -> None:
    servers.fetch(tmp_path / "build")
    assert (tmp_path / "build" / "servers" / "usr" / "sbin" / "server").is_file()
    update, install = calls.read_text().splitlines()
    assert update.endswith("update")
    assert "--download-only" in install
    assert all(name in install.split() for name in servers.PACKAGES)


def test_apt_uses_its_own_lists_and_cache(servers: ModuleType, calls: Path, tmp_path: Path) -> None:
    servers.fetch(tmp_path / "build")
    for call in calls.read_text().splitlines():
        assert f"Dir::State::lists={tmp_path}/build/" in call
        assert f"Dir::Cache={tmp_path}/build/" in call
    assert [path.name for path in (tmp_path / "build").iterdir()] == ["servers"]


def test_fetched_packages_are_kept_until_the_list_changes(
    servers: ModuleType, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers.fetch(tmp_path / "build")
    servers.fetch(tmp_path / "build")
    assert len(calls.read_text().splitlines()) == 2
    monkeypatch.setattr(servers, "PACKAGES", (*servers.PACKAGES, "another"))
    servers.fetch(tmp_path / "build")
    assert len(calls.read_text().splitlines()) == 4


def test_a_failed_fetch_is_reported_and_leaves_the_older_servers(
    servers: ModuleType, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers.fetch(tmp_path / "build")
    monkeypatch.setattr(servers, "PACKAGES", ("another",))
    monkeypatch.setenv("UPDATE_CODE", "100")
    with pytest.raises(subprocess.CalledProcessError):
        servers.fetch(tmp_path / "build")
    assert (tmp_path / "build" / "servers" / "usr" / "sbin" / "server").is_file()
    assert [path.name for path in (tmp_path / "build").iterdir()] == ["servers"]
