"""Sentences of the interface: written in English where they arise, translated where they are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Text:
    """An untranslated sentence with its values, for code that knows neither Qt nor the user's language.

    `context` groups translations. `source` is a `str.format` template; `values` fill it after translation, so that a
    value never has to be translated. `count` chooses between singular and plural, and stands for `%Ln`.
    """

    context: str
    source: str
    values: Mapping[str, object] = field(default_factory=dict)
    count: int | None = None

    def filled(self, **values: object) -> "Text":
        """Return the same sentence with these values."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        """Return the sentence in English: what a log shows."""
        return self.render(self.source, self.values)

    def render(self, template: str, values: Mapping[str, object]) -> str:
        """Return a translation of the source with values and the count in their places."""
        return (template if self.count is None else template.replace("%Ln", str(self.count))).format(**values)


Say = Callable[[Text], str]
"""Translates a `Text` into the user's language."""


def say_in_english(text: Text) -> str:
    """Return a text untranslated."""
    return str(text)
