"""Reads translations from a Qt Linguist file (.ts) without Qt, so that the command line starts ten times faster."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree as ET

from app.domain.resources import resource
from app.domain.texts import Text


@dataclass(frozen=True)
class Catalog:
    """Translations by context and English sentence; each is one form, or (singular, plural)."""

    language: str
    translations: Mapping[tuple[str, str], tuple[str, ...]] = field(repr=False)

    @classmethod
    def load(cls, language: str) -> "Catalog":
        """Read the translations of one of `domain.settings.LANGUAGES`."""
        return cls(language, _read(resource("i18n", f"{language}.ts")))

    def lookup(self, context: str, source: str, number: int = -1) -> str | None:
        """Return the translation of a sentence, or None where there is none.

        Args:
            context: the class, or the kind of text, that the sentence belongs to.
            source: the sentence in English.
            number: what `%Ln` stands for; negative where the sentence counts nothing. Spanish and English
                both use the plural for everything but 1.
        """
        forms = self.translations.get((context, source))
        if forms is None:
            return None
        return forms[0] if len(forms) == 1 or number == 1 else forms[1]

    def say(self, text: Text) -> str:
        """Return a text in this language, with its values; a `Text` among the values is translated as well."""
        values = {name: self.say(value) if isinstance(value, Text) else value for name, value in text.values.items()}
        found = self.lookup(text.context, text.source, -1 if text.count is None else text.count)
        return text.render(found or text.source, values)


@cache  # read twice at a start: for its messages, and for the window
def _read(path: Path) -> Mapping[tuple[str, str], tuple[str, ...]]:
    translations: dict[tuple[str, str], tuple[str, ...]] = {}
    for context in ET.parse(path).getroot().iter("context"):  # noqa: S314 - a file of our own
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") in ("unfinished", "vanished", "obsolete"):
                continue
            forms = tuple(form.text or "" for form in translation.iter("numerusform")) or (translation.text or "",)
            if all(forms):
                translations[name, message.findtext("source", "")] = forms
    return MappingProxyType(translations)
