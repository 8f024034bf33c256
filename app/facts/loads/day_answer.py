"""Collect a carrier's answer for a day part by part, with the stored day to compare it with."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from app.domain.contract.deviations import Deviation, DeviationCounts
from app.domain.contract.manifests import ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.contract.shipment_contract import read_shipment
from app.domain.days import Day, Skipped
from app.domain.errors import LoadCancelledError
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading
from app.facts.loads.day_facts import DAMAGE_ERRORS, StoredDay, digest_of
from app.facts.loads.load_history import DayLoads, ListingKey, last_load
from app.facts.loads.shipment_values import searched_text, stored_values

_log = logging.getLogger(__name__)


class Head(NamedTuple):
    """A manifest's key, its JSON text without `envios`, and whether it is in force."""

    key: str
    raw: str
    is_in_force: bool = True


class Listed(NamedTuple):
    """A listed shipment: the place of its manifest in the answer, its JSON text, and the status id and name."""

    manifest: int
    raw: str
    status: tuple[str | None, str | None]


class DayAnswer:
    """The sink of the manifest client. It writes nothing.

    `is_cancelled` is called regularly; when it returns true, the load ends with `LoadCancelledError`.

    Raises:
        StoreError: the store cannot be read.
    """

    def __init__(self, path: Path, day: Day, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        self.day = day
        self._path = path
        self._is_cancelled = is_cancelled
        self.restart()

    def restart(self) -> None:
        """Discard everything received, before the client repeats the request."""
        self.heads: dict[int, Head] = {}
        self.listed: dict[ListingKey, Listed] = {}
        """In the order of the answer."""
        self.parsed: dict[bytes, tuple[tuple[object, ...], str]] = {}
        """Columns and searched text of new and changed shipments, by the digests of their JSON texts."""
        self.skipped: list[Skipped] = []
        self.deviations = DeviationCounts()
        self._copies: Counter[tuple[int, str]] = Counter()  # by the position of an entry, and the number
        self._known: dict[str, set[str]] = {}  # JSON texts, by their manifest's key
        self._values: tuple[object, ...] = ()  # of the last shipment that was read
        self.read_stored()
        self.loaded_at_request = self.stored.loads.loaded_at
        """When the day had last been loaded at the time of the request."""

    def read_stored(self) -> None:
        """Read the stored day again.

        Raises:
            StoreError: the store cannot be read.
        """
        with store_failures(self._path), opened_for_reading(newest_file(self._path)) as db:
            db.execute("BEGIN")
            try:
                self.stored = StoredDay.read(db, self.day)
                self.stored.check()
            except DAMAGE_ERRORS as error:
                _log.warning(
                    "The stored data of the day %s of %s is damaged: %r", self.day.date, self.day.carrier, error
                )
                self.stored = StoredDay(DayLoads(last_load(db, self.day)))

    def release(self) -> None:
        """Free all but the parsed shipments once it is saved: while a huge day is shown, the board needs the memory."""
        self.stored, self.listed = StoredDay(), {}
        self._known.clear()
        self._copies.clear()

    def check(self) -> None:
        """Raise if the load is cancelled.

        Raises:
            LoadCancelledError: it is.
        """
        if self._is_cancelled():
            raise LoadCancelledError

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Add the head of a manifest. Entries of an answer with one number are one manifest."""
        number = received.manifest.number
        key = f"#{received.position}" if number is None else str(number)
        self.heads[received.position] = Head(key, received.raw, received.manifest.is_in_force is not False)
        if key not in self._known:
            self._known[key] = set(self.stored.content(key).shipments.values())

    def has_cached(self, sent: SentShipment) -> bool:
        """Return whether the same manifest held this shipment before, with identical JSON."""
        return sent.raw in self._known[self.heads[sent.manifest_position].key]

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Add shipments of manifests added before; a `SentShipment` was stored before, so it is not parsed."""
        self.check()
        for one in received:
            key = self.heads[one.manifest_position].key
            number = one.shipment.number if isinstance(one, ReceivedShipment) else one.number
            self._copies[one.manifest_position, number] += 1
            which = (key, number, self._copies[one.manifest_position, number])
            if which in self.listed:  # another entry of the manifest lists it too: the one in force says what it is
                if self._is_in_force(self.listed[which].manifest) or not self._is_in_force(one.manifest_position):
                    continue
                del self.listed[which]  # so that it comes in the order of the answer
            known, raw = self.stored.loads.listings.get(which), one.raw
            before = self.stored.content(key).shipments[which[1:]] if known else None
            if isinstance(one, SentShipment) and known and before == raw:
                status, raw = known.status, before  # one text takes half the memory of two
            else:
                shipment = one.shipment if isinstance(one, ReceivedShipment) else read_shipment(one.fields)[0]
                self._values = values = _sharing(stored_values(shipment), self._values)
                self.parsed[digest_of(one.raw)] = values, searched_text(values)
                status = shipment.status_id, shipment.status_name
            self.listed[which] = Listed(one.manifest_position, raw, status)

    def _is_in_force(self, position: int) -> bool:
        return self.heads[position].is_in_force

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Add what could not be read."""
        self.skipped.extend(skipped)

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Count deviations from the contract; unchanged shipments were counted before."""
        self.deviations.add(deviations)


def _sharing(values: tuple[object, ...], before: tuple[object, ...]) -> tuple[object, ...]:
    """Return values with the very texts of those before where they are equal: most are, and a huge day holds them once.

    Without this, 100,000 shipments of one sender take 130 MB more.
    """
    pairs = zip_longest(values, before)
    return tuple(old if isinstance(new, str) and new == old else new for new, old in pairs)
