"""A carrier's day: what is asked for, what is known of it, and what a load did to it."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from app.domain.texts import Text


class Day(NamedTuple):
    """A carrier code and the date that is asked for (`fecha`, not the manifests' `fechaCreacion`)."""

    carrier: str
    date: date


NO_CARRIER = "DESPACHO"
"""The code that a test of the connection asks for where none is known yet; no carrier has it."""


class Answer(StrEnum):
    """What the carrier said the last time it was asked for a day."""

    MANIFESTS = "manifests"
    EMPTY = "empty"  # 200 with an empty list
    NOT_FOUND = "not_found"  # 404


class SkipReason(StrEnum):
    """Why a shipment could not be read."""

    NOT_AN_OBJECT = "not_an_object"
    NO_NUMBER = "no_number"
    UNREADABLE_FIELDS = "unreadable_fields"
    TOO_DEEP = "too_deep"


_SKIP_TEXTS = {
    SkipReason.NOT_AN_OBJECT: Text("Skipped", "it is not a JSON object"),
    SkipReason.NO_NUMBER: Text("Skipped", "it has no numero"),
    SkipReason.UNREADABLE_FIELDS: Text("Skipped", "these fields cannot be read: {fields}"),
    SkipReason.TOO_DEEP: Text("Skipped", "it is nested too deeply"),
}


class Skipped(NamedTuple):
    """A shipment that could not be read, and why: listed, so that nobody believes the day to be whole.

    `number` and `manifest` are None where they could not be read either; `fields` names the wire's fields,
    separated by commas.
    """

    number: str | None
    manifest: str | None
    reason: SkipReason
    fields: str = ""

    @property
    def text(self) -> Text:
        """The reason as a sentence."""
        return _SKIP_TEXTS[self.reason].filled(fields=self.fields)


class LoadSummary(NamedTuple):
    """What a load found, and what of it differs from the load before it. All counts of shipments but `manifests`."""

    day: Day
    manifests: int
    shipments: int
    new: int
    changed: int
    gone: int
    skipped: tuple[Skipped, ...] = ()
    kept: bool = False
    """True where the answer was empty and the day of an earlier load stays as it was."""


class DayState(NamedTuple):
    """What the cache knows of one day. Times are UTC."""

    day: Day
    answer: Answer
    answered_at: datetime
    loaded_at: datetime | None
    """The last load that brought manifests; None where none ever did."""
    shipments: int
    gone: int
    skipped: tuple[Skipped, ...] = ()


class HistoryEntry(NamedTuple):
    """One line of a shipment's history in the carrier's own words; `at` is the load (UTC) that showed it."""

    at: datetime
    kind: "HistoryKind"
    status_id: str | None
    status: str | None
    manifest: str | None


class HistoryKind(StrEnum):
    """What a load showed about a shipment."""

    LISTED = "listed"
    STATUS = "status"
    MOVED = "moved"
    GONE = "gone"
    LISTED_AGAIN = "listed_again"
