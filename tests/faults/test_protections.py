"""The code of each protection is found once, and its tests exist."""

import ast

import pytest

from tests.faults.figures import FAULTS
from tests.faults.protections import PROTECTIONS, Protection
from tests.faults.remove_protections import ROOT


@pytest.mark.parametrize("protection", PROTECTIONS, ids=lambda one: f"{one.fault}: {one.what}")
def test_a_protection_can_be_removed(protection: Protection) -> None:
    without = protection.without(ROOT)
    if protection.file.endswith(".py"):
        ast.parse(without)
    for test in protection.tests:
        file, _, name = test.partition("::")
        written = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {name.partition('[')[0]}" in written


def test_each_fault_has_a_protection() -> None:
    assert {one.fault for one in PROTECTIONS} == set(FAULTS)
