import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from app.domain.errors import SettingsError
from app.files.file_names import name_problem, path_problem
from app.settings import check_data_folder

DEVICES = [
    "CON",
    "con",
    "Nul.txt",
    "COM1",
    "com9.x.y",
    "LPT9",
    "AUX.csv",
    "PRN",
    "CONIN$",
    "CONOUT$.csv",
    "COM¹",
    "LPT³",
]
ODD = ["José Ñandú 🚚 x", " day.csv", "a'b,c;d=e%f&g"]
NO_DEVICES = ["CONSOLE", "COM0", "COM10", "xCON", "day.con", "NULL.txt", "LPT", ".con"]
MAX_PATH = 259


def problem(path: str, **limits: int) -> str:
    return str(name_problem(PureWindowsPath(path), **limits) or "")


@pytest.mark.parametrize("name", [*'<>:"|?*', "\t", "\x00", "\x1f", "a?b.csv", "day.csv:hidden"])
def test_windows_has_no_names_with_these_characters(name: str) -> None:
    assert problem(f"C:\\data\\x{name}").startswith(f"“x{name}” cannot be a name: Windows allows neither")


@pytest.mark.parametrize("name", [*DEVICES, "CON .csv"])
def test_windows_keeps_names_for_devices_in_every_folder_and_with_every_ending(name: str) -> None:
    said = f"“{name}” cannot be a name: Windows keeps it for a device"
    assert problem(f"C:\\{name}").startswith(said)
    assert problem(f"C:\\{name}\\day.csv").startswith(said)


@pytest.mark.parametrize("name", ["day.", "day ", "...", "day.csv. "])
def test_windows_drops_a_dot_or_a_blank_at_the_end(name: str) -> None:
    assert problem(f"D:\\{name}").startswith(f"“{name}” cannot be a name: Windows drops a dot or a blank")


@pytest.mark.parametrize("name", [*NO_DEVICES, *ODD, ".hidden", "\x7f", "n" * 255])
def test_every_other_name_is_one(name: str) -> None:
    for folder in ("C:\\", "C:\\data\\..\\", "\\\\server\\share\\", "\\\\?\\C:\\data\\"):
        assert not problem(folder + name)
    assert name_problem(PurePosixPath("/data", name)) is None


@pytest.mark.parametrize("name", ["CON", "what?.csv", "day.", "a:b|c", "\t"])
def test_posix_has_names_that_windows_has_not(name: str) -> None:
    assert name_problem(PurePosixPath("/data", name)) is None


def test_a_name_has_255_characters_on_windows_and_as_many_bytes_elsewhere() -> None:
    said = "The name “{name}” is too long. Choose a shorter one."
    for name, is_too_long in (("n" * 256, True), ("🚚" * 128, True), ("🚚" * 127, False), ("ñ" * 255, False)):
        assert problem(f"C:\\{name}") == (said.format(name=name) if is_too_long else "")
    for name, is_too_long in (("n" * 256, True), ("ñ" * 128, True), ("ñ" * 127, False), ("\udcf1" * 255, False)):
        found = name_problem(PurePosixPath("/", name))
        assert str(found or "") == (said.format(name=name) if is_too_long else "")


def test_a_path_is_too_long_only_where_long_paths_are_off() -> None:
    just, more = (f"C:\\{'n' * 200}\\{'x' * rest}" for rest in (55, 56))
    assert not problem(just, longest_path=MAX_PATH)
    assert problem(more, longest_path=MAX_PATH) == (
        f"The path {more} is too long for this computer. Choose a shorter name, or a folder nearer to the drive."
    )
    assert problem(just, longest_path=MAX_PATH, room=1)
    assert not problem(more)
    assert not problem(f"\\\\?\\{more}", longest_path=MAX_PATH)


def test_a_data_folder_must_be_able_to_be_one(tmp_path: Path) -> None:
    check_data_folder(tmp_path / "José Ñandú 🚚 x")
    with pytest.raises(SettingsError, match="is too long"):
        check_data_folder(tmp_path / ("ñ" * 200))


@pytest.mark.skipif(sys.platform != "win32", reason="asks Windows itself")
@pytest.mark.parametrize("name", ["what?.csv", "a<b", "a|b", 'a"b', "a*b", "tab\t", "n" * 256])
def test_windows_itself_makes_no_file_that_is_refused(tmp_path: Path, name: str) -> None:
    assert path_problem(tmp_path / name) is not None
    with pytest.raises(OSError, match="Err"):
        (tmp_path / name).touch()


@pytest.mark.skipif(sys.platform != "win32", reason="asks Windows itself")
@pytest.mark.parametrize("name", [*NO_DEVICES, *ODD])
def test_windows_itself_makes_the_files_that_are_not_refused(tmp_path: Path, name: str) -> None:
    assert path_problem(tmp_path / name) is None
    (tmp_path / name).touch()
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(sys.platform != "win32", reason="other systems have no drives")
def test_an_absent_drive_is_named() -> None:
    absent = next(f"{letter}:\\" for letter in "QXYWVU" if not Path(f"{letter}:\\").exists())
    said = f"{absent} cannot be reached. Connect it, or choose another folder."
    assert str(path_problem(Path(absent, "day.csv"))) == said
    with pytest.raises(SettingsError, match="cannot be reached"):
        check_data_folder(Path(absent))
