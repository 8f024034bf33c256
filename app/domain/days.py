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


class CarrierAnswer(StrEnum):
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


class DroppedManifest(NamedTuple):
    """A manifest of which a load no longer listed some shipments; `number` is None where it has none."""

    number: str | None
    shipments: int


class Drop(NamedTuple):
    """A load after which a fifth of the day or more, and at least five shipments, were no longer listed, nor are now.

    `listed` counts the shipments that were listed before it; `at` is the load (UTC).
    """

    at: datetime
    listed: int
    manifests: tuple[DroppedManifest, ...]

    @property
    def shipments(self) -> int:
        """How many of them are not listed now."""
        return sum(one.shipments for one in self.manifests)

    @property
    def numbers(self) -> str:
        """The numbers of the manifests, separated by commas, the first ten; one that has none is a dash."""
        named = [one.number or "–" for one in self.manifests[:_MOST_NAMED]]
        return ", ".join([*named, "…"] if len(self.manifests) > _MOST_NAMED else named)

    @property
    def text(self) -> Text:
        """The same as a sentence."""
        text = _DROPS if len(self.manifests) > 1 else _DROP
        return text.filled(gone=self.shipments, listed=self.listed, manifests=self.numbers)


_DROP = Text("Drop", "{gone} of {listed} shipments are no longer listed: manifest {manifests}")
_DROPS = Text("Drop", "{gone} of {listed} shipments are no longer listed: manifests {manifests}")
_MOST_NAMED = 10
_LEAST_DROPPED = 5
_DROPPED_PART = 5  # a fifth


def is_drop(gone: int, listed: int) -> bool:
    """Return whether it must be said that of so many listed shipments so many are gone."""
    return gone >= _LEAST_DROPPED and gone * _DROPPED_PART >= listed


class LoadSummary(NamedTuple):
    """What a load found, and what of it differs from the load before it. All counts of shipments but `manifests`.

    Where the answer holds no manifest, and is the first such answer after a good one, nothing of the day changed.
    """

    day: Day
    manifests: int
    shipments: int
    new: int
    changed: int
    gone: int
    skipped: tuple[Skipped, ...] = ()
    answer: CarrierAnswer = CarrierAnswer.MANIFESTS
    kept: int = 0
    """How many rows stay in the cache that the answer does not list."""
    drop: Drop | None = None
    """What this load no longer lists, where that is a good part of the day."""


class DayState(NamedTuple):
    """What the cache knows of one day. Times are UTC."""

    day: Day
    answer: CarrierAnswer
    answered_at: datetime
    loaded_at: datetime | None
    """The last load that brought manifests; None where none ever did."""
    shipments: int
    gone: int
    skipped: tuple[Skipped, ...] = ()
    drop: Drop | None = None
    """The latest load that no longer listed a good part of the day, as far as that is still so."""

    @property
    def is_doubted(self) -> bool:
        """Whether the last answer held nothing, and the rows stay as the load before it had them.

        Once the next answer holds nothing either, it is a load as any other: all rows are gone.
        """
        return self.answer is not CarrierAnswer.MANIFESTS and self.shipments > 0


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
