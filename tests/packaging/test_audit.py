"""packaging/audit.py: what is locked, and the oldest versions that are allowed, against the known advisories."""

import importlib.metadata
import importlib.util
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
    assert {"despacho", "pyside6-essentials", "pydantic-core"} <= listed.keys()
    assert listed["aiohttp"] == importlib.metadata.version("aiohttp")
    assert not {"pytest", "mypy", "pip-audit"} & listed.keys()


def test_a_service_that_cannot_be_reached_is_no_failure_of_the_audit(audit: ModuleType, tmp_path: Path) -> None:
    pinned = tmp_path / "constraints.txt"
    pinned.write_text(f"h11==0.16.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    asked = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--requirement", pinned, "--require-hashes", "--disable-pip", "--strict"],
        env={**os.environ, "HTTPS_PROXY": "http://127.0.0.1:1", "https_proxy": "http://127.0.0.1:1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert audit.is_unreachable(asked), asked.stderr


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (1, "ERROR:pip_audit._cli:h11: Dependency not found on PyPI and could not be audited: h11 (0.16.0)"),
        (1, "Found 1 known vulnerability in 1 package"),
        (1, "pip_audit._service.interface.ServiceError"),
        (2, "__main__.py: error: unrecognized arguments: --requirements"),
        (0, "WARNING:urllib3: Retrying after connection broken by NewConnectionError"),
    ],
)
def test_all_else_that_pip_audit_says_is_not_taken_for_a_service_that_cannot_be_reached(
    audit: ModuleType, code: int, said: str
) -> None:
    assert not audit.is_unreachable(subprocess.CompletedProcess([], code, "", f"{said}\n"))


def test_the_time_out_that_pip_audit_words_itself_is_a_service_that_cannot_be_reached(audit: ModuleType) -> None:
    said = "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed\nERROR:pip_audit._cli:Tip: …\n"
    assert audit.is_unreachable(subprocess.CompletedProcess([], 1, "", said))
