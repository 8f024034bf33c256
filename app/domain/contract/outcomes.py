"""What becomes of a body that came with the right token, and why it is set aside where it is; in words too."""

from enum import StrEnum

from app.domain.texts import Text


class Outcome(StrEnum):
    """What becomes of a notification that bears the right token; the values are those of the answers and exports.

    One that was quarantined and then applied, only to be the same as one that is kept, is a DUPLICATE with its body.
    """

    STORED = "stored"
    DUPLICATE = "duplicate"
    QUARANTINED = "quarantined"


def known_outcome(word: str) -> Outcome:
    """Return what becomes of a notification; of what a newer version says, that it is applied to no visit here."""
    return Outcome(word) if word in {one.value for one in Outcome} else Outcome.QUARANTINED


OUTCOME_TEXTS = {
    Outcome.STORED: Text("Outcome", "Applied"),
    Outcome.DUPLICATE: Text("Outcome", "Repeated"),
    Outcome.QUARANTINED: Text("Outcome", "Set aside"),
}


class QuarantineReason(StrEnum):
    """Why a body is kept aside, not applied."""

    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    REPEATED_KEY = "repeated_key"
    TOO_DEEP = "too_deep"
    NO_VISIT = "no_visit"
    NO_TIMESTAMP = "no_timestamp"
    NO_STATUS = "no_status"
    OTHER_CONTENT = "other_content"  # of a notification that was kept before


def known_reason(word: str | None) -> QuarantineReason | None:
    """Return why a body is kept aside; None where it is not, or a newer version said why."""
    return QuarantineReason(word) if word in {one.value for one in QuarantineReason} else None


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
}
