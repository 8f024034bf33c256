"""A test that the receiver of this very desk answers, from inside or through its public address."""

from dataclasses import dataclass
from secrets import token_urlsafe

PROBE_HEADER = "Despacho-Probe"
"""The request header that bears the nonce. The receiver answers only nonces that it was told to expect."""


@dataclass(frozen=True)
class Probe:
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
