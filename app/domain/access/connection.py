"""The result of a test of the connection to the carrier."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.texts import Text


class Verdict(StrEnum):
    """What a test proves."""

    WORKS = "works"
    UNSURE = "unsure"  # the address answers, and may be another one's, or whether the token counts is not known
    FAILS = "fails"


class Part(StrEnum):
    """What of the connection a test found wrong."""

    ADDRESS = "address"
    CREDENTIALS = "credentials"
    CARRIER = "carrier"


@dataclass(frozen=True)
class ConnectionReport:
    """The result of a connection test.

    Attributes:
        verdict: what it proves.
        status: the HTTP status; None where no answer came.
        milliseconds: until the status, or the failure; 0 where nothing could be sent.
        meaning: the result as a sentence, with what to do.
        about: what is to be corrected; None where nothing is, or where it is not known.
        takes_any_token: whether a wrong token gets manifests as well.
    """

    verdict: Verdict
    status: int | None
    milliseconds: int
    meaning: Text
    about: Part | None = None
    takes_any_token: bool = False

    @property
    def works(self) -> bool:
        """Whether the carrier answered, and accepts the credentials as far as is known."""
        return self.verdict is not Verdict.FAILS
