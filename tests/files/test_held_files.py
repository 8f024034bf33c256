"""Files that another program has open: a spreadsheet, or a virus scanner that looks at each new one for a second."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from app.domain.errors import OutputError
from app.export.output import file_output
from app.files.atomic_files import atomic_database, atomic_file, remove_file
from tests.files.windows_programs import running

on_windows = pytest.mark.skipif(sys.platform != "win32", reason="other systems replace open files")
UNPRIVILEGED = 65534


@on_windows
def test_a_new_file_that_a_scanner_has_open_gets_its_name(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    with running("scan", tmp_path) as scanner:
        for content in (b"first", b"second"):
            with atomic_file(path) as new:
                new.write(content)
                new.flush()
                scanner.wait_for(Path(new.name))
            assert path.read_bytes() == content
        assert list(tmp_path.iterdir()) == [path]


@on_windows
def test_a_new_file_of_a_failed_write_is_removed_although_a_scanner_has_it_open(tmp_path: Path) -> None:
    def fail() -> None:
        with running("scan", tmp_path) as scanner, atomic_file(tmp_path / "settings.toml") as new:
            scanner.wait_for(Path(new.name))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert list(tmp_path.iterdir()) == []


@on_windows
def test_a_database_that_a_scanner_has_open_gets_its_name(tmp_path: Path) -> None:
    path = tmp_path / "board-1-1.sqlite"
    with running("scan", tmp_path) as scanner, atomic_database(path) as unfinished:
        with closing(sqlite3.connect(unfinished)) as db:
            db.execute("CREATE TABLE one (id)")
        scanner.wait_for(unfinished)
    assert list(tmp_path.iterdir()) == [path]


@on_windows
def test_an_export_over_a_workbook_that_a_spreadsheet_has_open_says_so_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "day.xlsx"
    path.write_bytes(b"older")
    with running("hold", path):
        output = file_output(path)
        with pytest.raises(OutputError, match=r"day\.xlsx could not be replaced\. Close it in the other") as refused:
            output.__enter__()
        assert not refused.value.wrong_path
        assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]
    with file_output(path) as stream:
        stream.write(b"new")
    assert path.read_bytes() == b"new"


@on_windows
def test_a_workbook_that_is_opened_meanwhile_stays_and_its_export_says_so(tmp_path: Path) -> None:
    path = tmp_path / "day.xlsx"
    path.write_bytes(b"older")
    output = file_output(path)
    output.__enter__().write(b"new")
    with running("hold", path):
        with pytest.raises(OutputError, match="Close it in the other program"):
            output.__exit__(None, None, None)
        assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder of a user without rights, who the test is until its end."""
    with tempfile.TemporaryDirectory(prefix="despacho-test-") as name:
        if sys.platform == "win32" or os.geteuid() != 0:
            yield Path(name)
            return
        os.chown(name, UNPRIVILEGED, UNPRIVILEGED)
        os.seteuid(UNPRIVILEGED)
        try:
            yield Path(name)
        finally:
            os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="plays by the modes of POSIX what the tests above do there")
@pytest.mark.parametrize(("refusals", "content"), [(0, b"new"), (1, b"new"), (3, b"new"), (4, b"old")])
def test_what_is_not_permitted_for_a_while_is_tried_again(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, content: bytes
) -> None:
    path = own_folder / "settings.toml"
    path.write_bytes(b"old")

    def pauses() -> Iterator[float]:
        for refused in (1, 2, 3):
            if refused == refusals:
                own_folder.chmod(0o755)
            yield 0.0

    monkeypatch.setattr("app.files.atomic_files._PAUSES", pauses())
    with nullcontext() if content == b"new" else pytest.raises(PermissionError), atomic_file(path) as new:
        new.write(b"new")
        own_folder.chmod(0o555 if refusals else 0o755)
    own_folder.chmod(0o755)
    assert path.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="plays by the modes of POSIX what the tests above do there")
def test_removing_is_tried_again_too(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_folder / "facts.unfinished"
    path.touch()
    own_folder.chmod(0o555)

    def pauses() -> Iterator[float]:
        yield 0.0
        own_folder.chmod(0o755)
        yield 0.0

    monkeypatch.setattr("app.files.atomic_files._PAUSES", pauses())
    remove_file(path)
    remove_file(path)
    assert list(own_folder.iterdir()) == []
