"""What went wrong with the relay, as sentences that say what to do."""

import os
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import nats.errors

from app.domain.errors import AppError, RelayError, RelayRefusedError
from app.domain.texts import Text
from app.net.connections import CertificateFault, certificate_fault

_UNREACHABLE = Text("Relay", "The relay {server} cannot be reached ({reason}). Despacho keeps trying.")
_SLOW = Text("Relay", "The relay {server} does not answer. Despacho keeps trying.")
_LOST = Text("Relay", "The connection to the relay {server} was lost. Despacho connects again.")
_REFUSED = Text(
    "Relay",
    "The relay {server} refuses the credentials. Enter relay-user and relay-password, or relay-nkey, as its "
    "administrator gave them to you.",
    command="despacho credentials set relay-password",
)
_DENIED = Text("Relay", "The relay's credentials do not permit to use {what}. Ask its administrator for others.")
_UNENCRYPTED = Text("Relay", "The relay {server} does not offer encryption, so nothing was sent to it.")
_CERTIFICATES = {
    CertificateFault.NOT_NOW: Text(
        "Relay", "The certificate of the relay {server} is not valid at this time. Check this computer's clock."
    ),
    CertificateFault.OTHER_NAME: Text("Relay", "The certificate of the relay is not for {server}."),
    CertificateFault.UNKNOWN_ISSUER: Text(
        "Relay",
        "This computer does not trust the certificate of the relay {server}. Install that of its authority on this "
        "computer.",
    ),
    CertificateFault.OTHER: Text("Relay", "The certificate of the relay {server} cannot be used."),
}
NO_STREAM = Text(
    "Relay",
    "The relay has no stream for the site “{site}” yet, or it was deleted. A receiver creates it when it starts: "
    "despacho receive --relay",
)
FULL = Text(
    "Relay",
    "The relay cannot store more ({reason}). Its administrator must give it more disk or a larger limit. What was not "
    "published is kept here, and is published then.",
)
NO_JETSTREAM = Text("Relay", "JetStream is not enabled on the relay, or not for these credentials.")
UNEXPECTED = Text("Relay", "The relay answered with an error: {reason}. Despacho keeps trying.")
_DENIED_WORDS = re.compile(r'Permissions Violation for .*"(?P<what>[^"]*)"', re.IGNORECASE)
_REFUSED_WORDS = ("authorization violation", "authentication", "revoked")


class DeniedError(RelayRefusedError):
    """The credentials are right, but do not permit to use a subject."""


class UnencryptedError(nats.errors.Error):
    """The server does not offer TLS where it must; nothing was sent."""


_TEXTS = {
    UnencryptedError: _UNENCRYPTED,
    nats.errors.NoRespondersError: NO_JETSTREAM,
    nats.errors.ConnectionClosedError: _LOST,
    nats.errors.StaleConnectionError: _LOST,
    TimeoutError: _SLOW,
}


@contextmanager
def relay_failures(server: str) -> Iterator[None]:
    """Raise failures of the connection to a server as errors with a sentence.

    Raises:
        RelayError, RelayRefusedError: for what the block raised.
    """
    try:
        yield
    except (OSError, EOFError, nats.errors.Error) as error:  # a time-out is an OSError
        raise relay_error(error, server) from error


def relay_error(error: BaseException, server: str) -> AppError:
    """Return a failure of the connection with its sentence."""
    reason = str(error).removeprefix("nats: ").strip("' ")
    if isinstance(error, ConnectionError) and error.errno:  # asyncio writes the address into it once more
        reason = os.strerror(error.errno)
    if denied := _DENIED_WORDS.search(reason):
        return DeniedError(_DENIED.filled(**denied.groupdict()))
    if isinstance(error, nats.errors.Error) and any(word in reason.lower() for word in _REFUSED_WORDS):
        return RelayRefusedError(_REFUSED.filled(server=server))
    text = next((text for kind, text in _TEXTS.items() if isinstance(error, kind)), _UNREACHABLE)
    if isinstance(error, ssl.SSLCertVerificationError):
        text = _CERTIFICATES[certificate_fault(error)]
    return RelayError(text.filled(server=server, reason=reason or type(error).__name__))
