"""packaging/audit.py: what is locked, and the oldest versions that are allowed, against the known advisories."""

import importlib.metadata
import importlib.util
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
