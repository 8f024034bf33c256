"""Deriving the board again from the facts of ninety days."""

import json
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from app.board.reading.reader import Reader
from app.domain.contract.notifications import Received
from app.domain.days import Day
from app.domain.site import SiteRules
from app.facts.file.opening import FILE_NAME, opened_for_reading
from app.facts.loads.day_facts import ManifestContent
from app.store.notification_ingest import NotificationIngest
from app.store.site_settings import save_site_rules
from app.store.writer import Writer
from tests.bench.days import DAY, answer_bytes, load_day
from tests.bench.notification_bodies import words
from tests.bench.row import Figures, Row, Scale, Target
from tests.database import wait_until_derived

ROW = Row(
    "The board derived again: 90 days of 400 shipments, each loaded twice, and 100 visits a day",
    "unpacking and parsing what is kept of the days",
    (
        Target("today", "until the rows of the latest day are there", 1, scale=Scale.SECONDS),
        Target("all", "until all rows are", 10, scale=Scale.SECONDS),
    ),
    "",
    rounds=3,
)

_DAYS, _SHIPMENTS, _VISITS = 90, 400, 100


def prepare(folder: Path) -> None:
    """Make the days."""
    made = folder / "making-ninety"
    if (folder / "ninety").exists():
        return
    made.mkdir()
    with Writer(made / FILE_NAME) as writer:
        save_site_rules(writer, SiteRules(ZoneInfo("America/Bogota")))
        intake = NotificationIngest(writer)
        for back in range(_DAYS):
            day = Day(DAY.carrier, DAY.date - timedelta(days=back))
            at = datetime(day.date.year, day.date.month, day.date.day, 12, tzinfo=UTC)
            body = answer_bytes(_SHIPMENTS, day)
            load_day(writer, body, day, at)
            for said in _of_day(writer, day, back):
                intake.save(Received.read(said, at + timedelta(hours=6)))
            load_day(writer, body.replace(b'"estadoEnvio":"En Reparto"', b'"estadoEnvio":"En reparto"'), day, at)
        wait_until_derived(writer)
    made.rename(folder / "ninety")


def contender(folder: Path) -> Figures:
    """Derive it."""
    own = folder / "rebuilt"
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(folder / "ninety", own)
    figures: Figures = {}
    with Writer(own / FILE_NAME) as writer:
        before = _figures(own)
        began = time.perf_counter()

        def note(done: int, _total: int) -> None:
            if done and "today" not in figures:
                figures["today"] = time.perf_counter() - began

        writer.rebuild(note)
        figures["all"] = time.perf_counter() - began
    assert _figures(own) == before
    return figures


def yardstick(folder: Path) -> Figures:
    """Unpack and parse what is kept of the days."""
    with opened_for_reading(folder / "ninety" / FILE_NAME) as db:
        began = time.perf_counter()
        for (packed,) in db.execute("SELECT words FROM content"):
            for raw in ManifestContent.read(packed).shipments.values():
                json.loads(raw)
        return {"seconds": time.perf_counter() - began}


def _of_day(writer: Writer, day: Day, back: int) -> Iterator[bytes]:
    """Yield notifications of a hundred visits of a day, each to a shipment of its own."""
    numbers = [
        row[0]
        for row in writer.board.read(
            lambda db: db.execute(
                "SELECT number FROM shipment JOIN day ON day.id = day_id WHERE date = ? ORDER BY position LIMIT ?",
                (day.date.isoformat(), _VISITS),
            ).fetchall()
        ).result()
    ]
    for visit, _, said in islice(words(numbers, len(numbers)), _VISITS):
        envelope = json.loads(said)
        envelope["timestamp"] = envelope["timestamp"].replace(DAY.date.isoformat(), day.date.isoformat())
        envelope["data"]["visita_id"] = visit + _VISITS * back
        yield json.dumps(envelope).encode()


def _figures(folder: Path) -> list[object]:
    with Reader.opened(folder / FILE_NAME) as reader:
        return [reader.figures(Day(DAY.carrier, DAY.date - timedelta(days=back))) for back in range(_DAYS)]
