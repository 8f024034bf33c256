"""Receivers to measure, each in a process of its own: the program's, and its yardsticks.

`python -m tests.bench.receivers WHICH [FOLDER]` prints the URL and serves until it is ended.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from app.cli.main import main as despacho
from app.store import notification_ingest
from tests.bench.days import KEPT_DAYS
from tests.bench.notification_bodies import PATH, TOKEN


@contextmanager
def receiver(which: str, *arguments: str | Path) -> Iterator[tuple[str, int]]:
    """Run one of `_WHICH`, and yield host and port."""
    command = [sys.executable, "-m", "tests.bench.receivers", which, *map(str, arguments)]
    env = {**os.environ, "DESPACHO_RECEIVER_TOKEN": TOKEN, "DESPACHO_RETENTION_DAYS": str(KEPT_DAYS)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True) as process:
        assert process.stdout is not None
        url = urlsplit(process.stdout.readline().strip())
        assert url.hostname
        assert url.port
        try:
            yield url.hostname, url.port
        finally:
            process.send_signal(signal.SIGTERM)


def _despacho(folder: str, *more: str) -> None:
    """Run the program's own receiver, with more arguments."""
    sys.exit(despacho(["receive", "--host", "127.0.0.1", "--port", "0", "--path", PATH, "--data-dir", folder, *more]))


def _one_each(folder: str) -> None:
    """Run the same with a commit for each notification."""
    notification_ingest.BATCH_SIZE = 1
    _despacho(folder)


def _nothing() -> None:
    """Run aiohttp with a handler that reads the body and stores nothing."""
    asyncio.run(_serve())


async def _serve() -> None:
    async def read(request: web.Request) -> web.Response:
        await request.read()
        return web.json_response({"status": "stored"})

    app = web.Application()
    app.router.add_post(PATH, read)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}{PATH}", flush=True)  # noqa: T201 - read by the parent process
    await asyncio.Event().wait()


_WHICH: dict[str, Callable[..., None]] = {
    "despacho": _despacho,
    "one each": _one_each,
    "nothing": _nothing,
}

if __name__ == "__main__":
    _WHICH[sys.argv[1]](*sys.argv[2:])
