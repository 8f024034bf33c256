"""Tests the connection to the carrier with one real GET; only the beginning of the answer is read."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.carrier.answer_parser import Opening
from app.carrier.day_request import DayRequest, request_for
from app.carrier.http_status import refusal
from app.carrier.http_transport import ask
from app.domain.access.credentials import CarrierCredentials
from app.domain.access.endpoint import Endpoint
from app.domain.days import Day
from app.domain.errors import AppError, NoManifestError
from app.domain.texts import Text
from app.net.cancellation import Cancellation
from app.net.event_loop import run_cancellable

_WORKS = Text("Connection", "The connection works: the carrier accepts the credentials and sends manifests.")
_WORKS_WITHOUT = Text(
    "Connection",
    "The connection works: the carrier answered. It has no manifest for carrier {carrier} on {date}; where there "
    "should be one, check the carrier code and the address.",
)


@dataclass(frozen=True)
class ConnectionReport:
    """The result of a connection test.

    Attributes:
        works: whether the carrier accepts the credentials.
        status: the HTTP status; None where no answer came.
        milliseconds: until the status, or the failure; 0 where nothing could be sent.
        meaning: the result as a sentence, with what to do.
    """

    works: bool
    status: int | None
    milliseconds: int
    meaning: Text


def probe(
    endpoint: Endpoint, credentials: CarrierCredentials, day: Day, cancellation: Cancellation | None = None
) -> ConnectionReport:
    """Request a day from the carrier once, without retries. Blocks: call it in a worker.

    Every failure outside the program, and a cancellation, is a report instead of an exception.
    """
    trial = _Trial(endpoint.timeout_seconds, time.monotonic)
    try:
        request = request_for(day, endpoint, credentials)
        run_cancellable(lambda: trial.run(request), cancellation or Cancellation())
    except NoManifestError:
        asked = _WORKS_WITHOUT.filled(carrier=day.carrier, date=day.date.isoformat())
        return trial.report(works=True, meaning=asked)
    except AppError as error:
        return trial.report(works=False, meaning=error.user_message)
    return trial.report(works=True, meaning=_WORKS)


class _Trial:
    def __init__(self, timeout_seconds: float, clock: Callable[[], float]) -> None:
        self._timeout_seconds, self._clock = timeout_seconds, clock
        self._started: float | None = None
        self._status: int | None = None
        self._answered: float | None = None

    async def run(self, request: DayRequest) -> None:
        self._started = self._clock()
        async with ask(request, self._timeout_seconds) as incoming:
            self._answered = self._clock()
            self._status = incoming.status
            refused = refusal(incoming.status, incoming.location, request.url, request.day)
            if refused is not None:
                raise refused
            opening = Opening()
            while not opening.is_list:
                piece = await incoming.next_piece()
                if piece:
                    opening.pass_on(piece)
                else:
                    opening.close()

    def report(self, *, works: bool, meaning: Text) -> ConnectionReport:
        ended = self._clock() if self._answered is None else self._answered
        seconds = 0 if self._started is None else ended - self._started
        return ConnectionReport(works, self._status, round(1000 * seconds), meaning)
