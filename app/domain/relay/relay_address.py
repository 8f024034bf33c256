"""The addresses of the relay's servers, as one setting."""

from urllib.parse import urlsplit

from app.domain.access.origins import is_loopback

_PORT = 4222
_ENCRYPTED, _PLAIN = "tls", "nats"


def checked_servers(value: str) -> str:
    """Return one or several addresses with commas between them, each with its port; empty: there is no relay.

    Raises:
        ValueError: one has another scheme, a user, a path, or is not encrypted though it leads to another computer.
    """
    return ",".join(_checked(one.strip()) for one in value.split(",")) if value.strip() else ""


def servers_of(relay_url: str) -> tuple[str, ...]:
    """Return the addresses of a checked setting."""
    return tuple(relay_url.split(",")) if relay_url else ()


def is_encrypted(server: str) -> bool:
    """Tell whether nothing may be sent to a server before TLS has proved who it is."""
    return urlsplit(server).scheme == _ENCRYPTED


def _checked(server: str) -> str:
    parts = urlsplit(server)
    host, port = parts.hostname or "", parts.port or _PORT
    if "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment or not host:
        raise ValueError(server)
    if parts.scheme != _ENCRYPTED and not (parts.scheme == _PLAIN and is_loopback(host)):
        raise ValueError(server)
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"
