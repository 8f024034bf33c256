"""Prints the figures of a full run as a table: `python -m tests.faults.results FOLDER SECONDS [FILE]`.

With a file, it also says how many mutants of the program the tests found.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.faults.figures import FAULTS, Figure
from tests.machine import where_it_ran

ROOT = Path(__file__).parents[2]
_VERSIONS = ("PySide6_Essentials", "aiohttp", "httpx", "pydantic", "sqlite-utils", "keyring")
_LEAST_FOUND = 0.8  # of all mutants; many others change a sentence, or do what another system does


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
        found, mutants = _mutants()
        with Path(file[0]).open("a", encoding="utf-8") as written:
            written.write(f"\nOf {mutants} mutants (`dev.py mutants`) tests found {found}, {found / mutants:.0%}.\n")
        is_well &= found >= _LEAST_FOUND * mutants
    return 0 if is_well else 1


def _mutants() -> tuple[int, int]:
    """Return how many mutants were found by a test, by its failure or its time, and how many were tried."""
    counts = json.loads((ROOT / "build" / "mutants" / "mutants" / "mutmut-cicd-stats.json").read_text("utf-8"))
    found = counts["killed"] + counts["timeout"] + counts["segfault"]
    return found, found + counts["survived"] + counts["no_tests"] + counts["suspicious"]


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
