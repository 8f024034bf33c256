"""The sentences for photos that cannot be shown. None holds more of the address than the host."""

import socket
import ssl

from app.domain.errors import PhotoError, PhotoMissingError, PhotoUnreachableError
from app.domain.texts import Text
from app.net.connections import causes_of

NO_ADDRESS = Text("Photo", "The address in the notification does not lead to a picture. Tell the provider.")
NOT_HTTPS = Text(
    "Photo",
    "The photo's address begins with http://, so others could read or change the photo on the way: only https is "
    "fetched. Tell the provider.",
)
EXAMPLE = Text(
    "Photo",
    "{host} is a name reserved for examples, without any pictures. The demo sends such addresses; those of a "
    "real provider lead to photos.",
)
NOT_PUBLIC = Text(
    "Photo",
    "{host} leads into a private network or to this computer, and photos are fetched from the public internet "
    "only. If you trust that server, open the photo in the browser.",
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
    "network requires a proxy, open the photo in the browser.",
)
LOST = Text("Photo", "The connection to {host} was lost before the photo was complete. Try again.")
CERTIFICATE = Text(
    "Photo",
    "This computer does not trust the certificate of {host} ({reason}), so the photo was not requested. Check "
    "this computer's clock; if it is right, tell the provider.",
)
NO_TLS = Text(
    "Photo",
    "{host} does not speak https correctly, so the photo was not requested. Tell the provider.",
)
REDIRECT = Text(
    "Photo",
    "{host} redirects to another address, which is not followed. Open the photo in the browser if you trust it.",
)
REFUSED = Text(
    "Photo",
    "{host} refuses the photo (status {status}): the address may have expired, or require a sign-in. If you "
    "have a user there, open the photo in the browser.",
)
GONE = Text(
    "Photo",
    "{host} does not have this photo (status {status}): it was removed, or not uploaded yet. Try again later.",
)
STATUS = Text("Photo", "{host} answered {status} instead of the photo. Try again later.")
TOO_LARGE = Text(
    "Photo",
    "The photo is larger than {megabytes} MB, the limit for fetching it. Open it in the browser.",
)
NOT_A_PICTURE = Text(
    "Photo",
    "The file that {host} sent is no PNG, JPEG or WebP picture, and nothing else is shown. Open it in the "
    "browser if you trust that server.",
)
NO_KNOWN_FORMAT = Text(
    "Photo", "What came cannot be read as a PNG, JPEG or WebP picture. Try again; if it stays so, tell the provider."
)
DAMAGED = Text("Photo", "The photo is damaged and cannot be shown. Try again; if it stays so, tell the provider.")
TOO_MANY_PIXELS = Text(
    "Photo",
    "The photo has {megapixels} megapixels, more than the {most} that are shown of such a file. Open it in the "
    "browser.",
)
TOO_MANY_SCANS = Text(
    "Photo",
    "The photo is made of more than {most} layers (JPEG scans), which no camera does, so it is not shown. Tell the "
    "provider.",
)
TOO_MUCH_MEMORY = Text(
    "Photo",
    "The photo is damaged, or needs more than the {megabytes} MB of memory that a photo may take, so it is not shown. "
    "Tell the provider.",
)
TOOK_TOO_LONG = Text(
    "Photo",
    "Decoding the photo took too long and was stopped. Try again; if it stays so, tell the provider.",
)
LITTLE_MEMORY = Text(
    "Photo",
    "The photo cannot be decoded now: this computer has too little memory left. Close other programs, and try again.",
)
NOT_STARTED = Text(
    "Photo",
    "The photo's decoder could not be started ({reason}). Start Despacho again; if that does not help, reinstall it or "
    "ask your administrator.",
)
_GONE = (404, 410)
_REFUSED = (401, 403)


def by_status(status: int, host: str) -> PhotoError:
    """Return the error for an answer other than 200."""
    if status in range(300, 400):  # redirects
        return PhotoError(REDIRECT.filled(host=host))
    if status in _GONE:
        return PhotoMissingError(GONE.filled(host=host, status=status))
    text = REFUSED if status in _REFUSED else STATUS
    return PhotoError(text.filled(host=host, status=status))


def by_error(error: Exception, host: str, *, is_connected: bool) -> PhotoUnreachableError:
    """Return the error for a failed connection."""
    for cause in causes_of(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            said = getattr(
                cause, "verify_message", ""
            )  # set by OpenSSL; the verifiers of Windows and macOS may leave it out
            reason = said or "".join(map(str, cause.args[-1:]))
            return PhotoUnreachableError(CERTIFICATE.filled(host=host, reason=reason))
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
            return PhotoUnreachableError(NO_TLS.filled(host=host))
        if isinstance(cause, socket.gaierror):
            return PhotoUnreachableError(NO_SUCH_HOST.filled(host=host))
    return PhotoUnreachableError((LOST if is_connected else NO_CONNECTION).filled(host=host))
