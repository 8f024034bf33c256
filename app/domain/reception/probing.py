"""A test that the receiver of this very desk answers, from inside or through its public address."""

from enum import StrEnum
from secrets import token_urlsafe
from typing import NamedTuple

from app.domain.texts import Text

PROBE_HEADER = "Despacho-Probe"
"""The request header that bears the nonce. The receiver answers only nonces that it was told to expect."""


class Probe(NamedTuple):
    """One test. Who sends the nonce gets the proof from the receiver that expects it, and from nobody else.

    The request is what the sender's would be: POST, JSON, `Authorization: Bearer` with the nonce in the token's place.
    The answer is 200 with `{"status": "probe", "proof": …, "authorization": …, "path": …}`, where `authorization` says
    whether the token came through and `path` whether it is the receiver's own; 503 with the same where nothing could
    be kept now (`"status": "unavailable"`).
    """

    nonce: str
    proof: str

    @classmethod
    def new(cls) -> "Probe":
        """Make one that nobody can guess."""
        return cls(token_urlsafe(24), token_urlsafe(24))


class Cause(StrEnum):
    """What a test found. All but the first two mean that notifications do not arrive, or that it cannot be told."""

    FINE = "fine"
    OTHER_PATH = "other_path"  # the desk answered, and the path was changed on the way: kept, with a warning

    NO_URL = "no_url"
    BAD_URL = "bad_url"
    NOT_HTTPS = "not_https"
    NOT_PUBLIC = "not_public"  # an address of the computer's or the network's own
    NAME_NOT_FOUND = "name_not_found"
    REFUSED = "refused"  # nothing listens there
    NO_ANSWER = "no_answer"  # nobody took the connection: a firewall
    PROXY_NEEDED = "proxy_needed"  # this computer may have no other way out, so the test says nothing
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_NAME = "certificate_name"
    CERTIFICATE_UNKNOWN = "certificate_unknown"  # self-signed, of an unknown authority, or an incomplete chain
    CERTIFICATE = "certificate"  # not valid in another way
    NO_TLS = "no_tls"
    HUNG_UP = "hung_up"
    SLOW = "slow"
    STOPPED = "stopped"  # by the user

    CANNOT_KEEP = "cannot_keep"  # the desk answered, 503
    TOKEN_LOST = "token_lost"  # noqa: S105 - the desk answered, and Authorization did not come through
    STATUS_CHANGED = "status_changed"  # the desk answered, and its status did not come through

    STRANGER = "stranger"  # somebody else says 2xx: notifications would vanish
    REDIRECT = "redirect"
    TUNNEL_DOWN = "tunnel_down"
    NOT_REACHED = "not_reached"  # 502, 503, 504: a proxy or tunnel that does not reach the desk
    NO_SUCH_PATH = "no_such_path"  # 404, 405
    SIGN_IN = "sign_in"  # 401, 403, 407
    CHALLENGED = "challenged"  # a page that wants a person
    REJECTED = "rejected"  # another 4xx
    TROUBLE = "trouble"  # anything else


class Diagnosis(NamedTuple):
    """What a test found and what to do about it.

    `status` is the HTTP status, None where none came; `milliseconds` the time until it came, or until it was clear
    that none would.
    """

    works: bool
    cause: Cause
    status: int | None
    milliseconds: int
    text: Text
