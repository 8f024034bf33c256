"""packaging/audit.py: what is locked, and the oldest versions that are allowed, against the known advisories."""

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
ADVISORIES = (CHECKOUT / "packaging" / "advisories.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", CHECKOUT / "packaging" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_locked_version_has_a_known_advisory(audit: ModuleType) -> None:
    locked = audit.locked_versions((CHECKOUT / "packaging" / "constraints.txt").read_text(encoding="utf-8"))
    assert {"aiohttp", "filelock", "pyside6-essentials"} <= locked.keys()
    assert list(audit.affected(locked, ADVISORIES)) == []


def test_no_oldest_allowed_version_has_a_known_advisory(audit: ModuleType) -> None:
    oldest = audit.oldest_versions((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {"aiohttp", "filelock", "pytest"} <= oldest.keys()
    assert list(audit.affected(oldest, ADVISORIES)) == []


def test_an_older_version_is_named_with_its_advisory_and_the_version_that_is_safe(audit: ModuleType) -> None:
    locked = audit.locked_versions("Filelock==3.20.2 \\\n    --hash=sha256:00\nh11==0.16.0\n")
    assert list(audit.affected(locked, ADVISORIES)) == [
        "filelock 3.20.2: CVE-2025-68146, CVE-2026-22701; fixed in 3.20.3"
    ]


def test_the_oldest_version_is_that_of_the_lower_bound_or_of_the_exact_one(audit: ModuleType) -> None:
    pyproject = """
        [project]
        dependencies = ["a_b>=1.2,<3", "c==2.1; sys_platform == 'win32'"]
        [dependency-groups]
        dev = ["d>=0.17,<0.18"]
    """
    oldest = audit.oldest_versions(pyproject)
    assert {name: str(version) for name, version in oldest.items()} == {"a-b": "1.2", "c": "2.1", "d": "0.17"}


def test_the_bill_of_materials_lists_what_the_program_needs_and_no_tool_of_its_tests(audit: ModuleType) -> None:
    listed = {one.name: one.version for one in audit.bill_of_materials().components}
    assert {"despacho", "pyside6-essentials", "pydantic-core", "nats-py"} <= listed.keys()
    assert listed["aiohttp"] == importlib.metadata.version("aiohttp")
    assert not {"pytest", "mypy", "pip-audit"} & listed.keys()


def test_a_service_that_cannot_be_reached_is_no_failure_of_the_audit(audit: ModuleType, tmp_path: Path) -> None:
    pinned = tmp_path / "constraints.txt"
    pinned.write_text(f"h11==0.16.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    asked = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--requirement", pinned, "--require-hashes", "--disable-pip"],
        env={**os.environ, "HTTPS_PROXY": "http://127.0.0.1:1", "https_proxy": "http://127.0.0.1:1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert audit.findings(asked) is None, asked.stderr


UNKNOWN = {"name": "h11", "skip_reason": "h11 could not be audited"}
SOUND = {"name": "idna", "version": "3.10", "vulns": []}
AFFECTED = {"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}


@pytest.mark.parametrize(
    ("audited", "found"),
    [
        ([SOUND], []),
        ([SOUND, UNKNOWN], ["h11 could not be audited"]),
        ([AFFECTED, SOUND], ["a 1: CVE-1", "a 1: CVE-2"]),
        ([UNKNOWN, UNKNOWN], None),  # a mirror of the index that knows no advisories
    ],
)
def test_what_the_service_says_of_each_package_is_found(
    audit: ModuleType, audited: list[object], found: list[str] | None
) -> None:
    said = json.dumps({"dependencies": audited, "fixes": []})
    assert audit.findings(subprocess.CompletedProcess([], 1 if found else 0, said, "")) == found


@pytest.mark.parametrize(
    "said",
    ["pip_audit._service.interface.ServiceError", "__main__.py: error: unrecognized arguments: --requirements"],
)
def test_another_failure_of_pip_audit_is_one_of_the_audit(audit: ModuleType, said: str) -> None:
    assert audit.findings(subprocess.CompletedProcess([], 1, "", f"{said}\n")) == [f"pip-audit failed: {said}"]


def test_the_time_out_that_pip_audit_words_itself_is_a_service_that_cannot_be_reached(audit: ModuleType) -> None:
    said = "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed\nERROR:pip_audit._cli:Tip: …\n"
    assert audit.findings(subprocess.CompletedProcess([], 1, "", said)) is None
