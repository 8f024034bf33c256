"""Puts the figures of a full run into a table: `python -m tests.faults.results FOLDER SECONDS [FILE]`."""

import json
import os
import platform
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from app import __version__
from tests.faults.figures import FAULTS, Figure

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
        Path(file[0]).write_text("\n".join([*_head(float(seconds)), *rows, ""]), encoding="utf-8")
    is_whole = {one.fault for one in figures} == set(FAULTS)
    return 0 if all(one.is_reached for one in figures) and (is_whole or not file) else 1


def _head(seconds: float) -> Iterator[str]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30 if hasattr(os, "sysconf") else 0
    libraries = ", ".join(f"{name} {version(name)}" for name in _VERSIONS)
    yield "# What the fault suite reached"
    yield ""
    yield f"`python3 packaging/dev.py soak`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {seconds / 60:.0f} minutes, "
    yield f"commit {commit.stdout.strip() or 'unknown'}. Despacho {__version__}, Python {platform.python_version()},"
    yield f"SQLite {sqlite3.sqlite_version}, {libraries}. {platform.system()} {platform.release()},"
    yield f"{os.cpu_count()} cores, {memory:.0f} GiB."
    yield ""


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
