"""Tells why no answer came, from httpx's exceptions, which no sentence quotes."""

import ssl

import httpx

from app.domain.reception.probing import Cause
from app.domain.texts import Text
from app.net.certificates import CertificateFault, certificate_fault
from app.net.connections import causes_of
from app.url_check.addresses import Target, is_behind_proxy
from app.url_check.findings import Finding

_STOPPED = Text("Outside", "The test was stopped.")
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


def stopped() -> Finding:
    """Return the finding for a test that the user stopped."""
    return Finding(Cause.STOPPED, _STOPPED)


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
