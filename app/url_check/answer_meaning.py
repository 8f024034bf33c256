"""Tells what an answer means: whether this desk gave it, else what did, and what to do about it."""

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from app.domain.reception.probing import Cause, Probe
from app.domain.texts import Text
from app.net.connections import redirect_target, server_of
from app.url_check.addresses import Finding, Target

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
_SUCCESS = frozenset({200, 201, 204})  # for the sender, by the contract
_LONGEST_PLACE = 200

_FINE = Text("Outside", "It works: this desk answered at {server}.")
_OTHER_PATH = Text(
    "Outside",
    "It works: this desk answered at {server}. But the path is changed on the way, so every notification causes "
    "a warning: make the proxy keep the path, or change the receiver's path to the one that arrives.",
    command="despacho settings set receiver_path PATH",
)
_TOKEN_LOST = Text(
    "Outside",
    "This desk answered, but the Authorization header was removed on the way: every notification would be "
    "refused, and the provider would not try again. Make the proxy at {server} pass that header on.",
)
_CANNOT_KEEP = Text(
    "Outside",
    "This desk answered, but cannot save notifications now (status {status}): the receiver's state says why. The "
    "provider tries again, but for half a minute only.",
)
_STATUS_CHANGED = Text(
    "Outside",
    "This desk answered, but its status was changed to {status} on the way, which is a failure to the provider. "
    "Make the proxy at {server} keep the status.",
)
_STRANGER = Text(
    "Outside",
    "Another program or another desk answers at {server}. It reports success (status {status}), so each "
    "notification counts as delivered for the provider, and this desk never receives it. Check the address, and "
    "where the proxy or tunnel leads.",
)
_REDIRECT = Text(
    "Outside",
    "{server} redirects the request to {place} (status {status}), and the provider may not follow. If that is your "
    "own address, enter it as the public one; if it is a sign-in page, exclude the receiver's path from the "
    "sign-in.",
)
_REDIRECT_NOWHERE = Text(
    "Outside",
    "{server} redirects the request without saying where (status {status}). Check the proxy.",
)
_NOT_REACHED = Text(
    "Outside",
    "{server} answers instead of the desk, because it cannot reach it (status {status}). Check that the receiver "
    "runs, and that the proxy or tunnel leads to its address and port. The provider tries again, but for half a "
    "minute only.",
)
_NO_SUCH_PATH = Text(
    "Outside",
    "{server} answers instead of the desk and does not know the path (status {status}), so each notification "
    "would be lost: the provider does not try again. Check the path in the address, and that the proxy passes it "
    "on.",
)
_SIGN_IN = Text(
    "Outside",
    "Something in front of the desk requires a sign-in, or blocks all requests (status {status}), so each "
    "notification would be lost: the provider does not try again. Exclude the receiver's path at {server} from it. "
    "If another desk receives there, correct the address.",
)
_REJECTED = Text(
    "Outside",
    "{server} refuses the request before it reaches the desk (status {status}), so each notification would be "
    "lost: the provider does not try again. The proxy's log says why; the proxy must pass on a POST of 1 MiB "
    "unchanged.",
)
_TROUBLE = Text(
    "Outside",
    "{server} answers instead of the desk, with status {status}. The proxy's log says why. The provider tries "
    "again after a status of 500 or higher, but for half a minute only.",
)

_BY_STATUS: dict[int, tuple[Cause, Text]] = {
    401: (Cause.SIGN_IN, _SIGN_IN),
    403: (Cause.SIGN_IN, _SIGN_IN),
    404: (Cause.NO_SUCH_PATH, _NO_SUCH_PATH),
    405: (Cause.NO_SUCH_PATH, _NO_SUCH_PATH),
    407: (Cause.SIGN_IN, _SIGN_IN),
    502: (Cause.NOT_REACHED, _NOT_REACHED),
    503: (Cause.NOT_REACHED, _NOT_REACHED),
    504: (Cause.NOT_REACHED, _NOT_REACHED),
}


def tunnel_finding(status: int, headers: Mapping[str, str], body: bytes) -> Finding | None:
    """Return what a tunnel's own answer means; None where an answer is not recognized as one."""
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


@dataclass(frozen=True)
class HttpAnswer:
    """An answer with the beginning of its body. Names in `headers` are found in any case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def judge(answer: HttpAnswer, probe: Probe, target: Target) -> Finding:
    """Return the cause and the sentence for an answer."""
    proven = _proven(answer.body, probe)
    finding = _of_others(answer, target) if proven is None else _of_this_desk(answer.status, proven)
    return Finding(finding.cause, finding.text.filled(server=target.server, status=answer.status))


def _proven(body: bytes, probe: Probe) -> Mapping[str, object] | None:
    """Return the JSON object of an answer with the probe's proof; None where another program answered."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    proof = said.get("proof") if isinstance(said, dict) else None
    if isinstance(proof, str) and secrets.compare_digest(proof.encode(errors="replace"), probe.proof.encode()):
        return dict(said)
    return None


def _of_this_desk(status: int, said: Mapping[str, object]) -> Finding:
    if said.get("authorization") is not True:
        return Finding(Cause.TOKEN_LOST, _TOKEN_LOST)
    if status == httpx.codes.SERVICE_UNAVAILABLE:
        return Finding(Cause.CANNOT_KEEP, _CANNOT_KEEP)
    if status not in _SUCCESS:
        return Finding(Cause.STATUS_CHANGED, _STATUS_CHANGED)
    if said.get("path") is not True:
        return Finding(Cause.OTHER_PATH, _OTHER_PATH)
    return Finding(Cause.FINE, _FINE)


def _of_others(answer: HttpAnswer, target: Target) -> Finding:
    tunnel = tunnel_finding(answer.status, answer.headers, answer.body)
    if tunnel is not None:
        return tunnel
    if httpx.codes.is_success(answer.status):
        return Finding(Cause.STRANGER, _STRANGER)
    if httpx.codes.is_redirect(answer.status):
        return Finding(Cause.REDIRECT, _redirect(answer.headers.get("Location", ""), target))
    if answer.status in _BY_STATUS:
        return Finding(*_BY_STATUS[answer.status])
    if httpx.codes.is_client_error(answer.status):
        return Finding(Cause.REJECTED, _REJECTED)
    return Finding(Cause.TROUBLE, _TROUBLE)


def _redirect(location: str, target: Target) -> Text:
    """Name the target of a redirect, without its query, which may hold secrets."""
    place = redirect_target(target.url, location)
    if place is None:
        return _REDIRECT_NOWHERE
    path = place.raw_path.partition(b"?")[0].decode("ascii")
    return _REDIRECT.filled(place=f"{place.scheme}://{server_of(place)}{path}"[:_LONGEST_PLACE])
