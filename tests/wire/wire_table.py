"""The table of what the services send and what is read of it, filled by the program itself."""

from collections.abc import Iterator
from pathlib import Path

from tests.wire.answers import ANSWERS
from tests.wire.coordinates import COORDINATES
from tests.wire.identifiers import IDENTIFIERS
from tests.wire.notifications import NOTIFICATIONS

SECTIONS = (ANSWERS, COORDINATES, IDENTIFIERS, NOTIFICATIONS)
TABLE = Path(__file__).with_name("WIRE.md")
HEAD = """# What the wire sends, and what is read of it

Each kind of input that differs from the contracts, with an example, what the program reads of it, what it tells the
user, and what it did before it was read so. Written by `python -m tests.wire.wire_table`; a test holds it to what the
program does.
"""


def lines() -> Iterator[str]:
    """Yield the lines of the table as the program of this moment fills it."""
    yield from HEAD.splitlines()
    for section in SECTIONS:
        yield ""
        yield from section.lines()


if __name__ == "__main__":
    TABLE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
