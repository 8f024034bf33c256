"""Follow-ups: what the dispatcher notes about a failed delivery, as no notification says why it failed."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, StrEnum

from app.domain.texts import Text


class FailureReason(StrEnum):
    """The reasons that every site has; `app.domain.calls.reasons` adds those of a site. Their keys never change."""

    ABSENT = "absent"
    REFUSED = "refused"
    ADDRESS = "address"  # wrong, incomplete, not found
    ZONE = "zone"  # the driver could not or would not go there
    OTHER = "other"
    NO_ANSWER = "no_answer"  # the recipient did not pick up the phone
    RESCHEDULED = "rescheduled"  # another day or time was agreed with the recipient
    NO_CASH = "no_cash"  # the recipient could not pay on delivery
    DANGER = "danger"  # the zone is dangerous


class NextStep(StrEnum):
    """What to do next about a failed delivery."""

    RETRY = "retry"
    CALL = "call"
    PICKUP = "pickup"
    RETURN = "return"
    NOTHING = "nothing"
    OTHER = "other"  # also one that only another version knows


def known_step(code: str | None) -> NextStep | None:
    """Return the next step of a stored code; one that only another desk or version knows is `OTHER`."""
    if not code:
        return None
    return NextStep(code) if code in set(NextStep) else NextStep.OTHER


FAILURE_TEXTS = {
    FailureReason.ABSENT: Text("Failure", "Recipient absent"),
    FailureReason.REFUSED: Text("Failure", "Refused"),
    FailureReason.ADDRESS: Text("Failure", "Wrong address"),
    FailureReason.ZONE: Text("Failure", "Zone not served"),
    FailureReason.OTHER: Text("Failure", "Other"),
    FailureReason.NO_ANSWER: Text("Failure", "No answer"),
    FailureReason.RESCHEDULED: Text("Failure", "Rescheduled"),
    FailureReason.NO_CASH: Text("Failure", "No cash"),
    FailureReason.DANGER: Text("Failure", "Dangerous zone"),
}
NEXT_STEP_TEXTS = {
    NextStep.RETRY: Text("Next step", "Try again"),
    NextStep.CALL: Text("Next step", "Call again"),
    NextStep.PICKUP: Text("Next step", "Recipient collects it"),
    NextStep.RETURN: Text("Next step", "Return to sender"),
    NextStep.NOTHING: Text("Next step", "Nothing more"),
    NextStep.OTHER: Text("Next step", "Other"),
}


@dataclass(frozen=True)
class FollowUp:
    """The follow-up of one shipment of a day, or of a visit without a shipment. Times are UTC.

    `reason` is the key of a `FailureReason` or of a reason of the site, which may have removed it since.
    `remind_at` is when to call again. `assigned_to` is the person who has the case; empty: nobody.
    """

    reason: str | None = None
    note: str = ""
    called_at: datetime | None = None
    next_step: NextStep | None = None
    acknowledged_at: datetime | None = None
    acknowledged_by: str = ""
    remind_at: datetime | None = None
    assigned_to: str = ""


@dataclass(frozen=True)
class FollowUpEntry:
    """One saved edit of a follow-up: its state before and after.

    `edit` is the same for all entries that were saved together. `number` is the shipment's, in the timeline of a visit
    with several shipments. `desk` is the other desk that it was taken over from; empty: it was saved here.
    """

    at: datetime
    by: str
    state: FollowUp
    before: FollowUp = FollowUp()
    edit: int = 0
    number: str | None = None
    desk: str = ""


class Unchanged(Enum):
    """Type of `AS_IS`: an edit leaves the field unchanged."""

    AS_IS = "as_is"


AS_IS = Unchanged.AS_IS


@dataclass(frozen=True)
class FollowUpEdit:
    """Changes to one or many follow-ups at once; `AS_IS` leaves a field unchanged in each.

    `is_called` and `is_acknowledged` set their time to that of the edit, or clear it. An acknowledgement also ends the
    reminder.
    """

    reason: str | Unchanged | None = AS_IS
    note: str | Unchanged = AS_IS
    is_called: bool | Unchanged = AS_IS
    next_step: NextStep | Unchanged | None = AS_IS
    is_acknowledged: bool | Unchanged = AS_IS
    remind_at: datetime | Unchanged | None = AS_IS
    assigned_to: str | Unchanged = AS_IS

    def then(self, later: "FollowUpEdit") -> "FollowUpEdit":
        """Return one edit with the effect of this edit followed by a later one."""
        return replace(self, **{name: value for name, value in vars(later).items() if value is not AS_IS})


LONGEST_NOTE = 2000
"""Longest note, in characters."""
