import shutil
from pathlib import Path

import pytest

from app.files import temporary_folder as module
from app.files.temporary_folder import temporary_folder


def test_a_folder_into_which_somebody_still_writes_is_deleted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Path] = []

    def rmtree(folder: Path, *, ignore_errors: bool) -> None:
        shutil.rmtree(folder, ignore_errors=ignore_errors)
        tries.append(folder)
        if len(tries) == 1:
            folder.mkdir()
            (folder / "late").touch()

    monkeypatch.setattr(module, "rmtree", rmtree)
    with temporary_folder("despacho-test-") as folder:
        (folder / "inner").mkdir()
        (folder / "inner" / "file").touch()
    assert tries == [folder, folder]
    assert not folder.exists()


def test_what_cannot_be_deleted_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WAITS", (0.0, 0.0))
    with temporary_folder("despacho-test-") as folder:
        monkeypatch.setattr(module, "rmtree", lambda *_, **_named: None)
    assert folder.exists()
    folder.rmdir()
