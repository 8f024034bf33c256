"""The program's own files under names in another case: the same files on Windows and macOS, and others on Linux."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.board.board_file import newest_board
from app.board.schema import VERSION
from app.domain.errors import OutputError
from app.export.output import file_output
from app.facts.file.failures import has_copies
from app.facts.file.generations import generation_of, newest_file, older_files
from app.facts.recovery.backups import backups, taken_at
from app.files import file_names
from app.files.file_names import matching_names, name_match
from tests.systems import not_under_wine

ignores_case = pytest.mark.parametrize("ignores_case", [True, False])


@pytest.fixture
def store(tmp_path: Path, ignores_case: bool, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store whose files have names in capitals, on a system that compares names so."""
    monkeypatch.setattr(file_names, "IGNORES_CASE", ignores_case)
    (tmp_path / "backups").mkdir()
    for name in (
        *("FACTS.SQLITE", "FACTS.SQLITE-wal", "Facts.Generation-2.sqlite", "facts2.sqlite.txt"),
        *("backups/FACTS-20261127T101500000000.SQLITE", f"BOARD-{VERSION}-3.SQLITE"),
    ):
        (tmp_path / name).touch()
    return tmp_path / "facts.sqlite"


@ignores_case
def test_a_store_in_capitals_is_the_store_where_the_system_ignores_case(store: Path, ignores_case: bool) -> None:
    second = store.with_name("Facts.Generation-2.sqlite")
    assert newest_file(store) == (second if ignores_case else store)
    assert generation_of(store, second) == (2 if ignores_case else 1)
    assert older_files(store) == ([store.with_name("FACTS.SQLITE")] if ignores_case else [])


@ignores_case
def test_its_copies_and_its_board_are_too(store: Path, ignores_case: bool) -> None:
    copy = store.parent / "backups" / "FACTS-20261127T101500000000.SQLITE"
    at = datetime(2026, 11, 27, 10, 15, tzinfo=UTC)
    assert has_copies(store) is ignores_case
    assert backups(store) == ([copy] if ignores_case else [])
    assert taken_at(store, copy) == (at if ignores_case else None)
    board = newest_board(store)
    assert (board.file.name if board else "") == (f"BOARD-{VERSION}-3.SQLITE" if ignores_case else "")


@ignores_case
def test_no_export_replaces_it(store: Path, ignores_case: bool) -> None:
    target = store.with_name("FACTS.SQLITE")
    if ignores_case:
        with pytest.raises(OutputError, match="is in the folder of Despacho's own data"), file_output(target):
            pass
        assert target.read_bytes() == b""
    else:
        with file_output(target) as stream:
            stream.write(b"of another program")
        assert target.read_bytes() == b"of another program"


@not_under_wine
@ignores_case
def test_a_folder_that_is_missing_or_a_file_has_no_names(store: Path) -> None:
    assert [
        *matching_names(store.parent / "nowhere", ".*"),
        *matching_names(store.with_name("FACTS.SQLITE"), ".*"),
    ] == []
    assert name_match(r"\d+", "१२") is None  # digits of other scripts
