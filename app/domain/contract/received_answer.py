"""A carrier's answer on its way from the query to the cache, part by part."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.domain.contract.deviations import Deviation
from app.domain.contract.manifests import Manifest, Shipment
from app.domain.days import Skipped


@dataclass(frozen=True)
class ReceivedManifest:
    """The head of a manifest: its place in the answer, and its JSON text without `envios`."""

    position: int
    manifest: Manifest
    raw: str


@dataclass(frozen=True)
class ReceivedShipment:
    """A shipment: the place of its manifest in the answer, and its JSON text as the service sent it."""

    manifest_position: int
    shipment: Shipment
    raw: str


@dataclass(frozen=True)
class SentShipment:
    """A shipment that nobody has read yet: its manifest's place, its number, what it holds, and that as JSON text."""

    manifest_position: int
    number: str
    fields: dict[str, Any]
    raw: str


class Sink(Protocol):
    """Whoever takes an answer part by part. A manifest's head comes before its shipments."""

    def restart(self) -> None:
        """Forget all that came: the carrier is asked once more."""

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Take the head of a manifest."""

    def has_cached(self, sent: SentShipment) -> bool:
        """Tell whether the cache has this shipment in the same words, so that nobody need read it."""

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Take some shipments, in the order of the answer; those that are cached are as they were sent."""

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Take note of what could not be read."""

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Take note of how what came differs from the contract."""
