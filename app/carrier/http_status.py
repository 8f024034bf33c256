"""The error for each HTTP status, by the contract's table of errors, and for those it does not list."""

import httpx

from app.domain.days import Day
from app.domain.errors import (
    AppError,
    CarrierRedirectError,
    CarrierStatusError,
    CredentialsRefusedError,
    NoManifestError,
)
from app.domain.texts import Text
from app.net.connections import redirect_target, server_of

RETRIED = frozenset({500, 502, 503, 504})
"""The statuses of a temporary failure of the carrier: the only ones that are retried."""

_BAD_REQUEST = Text(
    "Error",
    "The carrier does not accept the carrier code {carrier} or the date {date} (status 400). Check both.",
)
_UNAUTHORIZED = Text(
    "Error",
    "The carrier does not accept the token or the user (status 401). Enter both again; if they are right, "
    "ask the carrier for new ones.",
)
_FORBIDDEN = Text(
    "Error",
    "This user has no permission for carrier {carrier} on {date} (status 403). Check the carrier code, or ask "
    "the carrier for permission.",
)
_NOT_FOUND = Text(
    "Error",
    "The carrier has no manifest for carrier {carrier} on {date}. If there should be one, check the carrier "
    "code, the date, and the address of the carrier's service.",
)
_TOO_MANY = Text("Error", "The carrier received too many requests (status 429). Wait some minutes, then load again.")
_TROUBLE = Text(
    "Error",
    "The carrier's service has a problem (status {status}). Load again in some minutes; if this continues, tell "
    "the carrier.",
)
_UNKNOWN = Text(
    "Error",
    "The carrier answered with status {status}, which its contract does not name. Check the address of the carrier's "
    "service; if it is right, tell the carrier.",
)
_REDIRECT = Text(
    "Error",
    "The server redirects the request to {place} (status {status}). Credentials are not sent to another server: "
    "check the address of the carrier's service.",
)
_REDIRECT_NOWHERE = Text(
    "Error",
    "The server redirects the request without saying where (status {status}). Check the address of the carrier's "
    "service.",
)


_WITH_REASON = Text("Error", "{sentence} The carrier says: “{reason}”.")


def gives_reason(status: int) -> bool:
    """Tell whether the body of an answer with this status may say what failed."""
    known = (httpx.codes.OK, httpx.codes.NOT_FOUND, httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN)
    return status not in known and not httpx.codes.is_redirect(status)


def refusal(status: int, location: str, url: httpx.URL, day: Day, reason: str = "") -> AppError | None:
    """Return the error for a status other than 200; None for 200. The answer's `location` and `reason` may be empty."""
    asked = {"carrier": day.carrier, "date": day.date.isoformat(), "status": status}
    if status == httpx.codes.OK:
        return None
    if status == httpx.codes.NOT_FOUND:
        return no_manifest(day)
    if status == httpx.codes.UNAUTHORIZED:
        return CredentialsRefusedError(_UNAUTHORIZED, status)
    if status == httpx.codes.FORBIDDEN:
        return CredentialsRefusedError(_FORBIDDEN.filled(**asked), status)
    if httpx.codes.is_redirect(status):
        return CarrierRedirectError(_redirected(url, location).filled(**asked))
    sentence = _other(status).filled(**asked)
    return CarrierStatusError(_WITH_REASON.filled(sentence=sentence, reason=reason) if reason else sentence, status)


def no_manifest(day: Day) -> NoManifestError:
    """Return the error for a day without manifests: a 404, or an empty list."""
    return NoManifestError(_NOT_FOUND.filled(carrier=day.carrier, date=day.date.isoformat()))


def _other(status: int) -> Text:
    known: dict[int, Text] = {
        httpx.codes.BAD_REQUEST: _BAD_REQUEST,
        httpx.codes.TOO_MANY_REQUESTS: _TOO_MANY,
    }
    return known.get(status, _TROUBLE if httpx.codes.is_server_error(status) else _UNKNOWN)


def _redirected(url: httpx.URL, location: str) -> Text:
    """Name the server of a redirect, without the path and query, which may hold secrets."""
    target = redirect_target(url, location)
    return _REDIRECT_NOWHERE if target is None else _REDIRECT.filled(place=f"{target.scheme}://{server_of(target)}")
