"""Where the bytes of an export go, and what is there when something fails on the way."""

import os
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from app.domain.column import Column
from app.domain.errors import OutputError
from app.export.csv_format import Delimiter, write_csv
from app.export.json_format import write_json
from app.export.output import file_output
from app.export.rows import ExportRow
from app.export.sheets import Sheet
from app.export.xlsx_format import write_xlsx
from tests.systems import needs_links, needs_posix_files

Small = Callable[[], AbstractContextManager[None]]
FORMATS = ("csv", "json", "xlsx")
UNPRIVILEGED = 65534
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """Return a new folder that every user can reach, as pytest's own cannot be."""
    with tempfile.TemporaryDirectory(prefix="despacho-test-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def export(path: Path, columns: tuple[Column, ...], rows: Iterator[ExportRow]) -> None:
    titles = [column.api for column in columns]
    with file_output(path) as stream:
        if path.suffix == ".csv":
            write_csv(stream, titles, rows, Delimiter.COMMA)
        elif path.suffix == ".json":
            write_json(stream, columns, rows)
        else:
            write_xlsx(stream, [Sheet("Sheet", titles, columns, rows)])


def put(path: Path, content: bytes = b"new") -> None:
    with file_output(path) as stream:
        stream.write(content)


@pytest.mark.parametrize("name", ["facts.sqlite", "settings.toml", "facts.generation-2.sqlite", "backups/copy"])
@pytest.mark.parametrize("folder", ["data", pytest.param("link", marks=needs_links)])
def test_nothing_is_written_among_the_programs_own_data(tmp_path: Path, name: str, folder: str) -> None:
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    (data / "facts.sqlite").write_bytes(b"kept")
    (tmp_path / "link").symlink_to(data)
    with pytest.raises(OutputError, match="is in the folder of Despacho's own data") as refused:
        put(tmp_path / folder / name)
    assert refused.value.wrong_path
    assert (data / "facts.sqlite").read_bytes() == b"kept"
    assert {one.name for one in data.iterdir()} == {"backups", "facts.sqlite"}
    for allowed in (data, tmp_path):
        put(allowed / "visits.csv")


@contextmanager
def without_root_rights() -> Iterator[None]:
    """Be a user to whom permissions apply, also where the tests are run by root."""
    if not IS_ROOT:
        yield
        return
    os.setresuid(UNPRIVILEGED, UNPRIVILEGED, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_a_new_file_is_there_only_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    with file_output(path) as stream:
        stream.write(b"whole")
        stream.flush()
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_an_older_file_is_replaced_at_once(tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    path.write_bytes(b"a much longer older content")
    with file_output(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_bytes() == b"a much longer older content"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", FORMATS)
def test_rows_that_end_in_a_bug_leave_an_older_file_as_it_was(
    ending: str, tmp_path: Path, columns: tuple[Column, ...]
) -> None:
    path = tmp_path / f"day.{ending}"
    path.write_bytes(b"older")

    def rows() -> Iterator[ExportRow]:
        yield ExportRow(["7", None, None, None, None])
        raise LookupError("the table is gone")

    with pytest.raises(LookupError):
        export(path, columns, rows())
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_full_disk_leaves_an_older_file_as_it_was(
    ending: str, tmp_path: Path, columns: tuple[Column, ...], small_files: Small
) -> None:
    path = tmp_path / f"day.{ending}"
    path.write_bytes(b"older")
    rows = (ExportRow([os.urandom(50).hex(), None, None, None, True]) for _ in range(10_000))
    with pytest.raises(OutputError, match=r"File too large.* Free some space") as refused, small_files():
        export(path, columns, rows)
    assert not refused.value.wrong_path
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_workbook_whose_parts_find_no_room_fails_alike(
    tmp_path: Path, columns: tuple[Column, ...], small_files: Small
) -> None:
    wide = columns[:1] * 300  # one line of cells fits; with its widths and formats about it, it does not
    with pytest.raises(OutputError, match="File too large"), small_files():
        export(tmp_path / "day.xlsx", wide, iter(()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("ending", FORMATS)
def test_a_full_device_is_reported_and_stays_a_device(ending: str, tmp_path: Path, columns: tuple[Column, ...]) -> None:
    path = tmp_path / f"full.{ending}"
    path.symlink_to("/dev/full")
    with pytest.raises(OutputError, match=f"Writing to {path} failed: No space left on device") as refused:
        export(path, columns, iter([ExportRow(["7", None, None, None, None])]))
    assert not refused.value.wrong_path
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    assert path.is_symlink()


@needs_posix_files
def test_a_named_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    put(pipe, b"through")
    reader.join(60)
    assert received == [b"through"]
    assert pipe.is_fifo()


@needs_posix_files
def test_a_pipe_whose_reader_has_left_ends_the_export_quietly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    reached = False
    with file_output(pipe) as stream:
        os.close(reader)
        for _ in range(1000):
            stream.write(b"x" * 10_000)
        reached = True
    assert not reached


@needs_posix_files
def test_a_new_file_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    before = os.umask(0)
    try:
        put(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@needs_posix_files
def test_an_older_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "day.csv"
    path.write_bytes(b"older")
    path.chmod(0o604)
    put(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@needs_links
def test_a_link_stays_a_link_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / "day.csv"
    link.symlink_to(elsewhere / "real.csv")
    put(link, b"first")  # the link leads nowhere yet
    put(link, b"second")
    assert link.is_symlink()
    assert (elsewhere / "real.csv").read_bytes() == b"second"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing/day.csv", "The folder .*missing does not exist"),
        ("file/day.csv", "file is not a folder"),
        ("folder", "folder is a folder. Name a file in it"),
        ("x" * 256, "The name “x+” is too long. Choose a shorter one"),
        pytest.param("loop", "cannot be the name of a file", marks=needs_links),
    ],
)
def test_a_path_that_cannot_be_is_refused_with_its_reason(name: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(OutputError, match=sentence) as refused:
        put(tmp_path / name)
    assert refused.value.wrong_path
    assert sorted(tmp_path.iterdir()) == before


def refuses_for_want_of_permission(path: Path) -> bool:
    with pytest.raises(OutputError, match="may not be written") as refused, without_root_rights():
        put(path)
    return refused.value.wrong_path


@needs_posix_files
def test_a_folder_that_one_may_not_write_into_is_refused(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    assert refuses_for_want_of_permission(shared_folder / "day.csv")
    assert list(shared_folder.iterdir()) == []


@needs_posix_files
def test_a_file_that_one_may_not_write_is_not_replaced_though_its_folder_would_allow_it(shared_folder: Path) -> None:
    path = shared_folder / "day.csv"
    path.write_bytes(b"older")
    path.chmod(0o444)
    shared_folder.chmod(0o777)
    assert refuses_for_want_of_permission(path)
    assert path.read_bytes() == b"older"
    assert list(shared_folder.iterdir()) == [path]


@pytest.mark.skipif(not IS_ROOT, reason="only root can make a file of another user")
def test_a_file_of_another_user_in_a_sticky_folder_is_not_replaced(shared_folder: Path) -> None:
    path = shared_folder / "day.csv"
    path.write_bytes(b"older")
    path.chmod(0o666)
    shared_folder.chmod(0o1777)
    assert refuses_for_want_of_permission(path)
    assert path.read_bytes() == b"older"
    assert list(shared_folder.iterdir()) == [path]


@pytest.mark.skipif(not IS_ROOT, reason="only root can make a file of another user")
def test_the_mode_of_another_users_file_is_not_kept(shared_folder: Path) -> None:
    path = shared_folder / "day.csv"
    path.write_bytes(b"older")
    path.chmod(0o666)
    os.chown(path, UNPRIVILEGED, UNPRIVILEGED)
    put(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not IS_ROOT, reason="only root can make a link of another user")
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_of_another_user_is_not_followed(exists: bool, shared_folder: Path, tmp_path: Path) -> None:
    target, link = tmp_path / ".profile", shared_folder / "day.csv"
    if exists:
        target.write_bytes(b"older")
    link.symlink_to(target)
    os.chown(link, UNPRIVILEGED, UNPRIVILEGED, follow_symlinks=False)
    with pytest.raises(OutputError, match=r"link or a named pipe of another user. Choose another") as refused:
        put(link)
    assert refused.value.wrong_path
    assert link.is_symlink()
    assert target.read_bytes() == b"older" if exists else not target.exists()


@pytest.mark.skipif(not IS_ROOT, reason="only root can make a pipe of another user")
def test_a_named_pipe_of_another_user_receives_nothing(shared_folder: Path) -> None:
    pipe = shared_folder / "day.csv"
    os.mkfifo(pipe)
    os.chown(pipe, UNPRIVILEGED, UNPRIVILEGED)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(OutputError, match="link or a named pipe of another user"):
            put(pipe)
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)


@pytest.mark.skipif(not IS_ROOT, reason="only root can act as another user")
def test_a_link_of_the_administrator_is_followed(shared_folder: Path) -> None:
    shared_folder.chmod(0o777)
    (shared_folder / "stdout").symlink_to(shared_folder / "day.csv")
    with without_root_rights():
        put(shared_folder / "stdout")
    assert (shared_folder / "day.csv").read_bytes() == b"new"


@needs_posix_files
def test_a_device_that_one_may_not_write_is_refused(shared_folder: Path) -> None:
    pipe = shared_folder / "pipe"
    os.mkfifo(pipe, 0o400)
    assert refuses_for_want_of_permission(pipe)
