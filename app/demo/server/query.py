"""Checks credentials and parameters of a query, with the contract's 401, 403 and 400."""

import hmac
import re
from collections.abc import Sequence
from datetime import date

from aiohttp import web

from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day

_USER_WITHOUT_PERMISSION = "sin-permiso"
"""A user with valid credentials and no permission: 403."""

_UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_CARRIER = re.compile(r"[A-Za-z0-9._-]{1,40}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def check_caller(request: web.Request, credentials: CarrierCredentials | None) -> None:
    """Check the request's credentials; without `credentials`, accept any token in the contract's format.

    Raises:
        web.HTTPUnauthorized: a header is missing, repeated or wrong.
        web.HTTPForbidden: the user has no permission.
    """
    token = _only(request.headers.getall("Authorization-Token", []))
    user = _only(request.headers.getall("Authorization-User", []))
    if credentials is None:
        known = _UUID.fullmatch(token) is not None and bool(user.strip())
    else:
        known = _same(token, credentials.token) & _same(user, credentials.user)  # no short-circuit, for constant time
    if not known:
        raise web.HTTPUnauthorized(text="Token o usuario inválido")
    if user == _USER_WITHOUT_PERMISSION:
        raise web.HTTPForbidden(text="Sin permiso para estos datos")


def read_day(request: web.Request) -> Day:
    """Return the requested carrier code and date.

    Raises:
        web.HTTPBadRequest: a parameter is missing, repeated or malformed.
    """
    carrier = _only(request.query.getall("codigoCarrier", []))
    day = _only(request.query.getall("fecha", []))
    if not _CARRIER.fullmatch(carrier):
        raise web.HTTPBadRequest(text="codigoCarrier inválido")
    if not _DATE.fullmatch(day):
        raise web.HTTPBadRequest(text="fecha inválida")
    try:
        return Day(carrier, date.fromisoformat(day))
    except ValueError as error:
        raise web.HTTPBadRequest(text="fecha inválida") from error


def _only(values: Sequence[str]) -> str:
    """Return the only value, or an empty text if there is none or more than one."""
    return values[0] if len(values) == 1 else ""


def _same(given: str, wanted: str) -> bool:
    """Compare in constant time. Bytes of a header that are not UTF-8 arrive as surrogates."""
    return hmac.compare_digest(given.encode(errors="surrogateescape"), wanted.encode(errors="surrogateescape"))
