"""A process with a trace of all its disk operations and of its acknowledgements.

As a program (`FOLDER TRACE SEED VISITS SYNCHRONOUS`) it makes a database, and then receives notifications by HTTP and
loads a day repeatedly, with a restart in between; with an odd SEED, it is the next version from that restart on.
"""

import json
import pickle
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import httpx

from app.board.schema import VERSION
from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, Shipment
from app.domain.days import Day
from app.domain.site import SiteRules
from app.facts.file import connect as connecting
from app.facts.file.opening import FILE_NAME
from app.facts.loads.day_answer import DayAnswer
from app.services.app_context import AppContext
from app.services.receiving.receiver_log import ReceiverEvents
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.receiving.restarted_server import ListenAddress
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.facts.next_version import be_next_version
from tests.faults.recording_vfs import Op, RecordingVfs, Step
from tests.waiting import PATIENCE

TOKEN = "a-token-of-the-test"
DAY = Day("ANDINA-BOG", date(2026, 11, 20))
SHIPMENTS = 40
KEPT, LOADING, LOADED = "kept", "loading", "loaded"
_SENDERS = 4
_BEGAN = datetime(2026, 11, 20, 12, tzinfo=UTC)


@cache
def notification(visit: int) -> bytes:
    """Return a body that differs from other visits' bodies in most of its bytes."""
    data = {
        "visita_id": visit,
        "estado_nuevo": "completada" if visit % 3 else "falso_flete",
        "numero_seguimientos": [f"S{visit % SHIPMENTS}"],
        "notas": " ".join(f"{visit}.{word}" for word in range(1000)),  # so that each fills pages of its own
    }
    return json.dumps({"event": "visita_estado_cambio", "timestamp": "2026-11-20T12:00:05", "data": data}).encode()


class TracedProcess:
    """The process; `trace` contains all its operations."""

    def __init__(self, folder: Path) -> None:
        vault = SessionVault()
        self.place = AppContext(folder, {}, Credentials({}, SessionVault(), vault))
        self.place.credentials.write(SecretName.RECEIVER_TOKEN, TOKEN)
        self.place.settings_file.write({"time_zone": "America/Bogota"})
        self.trace: list[Step] = []
        self._loads = count(1)

    def tell(self, what: str, number: int) -> None:
        """Record a message in the trace."""
        self.trace.append(Step(Op.TELL, 0, what, number))

    def run(self, visits: list[int], loads: int) -> None:
        """Receive notifications of these visits while loading the day, and end."""
        waiting = iter(visits)
        with Writer(self.place.database) as writer, self._listening(writer) as url:
            with ThreadPoolExecutor(_SENDERS) as pool:
                sending = [pool.submit(self._send, url, waiting) for _ in range(_SENDERS)]
                for number in islice(self._loads, loads):
                    self._load(writer, number)
            for one in sending:
                one.result()

    @contextmanager
    def _listening(self, writer: Writer) -> Iterator[str]:
        save_site_rules(writer, SiteRules(ZoneInfo("America/Bogota")))
        receiver_supervisor = ReceiverSupervisor(
            self.place,
            writer,
            lambda: ListenAddress("127.0.0.1", 0, "/visitas"),
            ReceiverEvents(on_bug=lambda error: sys.excepthook(type(error), error, error.__traceback__)),
        )
        try:
            url = receiver_supervisor.open()
            receiver_supervisor.start()
            receiver_supervisor.wait_for_first_look(60)
            yield url
        finally:
            receiver_supervisor.stop()

    def _send(self, url: str, visits: Iterator[int]) -> None:
        with httpx.Client(trust_env=False, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE) as client:
            for visit in visits:
                if client.post(url, content=notification(visit)).status_code == 200:
                    self.tell(KEPT, visit)

    def _load(self, writer: Writer, number: int) -> None:
        self.tell(LOADING, number)
        received = DayAnswer(writer.path, DAY)
        head = {"idPlanillaReparto": 9001}
        received.take_manifest(ReceivedManifest(0, Manifest.model_validate(head), json.dumps(head)))
        envios: list[dict[str, object]] = [
            {"numero": f"S{one}", "destinatario": f"load {number}"} for one in [*range(SHIPMENTS - 1), number * 100]
        ]
        received.take_shipments([ReceivedShipment(0, Shipment.model_validate(one), json.dumps(one)) for one in envios])
        save_day(writer, received, _BEGAN + timedelta(minutes=number))
        self.tell(LOADED, number)


def main(folder: Path, trace: Path, seed: int, visits: int, synchronous: str) -> None:
    """Run the process, and save its trace."""
    rng, numbers = Random(seed), count(1)
    powered = TracedProcess(folder)
    names = FILE_NAME, f"board-{VERSION}-1.sqlite"
    RecordingVfs([str(folder.resolve() / name) for name in names], powered.trace.append).lay()
    prepare = connecting._prepare

    def prepare_less(connection: sqlite3.Connection) -> None:
        """Prepare a connection with more checkpoints, and with the given synchronous mode; empty: the program's own."""
        prepare(connection)
        connection.execute("PRAGMA wal_autocheckpoint = 100")
        if synchronous:
            connection.execute(f"PRAGMA synchronous = {synchronous}")

    connecting._prepare = prepare_less
    before_restart = visits // 5
    powered.run(list(islice(numbers, before_restart)), loads=rng.randint(1, 3))
    if seed % 2:
        be_next_version()
    powered.run(list(islice(numbers, visits - before_restart)), loads=rng.randint(1, 3))
    trace.write_bytes(pickle.dumps(powered.trace))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
