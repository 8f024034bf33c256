"""A load against a server of the test's own, with everything that it hands over kept in lists."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from app.carrier.client import Progress, fetch_manifests
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.contract.deviations import Deviation
from app.domain.contract.manifests import ReceivedManifest, ReceivedShipment, SentShipment
from app.domain.days import CarrierAnswer, Day, Skipped

ASKED_AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = Day("C 1/ñ", date(2026, 6, 1))
CREDENTIALS = CarrierCredentials("5f0c3a52-8f63-4c1f-9d0b-1f2e3d4c5b6a", "user-7")


@dataclass
class Load:
    """One load to come. It is its own sink."""

    base_url: str
    timeout_seconds: float = 60.0
    retry_seconds: float = 0.01
    credentials: CarrierCredentials = CREDENTIALS
    on_progress: Callable[[Progress], None] = lambda _: None
    on_shipments: Callable[[Sequence[ReceivedShipment]], None] = lambda _: None
    cancellation: Cancellation = field(default_factory=Cancellation)
    manifests: list[ReceivedManifest] = field(default_factory=list)
    shipments: list[ReceivedShipment] = field(default_factory=list)
    missed: list[Skipped] = field(default_factory=list)
    deviations: list[Deviation] = field(default_factory=list)
    restarts: int = 0
    largest_slice: int = 0
    progress: list[Progress] = field(default_factory=list)

    @property
    def endpoint(self) -> Endpoint:
        return Endpoint(self.base_url, self.timeout_seconds, self.retry_seconds)

    def run(self, day: Day = DAY) -> CarrierAnswer:
        """Load a day, and return what the carrier answered."""
        answer, _ = fetch_manifests(
            day,
            endpoint=self.endpoint,
            credentials=self.credentials,
            sink=self,
            progress=self._note_progress,
            cancellation=self.cancellation,
            now=lambda: ASKED_AT,
        )
        return answer

    def numbers(self) -> list[str]:
        return [received.shipment.number for received in self.shipments]

    def restart(self) -> None:
        self.restarts += 1
        self.manifests, self.shipments, self.missed, self.deviations = [], [], [], []

    def take_manifest(self, received: ReceivedManifest) -> None:
        self.manifests.append(received)

    def has_cached(self, _sent: SentShipment) -> bool:
        return False

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        self.largest_slice = max(self.largest_slice, len(received))
        read = [one for one in received if isinstance(one, ReceivedShipment)]
        self.shipments += read
        self.on_shipments(read)

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        self.missed += skipped

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        self.deviations.extend(deviations)

    def _note_progress(self, progress: Progress) -> None:
        self.progress.append(progress)
        self.on_progress(progress)
