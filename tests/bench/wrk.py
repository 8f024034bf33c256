"""Sends notifications with wrk as fast as they are answered; each is a new one."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.notification_bodies import PATH, TOKEN, words

_SCRIPT = Path(__file__).with_name("notifications.lua")
CONNECTIONS = 32


class Load(NamedTuple):
    """What wrk counted: answers with 200, seconds, and how long the answers took in the median and at 99 %, seconds."""

    answered: int
    seconds: float
    p50: float
    p99: float


def wrk(
    at: tuple[str, int], numbers: Sequence[str], seconds: int, folder: Path, *, begin: int = 0, is_closing: bool = False
) -> Load:
    """Send for some seconds over 32 connections.

    Args:
        at: host and port.
        numbers: of shipments; each has a visit.
        seconds: how long.
        folder: for a file that wrk reads.
        begin: how many were sent before.
        is_closing: whether each request has a connection of its own.

    Raises:
        FileNotFoundError: wrk is not installed.
        RuntimeError: not everything was answered with 200.
    """
    program = shutil.which("wrk")
    if program is None:
        raise FileNotFoundError("wrk")
    reported = folder / "wrk.txt"
    reported.write_text("\n".join([_template(), *numbers]), encoding="utf-8")
    command = [
        program, "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(_SCRIPT),
        "-H", f"Authorization: Bearer {TOKEN}", "-H", "Content-Type: application/json", f"http://{at[0]}:{at[1]}{PATH}",
        "--", str(reported), str(begin), "close" if is_closing else "keep",
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    if found.pop("failed") or not found["answered"]:
        raise RuntimeError(done.stdout)
    return Load(**found)


def _template() -> str:
    """Return a notification in which what differs between two of them is marked."""
    ((_, _, body),) = words(["@NUMBER@"], 1)
    envelope = json.loads(body)
    envelope["timestamp"] = "@WORD@"
    envelope["data"] |= {"visita_id": "@VISIT@", "tracking_id": "VIS-@VISIT@", "estado_nuevo": "@STATUS@"}
    return json.dumps(envelope, ensure_ascii=False).replace('"@VISIT@"', "@VISIT@")
