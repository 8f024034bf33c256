"""Puts the figures of a full run into a table: `python -m tests.faults.results FOLDER SECONDS [FILE]`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.faults.figures import FAULTS, Figure
from tests.machine import where_it_ran

_VERSIONS = ("PySide6_Essentials", "aiohttp", "httpx", "pydantic", "sqlite-utils", "keyring")


def main() -> int:
    """Print the table, write it to the file if one is named, and return 1 where a figure falls short."""
    folder, seconds, *file = sys.argv[1:]
    figures = [
        Figure(**json.loads(line))
        for path in sorted(Path(folder).glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    rows = list(_rows(figures))
    print("\n".join(rows))  # noqa: T201
    if file:
        where = where_it_ran("python3 packaging/dev.py soak", float(seconds), _VERSIONS)
        document = ["# What the fault suite reached", "", *where, "", *rows, ""]
        Path(file[0]).write_text("\n".join(document), encoding="utf-8")
    is_whole = {one.fault for one in figures} == set(FAULTS)
    return 0 if all(one.is_reached for one in figures) and (is_whole or not file) else 1


def _rows(figures: list[Figure]) -> Iterator[str]:
    yield "| fault | what | reached | asked | |"
    yield "|---|---|---:|---:|---|"
    for fault in FAULTS:
        of_it = [one for one in figures if one.fault == fault]
        for place, one in enumerate(of_it):
            asked = f"{'≤' if one.is_most else '≥'} {_number(one.asked, one.unit)}"
            verdict = "reached" if one.is_reached else "**SHORT**"
            name = "" if place else fault
            yield f"| {name} | {one.what} | {_number(one.reached, one.unit)} | {asked} | {verdict} |"
        if not of_it:
            yield f"| {fault} | nothing was measured | – | – | **SHORT** |"


def _number(value: float, unit: str) -> str:
    text = f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"
    return f"{text} {unit}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main())
