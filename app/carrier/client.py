"""Fetches a carrier's day: retries where that can help, and hands the answer over while it arrives."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.carrier.answer_parser import Elements
from app.carrier.day_request import DayRequest, request_for
from app.carrier.failures import can_retry
from app.carrier.http_transport import IncomingAnswer, ask
from app.carrier.manifest_reader import JsonObject, is_manifest, read_manifest, read_sent, sent_shipment, shipments_of
from app.carrier.stated_reason import refusal_of
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.contract.deviations import Source, What, deviation
from app.domain.contract.manifests import ReceivedManifest, ReceivedShipment, SentShipment, Sink
from app.domain.days import CarrierAnswer, Day, Skipped, SkipReason
from app.domain.errors import CarrierAnswerError, CarrierError, NoManifestError
from app.domain.texts import Text
from app.net.event_loop import run_cancellable

SLICE = 250
"""Shipments, of one manifest or several, that are handed over at once.

Between two slices the load can be cancelled.
"""

_PAUSES = (1, 2, 4)  # times `retry_seconds`
_ASKING = Text("Progress", "Asking the carrier…")
_RECEIVING = Text("Progress", "{shipments} shipments so far…")
_PAUSING = Text("Progress", "Attempt {attempt} of {attempts} failed. Trying again in {seconds} s…")
_NO_MANIFESTS = Text(
    "Error",
    "The carrier answered with a list, but nothing in it is a manifest. The day stays as it was; tell the carrier.",
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far a load is, reported after every piece of the answer and before every pause.

    Attributes:
        received: bytes of the body so far, compressed as they arrive.
        total: bytes of the whole compressed body; None where the carrier does not send its length.
        shipments: read so far.
        attempt: the current one, from 1; during a pause the one that failed.
        attempts: at most.
        pause_seconds: until the next attempt; None during one.
    """

    attempt: int
    attempts: int
    received: int = 0
    total: int | None = None
    shipments: int = 0
    pause_seconds: float | None = None

    @property
    def fraction(self) -> float | None:
        """How much of the answer has arrived, from 0 to 1; None where that is unknown."""
        return min(1.0, self.received / self.total) if self.total else None

    @property
    def text(self) -> Text:
        """The progress as a sentence."""
        if self.pause_seconds is not None:
            return _PAUSING.filled(attempt=self.attempt, attempts=self.attempts, seconds=f"{self.pause_seconds:g}")
        return _RECEIVING.filled(shipments=self.shipments) if self.received else _ASKING


def fetch_manifests(
    day: Day,
    *,
    endpoint: Endpoint,
    credentials: CarrierCredentials,
    sink: Sink,
    progress: Callable[[Progress], None],
    cancellation: Cancellation,
    now: Callable[[], datetime],
) -> tuple[CarrierAnswer, datetime]:
    """Request a day from the carrier, and hand over the answer while it arrives. Blocks: call it in a worker.

    A request is repeated three times at most, after pauses of 1, 2 and 4 times `retry_seconds`, where the connection
    was refused or lost or the carrier answered 500, 502, 503 or 504; never otherwise.

    Args:
        day: carrier code and date; the date is the `fecha` of the request.
        endpoint: the address and time-outs.
        credentials: the contract's two headers; they go to the endpoint's host alone.
        sink: is called in this thread. What it received is valid only once this function has returned; its exceptions
            pass through.
        progress: is called in this thread, often.
        cancellation: ends the load at any moment.
        now: returns the time, UTC.

    Returns:
        What the carrier answered, and when it was asked for that: a visit that closes after it is newer.

    Raises:
        SettingsError: the address or the carrier code cannot be used. Nothing was sent.
        CredentialsError: the credentials are missing or cannot be sent; or the carrier answered 401 or 403.
        CarrierError: see its subclasses.
        LoadCancelledError: it was cancelled.
    """
    load = _Load(request_for(day, endpoint, credentials), endpoint, sink, progress, now)
    return run_cancellable(load.run, cancellation)


class _Load:
    """One call of `fetch_manifests`."""

    def __init__(
        self,
        request: DayRequest,
        endpoint: Endpoint,
        sink: Sink,
        progress: Callable[[Progress], None],
        now: Callable[[], datetime],
    ) -> None:
        self._request, self._endpoint, self._sink, self._on_progress = request, endpoint, sink, progress
        self._now = now
        self._state = Progress(attempt=1, attempts=len(_PAUSES) + 1)
        self._waiting: list[tuple[object, ReceivedManifest]] = []

    async def run(self) -> tuple[CarrierAnswer, datetime]:
        factors = iter(_PAUSES)
        while True:
            self._report(self._state)
            try:
                return await self._attempt()
            except CarrierError as error:
                factor = next(factors, None)
                if factor is None or not can_retry(error):
                    raise
                _log.warning("Attempt %d of %d failed: %s", self._state.attempt, self._state.attempts, error)
            await self._pause(factor * self._endpoint.retry_seconds)

    async def _pause(self, seconds: float) -> None:
        self._report(replace(self._state, pause_seconds=seconds))
        await asyncio.sleep(seconds)
        self._sink.restart()
        self._state = Progress(self._state.attempt + 1, self._state.attempts)

    async def _attempt(self) -> tuple[CarrierAnswer, datetime]:
        asked_at = self._now()
        async with ask(self._request, self._endpoint.timeout_seconds) as incoming:
            refused = await refusal_of(incoming, self._request)
            if isinstance(refused, NoManifestError):
                return CarrierAnswer.NOT_FOUND, asked_at
            if refused is not None:
                raise refused
            elements = Elements(incoming.charset)
            self._waiting.clear()
            return await self._take(incoming, elements), asked_at

    async def _take(self, incoming: IncomingAnswer, elements: Elements) -> CarrierAnswer:
        count = manifests = 0
        at_end = False
        while not at_end:
            piece = await incoming.next_piece()
            at_end = not piece
            self._report(replace(self._state, received=incoming.received, total=incoming.total))
            for element in elements.close() if at_end else elements.feed(piece):
                if isinstance(element, dict):
                    await self._take_manifest(count, element)
                    manifests += is_manifest(element)
                else:
                    await self._skip(Skipped(None, None, SkipReason.NOT_AN_OBJECT))
                count += 1
            self._sink.take_deviations(elements.take_deviations())
        if incoming.other_compression:
            place, said = "header.Content-Encoding", incoming.other_compression
            self._sink.take_deviations([deviation(Source.MANIFEST, place, What.OTHER_ENCODING, said, is_shown=True)])
        if count and not manifests:
            raise CarrierAnswerError(_NO_MANIFESTS)
        await self._take_shipments()
        return CarrierAnswer.MANIFESTS if count else CarrierAnswer.EMPTY

    async def _take_manifest(self, position: int, element: JsonObject) -> None:
        head, deviations = read_manifest(position, element, self._request.day.carrier)
        self._sink.take_manifest(head)
        self._sink.take_deviations(deviations)
        listed = shipments_of(element, head)
        if isinstance(listed, Skipped):
            await self._skip(listed)
            return
        for one in listed:
            self._waiting.append((one, head))
            if len(self._waiting) == SLICE:
                await self._take_shipments()

    async def _skip(self, whole: Skipped) -> None:
        """Hand over why a manifest or its list cannot be read, after the shipments before it."""
        await self._take_shipments()
        self._sink.take_skipped([whole])

    async def _take_shipments(self) -> None:
        """Hand over the waiting shipments."""
        await asyncio.sleep(0)
        results = [self._read(one, head) for one, head in self._waiting]
        self._waiting.clear()
        readable = [one for one in results if not isinstance(one, Skipped)]
        unreadable = [one for one in results if isinstance(one, Skipped)]
        if readable:
            self._sink.take_shipments(readable)
        if unreadable:
            self._sink.take_skipped(unreadable)
        self._report(replace(self._state, shipments=self._state.shipments + len(readable)))

    def _read(self, element: object, head: ReceivedManifest) -> ReceivedShipment | SentShipment | Skipped:
        """Read a shipment, unless it is cached: then an earlier load has read it."""
        sent = sent_shipment(element, head)
        if isinstance(sent, Skipped) or self._sink.has_cached(sent):
            return sent
        received, deviations = read_sent(sent, head)
        if deviations:
            self._sink.take_deviations(deviations)
        return received

    def _report(self, state: Progress) -> None:
        self._state = state
        self._on_progress(state)
