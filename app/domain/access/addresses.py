"""Addresses of services: their origins, which ones can be entered, and the carrier's endpoint."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.domain.errors import AddressError
from app.domain.texts import Text

_USUAL_PORTS = {"http": 80, "https": 443}
_SERVER = re.compile(r"[\w.:\[\]-]+")
"""Host and port without characters (`\\`, `%`, `@`) over which two parsers of URLs may disagree."""
_SOCKET = re.compile(r"unix:(/[^:\0]+)")
"""No colon in the path: proxies write the path of the URL after one."""
QUERY_PATH = "/v2/planillas-envios"
"""Where the manifest query stands below the address, by the contract."""

_AROUND = "<>\"'“”«»,;"
"""What mails and chats put around an address."""
_QUERY = re.compile(r"/v2(?:/planillas-envios(?:[/?#].*)?|/*)\Z")
_SCHEME = re.compile(r"(https?)(?::/*|/+)", re.IGNORECASE)
"""Also with its colon or slashes forgotten."""
_OTHER_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)

_NONE = Text("Address", "Enter the address that the carrier gave you.")
_UNENCRYPTED = Text(
    "Address",
    "This address is not encrypted: others could read token and user on the way. Use the one that begins with https.",
)
_UNUSABLE = Text(
    "Address", "This is no address of a service. It looks like https://example.com/api, with no user, no ? and no #."
)
_NOTHING_SENT = Text(
    "Error",
    "The address of the carrier's service, {origin}, is not encrypted: others could read token and user on the way, "
    "so nothing is sent. Ask the carrier for its https address, and enter it.",
    command="despacho settings set base_url ADDRESS",
)


def socket_path(host: str) -> str:
    """Return the path of a Unix socket that is given as a host, `unix:/absolute/path`; empty where it is none."""
    found = _SOCKET.fullmatch(host)
    return found[1] if found else ""


def host_name(host: str) -> str:
    """Return a host without the brackets in which URLs have an IPv6 address."""
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer by its loopback address, `localhost` or a Unix socket."""
    if socket_path(host):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def origin_of(address: str) -> str:
    """Return scheme, host and, where it is not the usual one, port of an http(s) address; empty where it is none.

    A host that is called `http` or `https` is a scheme written twice; a network may resolve that name.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme not in _USUAL_PORTS or not host or not _SERVER.fullmatch(parts.netloc):
        return ""
    if host.rstrip(".") in _USUAL_PORTS:
        return ""
    named = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{named}" + (f":{port}" if port not in (None, _USUAL_PORTS[parts.scheme]) else "")


def may_carry_secrets(address: str) -> bool:
    """Tell whether what is sent to an address stays secret on the way: it is https, or this computer."""
    parts = urlsplit(origin_of(address))
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))


def without_controls(text: str) -> str:
    """Return a pasted text on one line, without line breaks and characters that cannot be seen, and trimmed."""
    return "".join(char for char in text if char == " " or (char.isprintable() and not char.isspace())).strip()


def without_query(address: str) -> str:
    """Return an address without what is certainly superfluous.

    Those are quotes around it, characters that cannot be seen, and the query's own path and parameters, which are in
    the contract's examples, or the version at their beginning.
    """
    return _QUERY.sub("", without_controls(address).strip(_AROUND)).rstrip("/")


def completed_address(typed: str) -> str:
    """Return a typed address as `without_query` does, without blanks, and with a scheme where none is named.

    That is `https://`, or `http://` for this computer.
    """
    address = without_query(typed.replace(" ", ""))
    if not address:
        return ""
    if _SCHEME.match(address):
        address = _SCHEME.sub(lambda found: f"{found[1].lower()}://", address, count=1)
    elif not _OTHER_SCHEME.match(address):
        address = _with_scheme(address.lstrip("/"))
    return address


def _with_scheme(address: str) -> str:
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        host = ""
    return f"{'http' if is_loopback(host) else 'https'}://{address}"


def address_problem(address: str) -> Text | None:
    """Return why nothing can be sent to an address, and what to do; None where it can."""
    if not address.strip():
        return _NONE
    if not origin_of(address) or any(char in address for char in "?#"):
        return _UNUSABLE
    return None if may_carry_secrets(address) else _UNENCRYPTED


@dataclass(frozen=True)
class Endpoint:
    """The carrier's API as it is set.

    Attributes:
        base_url: empty where it is not set.
        timeout_seconds: the longest wait for more of an answer.
        retry_seconds: the first pause before a retry.
    """

    base_url: str
    timeout_seconds: float
    retry_seconds: float


def refuse_unencrypted(address: str) -> None:
    """Refuse an address to which nothing secret may be sent.

    Raises:
        AddressError: it is neither https nor this computer's own; it says what to do.
    """
    if not may_carry_secrets(address):
        raise AddressError(_NOTHING_SENT.filled(origin=origin_of(address)))
