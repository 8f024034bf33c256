"""A store in a temporary folder, and the manifests and notifications of one day, for tests."""

import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event
from zoneinfo import ZoneInfo

import pytest

from app.board.reading.reader import Reader
from app.domain.column import Cell
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, Shipment
from app.domain.contract.notifications import Received
from app.domain.contract.outcomes import Outcome
from app.domain.days import Day, LoadSummary, Skipped
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery
from app.facts.file.opening import FILE_NAME
from app.facts.journal import ChangedRows
from app.facts.loads.day_answer import DayAnswer
from app.store.notification_ingest import NotificationIngest
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.database import wait_until_derived

DAY = Day("ANDINA-BOG", date(2026, 11, 20))
FAR = 100
ZONE = ZoneInfo("America/Bogota")  # five hours behind UTC all year
Envio = dict[str, object]
ListedDay = dict[int | None, list[Envio]]


def moment(minute: int) -> datetime:
    return datetime(2026, 11, 20, 12, minute, tzinfo=UTC)


def envio(number: str, **fields: object) -> Envio:
    return {"numero": number, "idEstadoEnvio": "2", "estadoEnvio": "En Reparto"} | fields


def aviso(visit: int, at: str = "12:00:05", status: str = "completada", *numbers: str, **data: object) -> bytes:
    """Return the body of a notification of the day; `at` is a time of that day, or a whole timestamp."""
    visited = {"visita_id": visit, "estado_nuevo": status, "numero_seguimientos": list(numbers), **data}
    timestamp = at if "T" in at else f"{DAY.date}T{at}"
    return json.dumps({"event": "visita_estado_cambio", "timestamp": timestamp, "data": visited}).encode()


def arrival_of(body: bytes) -> datetime:
    """Return when a notification arrives that is sent at once: a second after its stamp, read in the site's zone."""
    try:
        stamp = datetime.fromisoformat(json.loads(body)["timestamp"])
        return (stamp if stamp.tzinfo else stamp.replace(tzinfo=ZONE)).astimezone(UTC) + timedelta(seconds=1)
    except (
        ValueError,
        KeyError,
        TypeError,
        OverflowError,
        RecursionError,
    ):  # no notification, or of no time that there is
        return moment(30)


class Store:
    """A real file with the steps that the tests speak of."""

    def __init__(self, writer: Writer, rules: SiteRules | None = SiteRules(ZONE, far_metres=FAR)) -> None:  # noqa: B008
        self.writer = writer
        self.minute = 0
        self.kept: list[ChangedRows] = []
        if rules is not None:
            save_site_rules(writer, rules)
        self.intake = NotificationIngest(writer)
        writer.on_applied(self.kept.append)

    def load(
        self,
        answer: ListedDay,
        *skipped: Skipped,
        day: Day = DAY,
        void: Collection[int] = (),
        at: datetime | None = None,
    ) -> LoadSummary:
        """Load an answer, each one a minute after the one before; manifests of these numbers are not in force."""
        received = DayAnswer(self.writer.path, day)
        for position, (number, envios) in enumerate(answer.items()):
            head = {"idPlanillaReparto": number, "estado": "ANU" if number in void else "VIG"}
            received.take_manifest(ReceivedManifest(position, Manifest.model_validate(head), json.dumps(head)))
            received.take_shipments(
                [ReceivedShipment(position, Shipment.model_validate(one), json.dumps(one)) for one in envios]
            )
        received.take_skipped(skipped)
        self.minute += 1
        return save_day(self.writer, received, at or moment(self.minute))

    def post(self, *bodies: bytes, received_at: datetime | None = None) -> list[Outcome]:
        """Keep bodies, all of them handed over at once; each arrives when it was sent, where nothing else is said."""
        waiting = [self.intake.save(Received.read(body, received_at or arrival_of(body))) for body in bodies]
        outcomes = [one.result() for one in waiting]
        wait_until_derived(self.writer)
        return outcomes

    def shown(self, number: str, day: Day = DAY) -> dict[str, Cell]:
        """Return the cells of the one shipment with this number."""
        (row,) = [row for row in self.rows(RowQuery(Table.SHIPMENTS, day)) if row["number"] == number]
        return row

    def rows(self, query: RowQuery | None = None, today: date = DAY.date) -> list[dict[str, Cell]]:
        wait_until_derived(self.writer)
        with Reader.opened(self.writer.path) as reader, reader.snapshot():
            ids = reader.row_ids(query or RowQuery(Table.SHIPMENTS, DAY), today)
            details = [reader.shipment(one) for one in ids]
            return [dict(one.cells) for one in details if one is not None]

    def numbers(self, query: RowQuery | None = None, today: date = DAY.date) -> list[Cell]:
        return [row["number"] for row in self.rows(query, today)]

    def history(self, number: str) -> list[tuple[str, str | None, int]]:
        with Reader.opened(self.writer.path) as reader:
            for one in reader.row_ids(RowQuery(Table.SHIPMENTS, DAY, search=number), DAY.date):
                detail = reader.shipment(one)
                assert detail is not None
                return [(entry.kind.value, entry.status, entry.at.minute) for entry in detail.history]
        return []


def damage(path: Path, name: str = "notification_date") -> None:
    """Overwrite the first page of a table or an index of a file, which may be open.

    Where nothing else is said, all of its rows can still be read.
    """
    with closing(sqlite3.connect(path)) as db:
        while db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # what is in the log is not read of the file
            Event().wait(0.01)
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / FILE_NAME


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Writer(path) as writer:
        yield Store(writer)
