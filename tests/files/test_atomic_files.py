import errno
import os
from pathlib import Path

import pytest

from app.files.atomic_files import atomic_database, atomic_file
from app.files.private_files import mode_for_others, private_folder


def test_a_file_is_replaced_whole_and_only_once_the_block_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    with atomic_file(path) as new:
        new.write(b"new")
        assert path.read_bytes() == b"old"
        assert Path(new.name).parent == tmp_path
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_block_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    with pytest.raises(TypeError), atomic_file(path) as new:
        new.writelines([b"new", "no bytes"])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_supported", [True, False])
def test_on_macos_a_file_and_its_folder_are_written_through_the_drives_cache_where_that_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_supported: bool
) -> None:
    fcntl = pytest.importorskip("fcntl", reason="its module `fcntl` is POSIX'")
    synced: list[object] = []

    def full_sync(_handle: int, command: int) -> None:
        if not is_supported:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        synced.append(command)

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", full_sync)
    monkeypatch.setattr(os, "fsync", lambda _handle: synced.append("fsync"))
    with atomic_file(tmp_path / "settings.toml"):
        pass
    with atomic_database(tmp_path / "facts.sqlite"):
        pass
    assert synced == [51 if is_supported else "fsync"] * 4


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_replaced_file_is_for_its_owner_alone_whatever_the_old_one_was(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.touch(0o644)
    with atomic_file(path):
        pass
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_is_made_closed_with_those_above_it_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "log"
    before = os.umask(0)
    try:
        private_folder(folder)
    finally:
        os.umask(before)
    assert [one.stat().st_mode & 0o777 for one in (folder, folder.parent)] == [0o700, 0o700]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_mode_of_an_existing_folder_is_not_changed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_folder(tmp_path)
    private_folder(tmp_path / "log")
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_the_root_of_a_drive_may_be_the_folder(tmp_path: Path) -> None:
    private_folder(Path(tmp_path.anchor))  # Windows does not say of it that it exists, but that access is denied


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    with pytest.raises(FileExistsError):
        private_folder(file)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
@pytest.mark.parametrize(
    ("mode", "others"), [(0o700, 0), (0o755, 0o055), (0o770, 0o070), (0o701, 0o001), (0o1777, 0), (0o2750, 0o050)]
)
def test_what_others_may_do_in_a_folder_is_found(tmp_path: Path, mode: int, others: int) -> None:
    tmp_path.chmod(mode)
    assert mode_for_others(tmp_path) == others
    assert mode_for_others(tmp_path / "absent") == 0
