"""Test that this desk's own receiver answers, locally or through its public address."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from secrets import token_urlsafe

from app.domain.texts import Text

PROBE_HEADER = "Despacho-Probe"
"""Request header with the nonce. The receiver answers only nonces that it expects."""


@dataclass(frozen=True)
class Probe:
    """One test: only the receiver that expects the nonce answers with the proof.

    The request is like a notification: POST, JSON, `Authorization: Bearer` with the nonce in place of the token. The
    answer is 200 with `{"status": "probe", "proof": …, "authorization": …, "path": …}`, where `authorization` says
    whether the token arrived and `path` whether the path is the receiver's own; or 503 with the same if nothing could
    be saved now (`"status": "unavailable"`).
    """

    nonce: str
    proof: str

    @classmethod
    def new(cls) -> "Probe":
        """Return a test with an unguessable nonce and proof."""
        return cls(token_urlsafe(24), token_urlsafe(24))


class Cause(StrEnum):
    """Result of a test. All but the first two mean that notifications do not arrive, or may not."""

    FINE = "fine"
    OTHER_PATH = "other_path"  # the desk answered, and the path was changed on the way: saved, with a warning

    NO_URL = "no_url"
    BAD_URL = "bad_url"
    NOT_HTTPS = "not_https"
    NOT_PUBLIC = "not_public"  # an address of this computer or of the local network
    NAME_NOT_FOUND = "name_not_found"
    REFUSED = "refused"  # nothing listens there
    NO_ANSWER = "no_answer"  # the connection was not accepted: a firewall
    PROXY_NEEDED = "proxy_needed"  # this computer may reach the Internet only by a proxy: the test proves nothing
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_NAME = "certificate_name"
    CERTIFICATE_UNKNOWN = "certificate_unknown"  # self-signed, of an unknown authority, or an incomplete chain
    CERTIFICATE = "certificate"  # invalid for another reason
    NO_TLS = "no_tls"
    HUNG_UP = "hung_up"
    SLOW = "slow"
    STOPPED = "stopped"  # by the user

    CANNOT_KEEP = "cannot_keep"  # the desk answered, 503
    TOKEN_LOST = "token_lost"
    STATUS_CHANGED = "status_changed"  # the desk answered, and its status was changed on the way

    STRANGER = "stranger"  # another server answers 2xx: notifications would be lost
    REDIRECT = "redirect"
    TUNNEL_DOWN = "tunnel_down"
    NOT_REACHED = "not_reached"  # 502, 503, 504: a proxy or tunnel that does not reach the desk
    NO_SUCH_PATH = "no_such_path"  # 404, 405
    SIGN_IN = "sign_in"  # 401, 403, 407
    CHALLENGED = "challenged"  # a page that asks for a human
    REJECTED = "rejected"  # another 4xx
    TROUBLE = "trouble"  # anything else


@dataclass(frozen=True)
class Diagnosis:
    """Result of a test, with a sentence that says what to do.

    `status` is the HTTP status, None without an answer; `milliseconds` is the time until the answer or the failure.
    """

    works: bool
    cause: Cause
    status: int | None
    milliseconds: int
    text: Text


@dataclass(frozen=True)
class Outage:
    """A time in which the public address did not lead here.

    Attributes:
        since: when a test last succeeded, UTC, else when the first one failed.
        until: when one last failed, UTC.
        address: the public address.
    """

    since: datetime
    until: datetime
    address: str
