"""Adapter from the program's translation catalogue to Qt."""

from collections.abc import Callable

from PySide6.QtCore import QTranslator

from app.domain.texts import Text

Lookup = Callable[[str, str, int], str | None]
"""Returns the translation, or None, of: context, English sentence, count (negative: none)."""

_KEYS = "QShortcut"
"""Qt's context for the names of keys, which it would translate to Control, Mayúsculas and Izquierda."""
_KEY_NAMES = {"Return": "Enter", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
"""Keys that Qt names otherwise than the manual does."""

QT_TEXTS = (
    Text("QFileDialog", "&Look in:"),
    Text("QFileDialog", "Files of &type:"),
    Text("QAbstractFileIconProvider", "Folder"),
    Text("QAbstractFileIconProvider", "File"),
    Text("QAbstractFileIconProvider", "Drive"),
    Text("QAbstractFileIconProvider", "Unknown"),
    Text("QAbstractFileIconProvider", "Shortcut"),
    Text("QPrintSettingsOutput", "All Pages"),
    Text("QPrintSettingsOutput", "Odd Pages"),
    Text("QPrintSettingsOutput", "Even Pages"),
)
"""What Qt's own Spanish lacks (Qt 6.11): listed here, it is in the catalogue."""


class CatalogTranslator(QTranslator):
    """Translates `tr()` by the catalogue that the command line uses too; keys are named alike in every language."""

    def __init__(self, lookup: Lookup) -> None:
        super().__init__()
        self._lookup = lookup

    def isEmpty(self) -> bool:
        """Return False: Qt skips an empty translator."""
        return False

    def translate(
        self,
        context: str,
        source: str,
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str:
        """Return the translation; without one None, which Qt takes as a null string."""
        if context == _KEYS:
            return _KEY_NAMES.get(source, source)
        return self._lookup(context, source, n)  # type: ignore[return-value]  # None is missing in the stub
