"""The catalogue of translations, as Qt asks for it."""

from collections.abc import Callable

from PySide6.QtCore import QTranslator

Lookup = Callable[[str, str, int], str | None]
"""Context, sentence in English, count (negative: none) → the translation, or None."""


class CatalogTranslator(QTranslator):
    """Answers `tr()` out of the catalogue that the command line reads as well."""

    def __init__(self, lookup: Lookup) -> None:
        super().__init__()
        self._lookup = lookup

    def isEmpty(self) -> bool:
        """Say that there is something in it: Qt skips an empty translator."""
        return False

    def translate(
        self,
        context: str,
        source: str,
        disambiguation: str | None = None,  # noqa: ARG002 - Qt's signature
        n: int = -1,
    ) -> str:
        """Return the translation; None, which Qt takes as a null string, where there is none."""
        return self._lookup(context, source, n)  # type: ignore[return-value]  # the stub knows no null string
