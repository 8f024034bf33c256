"""`settings.toml`: read with the environment on top, and written without losing anybody's comments."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.errors import SettingsError
from app.domain.settings import KEYS, WANTED, Settings, WrongSettingError
from app.domain.texts import Text
from app.files.atomic_files import atomic_file
from app.files.private_folder import private_folder

FILE_NAME = "settings.toml"

_USER = re.compile(r"//[^/]*@")
"""The user in an address, who is refused and often comes with a password."""

_MOST_SHOWN = 200

_WRONG_VALUE = Text("Error", "The setting {key} cannot be “{value}”. It must be {wanted}.")
_WRONG_KEY = Text("Error", "There is no setting {key}. The settings are: {keys}.")
_WRONG_FILE = Text("Error", "The file {path} is no valid TOML ({reason}). Correct it, or move it away.")
_NO_FILE = Text("Error", "The file {path} cannot be read or written ({reason}). Check the folder and its permissions.")


@dataclass(frozen=True)
class SettingsFile:
    """The settings of one data folder."""

    folder: Path
    environment: Mapping[str, str] = field(repr=False)

    @property
    def path(self) -> Path:
        """Where the file is, or will be."""
        return self.folder / FILE_NAME

    def read(self) -> Settings:
        """Return the settings in force: the environment, else the file, else the defaults.

        Raises:
            SettingsError: the file is no TOML, or a value cannot be used; says which.
        """
        with self._failures():
            values = tomllib.loads(self._text())
        return self._live_settings(values)

    def given(self) -> tuple[dict[str, object], dict[str, object]]:
        """Return the values that the file sets, and those that the environment does; what neither sets has a default.

        Raises:
            SettingsError: as `read`.
        """
        with self._failures():
            values = tomllib.loads(self._text())
        live_settings, given = self._live_settings(values), self.from_environment()
        in_file = {key: values[key] if key in given else getattr(live_settings, key) for key in KEYS if key in values}
        return in_file, {key: getattr(live_settings, key) for key in given}

    def from_environment(self) -> dict[str, str]:
        """Return the keys that the environment sets; an empty variable sets nothing."""
        named = {key: self.environment.get(_variable(key)) for key in KEYS}
        return {key: value for key, value in named.items() if value}

    def write(self, changes: Mapping[str, object]) -> Settings:
        """Change some keys in the file, and return the settings then in force.

        Raises:
            SettingsError: no such key, a value that cannot be used, or the file cannot be written. The file is
                as it was.
        """
        for key in changes:
            if key not in KEYS:
                raise SettingsError(_WRONG_KEY.filled(key=key, keys=", ".join(KEYS)))
        import tomlkit  # noqa: PLC0415 - which keeps comments; whoever only reads has no need of it

        checked = _checked(dict(changes))
        with self._failures():
            content = _with_last_line_ended(self._text())
            tomllib.loads(content)  # refuses what tomlkit (0.15) fails on in ways of its own
            document = tomlkit.parse(content)
            for key in changes:
                document[key] = getattr(checked, key)
            text = tomlkit.dumps(document)
            values = tomllib.loads(text)  # as it will be read
        live_settings = self._live_settings(values)
        self._replace(text)
        return live_settings

    def _live_settings(self, values: Mapping[str, object]) -> Settings:
        given = self.from_environment()
        return _checked({**values, **given}, {key: _variable(key) for key in given})

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, RecursionError) as error:  # no TOML, or no text
            raise SettingsError(_WRONG_FILE.filled(path=self.path, reason=error)) from error
        except OSError as error:
            raise SettingsError(_NO_FILE.filled(path=self.path, reason=error.strerror)) from error

    def _replace(self, text: str) -> None:
        try:
            private_folder(self.folder)
            with atomic_file(self.path) as file:
                file.write(text.encode())
        except OSError as error:
            raise SettingsError(_NO_FILE.filled(path=self.path, reason=error.strerror)) from error


def _with_last_line_ended(text: str) -> str:
    """Return a file's text with its last line ended: tomlkit (0.15) puts a new key on a line `a.b = 1` otherwise."""
    return text if text.endswith("\n") or not text else f"{text}\n"


def _variable(key: str) -> str:
    return f"DESPACHO_{key.upper()}"


def _checked(values: Mapping[str, object], names: Mapping[str, str] | None = None) -> Settings:
    """Return the settings; `names` are those of the keys that stand somewhere else than in the file."""
    try:
        return Settings.read(values)
    except WrongSettingError as error:
        named, shown = (names or {}).get(error.key, error.key), _shown(error.value)
        raise SettingsError(_WRONG_VALUE.filled(key=named, value=shown, wanted=WANTED[error.key])) from error


def _shown(value: object) -> str:
    """Return a value as a sentence names it: not all of a long one, and without the user of an address."""
    try:
        text = _USER.sub("//…@", str(value))
    except (ValueError, RecursionError):  # thousands of digits, or lists within lists
        return "…"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
