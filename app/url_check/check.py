"""Checks a receiver's URL: sends one POST as the sender does, and tells what the answer means."""

import asyncio
import ssl
import time

import httpx

from app import __version__
from app.domain.cancellation import Cancellation
from app.domain.errors import LoadCancelledError
from app.domain.reception.probing import PROBE_HEADER, Cause, Diagnosis, Probe
from app.domain.texts import Text
from app.net.connections import PinnedConnection, causes_of
from app.net.event_loop import run_cancellable
from app.net.trust import CertificateFault, certificate_fault
from app.url_check.addresses import Finding, NoAnswerError, Target, addresses_of, is_behind_proxy, read_target
from app.url_check.answer_meaning import HttpAnswer, judge

_STOPPED = Finding(Cause.STOPPED, Text("Outside", "The test was stopped."))
_REFUSED = Text(
    "Outside",
    "{server} refuses the connection: nothing listens there. Start the proxy or the tunnel, and check that the "
    "router forwards the port to it.",
)
_REFUSED_INSIDE = Text("Outside", "Nothing listens at {server}. Start the receiver.")
_NO_ANSWER = Text(
    "Outside",
    "{server} did not accept the connection within {seconds} s: a firewall blocks it, or the address is wrong. "
    "Open the port to the provider, and forward it on a router. Some routers do not let their own network reach "
    "its public address: if the provider's notifications arrive, the address works.",
)
_PROXY_NEEDED = Text(
    "Outside",
    "{server} cannot be reached directly, and this computer is set to use a proxy. This test does not use the "
    "proxy, because the provider does not either. Test from another network.",
)
_EXPIRED_CERTIFICATE = Text(
    "Outside",
    "The certificate of {server} has expired or is not valid yet ({reason}). Renew it, and check this computer's "
    "clock.",
)
_OTHER_NAMES_CERTIFICATE = Text(
    "Outside",
    "The certificate of {server} is for another name ({reason}). Get one for the name in the public address, or "
    "correct the address.",
)
_UNKNOWN_CERTIFICATE = Text(
    "Outside",
    "The certificate of {server} is not from a trusted authority ({reason}): it is self-signed, or the "
    "intermediate certificates are missing. Use one from a public authority (Caddy gets one automatically), with "
    "its whole chain (fullchain.pem).",
)
_BAD_CERTIFICATE = Text(
    "Outside", "The certificate of {server} is not accepted ({reason}). Get a new one from a public authority."
)
_NO_TLS = Text(
    "Outside",
    "No secure connection to {server} could be made. Check the port in the address, and that the proxy there speaks "
    "https.",
)
_HUNG_UP = Text(
    "Outside",
    "{server} closed the connection without an answer: there is a proxy or tunnel, but nothing behind it. Check "
    "that the receiver runs, and that the tunnel leads to its port.",
)
_SLOW = Text(
    "Outside",
    "{server} accepted the connection but did not answer within {seconds} s, and the provider waits 15 s at most. "
    "Check that the proxy leads to the receiver's address and port.",
)
LONGEST_BODY = 64 * 1024
"""Bytes of an answer that are read; the receiver's own answer is a hundred times shorter."""

_BODY = b'{"event": "despacho_probe"}'
_WORKING = frozenset({Cause.FINE, Cause.OTHER_PATH})


def failure(error: Exception, target: Target, seconds: float, *, connected: bool) -> Finding:
    """Return why a request got no answer.

    Args:
        error: what the request raised: a time-out, an `httpx.TransportError`, or what TLS raised.
        target: of the request.
        seconds: the time-out of the test.
        connected: whether the server accepted the connection.
    """
    finding = _failure(error, target, connected=connected)
    if not connected and target.is_public and is_behind_proxy(target):
        finding = Finding(Cause.PROXY_NEEDED, _PROXY_NEEDED)
    return Finding(finding.cause, finding.text.filled(server=target.server, seconds=f"{seconds:g}"))


def _failure(error: Exception, target: Target, *, connected: bool) -> Finding:
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return Finding(Cause.SLOW, _SLOW) if connected else Finding(Cause.NO_ANSWER, _NO_ANSWER)
    causes = tuple(causes_of(error))
    if connected:
        return _lost(error, causes)
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return Finding(Cause.REFUSED, _REFUSED if target.is_public else _REFUSED_INSIDE)
    return Finding(Cause.NO_ANSWER, _NO_ANSWER)  # no route to the address


def _lost(error: Exception, causes: tuple[BaseException, ...]) -> Finding:
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _certificate(cause)
    of_tls = any(isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError) for cause in causes)
    if of_tls or isinstance(error, httpx.ConnectError):  # of the TLS handshake, as TCP was connected
        return Finding(Cause.NO_TLS, _NO_TLS)
    return Finding(Cause.HUNG_UP, _HUNG_UP)


def _certificate(error: ssl.SSLCertVerificationError) -> Finding:
    kinds = {
        CertificateFault.NOT_NOW: (Cause.CERTIFICATE_EXPIRED, _EXPIRED_CERTIFICATE),
        CertificateFault.OTHER_NAME: (Cause.CERTIFICATE_NAME, _OTHER_NAMES_CERTIFICATE),
        CertificateFault.UNKNOWN_ISSUER: (Cause.CERTIFICATE_UNKNOWN, _UNKNOWN_CERTIFICATE),
        CertificateFault.OTHER: (Cause.CERTIFICATE, _BAD_CERTIFICATE),
    }
    cause, text = kinds[certificate_fault(error)]
    return Finding(cause, text.filled(reason=error.verify_message))


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
        finding = _STOPPED
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
