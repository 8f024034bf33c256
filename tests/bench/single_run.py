"""Measures once, and prints the figures as JSON: `python -m tests.bench.single_run ROW FUNCTION FOLDER`."""

import json
import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Call the function of the row's module, and print what it returned on a line of its own."""
    row, function, folder = sys.argv[1:]
    figures = getattr(import_module(f"tests.bench.rows.{row}"), function)(Path(folder))
    print(f"\n{json.dumps(figures)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
