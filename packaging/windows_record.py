"""Writes packaging/WINDOWS.md: how the tests ended under Windows' Python, by folder, and what was skipped and why.

The first part of that file, up to the record, is written by hand and kept.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "packaging" / "WINDOWS.md"
_TITLE = "## The tests there"
_ENDS = ("passed", "failed", "skipped")
Case = tuple[str, str, str]
"""Of a test: its folder, how it ended, and why it was skipped."""


def cases(results: ET.Element, folder: str) -> Iterator[Case]:
    """Yield each test of a report in JUnit's format, of one folder of tests."""
    for case in results.iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None:
            yield folder, "skipped", skipped.get("message", "")
        elif case.find("failure") is not None or case.find("error") is not None:
            yield folder, "failed", ""
        else:
            yield folder, "passed", ""


def record(
    ended: Sequence[Case], commits: Mapping[str, str], crashed: Sequence[str], ignored: Mapping[str, str], where: str
) -> Iterator[str]:
    """Yield the lines of the record.

    Args:
        ended: the tests.
        commits: at which each folder was run.
        crashed: the folders whose tests left no report, as pytest itself was ended.
        ignored: what is not collected there, with the reason.
        where: it ran, in a sentence.
    """
    counts = Counter((folder, end) for folder, end, _ in ended)
    yield from (_TITLE, "", where, "", f"| folder | {' | '.join(_ENDS)} | at commit |", "|---|--:|--:|--:|---|")
    for folder in sorted({folder for folder, _, _ in ended}):
        yield f"| {folder} | {' | '.join(str(counts[folder, end]) for end in _ENDS)} | {commits[folder]} |"
    yield from (f"| {folder} | | | | no report: it crashed |" for folder in crashed)
    yield f"| **all** | {' | '.join(str(sum(one == end for _, one, _ in ended)) for end in _ENDS)} | |"
    yield from ("", "Skipped, and why:", "", "| tests | folders | reason |", "|--:|---|---|")
    reasons = Counter(why for _, end, why in ended if end == "skipped")
    for why, number in reasons.most_common():
        folders = sorted({folder for folder, _, reason in ended if reason == why})
        yield f"| {number} | {', '.join(folders)} | {why} |"
    yield from (f"| all | {name} | {why} |" for name, why in ignored.items())


def main() -> int:
    """Replace the record by what the reports in a folder say; return 1 if a test failed, or has no report.

    The command line names the folder of the reports, and the folders of tests that were run just now.
    """
    sys.path.insert(0, str(ROOT))
    from tests.systems import FILES  # noqa: PLC0415 - found from here on

    results, *run = sys.argv[1:]
    reports = sorted(Path(results).glob("*.xml"))
    commits: dict[str, str] = {}
    ended: list[Case] = []
    for report in reports:
        folder, _, commits[folder] = report.stem.partition(" ")
        ended += cases(ET.parse(report).getroot(), folder)  # noqa: S314 - what this project's own tests wrote
    crashed = [folder for folder in run if folder not in commits]
    wine = subprocess.check_output(["wine", "--version"], text=True).strip()
    where = f"`python3 packaging/dev.py windows test`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {wine}."
    kept = RECORD.read_text(encoding="utf-8").partition(_TITLE)[0]
    lines = list(record(ended, commits, crashed, FILES, where))
    RECORD.write_text(kept + "\n".join([*lines, ""]), encoding="utf-8")
    print("\n".join(lines))
    return int(bool(crashed) or any(end == "failed" for _, end, _ in ended))


if __name__ == "__main__":
    sys.exit(main())
