"""Tests the connection to the carrier with one or two real GETs; only the beginning of the answer is read."""

import asyncio
import time
from collections.abc import Callable, MutableMapping
from dataclasses import replace

from app.carrier.answer_parser import Elements
from app.carrier.day_request import DayRequest, request_for
from app.carrier.failures import Link, carrier_failures
from app.carrier.http_transport import ask
from app.carrier.stated_reason import refusal_of
from app.domain.access.addresses import Endpoint
from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import Day
from app.domain.errors import (
    AddressError,
    AppError,
    CarrierAnswerError,
    CarrierRedirectError,
    CarrierStatusError,
    CarrierTimeoutError,
    CarrierUnreachableError,
    CredentialsError,
    CredentialsRefusedError,
    NoManifestError,
)
from app.domain.texts import Text
from app.net.event_loop import run_cancellable

_WORKS = Text("Connection", "The connection works: the carrier accepts the credentials and sends manifests.")
_WORKS_WITHOUT = Text(
    "Connection",
    "The connection works: the carrier answered. It has no manifest for carrier {carrier} on {date}; where there "
    "should be one, check the carrier code and the address.",
)
_PROVEN = Text("Connection", "The connection works: the carrier sends manifests, and refuses a wrong token.")
_NOTHING_TODAY = Text(
    "Connection",
    "The carrier accepts the token and refuses a wrong one, but has no manifest for carrier {carrier} on {date}. That "
    "is so on a day without deliveries; where there should be one, check the carrier code and the address.",
)
_MAYBE_ANOTHER = Text(
    "Connection",
    "The address answers, but may not be the carrier's service: it finds nothing for carrier {carrier} on {date}, and "
    "does not refuse a wrong token. Check the address and the carrier code.",
)
_ANY_TOKEN = Text(
    "Connection",
    "The address sends manifests, but to a wrong token as well, so nothing shows that yours is right. Ask the carrier "
    "whether this is the address of its service.",
)
_NOT_FOUND_OUT = Text(
    "Connection",
    "The address answers, but whether it refuses a wrong token could not be found out, and that is tried only once. "
    "Load a day to see whether the connection works.",
)
_BAD_REQUEST, _UNAUTHORIZED = 400, 401
_REFUSED = (401, 403)

WrongTokenAnswers = MutableMapping[tuple[str, CarrierCredentials], ConnectionReport]
"""How an address answered a wrong token in the place of that of these credentials."""


def probe(
    endpoint: Endpoint,
    credentials: CarrierCredentials,
    day: Day,
    cancellation: Cancellation | None = None,
    *,
    wrong_token: str = "",
    answers: WrongTokenAnswers | None = None,
) -> ConnectionReport:
    """Request a day from the carrier once, without retries. Blocks for twice the time-out at most: call it in a worker.

    Every failure outside the program, and a cancellation, is a report instead of an exception.

    Args:
        endpoint: the address, and how long to wait.
        credentials: to test.
        day: to request.
        cancellation: stops the test.
        wrong_token: where it is given and the first answer is a good one, the day is requested once more with this in
            place of the token, and only if that is refused the report says that the connection works. Programs that
            run unattended give none: a carrier may lock out who sends wrong tokens again and again.
        answers: of earlier tests, and then this one's. Where one is there, the wrong token is not sent again: once for
            each address and credentials, also if the test was cancelled or failed meanwhile.
    """
    stop, deadline = cancellation or Cancellation(), time.monotonic() + 2 * endpoint.timeout_seconds
    first = _asked(endpoint, credentials, day, stop, deadline)
    if not wrong_token or first.verdict is Verdict.FAILS:
        return first
    known, key = {} if answers is None else answers, (endpoint.base_url, credentials)
    unknown = ConnectionReport(Verdict.FAILS, None, 0, _NOT_FOUND_OUT)
    second = known.setdefault(key, unknown)  # before it is sent: another test may run at the same time
    if second is unknown:
        second = _asked(endpoint, replace(credentials, token=wrong_token), day, stop, deadline)
        if stop.requested:
            return second
        known[key] = second
    meaning = _meaning(first.verdict, second)
    verdict = Verdict.WORKS if meaning is _PROVEN else Verdict.UNSURE
    asked = meaning.filled(carrier=day.carrier, date=day.date.isoformat())
    return replace(first, verdict=verdict, meaning=asked, takes_any_token=meaning is _ANY_TOKEN)


def _meaning(first: Verdict, second: ConnectionReport) -> Text:
    """Return what a good answer means beside the answer to a wrong token."""
    is_list = first is Verdict.WORKS
    if second.status in _REFUSED:
        return _PROVEN if is_list else _NOTHING_TODAY
    if second.verdict is Verdict.FAILS:
        return _NOT_FOUND_OUT
    return _ANY_TOKEN if is_list else _MAYBE_ANOTHER


def _asked(
    endpoint: Endpoint, credentials: CarrierCredentials, day: Day, cancellation: Cancellation, deadline: float
) -> ConnectionReport:
    """Request the day once; a day without manifests is no proof."""
    trial = _Trial(endpoint.timeout_seconds, deadline, time.monotonic)
    try:
        request = request_for(day, endpoint, credentials)
        run_cancellable(lambda: trial.run(request), cancellation)
    except NoManifestError:
        asked = _WORKS_WITHOUT.filled(carrier=day.carrier, date=day.date.isoformat())
        return trial.report(Verdict.UNSURE, asked)
    except AppError as error:
        return trial.report(Verdict.FAILS, error.user_message, _part(error, is_answered=trial.is_answered))
    return trial.report(Verdict.WORKS, _WORKS)


def _part(error: AppError, *, is_answered: bool) -> Part | None:
    """Return what is to be corrected after a failure; None where that is not known, or nothing is."""
    if isinstance(error, CredentialsRefusedError):
        return Part.CREDENTIALS if error.status == _UNAUTHORIZED else Part.CARRIER
    if isinstance(error, CredentialsError):
        return Part.CREDENTIALS
    if isinstance(error, CarrierStatusError):
        return Part.CARRIER if error.status == _BAD_REQUEST else None
    if isinstance(error, CarrierUnreachableError | CarrierTimeoutError):
        return None if is_answered else Part.ADDRESS
    return Part.ADDRESS if isinstance(error, AddressError | CarrierRedirectError | CarrierAnswerError) else None


class _Trial:
    """One request, which ends at the deadline: a body that drips never ends, and can be blanks alone."""

    def __init__(self, timeout_seconds: float, deadline: float, clock: Callable[[], float]) -> None:
        self._timeout_seconds, self._deadline, self._clock = timeout_seconds, deadline, clock
        self._started: float | None = None
        self._status: int | None = None
        self._answered: float | None = None

    @property
    def is_answered(self) -> bool:
        """Whether a status came."""
        return self._status is not None

    async def run(self, request: DayRequest) -> None:
        """Send the request, and read the beginning of its answer."""
        link = Link(request.server, None, self._timeout_seconds)
        with carrier_failures(link):
            async with asyncio.timeout(self._deadline - self._clock()):
                await self._run(request)

    async def _run(self, request: DayRequest) -> None:
        self._started = self._clock()
        async with ask(request, self._timeout_seconds) as incoming:
            self._answered = self._clock()
            self._status = incoming.status
            refused = await refusal_of(incoming, request)
            if refused is not None:
                raise refused
            opening = Elements(incoming.charset)
            while not opening.has_begun:
                piece = await incoming.next_piece()
                if piece:
                    opening.feed(piece)
                else:
                    opening.close()

    def report(self, verdict: Verdict, meaning: Text, about: Part | None = None) -> ConnectionReport:
        ended = self._clock() if self._answered is None else self._answered
        seconds = 0 if self._started is None else ended - self._started
        return ConnectionReport(verdict, self._status, round(1000 * seconds), meaning, about)
