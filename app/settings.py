"""Reads `settings.toml` with what fixes settings over it, and writes it without losing comments."""

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import platformdirs

from app.domain.errors import SettingsError
from app.domain.settings import DECLARED, KEYS, Settings, WrongSettingError
from app.domain.texts import Text
from app.files.atomic_files import atomic_file
from app.files.file_names import path_problem
from app.files.private_files import private_folder

FILE_NAME = "settings.toml"

_USER = re.compile(r"//[^/]*@")
"""The user in a URL, which is refused and often includes a password."""

_MOST_SHOWN = 200

_WRONG_VALUE = Text("Error", "The setting {key} cannot be “{value}”. It must be {wanted}.")
_WRONG_KEY = Text("Error", "There is no setting {key}. The settings are: {keys}.")
_WRONG_FILE = Text("Error", "The file {path} is no valid TOML ({reason}). Correct it, or move it away.")
_NO_FILE = Text("Error", "The file {path} cannot be read or written ({reason}). Check the folder and its permissions.")
_NOWHERE = Path(os.devnull, "despacho")
_NO_HOME = Text(
    "Error",
    "This user has no home folder, so Despacho has no place for its data. Name a folder: --data-dir DIR, or "
    "DESPACHO_DATA_DIR.",
)
_ROOM = 100
"""Characters of the longest path within the data folder: a copy before a migration, with its log."""


class FixedSettings:
    """An administrator's file that fixes settings for all users: read once, so that a process sees one state of it.

    Without a path, or a file there, nothing is fixed.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @cached_property
    def values(self) -> dict[str, object]:
        """The fixed values by their keys; an empty text fixes nothing.

        Raises:
            SettingsError: the file is no TOML, or cannot be read.
        """
        found = _values(self.path) if self.path else {}
        return {key: value for key, value in found.items() if value != ""}

    @property
    def unknown(self) -> list[str]:
        """The keys that are no setting of this version. Raises as `values`."""
        return [key for key in self.values if key not in KEYS]


NOTHING_FIXED = FixedSettings(None)


@dataclass(frozen=True)
class SettingsFile:
    """The settings of one data folder.

    Attributes:
        folder: of the file.
        environment: the process's variables, which fix settings.
        administrators: what an administrator fixes; the environment takes precedence.
    """

    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    administrators: FixedSettings = NOTHING_FIXED

    @property
    def path(self) -> Path:
        """The path of the file, which may not exist yet."""
        return self.folder / FILE_NAME

    def read(self) -> Settings:
        """Return the settings in force: the environment's, else the administrator's, the file's, or the defaults.

        Raises:
            SettingsError: a file is no TOML, or a value cannot be used.
        """
        return self._live_settings(_values(self.path))

    def given(self) -> tuple[dict[str, object], dict[str, object]]:
        """Return the values set in the file, and those that are fixed; all others have their defaults.

        Raises:
            SettingsError: as `read`.
        """
        values = _values(self.path)
        live_settings, fixed = self._live_settings(values), self.fixed()
        in_file = {key: values[key] if key in fixed else getattr(live_settings, key) for key in KEYS if key in values}
        return in_file, {key: getattr(live_settings, key) for key in fixed}

    def fixed(self) -> dict[str, str]:
        """Return what fixes settings: for each such key its variable of the environment, else the path of the file.

        Raises:
            SettingsError: the administrator's file is no TOML, or cannot be read.
        """
        in_environment = {key: _variable(key) for key in self._from_environment()}
        return {**{key: str(self.administrators.path) for key in self._from_administrator()}, **in_environment}

    def write(self, changes: Mapping[str, object]) -> Settings:
        """Change some keys in the file, and return the settings then in force. None removes a key.

        Raises:
            SettingsError: there is no such key, a value cannot be used, or the file cannot be written. The file is
                unchanged.
        """
        for key in changes:
            if key not in KEYS:
                raise SettingsError(_WRONG_KEY.filled(key=key, keys=", ".join(KEYS)))
        import tomlkit  # noqa: PLC0415 - slow to import, and most commands only read

        given = {key: value for key, value in changes.items() if value is not None}
        checked = _checked(given, read=Settings.read_new)
        with _failures(self.path):
            content = _with_last_line_ended(_text(self.path))
            tomllib.loads(content)  # tomlkit (0.15) raises other errors than ValueError for some invalid files
            document = tomlkit.parse(content)
            for key in changes:
                if key in given:
                    document[key] = getattr(checked, key)
                else:
                    document.pop(key, None)
            text = tomlkit.dumps(document)
            values = tomllib.loads(text)  # as `read` will see it
        live_settings = self._live_settings(values)
        self._replace(text)
        return live_settings

    def _live_settings(self, values: Mapping[str, object]) -> Settings:
        fixed = {**self._from_administrator(), **self._from_environment()}
        return _checked({**values, **fixed}, self.fixed())

    def _from_environment(self) -> dict[str, str]:
        """Return the keys and values set in the environment; an empty variable sets nothing."""
        named = {key: self.environment.get(_variable(key)) for key in KEYS}
        return {key: value for key, value in named.items() if value}

    def _from_administrator(self) -> dict[str, object]:
        return {key: value for key, value in self.administrators.values.items() if key in KEYS}

    def _replace(self, text: str) -> None:
        try:
            private_folder(self.folder)
            with atomic_file(self.path) as file:
                file.write(text.encode())
        except OSError as error:
            raise SettingsError(_NO_FILE.filled(path=self.path, reason=error.strerror)) from error


def _values(path: Path) -> dict[str, object]:
    with _failures(path):
        return tomllib.loads(_text(path))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # editors of Windows write a byte order mark
    except FileNotFoundError:
        return ""


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    try:
        yield
    except (ValueError, RecursionError) as error:  # no TOML, or no UTF-8
        raise SettingsError(_WRONG_FILE.filled(path=path, reason=error)) from error
    except OSError as error:
        raise SettingsError(_NO_FILE.filled(path=path, reason=error.strerror)) from error


def _with_last_line_ended(text: str) -> str:
    """Return a text that ends with a line break: without, tomlkit (0.15) appends a new key to a line `a.b = 1`."""
    return text if text.endswith("\n") or not text else f"{text}\n"


def _variable(key: str) -> str:
    return f"DESPACHO_{key.upper()}"


def _checked(
    values: Mapping[str, object],
    fixed: Mapping[str, str] | None = None,
    read: Callable[[Mapping[str, object]], Settings] = Settings.read,
) -> Settings:
    """Return values as checked settings; `fixed` names what fixes some of them."""
    try:
        return read(values)
    except WrongSettingError as error:
        where, shown = (fixed or {}).get(error.key, ""), _shown(error.value)
        named = where if where == _variable(error.key) else f"{error.key} ({where})" if where else error.key
        raise SettingsError(
            _WRONG_VALUE.filled(key=named, value=shown, wanted=DECLARED[error.key].kind.wanted)
        ) from error


def _shown(value: object) -> str:
    """Return a value for a message: shortened where it is long, and without the user of a URL."""
    try:
        text = _USER.sub("//…@", str(value))
    except (ValueError, RecursionError):  # thousands of digits, or deeply nested lists
        return "…"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def data_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the given folder, else that of `DESPACHO_DATA_DIR`, else the platform's folder for user data.

    On macOS that is one folder, whatever variables a terminal has and the Finder has not. Of a user without a home
    folder it is one that cannot be, which `check_data_folder` says.
    """
    if given is not None:
        return given.absolute()
    if named := environment.get("DESPACHO_DATA_DIR"):
        return Path(named).absolute()
    try:
        if sys.platform == "darwin":  # platformdirs 4.14 follows XDG_DATA_HOME there too
            return Path.home() / "Library" / "Application Support" / "despacho"
        return Path(platformdirs.user_data_dir("despacho", appauthor=False))
    except RuntimeError:
        return _NOWHERE


def check_data_folder(folder: Path) -> None:
    """Check that there may be such a folder.

    Raises:
        SettingsError: another path may work.
    """
    problem = _NO_HOME if folder == _NOWHERE else path_problem(folder, room=_ROOM)
    if problem is not None:
        raise SettingsError(problem)


def fixed_settings_file(environment: Mapping[str, str]) -> Path:
    """Return the path of the administrator's file; it need not exist.

    The place is the same for every user and service of a computer, whatever folders their sessions name.
    """
    if sys.platform == "win32":
        folder = Path(environment.get("PROGRAMDATA", r"C:\ProgramData"))
    elif sys.platform == "darwin":
        folder = Path("/Library/Application Support")
    else:
        folder = Path("/etc/xdg")
    return folder / "despacho" / "settings.toml"
