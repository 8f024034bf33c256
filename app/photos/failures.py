"""Why a photo is not shown, in plain words. No sentence holds more of its address than the host."""

import socket
import ssl

from app.domain.errors import PhotoError
from app.domain.texts import Text
from app.net.connections import causes_of

NO_ADDRESS = Text("Photo", "The sender gave an address that leads to no picture. Tell whoever sends the visits.")
NOT_HTTPS = Text(
    "Photo",
    "The photo’s address begins with http://, which anybody on the way could read or change: only https is fetched. "
    "Tell whoever sends the visits.",
)
EXAMPLE = Text(
    "Photo",
    "{host} is a name made up for examples: there is no picture behind it. The demo sends such addresses; those of a "
    "real sender lead to photos.",
)
NOT_PUBLIC = Text(
    "Photo",
    "{host} leads into a private network or this computer itself, and photos are fetched from the public internet "
    "alone. If you trust that server, open the photo in the browser.",
)
NO_SUCH_HOST = Text(
    "Photo",
    "The name {host} cannot be found. Check that this computer is on the network, and try again.",
)
TIMEOUT = Text(
    "Photo",
    "{host} did not send the whole photo within {seconds} s. Try again; where the network is slow, open it in the "
    "browser.",
)
NO_CONNECTION = Text(
    "Photo",
    "No connection to {host} can be made. Check the network and try again. Photos are fetched directly: if your "
    "network lets nothing out but through a proxy, open it in the browser.",
)
LOST = Text("Photo", "The connection to {host} was lost before the photo was whole. Try again.")
CERTIFICATE = Text(
    "Photo",
    "This computer does not trust the certificate of {host} ({reason}), so nothing was asked. Check this computer’s "
    "clock; if it is right, tell whoever sends the visits.",
)
NO_TLS = Text(
    "Photo",
    "{host} does not speak https as it should, so nothing was asked. Tell whoever sends the visits.",
)
REDIRECT = Text(
    "Photo",
    "{host} does not have the photo itself and points to another address, which is not followed. Open it in the "
    "browser if you trust it.",
)
REFUSED = Text(
    "Photo",
    "{host} does not give the photo out (answer {status}): the address may have expired, or want a login. Open it in "
    "the browser if you have one.",
)
GONE = Text(
    "Photo",
    "{host} does not have this photo (answer {status}): it was removed, or not uploaded yet. Try again later.",
)
STATUS = Text("Photo", "{host} answered {status} instead of the photo. Try again later.")
TOO_LARGE = Text(
    "Photo",
    "The photo is larger than {megabytes} MB, which is more than is fetched. Open it in the browser.",
)
NOT_A_PICTURE = Text(
    "Photo",
    "What {host} sent is no PNG, JPEG or WebP picture, and nothing else is shown. Open it in the browser if you trust "
    "that server.",
)
_GONE = (404, 410)
_REFUSED = (401, 403)


def by_status(status: int, host: str) -> PhotoError:
    """Say what an answer other than 200 means."""
    if 300 <= status < 400:  # noqa: PLR2004 - redirects
        return PhotoError(REDIRECT.filled(host=host))
    text = GONE if status in _GONE else REFUSED if status in _REFUSED else STATUS
    return PhotoError(text.filled(host=host, status=status))


def by_error(error: Exception, host: str, *, is_connected: bool) -> PhotoError:
    """Say what a failure on the way means."""
    for cause in causes_of(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            said = getattr(cause, "verify_message", "")  # by OpenSSL; the system's own verifiers may leave it out
            reason = said or "".join(map(str, cause.args[-1:]))
            return PhotoError(CERTIFICATE.filled(host=host, reason=reason))
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
            return PhotoError(NO_TLS.filled(host=host))
        if isinstance(cause, socket.gaierror):
            return PhotoError(NO_SUCH_HOST.filled(host=host))
    return PhotoError((LOST if is_connected else NO_CONNECTION).filled(host=host))
