"""What the window remembers from one day to the next: its place, its columns, the carriers last used."""

import json
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_CARRIERS_KEPT = 10


class WindowState:
    """An INI file in the data folder. What is unreadable in it counts as not there."""

    def __init__(self, path: Path) -> None:
        """Name the file."""
        self._file = QSettings(str(path), QSettings.Format.IniFormat)

    def layout(self, name: str) -> QByteArray | None:
        """Return the remembered layout of a window or splitter."""
        value = self._file.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_layout(self, name: str, value: QByteArray) -> None:
        """Remember the layout of a window or splitter."""
        self._file.setValue(f"layout/{name}", value)

    def columns(self, table: str) -> list[tuple[str, int, bool]]:
        """Return a table's columns in their order: key, width in pixels (0: the first one), whether shown."""
        try:
            kept = json.loads(str(self._file.value(f"columns/{table}", "[]")))
            return [(str(key), int(width), bool(shown)) for key, width, shown in kept]
        except (ValueError, TypeError):
            return []

    def keep_columns(self, table: str, columns: list[tuple[str, int, bool]]) -> None:
        """Remember a table's columns."""
        self._file.setValue(f"columns/{table}", json.dumps(columns))

    def carriers(self) -> list[str]:
        """Return the carriers last used, the latest first."""
        try:
            return [str(one) for one in json.loads(str(self._file.value("carriers", "[]")))][:_CARRIERS_KEPT]
        except (ValueError, TypeError):
            return []

    def keep_carrier(self, carrier: str) -> None:
        """Put a carrier at the head of those last used."""
        others = [one for one in self.carriers() if one != carrier]
        self._file.setValue("carriers", json.dumps([carrier, *others][:_CARRIERS_KEPT]))

    def folder(self) -> str:
        """Return the folder of the last export."""
        return str(self._file.value("export/folder", ""))

    def keep_folder(self, folder: str) -> None:
        """Remember the folder of an export."""
        self._file.setValue("export/folder", folder)

    def closed_gap(self) -> str:
        """Return until when the gap lasted whose notice was closed last (ISO 8601, UTC); empty where none was."""
        return str(self._file.value("gap/closed", ""))

    def keep_closed_gap(self, until: str) -> None:
        """Remember which gap's notice was closed."""
        self._file.setValue("gap/closed", until)
