"""Outcome of a body with the right token, the reasons for quarantine, and bodies that are not kept whole."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from app.domain.texts import Text


class Outcome(StrEnum):
    """Outcome of a body with the right token; the values are those of the answers and exports.

    A quarantined body that turns out, when applied, to equal a saved notification is a DUPLICATE that keeps its body.
    """

    STORED = "stored"
    DUPLICATE = "duplicate"
    QUARANTINED = "quarantined"


OUTCOME_TEXTS = {
    Outcome.STORED: Text("Outcome", "Applied"),
    Outcome.DUPLICATE: Text("Outcome", "Repeated"),
    Outcome.QUARANTINED: Text("Outcome", "Set aside"),
}


class QuarantineReason(StrEnum):
    """Why a body is quarantined."""

    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    REPEATED_KEY = "repeated_key"
    TOO_DEEP = "too_deep"
    NO_VISIT = "no_visit"
    NO_TIMESTAMP = "no_timestamp"
    NO_STATUS = "no_status"
    OTHER_CONTENT = "other_content"  # than a saved notification with the same key
    TOO_MUCH = "too_much"  # was quarantined within an hour: this and further bodies are only counted


class QuarantinedError(ValueError):
    """The body is not a notification; `reason` says why."""

    def __init__(self, reason: QuarantineReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


REASON_TEXTS = {
    QuarantineReason.NOT_JSON: Text("Quarantine", "it is not JSON"),
    QuarantineReason.NOT_AN_OBJECT: Text("Quarantine", "it is not a JSON object with an object “data” in it"),
    QuarantineReason.REPEATED_KEY: Text("Quarantine", "it names the same field twice"),
    QuarantineReason.TOO_DEEP: Text("Quarantine", "it is nested too deeply"),
    QuarantineReason.NO_VISIT: Text("Quarantine", "visita_id is missing or no whole number"),
    QuarantineReason.NO_TIMESTAMP: Text("Quarantine", "timestamp is missing or not as the contract writes it"),
    QuarantineReason.NO_STATUS: Text("Quarantine", "estado_nuevo is missing"),
    QuarantineReason.OTHER_CONTENT: Text(
        "Quarantine", "the same visita_id and timestamp came before with other content"
    ),
    QuarantineReason.TOO_MUCH: Text("Quarantine", "too much was set aside within an hour"),
}


KEPT_BYTES = 4096
"""Of a shortened body, from its beginning."""


@dataclass(frozen=True)
class Shortened:
    """The body as it came.

    Args:
        size: its bytes; of several bodies that are only counted, their sum.
        digest: SHA-256, hexadecimal; None for bodies that are only counted.
        bodies: how many are counted.
    """

    size: int
    digest: str | None
    bodies: int = 1

    @classmethod
    def of(cls, body: bytes) -> "Shortened":
        """Return what is kept of a body besides its beginning."""
        return cls(len(body), sha256(body).hexdigest())

    @classmethod
    def stored(cls, size: int | None, digest: str | None, repeats: int) -> "Shortened | None":
        """Return what the columns of a notification say; None: its body is whole."""
        return None if size is None else cls(size, digest, 1 if digest is not None else repeats + 1)


def marked(text: str, shortened: Shortened | None) -> str:
    """Return a body's text with a mark where it is not whole, for exports and copies."""
    if shortened is None:
        return text
    if shortened.digest is None:
        return f"[only counted: {shortened.bodies} bodies of {shortened.size} bytes in all]"
    kept = KEPT_BYTES if text else 0
    return f"{text}[shortened: the first {kept} of {shortened.size} bytes, SHA-256 {shortened.digest}]"
