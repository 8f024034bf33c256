"""The request for a day."""

import string
from dataclasses import dataclass, field

import httpx

from app import __version__
from app.domain.access.addresses import QUERY_PATH, Endpoint, origin_of, refuse_unencrypted, without_query
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.errors import AddressError, CredentialsError, CredentialsMissingError, SettingsError
from app.domain.texts import Text
from app.net.connections import http_url, server_of

_SENDABLE = frozenset(string.ascii_letters + string.digits + string.punctuation + " ")


@dataclass(frozen=True)
class DayRequest:
    """The GET for a carrier's day. `repr` shows no header, because two of them are secrets."""

    day: Day
    url: httpx.URL
    headers: dict[str, str] = field(repr=False)

    @property
    def server(self) -> str:
        """Host, and port where it is not the usual one."""
        return server_of(self.url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown where an answer repeats it."""
        return tuple(self.headers[name] for name in ("Authorization-Token", "Authorization-User"))


def request_for(day: Day, endpoint: Endpoint, credentials: CarrierCredentials) -> DayRequest:
    """Return the request for a day, as the contract has it.

    Raises:
        AddressError: the address is missing or unusable.
        SettingsError: the carrier code is.
        CredentialsMissingError: token or user is empty.
        CredentialsError: token or user holds a character that no header can.
    """
    if not day.carrier.strip():
        raise SettingsError(Text("Error", "No carrier code is given. Enter the code that the carrier gave you."))
    if any("\ud800" <= char <= "\udfff" for char in day.carrier):
        raise SettingsError(Text("Error", "The carrier code contains a character that cannot be sent. Type it again."))
    query = {"codigoCarrier": day.carrier.strip(), "fecha": day.date.isoformat()}
    return DayRequest(day, _base_url(endpoint.base_url).copy_merge_params(query), _headers(credentials))


def _base_url(address: str) -> httpx.URL:
    """Return the request's URL without parameters."""
    if not address.strip():
        text = Text(
            "Error",
            "No address of the carrier's service is set. Enter the one that the carrier gave you.",
            command="despacho settings set base_url ADDRESS",
        )
        raise AddressError(text)
    unusable = Text(
        "Error",
        "The address of the carrier's service cannot be used. Correct it: it begins with https://, names a host, and "
        "contains no user, no ? and no #.",
        command="despacho settings set base_url ADDRESS",
    )
    url = http_url(without_query(address) + QUERY_PATH)
    if url is None or url.query or url.fragment or not origin_of(address):
        raise AddressError(unusable)
    refuse_unencrypted(address)
    return url


def _headers(credentials: CarrierCredentials) -> dict[str, str]:
    """Return the headers, with the secrets checked: httpx would quote a wrong one in its exception."""
    if not credentials.token or not credentials.user:
        text = Text(
            "Error",
            "The carrier's token and user are not both set. Enter those that the carrier gave you.",
            command="despacho credentials set authorization-token (and authorization-user)",
        )
        raise CredentialsMissingError(text)
    for secret in (credentials.token, credentials.user):
        if not _SENDABLE.issuperset(secret) or secret != secret.strip():
            text = Text(
                "Error",
                "The carrier's token or user contains a character that cannot be sent: a line break, an accent, or a "
                "space at an end. Enter both again.",
            )
            raise CredentialsError(text)
    return {
        "Authorization-Token": credentials.token,
        "Authorization-User": credentials.user,
        "Accept": "application/json",
        "Accept-Encoding": "gzip",
        "User-Agent": f"despacho/{__version__}",
    }
