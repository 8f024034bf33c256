"""Sentences of the interface, written once in English and shown in the user's language by whoever shows them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Text:
    """A sentence in English with its values, not yet in anybody's language.

    Rooms that know neither Qt nor the user's language say what they have to say with it. `source` is a
    `str.format` template; `values` fill it after translation, so that a value never has to be translated.
    """

    context: str
    source: str
    values: Mapping[str, object] = field(default_factory=dict)

    def filled(self, **values: object) -> "Text":
        """Return the same sentence with these values."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        """Return the sentence in English: what a log shows."""
        return self.source.format(**self.values)


Say = Callable[[Text], str]
"""Turns a `Text` into the user's language; the composition root hands one to whoever shows texts."""


def say_in_english(text: Text) -> str:
    """Say a text as it was written in the source."""
    return str(text)
