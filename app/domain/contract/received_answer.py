"""Parts of a carrier's answer, on their way from the query to the cache."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.domain.contract.deviations import Deviation
from app.domain.contract.manifests import Manifest, Shipment
from app.domain.days import Skipped


@dataclass(frozen=True)
class ReceivedManifest:
    """The head of a manifest: its position in the answer, and its JSON text without `envios`."""

    position: int
    manifest: Manifest
    raw: str


@dataclass(frozen=True)
class ReceivedShipment:
    """A shipment: the position of its manifest in the answer, and its JSON text as sent."""

    manifest_position: int
    shipment: Shipment
    raw: str


@dataclass(frozen=True)
class SentShipment:
    """An unparsed shipment: the position of its manifest, its number, its fields, and its JSON text as sent."""

    manifest_position: int
    number: str
    fields: dict[str, Any]
    raw: str


class Sink(Protocol):
    """Receives an answer part by part. A manifest's head comes before its shipments."""

    def restart(self) -> None:
        """Discard everything received: the request is repeated."""

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Receive the head of a manifest."""

    def has_cached(self, sent: SentShipment) -> bool:
        """Return whether the cache has this shipment with the same text, so that it need not be parsed."""

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Receive shipments in the order of the answer; the cached ones are unparsed."""

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Receive the shipments that could not be read."""

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Receive deviations from the contract."""
