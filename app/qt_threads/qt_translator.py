"""Adapter from the program's translation catalogue to Qt."""

from collections.abc import Callable

from PySide6.QtCore import QTranslator

Lookup = Callable[[str, str, int], str | None]
"""Returns the translation, or None, of: context, English sentence, count (negative: none)."""


class CatalogTranslator(QTranslator):
    """Translates `tr()` by the catalogue that the command line uses too."""

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
        return self._lookup(context, source, n)  # type: ignore[return-value]  # None is missing in the stub
