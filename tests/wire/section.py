"""A section of the table: cases of one interface, and how the program reads them."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class Case(NamedTuple):
    """One kind of input.

    Attributes:
        kind: what is odd about it, in a few words; unique in its section.
        sent: the input itself.
        before: what the program did with it before it was read so; empty if it did the same.
        example: how the table shows the input; empty: as it is. For an input that is long or no text.
    """

    kind: str
    sent: bytes
    before: str = ""
    example: str = ""


class Reading(NamedTuple):
    """What the program reads of an input, and what it tells the user about it; each in a few words."""

    read: str
    told: str


class Section(NamedTuple):
    """The cases of one interface.

    Attributes:
        title: of the section.
        note: how its inputs are read, and how the table writes that.
        cases: in the order of the table.
        reading: reads an input by the program's real parts.
    """

    title: str
    note: str
    cases: Sequence[Case]
    reading: Callable[[Case], Reading]

    def line_of(self, case: Case) -> str:
        """Return a line of the table, as the program of this moment fills it."""
        read, told = self.reading(case)
        example = case.example or _code(case.sent.decode(errors="backslashreplace"))
        return (
            "| " + " | ".join(_cell(one) for one in (case.kind, example, read, told, case.before or "the same")) + " |"
        )

    def lines(self) -> Iterator[str]:
        """Yield the section's lines, its head first."""
        yield from (f"## {self.title}", "", self.note, "")
        yield from ("| kind | example | what is read | what is told | before |", "|---|---|---|---|---|")
        yield from map(self.line_of, self.cases)


def _code(text: str) -> str:
    """Return a text as code of Markdown; what has no shape of its own is written as an escape."""
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
