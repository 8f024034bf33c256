"""Recognizes answers that ngrok and Cloudflare give instead of the desk, by their headers and error codes."""

import re
from collections.abc import Mapping

from app.domain.reception.probing import Cause
from app.domain.texts import Text
from app.url_check.findings import Finding

_NGROK_CODE = re.compile(rb"ERR_NGROK_\d{1,5}")
_CLOUDFLARE_CODE = re.compile(rb"error code: (\d{3,4})|\bError</span>\s*<span>(\d{3,4})", re.IGNORECASE)
_CLOUDFLARE_ORIGIN_ERRORS = frozenset({502, 504, *range(520, 528)})
_CLOUDFLARE_OWN_ERROR = 530

_NGROK_OFFLINE = "ERR_NGROK_3200"
_NGROK_WARNING = "ERR_NGROK_6024"
_NGROK_NOT_REACHED = frozenset({"ERR_NGROK_8012", "ERR_NGROK_3004", "ERR_NGROK_724"})

_NGROK_DOWN = Text(
    "Outside",
    "The tunnel is down: ngrok has no connection from this computer ({code}). Start ngrok. While it is down, "
    "ngrok answers {status} to each notification, and after a 404 the provider does not try again: let a Cloud "
    "Endpoint answer 503 in that time, as packaging/proxies/ngrok-cloud.yml shows.",
)
_NGROK_PAGE = Text(
    "Outside",
    "ngrok shows its warning page for browsers instead of the desk ({code}), so notifications may be lost. Use a "
    "plan or a domain without that page.",
)
_CLOUDFLARE_DOWN = Text(
    "Outside",
    "The tunnel is down: Cloudflare has no connection from this computer (status {status}, error {code}). Start "
    "cloudflared, and check that the name in the DNS leads to this tunnel. The provider tries again, but for half a "
    "minute only.",
)
_CHALLENGED = Text(
    "Outside",
    "Cloudflare checks whether the provider is a person (status {status}), so each notification would be lost: the "
    "provider does not try again. Switch Bot Fight Mode off, and add a rule that skips all challenges on the "
    "receiver's path.",
)
_TUNNEL_NOT_REACHED = Text(
    "Outside",
    "The tunnel of {service} is up, but does not reach the receiver (status {status}, error {code}). Check that "
    "the receiver runs, and that the tunnel leads to its address and port. The provider tries again, but for half "
    "a minute only.",
)
_SERVICE_ANSWERS = Text(
    "Outside",
    "{service} answers instead of the desk (status {status}, error {code}). Look that error up in {service}'s "
    "documentation. After a 4xx the provider does not try again.",
)


def tunnel_finding(status: int, headers: Mapping[str, str], body: bytes) -> Finding | None:
    """Return what a tunnel's own answer means; None where an answer is not recognized as one.

    Args:
        status: of the answer.
        headers: with names found in any case.
        body: its beginning.
    """
    return _of_ngrok(headers, body) or _of_cloudflare(status, headers, body)


def _of_ngrok(headers: Mapping[str, str], body: bytes) -> Finding | None:
    """Recognize ngrok by the error code in a header or in its page."""
    found = _NGROK_CODE.search(headers.get("Ngrok-Error-Code", "").encode()) or _NGROK_CODE.search(body)
    if found is None:
        return None
    code = found.group().decode("ascii")
    if code == _NGROK_OFFLINE:
        return Finding(Cause.TUNNEL_DOWN, _NGROK_DOWN.filled(code=code))
    if code == _NGROK_WARNING:
        return Finding(Cause.CHALLENGED, _NGROK_PAGE.filled(code=code))
    if code in _NGROK_NOT_REACHED:
        return Finding(Cause.NOT_REACHED, _TUNNEL_NOT_REACHED.filled(service="ngrok", code=code))
    return Finding(Cause.TROUBLE, _SERVICE_ANSWERS.filled(service="ngrok", code=code))


def _of_cloudflare(status: int, headers: Mapping[str, str], body: bytes) -> Finding | None:
    """Recognize Cloudflare by its own statuses and error codes; its `Server` header is on forwarded answers too."""
    if headers.get("Cf-Mitigated", "").lower() == "challenge":
        return Finding(Cause.CHALLENGED, _CHALLENGED)
    if headers.get("Server", "").lower() != "cloudflare":
        return None
    found = _CLOUDFLARE_CODE.search(body)
    code = (found.group(1) or found.group(2)).decode("ascii") if found else str(status)
    if status == _CLOUDFLARE_OWN_ERROR and code in ("1033", str(_CLOUDFLARE_OWN_ERROR)):
        return Finding(Cause.TUNNEL_DOWN, _CLOUDFLARE_DOWN.filled(code=code))
    if status in _CLOUDFLARE_ORIGIN_ERRORS:
        return Finding(Cause.NOT_REACHED, _TUNNEL_NOT_REACHED.filled(service="Cloudflare", code=code))
    if found:
        return Finding(Cause.TROUBLE, _SERVICE_ANSWERS.filled(service="Cloudflare", code=code))
    return None
