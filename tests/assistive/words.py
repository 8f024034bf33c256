"""The texts of controls in one language, read from the program's own translations."""

from app.i18n import Catalog


class Words:
    """Looks a text up as the window does, so that a script is written once for all languages."""

    def __init__(self, language: str) -> None:
        self._catalog = Catalog.load(language)

    def __call__(self, context: str, source: str, number: int = -1) -> str:
        """Return the text of a class; `number` is what it counts."""
        found = self._catalog.lookup(context, source, number)
        assert found or self._catalog.language == "en", (context, source)
        return (found or source).replace("%Ln", str(number))

    def part(self, context: str, source: str, number: int = -1) -> str:
        """Return the part of a text before its first value."""
        return self(context, source, number).split("{", maxsplit=1)[0]
