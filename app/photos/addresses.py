"""The address of a photo: which may be requested."""

import httpx

from app.domain.errors import PhotoError
from app.net.urls import host_of, http_url
from app.photos import failures

_EXAMPLES = ("example", "example.com", "example.net", "example.org", "invalid", "test")
"""Names that never lead anywhere (RFC 2606, RFC 6761)."""


def photo_url(address: str) -> httpx.URL:
    """Return an address as the URL to request.

    Raises:
        PhotoError: it is no https URL, holds a user, or names a host that is an example.
    """
    url = http_url(address)
    if url is None:
        raise PhotoError(failures.NO_ADDRESS)
    if url.scheme != "https":
        raise PhotoError(failures.NOT_HTTPS)
    if is_example(host_of(url)):
        raise PhotoError(failures.EXAMPLE.filled(host=host_of(url)))
    return url


def is_example(host: str) -> bool:
    """Tell whether a name is one of those reserved for examples."""
    name = host.rstrip(".").lower()
    return any(name == one or name.endswith(f".{one}") for one in _EXAMPLES)
