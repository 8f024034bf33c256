"""Prints the figures of a full run as a table: `python -m tests.faults.results FOLDER SECONDS [FILE]`.

With a file, it also removes one protection after the other, and adds a table of the tests that failed.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.faults.figures import FAULTS, Figure
from tests.faults.remove_protections import TITLES, unprotected
from tests.machine import where_it_ran

_VERSIONS = ("PySide6_Essentials", "aiohttp", "httpx", "pydantic", "sqlite-utils", "keyring")
_TAKEN_OUT = (
    "## With a protection taken out",
    "",
    "Each protection was removed in a copy of the program, one by one (`python -m tests.faults.remove_protections`),",
    "and the test beside it failed at its short length. If none did, the row says so.",
)


def main() -> int:
    """Print the tables, write them to the file if one is named, and return 1 if a target is not reached."""
    folder, seconds, *file = sys.argv[1:]
    figures = [
        Figure(**json.loads(line))
        for path in sorted(Path(folder).glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    rows = list(_rows(figures))
    print("\n".join(rows))  # noqa: T201
    is_well = all(one.is_reached for one in figures)
    if file:
        where = where_it_ran("python3 packaging/dev.py soak", float(seconds), _VERSIONS)
        document = ["# What the fault suite reached", "", *where, "", *rows, ""]
        Path(file[0]).write_text("\n".join(document), encoding="utf-8")
        is_well &= {one.fault for one in figures} == set(FAULTS)
        is_well &= _take_out(Path(file[0]))
    return 0 if is_well else 1


def _take_out(file: Path) -> bool:
    """Remove one protection after the other, and add the results to the file; return whether a test failed for each."""
    print("", *TITLES, sep="\n", flush=True)  # noqa: T201
    shown = []
    for one in unprotected():
        print(one, flush=True)  # noqa: T201
        shown.append(one)
    with file.open("a", encoding="utf-8") as document:
        document.write("\n".join(["", *_TAKEN_OUT, "", *TITLES, *map(str, shown), ""]))
    return all(one.is_red for one in shown) and {one.protection.fault for one in shown} == set(FAULTS)


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
