"""A carrier's answer for a day, taken part by part beside what is kept of the day's loads before."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from app.domain.contract.deviations import Deviation, DeviationCounts
from app.domain.contract.fields import read_shipment
from app.domain.contract.received_answer import ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.days import Day, Skipped
from app.domain.errors import LoadCancelledError, StoreNewerError
from app.domain.views.newer_facts import NEWER_DAY
from app.facts.file.failures import store_failures
from app.facts.file.generations import newest_file
from app.facts.file.opening import opened_for_reading
from app.facts.loads.carrier_words import digest_of
from app.facts.loads.day_facts import NOT_WHOLE, KeptDay
from app.facts.loads.load_history import DayLoads, NewerLoadError, Which, last_load
from app.facts.loads.shipment_values import searched_text, stored_values

_log = logging.getLogger(__name__)


class Head(NamedTuple):
    """A manifest's key, and its JSON text without `envios`."""

    key: str
    raw: str


class Listed(NamedTuple):
    """A shipment's JSON text, the place of its manifest in the answer, and the carrier's id and name of its status."""

    manifest: int
    raw: str
    status: tuple[str | None, str | None]


class DayAnswer:
    """Takes an answer as it comes (it is the manifest client's sink); nothing of it is written.

    Args:
        path: of the store.
        day: carrier and date.
        is_cancelled: asked now and then; once it is true, the load ends with `LoadCancelledError`.

    Raises:
        StoreError: the store cannot be read.
    """

    def __init__(self, path: Path, day: Day, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        self.day = day
        self._path = path
        self._is_cancelled = is_cancelled
        self.restart()

    def restart(self) -> None:
        """Forget all that came: the client asks once more."""
        self.heads: dict[int, Head] = {}
        self.listed: dict[Which, Listed] = {}
        """In the order of the answer."""
        self.words: dict[bytes, tuple[tuple[object, ...], str]] = {}
        """As `showing.Words`: of what is new, or came in other words."""
        self.skipped: list[Skipped] = []
        self.deviations = DeviationCounts()
        self._copies: Counter[tuple[str, str]] = Counter()
        self._known: dict[str, set[str]] = {}  # JSON texts, by their manifest's key
        self.read_kept()
        self.known_at = self.kept.loads.loaded_at
        """When the day had last been loaded as the question was asked."""

    def read_kept(self) -> None:
        """Read what is kept of the day now.

        Raises:
            StoreNewerError: a newer version loaded it, and this one would take its load for a first one.
            StoreError: that cannot be read.
        """
        with store_failures(self._path), opened_for_reading(newest_file(self._path)) as db:
            db.execute("BEGIN")
            try:
                self.kept = KeptDay.read(db, self.day)
                self.kept.check()
            except NewerLoadError as error:
                raise StoreNewerError(NEWER_DAY) from error
            except NOT_WHOLE as error:
                _log.warning(
                    "What is kept of the day %s of %s is not whole: %r", self.day.date, self.day.carrier, error
                )
                self.kept = KeptDay(DayLoads(last_load(db, self.day)))

    def check(self) -> None:
        """See that the load goes on.

        Raises:
            LoadCancelledError: somebody cancelled it.
        """
        if self._is_cancelled():
            raise LoadCancelledError

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Take the head of a manifest. One number twice in an answer is one manifest."""
        number = received.manifest.number
        key = f"#{received.position}" if number is None else str(number)
        self.heads[received.position] = Head(key, received.raw)
        if key not in self._known:
            self._known[key] = set(self.kept.content(key).shipments.values())

    def has_cached(self, sent: SentShipment) -> bool:
        """Tell whether the same manifest had this shipment in the same words before."""
        return sent.raw in self._known[self.heads[sent.manifest_position].key]

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Take some shipments whose manifests' heads have come; of those that nobody read the words are known."""
        self.check()
        for one in received:
            key = self.heads[one.manifest_position].key
            number = one.shipment.number if isinstance(one, ReceivedShipment) else one.number
            self._copies[key, number] += 1
            which = (key, number, self._copies[key, number])
            known = self.kept.loads.listings.get(which)
            if isinstance(one, SentShipment) and known and self.kept.content(key).shipments[which[1:]] == one.raw:
                status = known.status
            else:
                shipment = one.shipment if isinstance(one, ReceivedShipment) else read_shipment(one.fields)[0]
                values = stored_values(shipment)
                self.words[digest_of(one.raw)] = values, searched_text(values)
                status = shipment.status_id, shipment.status_name
            self.listed[which] = Listed(one.manifest_position, one.raw, status)

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Take note of what could not be read."""
        self.skipped.extend(skipped)

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Count how what came differs from the contract; what came in the same words before was counted then."""
        self.deviations.add(deviations)
