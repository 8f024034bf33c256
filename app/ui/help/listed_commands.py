"""What Help and the palette list: the window's actions, and other commands and places."""

from collections.abc import Callable
from dataclasses import dataclass

GROUP = "group"
"""The property of an action with the title of its group."""
KEYS = "keys"
"""The property of an action with its keys, if the table handles these itself."""


@dataclass(frozen=True)
class Shortcut:
    """An action with its group, and its keys in the system's notation."""

    group: str
    text: str
    keys: str


@dataclass(frozen=True)
class Entry:
    """A command or a place.

    Args:
        group: its kind; with the title it identifies the entry among those used last.
        keys: its shortcut in the system's notation.
        can: whether it is available now.
    """

    title: str
    group: str
    act: Callable[[], object]
    keys: str = ""
    can: bool = True

    @property
    def name(self) -> str:
        """Identifies the entry among those used last."""
        return f"{self.group}: {self.title}"
