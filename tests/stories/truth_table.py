"""The table of what rows say: each sentence of the rule with a history that shows it, played into a real store."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.truth.events import Arrival, Event, Key, Load
from tests.truth.examples import EXAMPLES
from tests.truth.history_steps import DAY, Example
from tests.truth.player import play

Rows = Mapping[Key, Mapping[str, Any]]
TABLE = Path(__file__).with_name("TRUTH.md")
_SAME = "|  |"  # begins one more row of an example
HEAD = """# What a row says, shown

Each sentence of the rule, with a history that shows it and what the row then said in `export shipments`. Times are the
site's, by day (0 is the day that is looked at). `L` is a load of the carrier's answer, `N` a notification; a history is
played into a real store. Written by `python -m tests.stories.truth_table`; a test holds it to what the program says.

| # | the rule says | history | row | says | signs | its day ended |
|---|---|---|---|---|---|---|
"""


def landed() -> tuple[str, list[list[str]]]:
    """Return what the landed table begins with, and its lines by example."""
    text, examples = TABLE.read_text(encoding="utf-8"), list[list[str]]()
    for line in text[len(HEAD) :].splitlines():
        if line.startswith(_SAME):
            examples[-1].append(line)
        else:
            examples.append([line])
    return text[: len(HEAD)], examples


def lines_of(nth: int, example: Example, rows: Rows) -> Iterator[str]:
    """Yield the lines of an example, by the rows that came of it."""
    history = "; ".join(_described(example, one) for one in example.events)
    sentence = f"{example.case + ': ' if example.case else ''}{example.sentence} ({example.name})"
    if not rows:
        yield f"| {nth} | {sentence} | {history} | no row: the visit stands alone | | | |"
    for place, (key, row) in enumerate(sorted(rows.items(), key=str)):
        carrier, day, manifest, number = key
        named = f"{number} {carrier}/{manifest}" + (f" day {(day - DAY).days}" if day != DAY else "")
        head = (str(nth), sentence, history) if place == 0 else ("", "", "")
        cells = (*head, named, row["estado"] or "", row["senales"], row["resultado_dia"])
        yield "| " + " | ".join(str(cell).replace("|", "/") for cell in cells) + " |"


def _described(example: Example, event: Event) -> str:
    at = (event.asked_at if isinstance(event, Load) else event.received_at).astimezone(example.site.zone)
    days = (at.date() - DAY).days
    clock = f"{at:%H:%M}" + (f" day {days}" if days else "")
    if isinstance(event, Load):
        if event.listed is None:
            return f"{clock} L {event.carrier}: 404"
        listed = ", ".join(
            f"{one.number} {one.status}" + ("" if one.in_force else " (not in force)") for one in event.listed
        )
        asked = "" if event.day == DAY else f" of day {(event.day - DAY).days}"
        return f"{clock} L {event.carrier}{asked}: {listed or 'nothing'}"
    return (
        f"{clock} N {event.visit_id} {event.status}{_stamped(example, event)} {', '.join(event.numbers or ())}".rstrip()
    )


def _stamped(example: Example, event: Arrival) -> str:
    arrived = event.received_at.astimezone(example.site.sender_zone).replace(tzinfo=None)
    stamp = event.timestamp[:16].replace("T", " ")
    near = {f"{arrived + timedelta(minutes=off):%Y-%m-%d %H:%M}" for off in (-1, 0, 1)}
    return "" if stamp in near else f" (stamped {stamp})"


def _table() -> Iterator[str]:
    """Yield the lines of the table as the program of this moment fills it."""
    for nth, example in enumerate(EXAMPLES, 1):
        with TemporaryDirectory() as folder:
            yield from lines_of(nth, example, play(Path(folder), example.site, example.events))


if __name__ == "__main__":
    TABLE.write_text(HEAD + "".join(f"{line}\n" for line in _table()), encoding="utf-8")
