"""Database files are opened by their addresses, whatever their names and wherever SQLite reads addresses."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path, PureWindowsPath

import pytest

from app.facts.file.database import address, connect, uri_of
from tests.sqlite_library import sqlite_library

WITHOUT_URIS = (
    "store/test_save_day.py::test_a_status_that_differs_is_kept_with_the_load_that_showed_it",
    "store/test_follow_ups.py::test_an_edit_changes_what_it_names_and_leaves_the_rest",
    "store/test_calls.py::test_the_cases_to_call_are_those_to_attend_and_those_of_earlier_days",
    "facts/test_read_marks.py::test_news_are_unseen_until_the_visit_or_a_shipment_of_it_was_looked_at",
    "store/test_handover.py::test_what_one_desk_acknowledged_the_other_one_need_not_attend_to",
    "store/test_sharing.py::test_follow_ups_made_at_once_end_equal_and_are_merged_once",
    "store/test_retention.py::test_an_old_day_goes_with_all_that_hangs_on_it_and_the_kept_one_is_as_it_was",
    "store/test_retention.py::test_no_copy_keeps_an_old_day",
    "services/test_exporting.py::test_a_days_rows_have_their_types_and_documents_where_they_are_wanted",
    "board/test_board_file.py::test_boards_out_of_use_go_and_one_of_another_version_once_it_is_abandoned",
    "facts/test_current_file.py::test_damage_found_while_writing_is_repaired_at_once_and_reported",
    "facts/test_opening.py::test_a_copy_is_taken_before_a_new_migration",
)
ONLY_ON_POSIX = () if os.name == "nt" else ("what?mode=memory", "file:", "a\\b")


@pytest.mark.skipif(sys.platform == "win32", reason="all tests run without URIs where SQLite is that of python.org")
@pytest.mark.skipif(
    not hasattr(sqlite_library(), "sqlite3_config"), reason="SQLite is linked into Python, and cannot be configured"
)
def test_everything_is_saved_and_read_where_sqlite_reads_no_addresses_of_its_own_accord() -> None:
    folder = Path(__file__).parents[1]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.sqlite_without_uris", "-p", "no:cacheprovider"]
    tests = [str(folder / name) for name in WITHOUT_URIS]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    ended = subprocess.run([*command, *tests], cwd=folder.parent, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{len(WITHOUT_URIS)} passed" in ended.stdout


@pytest.mark.parametrize("name", ["blank s", "100%25 #1", "año 🚚", *ONLY_ON_POSIX])
def test_any_name_leads_to_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = tmp_path / name / f"{name}.sqlite"
    file.parent.mkdir()
    file.touch()
    monkeypatch.chdir(file.parent)
    with closing(connect(address(Path(file.name), "rw"))) as db:
        db.execute("CREATE TABLE kept (word)")
    with closing(connect(":memory:")) as db:
        db.execute("ATTACH DATABASE ? AS other", (address(file, "ro"),))
        assert db.execute("SELECT count(*) FROM other.kept").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("INSERT INTO other.kept VALUES ('x')")
    assert [one.name for one in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("mode", ["ro", "rw"])
def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, mode: str) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        connect(address(tmp_path / "gone.sqlite", mode))  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="on Windows two slashes begin the name of a server")
def test_a_path_of_two_slashes_is_no_server(tmp_path: Path) -> None:
    (tmp_path / "kept.sqlite").touch()
    connect(address(Path(f"/{tmp_path}") / "kept.sqlite", "ro")).close()


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("C:\\Users\\Ana Peña\\50% #1", "file:///C:/Users/Ana%20Pe%C3%B1a/50%25%20%231"),
        ("D:\\facts.sqlite", "file:///D:/facts.sqlite"),
        ("\\\\server\\share\\facts.sqlite", "file:////server/share/facts.sqlite"),  # `//server` would be an authority
        ("\\\\?\\C:\\a\\b", "file:////%3F/C:/a/b"),
    ],
)
def test_a_path_of_windows_keeps_its_drive_or_its_server(path: str, uri: str) -> None:
    assert uri_of(PureWindowsPath(path)) == uri
