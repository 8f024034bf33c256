"""How long it takes from a driver's POST to the repainted cell, through Caddy with TLS, while the window is in use.

A measurement: `python -m tests.bench.repainted [--shipments N] [--rate R] [--seconds S] [--direct]` on a display or
under `xvfb-run`. It prints one JSON object; times are in milliseconds. The sender is a process of its own, and so is
Caddy, by the template of `packaging/proxies`; window, receiver, store and threads are the real ones. Each notification
is a new word on a visit whose shipment stands on the screen; it counts as painted by the first painting of the table
after which its row shows this word or a newer one.
"""

import argparse
import asyncio
import json
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import aiohttp
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.credentials.credentials import Credentials
from app.credentials.vault import SessionVault
from app.desk.table_page import TablePage
from app.domain.credentials import SecretName
from app.domain.listening import Hearing
from app.journal.journal import Journal
from app.journal.redaction import Redactor
from app.main.desk import Desk
from app.services.listening import ListenAt
from app.services.workplace import Workplace
from app.store.writer import Writer
from tests.bench.standing_still import Watch, wait_for
from tests.proxies.fronts import front

_CARRIER = "BENCH"
_WARM_UP = 20


def main() -> None:
    """Measure once, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--shipments", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--direct", action="store_true", help="without Caddy")
    parser.add_argument("--send", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.send:
        asyncio.run(send(json.loads(options.send)))
        return
    with ExitStack() as stack:
        print(json.dumps(measure(options, stack)), flush=True)  # noqa: T201 - the result


def measure(options: argparse.Namespace, stack: ExitStack) -> dict[str, object]:
    """Open the window on a day, send to it, and return the figures."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    token = str(uuid4())
    credentials = Credentials({}, SessionVault(), SessionVault())
    credentials.write(SecretName.AUTHORIZATION_TOKEN, str(uuid4()))
    credentials.write(SecretName.AUTHORIZATION_USER, "bench")
    credentials.write(SecretName.RECEIVER_TOKEN, token)
    place = Workplace(folder / "data", {}, credentials)
    place.settings_file.write({"base_url": stack.enter_context(carrier(options.shipments)), "carrier": _CARRIER})
    app = QApplication([])
    writer = stack.enter_context(Writer(place.database))
    desk = Desk(app, place, writer, is_demo=False, journal=Journal(place.folder, Redactor()))
    stack.callback(desk.stop)
    url = desk.listen(ListenAt("127.0.0.1", 0, "/visitas"))
    desk.window.show()
    page = desk.window.page
    wait_for(desk.window.keeper.load_ended, desk.window.keeper.load)
    wait_for(page.rows_shown, page.ask)
    while desk.ears.hearing is not Hearing.HEARS:
        app.processEvents()
    certificate = ""
    if not options.direct:
        outside = stack.enter_context(front("caddy", int(url.split(":")[2].split("/")[0]), folder / "caddy"))
        url, certificate = f"{outside.url}/visitas", _authority(outside.trust)
    return _play(app, page, options, {"url": url, "token": token, "certificate": certificate})


def _play(
    app: QApplication, page: TablePage, options: argparse.Namespace, target: dict[str, object]
) -> dict[str, object]:
    last = page.view.rowAt(page.view.viewport().height() - 1)
    shown = range(last if last > 0 else len(page.model.ids))
    numbers = {str(page.model.value(row, "number")): row for row in shown}
    painted = Painted(page, {1 + nth: row for nth, row in enumerate(numbers.values())})
    wanted = {**target, "numbers": list(numbers), "rate": options.rate, "count": int(options.rate * options.seconds)}
    command = [sys.executable, "-m", "tests.bench.repainted", "--send", json.dumps(wanted)]
    watch = Watch()
    with (
        tempfile.TemporaryFile() as told,  # more than a pipe holds
        subprocess.Popen(command, stdout=told) as sender,
        watch.over("notifications"),
    ):
        ticking = QTimer(interval=20)
        ticking.timeout.connect(lambda: app.quit() if sender.poll() is not None else None)
        ticking.start()
        app.exec()
        told.seek(0)
        sent = json.loads(told.read())
        painted.wait_for_all(app, sent)
    late = sorted(1000 * (painted.at(visit, word) - began) for visit, word, began, _ in sent[_WARM_UP:])
    answered = sorted(1000 * (ended - began) for _, _, began, ended in sent[_WARM_UP:])
    return {
        "sent": len(sent),
        "rate": round((len(sent) - 1) / (sent[-1][2] - sent[0][2]), 1),
        "answered": _figures(answered),
        "painted": _figures(late),
        "stood_still": round(1000 * watch.worst, 1),
    }


def _figures(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"p50": round(cuts[49], 1), "p99": round(cuts[98], 1), "worst": round(times[-1], 1)}


class Painted(QObject):
    """Notes, after each painting of the table, which word each row of a visit shows."""

    def __init__(self, page: TablePage, rows: dict[int, int]) -> None:
        super().__init__(page)
        self._page = page
        self._rows = rows
        self._words: dict[int, list[tuple[str, float]]] = {visit: [] for visit in rows}
        page.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Have the table painted, and look at what it shows now."""
        if event.type() != QEvent.Type.Paint:
            return False
        watched.removeEventFilter(self)
        QApplication.sendEvent(watched, event)
        watched.installEventFilter(self)
        now = time.monotonic()
        for visit, row in self._rows.items():
            word = str(self._page.model.value(row, "visit_timestamp"))
            seen = self._words[visit]
            if not seen or seen[-1][0] != word:
                seen.append((word, now))
        return True

    def at(self, visit: int, word: str) -> float:
        """Return when the visit's row first showed this word or a newer one; infinity where it never did."""
        return next((at for shown, at in self._words[visit] if shown != "None" and shown >= word), float("inf"))

    def wait_for_all(self, app: QApplication, sent: list[list[object]]) -> None:
        """Wait until what was sent last stands on the screen."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if all(self.at(int(str(visit)), str(word)) < float("inf") for visit, word, _, _ in sent):
                return
            app.processEvents()


async def send(wanted: dict[str, object]) -> None:
    """Send words on visits at the rate that is wanted, and print when each was sent and answered."""
    numbers = wanted["numbers"]
    assert isinstance(numbers, list)
    trust = ssl.create_default_context(cadata=str(wanted["certificate"])) if wanted["certificate"] else None
    headers = {"Authorization": f"Bearer {wanted['token']}", "Content-Type": "application/json"}
    first = datetime.now(UTC).replace(tzinfo=None)
    sent: list[list[object]] = []

    async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(ssl=trust or False)) as session:

        async def one(nth: int) -> None:
            visit = 1 + nth % len(numbers)
            word = (first + timedelta(milliseconds=nth)).isoformat(timespec="microseconds")
            data = {
                "visita_id": visit,
                "estado_nuevo": ("completada", "falso_flete")[nth // len(numbers) % 2],
                "numero_seguimientos": [numbers[visit - 1]],
            }
            body = {"event": "visita_estado_cambio", "timestamp": word, "data": data}
            began = time.monotonic()
            async with session.post(str(wanted["url"]), json=body) as answer:
                await answer.read()
                answer.raise_for_status()
            sent.append([visit, word, began, time.monotonic()])

        begin = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for nth in range(int(str(wanted["count"]))):
                await asyncio.sleep(max(0.0, begin + nth / float(str(wanted["rate"])) - time.monotonic()))
                group.create_task(one(nth))
    print(json.dumps(sorted(sent, key=lambda line: str(line[1]))))  # noqa: T201 - the result


def _authority(trust: ssl.SSLContext) -> str:
    """Return the certificates that a context trusts."""
    return "".join(ssl.DER_cert_to_PEM_cert(one) for one in trust.get_ca_certs(binary_form=True))


@contextmanager
def carrier(shipments: int) -> Iterator[str]:
    """Run the demo carrier as a process of its own; its day stands still."""
    command = [sys.executable, "-m", "app", "simulate", "--port", "0", "--per-minute", "0"]
    with subprocess.Popen(
        [*command, "--shipments", str(shipments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


if __name__ == "__main__":
    main()
