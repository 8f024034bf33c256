"""Sentences of the interface: written in English where they arise, translated where they are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any


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
    command: str = ""
    """The command line that does what the sentence asks for: a terminal shows it; the window has buttons instead."""

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Text":
        """Return a text of what `asdict` makes of one."""
        values = {name: cls.read(one) if isinstance(one, dict) else one for name, one in written["values"].items()}
        return cls(**{**written, "values": values})

    def filled(self, **values: object) -> "Text":
        """Return the same sentence with these values."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        """Return the sentence in English, with its command: what a log shows."""
        said = self.render(self.source, self.values)
        return f"{said} Run: {self.command}" if self.command else said

    def render(self, template: str, values: Mapping[str, object]) -> str:
        """Return a translation of the source with values and the count in their places."""
        return (template if self.count is None else template.replace("%Ln", str(self.count))).format(**values)


Say = Callable[[Text], str]
"""Translates a `Text` into the user's language."""

_WITH_COMMAND = Text("Cli", "{text} Run: {command}")


def in_terminal(say: Say) -> Say:
    """Return `say` with the command of each text behind it."""
    return lambda text: say(_WITH_COMMAND.filled(text=text, command=text.command) if text.command else text)
