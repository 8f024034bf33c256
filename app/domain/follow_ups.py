"""What the desk itself keeps of a failed delivery, since no notification tells why it failed."""

from datetime import datetime
from enum import Enum, StrEnum
from typing import NamedTuple

from app.domain.texts import Text


class FailureReason(StrEnum):
    """Why a delivery failed, as the dispatcher found out."""

    ABSENT = "absent"
    REFUSED = "refused"
    ADDRESS = "address"  # wrong, incomplete, not found
    ZONE = "zone"  # the driver could not or would not go there
    OTHER = "other"


class NextStep(StrEnum):
    """What is to be done about a failed delivery."""

    RETRY = "retry"
    CALL = "call"
    PICKUP = "pickup"
    RETURN = "return"
    NOTHING = "nothing"


FAILURE_TEXTS = {
    FailureReason.ABSENT: Text("Failure", "Nobody there"),
    FailureReason.REFUSED: Text("Failure", "Refused"),
    FailureReason.ADDRESS: Text("Failure", "Wrong address"),
    FailureReason.ZONE: Text("Failure", "Zone not served"),
    FailureReason.OTHER: Text("Failure", "Other"),
}
NEXT_STEP_TEXTS = {
    NextStep.RETRY: Text("Next step", "Try again"),
    NextStep.CALL: Text("Next step", "Call again"),
    NextStep.PICKUP: Text("Next step", "Recipient collects it"),
    NextStep.RETURN: Text("Next step", "Return to sender"),
    NextStep.NOTHING: Text("Next step", "Nothing more"),
}


class FollowUp(NamedTuple):
    """What the desk keeps of one shipment of a day, or of a visit that belongs to none. Times are UTC."""

    reason: FailureReason | None = None
    note: str = ""
    called_at: datetime | None = None
    next_step: NextStep | None = None
    acknowledged_at: datetime | None = None
    acknowledged_by: str = ""


class FollowUpEntry(NamedTuple):
    """What somebody saved of one shipment number or visit: how its follow-up was before, and from then on.

    `edit` is common to what was saved at once. `number` is that of the shipment, in the timeline of a visit that has
    several.
    """

    at: datetime
    by: str
    state: FollowUp
    before: FollowUp = FollowUp()
    edit: int = 0
    number: str | None = None


class Unchanged(Enum):
    """Stands for what an edit leaves as it is."""

    AS_IS = "as_is"


AS_IS = Unchanged.AS_IS


class FollowUpEdit(NamedTuple):
    """What a user changes at once, in one follow-up or in many; `AS_IS` leaves a field as it is in each.

    `is_called` and `is_acknowledged` set their time to that of the edit, or take it away.
    """

    reason: FailureReason | Unchanged | None = AS_IS
    note: str | Unchanged = AS_IS
    is_called: bool | Unchanged = AS_IS
    next_step: NextStep | Unchanged | None = AS_IS
    is_acknowledged: bool | Unchanged = AS_IS

    def then(self, later: "FollowUpEdit") -> "FollowUpEdit":
        """Return the one edit that does as much as this one and a later one."""
        return self._replace(**{name: value for name, value in later._asdict().items() if value is not AS_IS})


LONGEST_NOTE = 2000
"""Characters of a note."""
