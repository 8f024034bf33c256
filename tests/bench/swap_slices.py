"""How long loading a big day keeps the writing thread from the notifications that wait for it.

A measurement, no test: `python -m tests.bench.swap_slices [SHIPMENTS]` in the project's environment. The demo carrier's
day of 100,000 shipments is loaded into a real file again and again, each time as it might have changed. Meanwhile a
thread commits one row after the other, as the notifications' door does: how long its slowest commit took is how long a
notification would have waited.
"""

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

import simplejson

from app.demo.answer import answer
from app.demo.day import generate
from app.demo.options import DayOptions
from app.domain.answers import ReceivedManifest, ReceivedShipment
from app.domain.days import Day
from app.manifest.client import SLICE
from app.manifest.reading import read_manifest, read_shipment
from app.store.days import save_day
from app.store.opening import FILE_NAME
from app.store.staging import StagedAnswer
from app.store.writer import Work, Writer

T = TypeVar("T")
Shipments = list[ReceivedShipment]
DAY = Day("BENCH", date(2026, 6, 15))
BEGAN = datetime(2026, 6, 15, 12, tzinfo=UTC)


class WatchedWriter(Writer):
    """Notes how long each piece of work held the thread, its commit included."""

    pieces: list[float]

    def write(self, work: Work[T]) -> T:
        return self._watch(super().write, work)

    def stage(self, work: Work[T]) -> T:
        return self._watch(super().stage, work)

    def _watch(self, hand_over: Callable[[Work[T]], T], work: Work[T]) -> T:
        began = 0.0

        def noted(db: object) -> T:
            nonlocal began
            began = time.perf_counter()
            return work(db)  # type: ignore[arg-type]  # a connection

        try:
            return hand_over(noted)
        finally:
            self.pieces.append(time.perf_counter() - began)


@contextmanager
def knocking(writer: Writer) -> Iterator[list[float]]:
    """Commit one row after the other in a thread; the list fills with how long each took."""
    waits: list[float] = []
    done = Event()

    def knock() -> None:
        while not done.wait(0.005):
            began = time.perf_counter()
            Writer.write(writer, lambda db: db.execute("INSERT INTO knock DEFAULT VALUES"))
            waits.append(time.perf_counter() - began)

    thread = Thread(target=knock)
    thread.start()
    try:
        yield waits
    finally:
        done.set()
        thread.join()


def made_up(count: int) -> tuple[list[ReceivedManifest], Shipments]:
    """Make up a day and read it as the manifest client would."""
    heads: list[ReceivedManifest] = []
    shipments: Shipments = []
    for position, piece in enumerate(answer(generate(DAY.carrier, DAY.date, DayOptions(shipments=count)), 0)):
        if len(piece) > 1:
            element = simplejson.loads(piece[1:], use_decimal=True)
            heads.append(read_manifest(position, element))
            read = [read_shipment(one, heads[-1]) for one in element["envios"]]
            shipments += [one for one in read if isinstance(one, ReceivedShipment)]
    return heads, shipments


def changed(share: float, **fields: str) -> Callable[[Shipments], Shipments]:
    """Return what changes these fields of some of the shipments."""

    def change(shipments: Shipments) -> Shipments:
        chosen = set(random.Random(1).sample(range(len(shipments)), int(len(shipments) * share)))
        return [_with(one, fields) if nth in chosen else one for nth, one in enumerate(shipments)]

    return change


def without(share: float) -> Callable[[Shipments], Shipments]:
    """Return what leaves some of the shipments out."""

    def leave_out(shipments: Shipments) -> Shipments:
        chosen = set(random.Random(2).sample(range(len(shipments)), int(len(shipments) * share)))
        return [one for nth, one in enumerate(shipments) if nth not in chosen]

    return leave_out


def _with(one: ReceivedShipment, fields: dict[str, str]) -> ReceivedShipment:
    shipment = one.shipment.model_copy(update=fields)
    return ReceivedShipment(one.manifest_position, shipment, f"{one.raw[:-1]},{simplejson.dumps(fields)[1:]}")


def load(writer: Writer, heads: Sequence[ReceivedManifest], shipments: Shipments, at: datetime) -> object:
    """Load a day that is in memory already."""
    staged = StagedAnswer(writer)
    lists: dict[int, Shipments] = {}
    for one in shipments:
        lists.setdefault(one.manifest_position, []).append(one)
    for head in heads:
        staged.take_manifest(head)
        listed = lists.get(head.position, [])
        for start in range(0, len(listed), SLICE):
            staged.take_shipments(listed[start : start + SLICE])
    return save_day(writer, DAY, staged, at)


def main() -> None:
    """Load the day again and again, each time changed in another way."""
    heads, day = made_up(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    gc.freeze()  # what this program holds in memory is no part of a load
    delivered = {"status_id": "3", "status_name": "Entregado"}
    all_returned = changed(1, status_id="77", status_name="Devuelto")
    some_elsewhere = changed(0.1, recipient_address="Calle 1 # 2-3, Apto 405")
    steps: list[tuple[str, Callable[[Shipments], Shipments]]] = [
        ("first, but for one tenth", without(0.1)),
        ("again, unchanged", without(0.1)),
        ("one tenth new", changed(0)),
        ("one tenth gone", without(0.1)),
        ("that tenth again", changed(0)),
        ("one shipment less at the top", lambda whole: whole[1:]),
        ("one tenth with another status", changed(0.1, **delivered)),
        ("each one with another status", all_returned),
        ("one tenth with another address", lambda whole: some_elsewhere(all_returned(whole))),
    ]
    with tempfile.TemporaryDirectory() as folder, WatchedWriter(Path(folder) / FILE_NAME) as writer:
        writer.pieces = []
        writer.write(lambda db: db.execute("CREATE TABLE knock (id INTEGER PRIMARY KEY)"))
        print(f"{'':<32} {'took':>8} {'pieces':>7} {'waited':>10}   the longest pieces")  # noqa: T201
        for nth, (what, change) in enumerate(steps):
            shipments = change(day)
            writer.pieces = []
            began = time.perf_counter()
            with knocking(writer) as waits:
                load(writer, heads, shipments, BEGAN + timedelta(minutes=nth))
            took = time.perf_counter() - began
            longest = ", ".join(f"{1000 * piece:.0f}" for piece in sorted(writer.pieces, reverse=True)[:5])
            print(  # noqa: T201
                f"{what:<32} {took:6.1f} s {len(writer.pieces):7} {1000 * max(waits):7.0f} ms   {longest} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
