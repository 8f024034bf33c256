"""packaging/WINDOWS.md: what is written down of the tests under Windows' Python. To make and run that needs Wine."""

import re
import shutil
from pathlib import Path

import pytest
import windows_record

CHECKOUT = Path(windows_record.__file__).parents[1]
REPORT = """<testsuites><testsuite>
<testcase classname="tests.net.test_one" name="works"/>
<testcase classname="tests.net.test_one" name="is skipped"><skipped message="signals of POSIX"/></testcase>
{more}
</testsuite></testsuites>"""
FAILURE = '<testcase classname="tests.net.test_one" name="fails"><failure message="no"/></testcase>'
ERROR = '<testcase classname="tests.net.test_one" name="cannot begin"><error message="no"/></testcase>'


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for reports of the tests; the record that follows from them is beside it."""
    shutil.copy(windows_record.RECORD, tmp_path)
    monkeypatch.setattr(windows_record, "RECORD", tmp_path / windows_record.RECORD.name)
    monkeypatch.setattr("windows_record.subprocess.check_output", lambda *_, **__: "wine-8.0\n")
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


def written(monkeypatch: pytest.MonkeyPatch, results: Path, *run: str) -> tuple[int, str]:
    """Write the record; return the exit code, and the record's tables."""
    monkeypatch.setattr("sys.argv", ["windows_record.py", str(results), *run])
    code = windows_record.main()
    return code, windows_record.RECORD.read_text(encoding="utf-8").partition("## The tests there")[2]


@pytest.mark.parametrize(
    ("more", "code", "row"), [("", 0, "1 | 0 | 1"), (FAILURE, 1, "1 | 1 | 1"), (ERROR, 1, "1 | 1 | 1")]
)
def test_the_record_counts_how_the_tests_of_each_folder_ended(
    results: Path, monkeypatch: pytest.MonkeyPatch, more: str, code: int, row: str
) -> None:
    (results / "net 0a1b2c3d.xml").write_text(REPORT.format(more=more), encoding="utf-8")
    (results / "files 9e8f7a6b.xml").write_text(REPORT.format(more=""), encoding="utf-8")
    ended, tables = written(monkeypatch, results, "net")
    assert ended == code
    assert f"| net | {row} | 0a1b2c3d |\n" in tables
    assert "| files | 1 | 0 | 1 | 9e8f7a6b |\n" in tables
    assert "| 2 | files, net | signals of POSIX |\n" in tables


def test_a_folder_whose_tests_left_no_report_is_named_and_is_a_failure(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (results / "net 0a1b2c3d.xml").write_text(REPORT.format(more=""), encoding="utf-8")
    ended, tables = written(monkeypatch, results, "net", "flows")
    assert ended == 1
    assert "| flows | | | | no report: it crashed |\n" in tables


def test_the_page_shows_the_pictures_of_the_window_that_are_taken_there() -> None:
    page = (CHECKOUT / "packaging" / "WINDOWS.md").read_text(encoding="utf-8")
    pictures = {one.resolve() for one in (CHECKOUT / "resources" / "screenshots").glob("windows-*.png")}
    shown = {(CHECKOUT / "packaging" / one).resolve() for one in re.findall(r"!\[[^\]]+\]\((\S+)\)", page)}
    assert pictures
    assert shown == pictures
