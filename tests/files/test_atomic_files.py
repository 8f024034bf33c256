import os
from pathlib import Path

import pytest

from app.files.atomic_files import atomic_file
from app.files.private_folder import private_folder


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


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_replaced_file_is_for_its_owner_alone_whatever_the_old_one_was(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.touch(0o644)
    with atomic_file(path):
        pass
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_private_folder_and_those_that_were_missing_above_it_are_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "log"
    tmp_path.chmod(0o755)
    private_folder(folder)
    assert [one.stat().st_mode & 0o777 for one in (folder, folder.parent, tmp_path)] == [0o700, 0o700, 0o755]
    folder.chmod(0o755)
    private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_that_all_users_share_stays_shared(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    private_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
