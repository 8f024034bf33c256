"""The short tests: which they are, and that each change runs the same ones on Linux, Windows and macOS."""

import re
import shlex
import subprocess
import sys

from tests.systems import SHORT, TESTS

WORKFLOWS = TESTS.parent / ".github" / "workflows"
COMMAND = re.compile(r"run: python (packaging/dev\.py test .*)")
ACTION = re.compile(r"uses: (\S+)")


def test_short_tests_are_those_of_whole_folders_and_no_other_is_imported() -> None:
    assert {one.name for one in TESTS.iterdir() if one.is_dir()} > SHORT
    folders = [str(TESTS / name) for name in ("net", "proxies", "manual", "threads")]
    command = [sys.executable, "-m", "pytest", "-m", "short", "--collect-only", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run(
        [*command, *folders], cwd=TESTS.parent, capture_output=True, text=True, check=False, timeout=120
    )
    files = {line.partition("::")[0] for line in ended.stdout.splitlines() if line.startswith("tests/")}
    assert {file.split("/")[1] for file in files} == {"net", "threads"}
    assert "deselected" not in ended.stdout


def test_the_same_short_tests_run_on_all_three_systems() -> None:
    text = (WORKFLOWS / "tests.yml").read_text(encoding="utf-8")
    systems = re.findall(r"os: \[(.*)\]", text)
    assert [{one.partition("-")[0] for one in named.split(", ")} for named in systems] == [
        {"ubuntu", "windows", "macos"}
    ]
    assert [shlex.split(command)[1:4] for command in COMMAND.findall(text)] == [["test", "-m", "short"]]


def test_every_action_is_pinned_by_its_commit_and_the_same_in_each_workflow() -> None:
    used = {one for path in WORKFLOWS.glob("*.yml") for one in ACTION.findall(path.read_text(encoding="utf-8"))}
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one)] == []
    assert len({one.partition("@")[0] for one in used}) == len(used)
