"""Turns httpx's exceptions into the program's errors, each with a sentence for the user.

No sentence quotes an exception, which may hold what was sent.
"""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

from app.carrier.http_status import RETRIED
from app.domain.errors import (
    CarrierAnswerError,
    CarrierError,
    CarrierStatusError,
    CarrierTimeoutError,
    CarrierUnreachableError,
)
from app.domain.texts import Text
from app.net.connections import causes_of
from app.net.trust import CertificateFault, certificate_fault


class ConnectionLostError(CarrierUnreachableError):
    """The connection was refused or lost: unlike a wrong name or certificate, a retry may succeed."""


@dataclass(frozen=True)
class Link:
    """The other side of a request as sentences name it: `server` and `proxy` are hosts with ports."""

    server: str
    proxy: str | None
    timeout_seconds: float


_TIMEOUT = Text(
    "Error",
    "{server} did not answer, or stopped answering, within {seconds} s. Check the network and load again; a longer "
    "wait can be set as “Give up after”.",
)
_TOO_LARGE = Text(
    "Error",
    "The carrier's answer is larger than a day can be, so it was not read completely, and the day stays as it "
    "was. Tell the carrier.",
)
_PROXY_REFUSES = Text(
    "Error",
    "The proxy {proxy} refuses the request to {server}. Check the system's proxy settings, or ask your network's "
    "administrator.",
)
_PROXY_SIGN_IN = Text(
    "Error",
    "The network's proxy requires a sign-in (status 407). Ask your network's administrator, or set the proxy's "
    "user in HTTPS_PROXY.",
)
_PROXY_UNREACHABLE = Text(
    "Error",
    "The proxy {proxy} that this computer is set to use cannot be reached. Check the network and the system's "
    "proxy settings.",
)
_NO_CONNECTION = Text(
    "Error",
    "No connection to {server} can be made. Check the network, and the address of the carrier's service; if "
    "both are right, it may be down.",
)
_LOST = Text(
    "Error",
    "The connection to {server} was lost before the answer was complete. Check the network and load again.",
)
_NO_SUCH_HOST = Text(
    "Error",
    "The name of {server} cannot be found. Check that this computer is on the network, and the address of the "
    "carrier's service.",
)
_CERTIFICATE = Text(
    "Error",
    "This computer does not trust the certificate of {server} ({reason}), so nothing was sent. Check the address of "
    "the carrier's service.",
)
_UNKNOWN_ISSUER = Text(
    "Error",
    "This computer does not trust the certificate of {server} ({reason}), so nothing was sent. Check the address of "
    "the carrier's service. A proxy or antivirus program may inspect the connection: then your network's administrator "
    "has to add its certificate to those that this computer trusts.",
)
_NOT_NOW = Text(
    "Error",
    "By this computer's clock ({time}) the certificate of {server} is not valid ({reason}), so nothing was sent. Set "
    "the clock if it is wrong; if it is right, tell the carrier.",
)
_NO_TLS = Text(
    "Error",
    "No secure connection to {server} could be made. Check the address of the carrier's service: whether it begins "
    "with https, and its port.",
)
NOT_A_LIST = Text(
    "Error",
    "The carrier answered with a JSON object instead of a list of manifests. Check the address of the "
    "carrier's service; if it is right, tell the carrier.",
)
NOT_JSON = Text(
    "Error",
    "The answer is not from the carrier's service: it is a web page or a text instead of JSON. Check the address "
    "of the carrier's service, and whether the network requires a sign-in in the browser first.",
)
EMPTY = Text(
    "Error",
    "The carrier's answer is empty: not even an empty list came. Load again; if this continues, tell the carrier.",
)
CUT = Text("Error", "The carrier's answer is cut short. Load again; if this continues, tell the carrier.")
BROKEN = Text("Error", "The carrier's answer is not valid JSON. Load again; if this continues, tell the carrier.")


def too_large() -> CarrierAnswerError:
    """Return the error for an answer with more bytes or values than any day has."""
    return CarrierAnswerError(_TOO_LARGE)


def can_retry(error: CarrierError) -> bool:
    """Tell whether a retry can help: after a lost connection, or a temporary status."""
    if isinstance(error, CarrierStatusError):
        return error.status in RETRIED
    return isinstance(error, ConnectionLostError)


@contextmanager
def carrier_failures(link: Link) -> Iterator[None]:
    """Turn what httpx raises into the program's own errors.

    Raises:
        CarrierTimeoutError: too little arrived in time.
        CarrierUnreachableError: the name, certificate or proxy is wrong.
        ConnectionLostError: the connection was refused or lost.
    """
    try:
        yield
    except (TimeoutError, httpx.TimeoutException) as error:
        text = _TIMEOUT.filled(server=link.server, seconds=f"{link.timeout_seconds:g}")
        raise CarrierTimeoutError(text) from error
    except httpx.ProxyError as error:
        text = _PROXY_SIGN_IN if str(error).startswith("407") else _PROXY_REFUSES  # httpx gives no status
        raise CarrierUnreachableError(text.filled(server=link.server, proxy=link.proxy)) from error
    except (httpx.NetworkError, httpx.RemoteProtocolError, ssl.SSLError) as error:
        raise _unreachable(error, link) from error


def _untrusted(error: ssl.SSLCertVerificationError, server: str) -> Text:
    texts = {CertificateFault.NOT_NOW: _NOT_NOW, CertificateFault.UNKNOWN_ISSUER: _UNKNOWN_ISSUER}
    text = texts.get(certificate_fault(error), _CERTIFICATE)
    clock = datetime.now(UTC).astimezone()
    return text.filled(server=server, reason=error.verify_message, time=f"{clock:%Y-%m-%d %H:%M}")


def _unreachable(error: Exception, link: Link) -> CarrierUnreachableError:
    for cause in causes_of(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return CarrierUnreachableError(_untrusted(cause, link.server))
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
            return CarrierUnreachableError(_NO_TLS.filled(server=link.server))
        if isinstance(cause, socket.gaierror):
            return CarrierUnreachableError(_NO_SUCH_HOST.filled(server=link.proxy or link.server))
    if not isinstance(error, httpx.ConnectError):
        return ConnectionLostError(_LOST.filled(server=link.server))
    if link.proxy is not None:
        return ConnectionLostError(_PROXY_UNREACHABLE.filled(proxy=link.proxy))
    return ConnectionLostError(_NO_CONNECTION.filled(server=link.server))
