"""Imports of each command: a scheduled export starts fast because it imports little."""

import subprocess
import sys

import pytest

from tests.cli.process import DEADLINE, Despacho

SLOW = ("PySide6", "httpx", "keyring", "aiohttp", "truststore", "xlsxwriter")
NEEDED = {
    "--version": set(),
    "settings show": set(),
    "export shipments --format csv --date 2026-06-15": set(),
    "export shipments --format json --date 2026-06-15": set(),
    "export shipments --format xlsx --date 2026-06-15": {"xlsxwriter"},
    "credentials status": {"keyring"},
    "fetch --carrier A": {"httpx", "truststore", "keyring"},
    "simulate --shipments 0": {"aiohttp"},
}

RUN = """
import sys
from app.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("imported:", *sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", NEEDED)
def test_a_command_imports_only_what_it_needs(despacho: Despacho, arguments: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", RUN, *arguments.split()],
        env=despacho.environment,
        capture_output=True,
        check=True,
        timeout=DEADLINE,
    )
    imported = set(ended.stderr.decode().rsplit("imported:", 1)[1].split())
    assert imported.intersection(SLOW) == NEEDED[arguments]


def test_the_window_is_made_without_what_loads_days_receives_or_exports() -> None:
    script = "import sys, app.bootstrap.desk; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=DEADLINE)
    assert not {"httpx", "aiohttp", "pydantic", "truststore", "xlsxwriter"} & {*ended.stdout.decode().split()}
