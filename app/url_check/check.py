"""Checks a receiver's URL: sends one POST as the sender does, and tells what the answer means."""

import asyncio
import ssl
import time

import httpx

from app import __version__
from app.domain.errors import LoadCancelledError
from app.domain.reception.probing import PROBE_HEADER, Cause, Diagnosis, Probe
from app.net.cancellation import Cancellation
from app.net.connections import PinnedConnection
from app.net.event_loop import run_cancellable
from app.url_check.addresses import Target, addresses_of, read_target
from app.url_check.answer_meaning import HttpAnswer, judge
from app.url_check.failures import failure, stopped
from app.url_check.findings import Finding, NoAnswerError

LONGEST_BODY = 64 * 1024
"""Bytes of an answer that are read; the receiver's own answer is a hundred times shorter."""

_BODY = b'{"event": "despacho_probe"}'
_WORKING = frozenset({Cause.FINE, Cause.OTHER_PATH})


def check(
    url: str,
    probe: Probe,
    *,
    is_public: bool,
    timeout: float = 15.0,
    verify: ssl.SSLContext | None = None,
    cancellation: Cancellation | None = None,
) -> Diagnosis:
    """Request a URL once as the sender does, and tell whether this very desk answered. Blocks: call it in a worker.

    The request goes directly and never through this computer's proxy: the sender does not use that proxy, and its
    answers could not be distinguished from those of the URL. No redirect is followed.

    Args:
        url: the receiver's URL, or its public one; empty where none is set.
        probe: the receiver must already expect it.
        is_public: whether the sender must be able to reach the URL: then it must be https and in the public internet.
        timeout: seconds for everything; the sender waits for 15.
        verify: what TLS trusts; the system's trust store where None.
        cancellation: ends the check at any moment, with a diagnosis that says so.
    """
    exchange = _Exchange(probe, timeout, PinnedConnection(verify))
    try:
        target = read_target(url, is_public=is_public)
        finding = run_cancellable(lambda: exchange.run(target), cancellation or Cancellation())
    except NoAnswerError as error:
        finding = error.finding
    except LoadCancelledError:
        finding = stopped()
    return exchange.diagnosis(finding)


class _Exchange:
    """One call of `check`."""

    def __init__(self, probe: Probe, seconds: float, connection: PinnedConnection) -> None:
        self._probe, self._seconds, self._connection = probe, seconds, connection
        self._started = time.monotonic()
        self._answered: float | None = None
        self._response: httpx.Response | None = None
        self._body = bytearray()

    async def run(self, target: Target) -> Finding:
        try:
            async with asyncio.timeout(self._seconds) as timeout:
                await self._request(target, timeout.when() or 0.0)
        except (TimeoutError, httpx.TransportError, ssl.SSLError) as error:
            if self._response is None:
                return failure(error, target, self._seconds, connected=self._connection.is_connected)
        # An answer whose body breaks off counts all the same: the sender looks at the status only.
        response = self._response
        assert response is not None  # noqa: S101 - for the type checker: the exchange ended without an error
        return judge(HttpAnswer(response.status_code, response.headers, bytes(self._body)), self._probe, target)

    def diagnosis(self, finding: Finding) -> Diagnosis:
        ended = time.monotonic() if self._answered is None else self._answered
        milliseconds = round(1000 * (ended - self._started))
        status = None if self._response is None else self._response.status_code
        return Diagnosis(finding.cause in _WORKING, finding.cause, status, milliseconds, finding.text)

    async def _request(self, target: Target, deadline: float) -> None:
        request = httpx.Request(
            "POST",
            target.url,
            content=_BODY,
            headers={
                "Content-Type": "application/json",
                "Accept": "application/json",
                "Accept-Encoding": "identity",
                "User-Agent": f"despacho/{__version__}",
                "Authorization": f"Bearer {self._probe.nonce}",
                PROBE_HEADER: self._probe.nonce,
            },
        )
        async with self._connection.send(request, await addresses_of(target), deadline, target.socket) as response:
            self._response, self._answered = response, time.monotonic()
            async for piece in response.aiter_raw():
                self._body += piece[: LONGEST_BODY - len(self._body)]
                if len(self._body) == LONGEST_BODY:
                    break
