import sys
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from app.domain.errors import StoreUnusableError
from app.facts.file.database import address, connect
from app.facts.file.failures import store_failures
from app.files import folder_risks
from app.files.folder_risks import folder_risk, is_on_network, synchronised_by

HOME = PureWindowsPath("C:/Users/José Ñandú")
MAC = PurePosixPath("/Users/ana/Library")


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        (HOME / "OneDrive" / "Despacho", "OneDrive"),
        (HOME / "OneDrive - Mensajería S.A.S." / "datos", "OneDrive"),
        (MAC / "CloudStorage" / "OneDrive-Personal" / "datos", "OneDrive"),
        (HOME / "Dropbox (Personal)" / "datos", "Dropbox"),
        (MAC / "CloudStorage" / "Dropbox", "Dropbox"),
        (HOME / "iCloudDrive" / "datos", "iCloud Drive"),
        (MAC / "Mobile Documents" / "com~apple~CloudDocs" / "datos", "iCloud Drive"),
        (MAC / "CloudStorage" / "GoogleDrive-ana@example.com" / "Mi unidad", "Google Drive"),
        (PureWindowsPath("G:/My Drive/datos"), "Google Drive"),
        (PurePosixPath("/home/ana/Nextcloud/datos"), "Nextcloud"),
        (HOME / "AppData" / "Local" / "despacho", ""),
        (PurePosixPath("/home/ana/.local/share/despacho"), ""),
        (PurePosixPath("/home/ana/not dropbox at all"), ""),
        (PureWindowsPath("D:/"), ""),
    ],
)
def test_a_synchronised_folder_is_known_by_the_names_on_its_path(folder: PurePath, service: str) -> None:
    assert synchronised_by(folder, {}) == service


def test_a_synchronised_folder_of_another_name_is_known_by_windows_variables() -> None:
    variables = {"OneDriveCommercial": "D:\\Nube\\Mensajería", "OneDrive": ""}
    assert synchronised_by(PureWindowsPath("d:/nube/mensajería/datos"), variables) == "OneDrive"
    assert synchronised_by(PureWindowsPath("D:/Nube/otra"), variables) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a user of Windows may not make links")
def test_a_link_into_a_synchronised_folder_is_one(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "Dropbox")
    assert str(folder_risk(tmp_path / "data" / "despacho", {})).startswith("Dropbox synchronises the data folder")
    assert folder_risk(tmp_path / "despacho", {}) is None


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lists its file systems in a file")
@pytest.mark.parametrize("kind", ["nfs4", "nfs", "cifs", "smb3", "fuse.sshfs"])
def test_a_folder_of_a_network_file_system_is_known_also_before_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    shared = tmp_path / "de otra máquina"
    escaped = str(shared).replace(" ", "\\040")
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/sda1 / ext4 rw 0 0\nserver:/x {escaped} {kind} rw 0 0\nnone {escaped}/own tmpfs rw 0 0\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(folder_risks, "_MOUNTS", mounts)
    assert [is_on_network(tmp_path / name) for name in ("x", "de otra máquina 2")] == [False, False]
    assert [is_on_network(shared), is_on_network(shared / "data"), is_on_network(shared / "own")] == [True, True, False]
    assert "is on a network drive" in str(folder_risk(shared / "data", {}))
    with pytest.raises(
        StoreUnusableError, match="It is on a network drive, where SQLite's write-ahead log does not work"
    ):
        open_database(shared)
    with pytest.raises(StoreUnusableError, match="Check the folder and its permissions"):
        open_database(tmp_path)


def open_database(folder: Path) -> None:
    with store_failures(folder / "facts.sqlite"):
        connect(address(folder / "nowhere" / "facts.sqlite", "ro"))


@pytest.mark.skipif(sys.platform != "win32", reason="other systems have no drives")
def test_a_share_of_windows_is_on_the_network_and_a_drive_is_not(tmp_path: Path) -> None:
    shares = ["\\\\server\\share\\data", "\\\\server\\share", "\\\\?\\UNC\\server\\share\\data"]
    assert [is_on_network(Path(share)) for share in shares] == [True] * len(shares)
    assert [is_on_network(folder) for folder in (tmp_path, Path(f"\\\\?\\{tmp_path}"), Path(tmp_path.anchor))] == [
        False
    ] * 3


def test_a_mac_lists_its_file_systems(tmp_path: Path) -> None:
    listed = "//ana@server/share on /Volumes/de otra máquina (smbfs, nodev, nosuid)"
    found = folder_risks._MAC_MOUNT.fullmatch(listed)
    assert found is not None
    assert (found["at"], found["kind"]) == ("/Volumes/de otra máquina", "smbfs")
