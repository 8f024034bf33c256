"""Retention: expired data is in no file any more, and its removal blocks no one."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from zoneinfo import ZoneInfo

import pytest

from app.board.reading.reader import Reader
from app.domain.contract.manifests import Manifest, ReceivedManifest, ReceivedShipment, Shipment
from app.domain.contract.notifications import Received
from app.domain.days import Day
from app.domain.follow_ups import FollowUpEdit
from app.domain.site import SiteRules
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.facts.file.opening import FILE_NAME
from app.facts.loads.day_answer import DayAnswer
from app.facts.recovery.backups import back_up
from app.follow_ups.edits import save_edit
from app.store import retention as purging
from app.store.notification_ingest import NotificationIngest
from app.store.retention import BatchSize, purge, purge_backups, rewrite
from app.store.save_day import save_day
from app.store.site_settings import save_site_rules
from app.store.writer import Work, Writer
from tests.database import connected, wait_until_derived
from tests.faults.figures import Figures, Length, seconds_of

FAULT = "privacy"

ZONE = ZoneInfo("America/Bogota")
OLD, KEPT = Day("ANDINA-BOG", date(2026, 8, 1)), Day("ANDINA-BOG", date(2026, 8, 20))
GONE, STAYS = "龘靐齉", "鱻麤爩"
"""In each text of a day. Their letters are nowhere else, so that each of their bytes in a search index tells."""
BEFORE = datetime(2026, 8, 10, 5, tzinfo=UTC)
PER_MANIFEST = 100


def never(_seconds: float) -> bool:
    return False


def answer(mark: str, size: int, rng: Random) -> Iterator[tuple[ReceivedManifest, list[ReceivedShipment]]]:
    for place in range(max(1, size // PER_MANIFEST)):
        manifest = Manifest.model_validate({"idPlanillaReparto": f"{place}{mark}", "estado": "VIG"})
        envios = [
            {
                "numero": f"{rng.randrange(10**8):08d}{mark}",
                "numeroExterno": f"X{rng.randrange(10**8)}{mark}",
                "idEstadoEnvio": "2",
                "estadoEnvio": "En Reparto",
                "destinatario": f"{mark} persona {rng.randrange(10**5)}",
                "documentoDest": f"{rng.randrange(10**9)}{mark}",
                "telefonoDest": f"300{rng.randrange(10**7):07d}{mark}",
                "direccionDest": f"Calle {rng.randrange(200)} {mark}",
                "dinamicouno": {"parcelId": f"P{rng.randrange(10**9)}{mark}", "numeroPedido": f"{place}{mark}"},
            }
            for _ in range(min(size, PER_MANIFEST))
        ]
        yield (
            ReceivedManifest(place, manifest, json.dumps({"m": mark}, ensure_ascii=False)),
            [
                ReceivedShipment(place, Shipment.model_validate(one), json.dumps(one, ensure_ascii=False))
                for one in envios
            ],
        )


def notifications(mark: str, day: Day, numbers: Iterable[str], rng: Random, second: int) -> Iterator[bytes]:
    for number in numbers:
        data = {
            "visita_id": rng.randrange(10**9),
            "estado_nuevo": "falso_flete",
            "numero_seguimientos": [number],
            "contacto": {"nombre": f"{mark} contacto", "telefono": f"3001{mark}", "correo": f"{mark}@example.com"},
            "conductor": {"nombre": f"conductor {mark}"},
            "fotos": {"identidad": f"https://example.com/{mark}.jpg"},
        }
        message = {"event": "visita_estado_cambio", "timestamp": f"{day.date}T10:00:{second:02}", "data": data}
        yield json.dumps(message, ensure_ascii=False).encode()


def fill(writer: Writer, size: int, visits: int) -> None:
    """Load both days, one after the other and each twice, with visits, what could not be read, and follow-ups."""
    bugs: list[BaseException] = []
    intake = NotificationIngest(writer)
    rng = Random(5)
    for load in range(2):
        for day, mark in ((OLD, GONE), (KEPT, STAYS)):
            received = DayAnswer(writer.path, day)
            numbers: list[str] = []
            for manifest, shipments in answer(mark, size, rng):
                received.take_manifest(manifest)
                received.take_shipments(shipments)
                numbers += [one.shipment.number for one in shipments]
            came = datetime.combine(day.date, datetime.min.time(), UTC) + timedelta(hours=17, minutes=load)
            save_day(writer, received, came)
            bodies = iter([*notifications(mark, day, numbers[:visits], rng, load), f"roto {mark}".encode()])
            while some := list(islice(bodies, 500)):
                for waiting in [intake.save(Received.read(one, came)) for one in some]:
                    waiting.result()
                wait_until_derived(writer)
            with Reader.opened(writer.path) as reader:
                rows = reader.hits(numbers[0], 1)
            subject = Subject(Table.SHIPMENTS, rows[0].row_id)
            note = FollowUpEdit(note=f"nota {mark}")
            writer.write(partial(save_edit, subjects=[subject], edit=note, at=came, by="Ana"), with_board=True)
    assert not bugs


def found(folder: Path, mark: str) -> int:
    """Return how often a text, or two of its letters as the search index may keep them, stands in any file."""
    shapes = {
        shape
        for letters in (mark, mark[:2], mark[1:])
        for shape in (letters.encode(), letters.encode("utf-16-le"), json.dumps(letters)[1:-1].encode())
    }
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return sum(path.read_bytes().count(shape) for path in files for shape in shapes)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collect how long each transaction of a purge takes."""
    taken: list[float] = []
    timed = BatchSize.run

    def noted(pace: BatchSize, write: Callable[[Work[int]], int], work: Work[int]) -> int:
        began = 0.0

        def begin(db: sqlite3.Connection) -> int:
            nonlocal began
            began = perf_counter()
            return work(db)

        result = timed(pace, write, begin)
        taken.append(perf_counter() - began)
        return result

    monkeypatch.setattr(BatchSize, "run", noted)
    return taken


def _rewrite(writer: Writer) -> None:
    assert rewrite(writer, never)


def test_no_byte_of_an_expired_day_is_left_in_any_file(
    tmp_path: Path, length: Length, figures: Figures, slices: list[float]
) -> None:
    size = length.of(1_000, 100_000)
    path = tmp_path / "data" / FILE_NAME
    with Writer(path) as writer:
        save_site_rules(writer, SiteRules(ZONE))
        fill(writer, size, visits=length.of(300, 5_000))
        back_up(path, datetime(2026, 11, 20, tzinfo=UTC))
        before, kept = found(path.parent, GONE), found(path.parent, STAYS)
        assert min(before, kept) > 10 * size
        gone = purge(writer, BEFORE, never)
        assert gone is not None
        assert gone > 0
        seconds = seconds_of(lambda: _rewrite(writer))
        figures.at_most("writers wait while the file is written anew", seconds, 10, "s")
        purge_backups(path, BEFORE, datetime(2020, 1, 1, tzinfo=UTC))
        figures.at_most(f"bytes of a purged day of {size:,} shipments left in any file", found(path.parent, GONE), 0)
        with Reader.opened(path) as reader:
            assert len(reader.hits(STAYS, 2 * size)) >= size
            assert not reader.hits(GONE, 1)
    assert found(path.parent, GONE) == 0
    assert found(path.parent, STAYS) > 5 * size
    figures.at_most("longest transaction of a purge", max(slices), 1, "s")


def test_the_search_finds_data_that_is_only_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the writing anew, and with pages that are not overwritten, the same search finds the day."""
    monkeypatch.setattr(purging, "_purge_search_index", lambda *_: True)
    path = tmp_path / "data" / FILE_NAME
    with Writer(path) as writer:
        save_site_rules(writer, SiteRules(ZONE))
        fill(writer, 1_000, visits=100)
        assert purge(writer, BEFORE, never)
        writer.read(lambda db: db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchall()).result()
    assert found(path.parent, GONE) > 0
    with connected(path) as db:
        assert db.execute("SELECT count(*) FROM day WHERE date < '2026-08-10'").fetchone()[0] == 0
