"""Days shared by the benchmark's rows: the demo carrier's answer, and a data folder with it."""

import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path

from app.carrier.answer_parser import Elements
from app.carrier.client import SLICE
from app.carrier.manifest_reader import read_manifest, read_sent, sent_shipment, shipments_of
from app.demo.day.day import generate
from app.demo.day.day_schedule import answer
from app.demo.world.options import DayOptions
from app.domain.contract.manifests import SentShipment
from app.domain.days import Day, Skipped
from app.facts.file.opening import FILE_NAME
from app.facts.loads.day_answer import DayAnswer
from app.store.save_day import save_day
from app.store.writer import Writer

LOADED_AT = datetime.now().astimezone() - timedelta(minutes=1)
DAY = Day("BENCH", LOADED_AT.date())
"""Today: the clock of a message of another day is doubted, and the rule then decides its rows twice."""
KEPT_DAYS = 3650
"""What to set as `retention_days`, so that retention does not delete the day during a measurement."""
_PIECE = 1 << 16


def answer_bytes(shipments: int, day: Day = DAY) -> bytes:
    """Return what the demo carrier answers for a day of so many shipments."""
    return b"".join(answer(generate(day.carrier, day.date, DayOptions(shipments=shipments)), 0))


def data_folder(shared: Path, shipments: int) -> Path:
    """Return a data folder whose cache holds such a day; it is made once, and never written to again."""
    folder = shared / f"day-{shipments}"
    if not folder.exists():
        made = shared / f"making-{shipments}"
        made.mkdir()
        with Writer(made / FILE_NAME) as writer:
            load_day(writer, answer_bytes(shipments))
        made.rename(folder)
    return folder


def own_copy(shared: Path, shipments: int, name: str) -> Path:
    """Return a data folder of one's own that holds such a day."""
    own = shared / name
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(data_folder(shared, shipments), own)
    os.sync()  # else the first commit that is measured waits until all of it is on the disk
    return own


def load_day(writer: Writer, body: bytes, day: Day = DAY, at: datetime = LOADED_AT) -> None:
    """Load what a carrier answered for a day as if it had come just then."""
    received, elements = DayAnswer(writer.path, day), Elements()
    pieces = [body[start : start + _PIECE] for start in range(0, len(body), _PIECE)]
    found = [element for piece in pieces for element in elements.feed(piece)] + elements.close()
    for position, element in enumerate(found):
        assert isinstance(element, dict)
        head, deviations = read_manifest(position, element, day.carrier)
        received.take_manifest(head)
        received.take_deviations(deviations)
        listed = shipments_of(element, head)
        assert not isinstance(listed, Skipped)
        for start in range(0, len(listed), SLICE):
            sent = [sent_shipment(one, head) for one in listed[start : start + SLICE]]
            read = [read_sent(one, head) for one in sent if isinstance(one, SentShipment)]
            received.take_shipments([one for one, _ in read])
            received.take_deviations(each for _, found in read for each in found)
    save_day(writer, received, at)
