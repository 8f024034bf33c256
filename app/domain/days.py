"""A carrier's day: its key, its state in the store, and the result of a load."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from os.path import commonprefix
from typing import NamedTuple

from app.domain.cancellation import Cancellation
from app.domain.texts import Text


class Day(NamedTuple):
    """A carrier code and the requested date (`fecha`, not the manifests' `fechaCreacion`)."""

    carrier: str
    date: date

    @property
    def carriers(self) -> tuple[str, ...]:
        """The carrier, as a `Scope` names its own; none if the code is empty."""
        return (self.carrier,) if self.carrier else ()

    @property
    def days(self) -> "tuple[Day, ...]":
        """The day itself, as a `Scope` has several; none if the code is empty."""
        return (self,) if self.carrier else ()

    @property
    def named(self) -> str:
        """The carrier, as a `Scope` names its own."""
        return self.carrier


_NAMED = 3


class Scope(NamedTuple):
    """What a desk looks at: the days of one or several carriers on a date; without a carrier, its visits alone."""

    carriers: tuple[str, ...]
    date: date

    @property
    def days(self) -> tuple[Day, ...]:
        """The day of each carrier."""
        return tuple(Day(carrier, self.date) for carrier in self.carriers)

    @property
    def named(self) -> str:
        """The first carriers, for titles and names of files, and how many more; empty if there are none.

        What all codes begin with is said once.
        """
        first, others, more = self.carriers[:1], self.carriers[1:_NAMED], len(self.carriers) - _NAMED
        return " + ".join([*first, *map(self.short, others)]) + (f" (+{more})" if more > 0 else "")

    def short(self, carrier: str) -> str:
        """Return a code without what all codes begin with, up to a separator; whole if that would leave nothing."""
        common = commonprefix([*self.carriers, carrier])  # noqa: RUF071 - these are no paths
        common = common[: max((place for place, char in enumerate(common, 1) if not char.isalnum()), default=0)]
        is_whole = len(self.carriers) <= 1 or common in self.carriers
        return carrier if is_whole else carrier.removeprefix(common)


NO_CARRIER = "DESPACHO"
"""Code that a connection test requests while no carrier code is known; no carrier has it."""


class CarrierAnswer(StrEnum):
    """The carrier's last answer for a day."""

    MANIFESTS = "manifests"
    EMPTY = "empty"  # 200 with an empty list
    NOT_FOUND = "not_found"  # 404


class SkipReason(StrEnum):
    """Why a shipment could not be read."""

    NOT_AN_OBJECT = "not_an_object"
    NO_NUMBER = "no_number"
    UNREADABLE_FIELDS = "unreadable_fields"
    TOO_DEEP = "too_deep"
    NOT_JSON = "not_json"


_SKIP_TEXTS = {
    SkipReason.NOT_AN_OBJECT: Text("Skipped", "it is not a JSON object"),
    SkipReason.NO_NUMBER: Text("Skipped", "it has no numero"),
    SkipReason.UNREADABLE_FIELDS: Text("Skipped", "these fields cannot be read: {fields}"),
    SkipReason.TOO_DEEP: Text("Skipped", "it is nested too deeply"),
    SkipReason.NOT_JSON: Text("Skipped", "it is not written as JSON, and what is meant cannot be told"),
}


class Skipped(NamedTuple):
    """A shipment that could not be read, and why. It is listed, so that the day does not look complete.

    `number` and `manifest` are None if they could not be read either; `fields` names the wire's fields, separated by
    commas.
    """

    number: str | None
    manifest: str | None
    reason: SkipReason
    fields: str = ""

    @property
    def text(self) -> Text:
        """The reason as a sentence."""
        return _SKIP_TEXTS[self.reason].filled(fields=self.fields)


@dataclass(frozen=True)
class DroppedManifest:
    """A manifest that lost shipments in a load; `number` is None if the manifest has none."""

    number: str | None
    shipments: int


@dataclass(frozen=True)
class Drop:
    """A load that dropped at least a fifth of the day, and at least five shipments, that are still not listed.

    `listed` counts the shipments listed before that load; `at` is the time of the load (UTC).
    """

    at: datetime
    listed: int
    manifests: tuple[DroppedManifest, ...]

    @property
    def shipments(self) -> int:
        """How many shipments are no longer listed."""
        return sum(one.shipments for one in self.manifests)

    @property
    def numbers(self) -> str:
        """The first ten manifest numbers, separated by commas; a dash stands for a missing number."""
        named = [one.number or "–" for one in self.manifests[:_MOST_NAMED]]
        return ", ".join([*named, "…"] if len(self.manifests) > _MOST_NAMED else named)

    @property
    def text(self) -> Text:
        """The drop as a sentence."""
        text = _DROPS if len(self.manifests) > 1 else _DROP
        return text.filled(gone=self.shipments, listed=self.listed, manifests=self.numbers)


_DROP = Text("Drop", "{gone} of {listed} shipments are no longer listed: manifest {manifests}")
_DROPS = Text("Drop", "{gone} of {listed} shipments are no longer listed: manifests {manifests}")
_MOST_NAMED = 10
_LEAST_DROPPED = 5
_DROPPED_PART = 5  # a fifth


def is_drop(gone: int, listed: int) -> bool:
    """Return whether the loss of `gone` of `listed` shipments must be reported: a fifth or more, and at least five."""
    return gone >= _LEAST_DROPPED and gone * _DROPPED_PART >= listed


@dataclass(frozen=True)
class LoadSummary:
    """Result of a load: what it listed, and how that differs from the load before it. Counts are of shipments.

    The first answer without a manifest after a good one changes nothing of the day.
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
    """Rows that stay in the store though the answer does not list them."""
    drop: Drop | None = None
    """Set if this load no longer lists a large part of the day."""

    def plus(self, other: "LoadSummary") -> "LoadSummary":
        """Return the counts of this load and another carrier's together."""
        return replace(
            self,
            manifests=self.manifests + other.manifests,
            shipments=self.shipments + other.shipments,
            new=self.new + other.new,
            changed=self.changed + other.changed,
            gone=self.gone + other.gone,
            skipped=self.skipped + other.skipped,
            kept=self.kept + other.kept,
        )


@dataclass(frozen=True)
class DayState:
    """State of one day in the store. Times are UTC."""

    day: Day
    answer: CarrierAnswer
    answered_at: datetime
    loaded_at: datetime | None
    """The last load that returned manifests; None if none ever did."""
    shipments: int
    gone: int
    skipped: tuple[Skipped, ...] = ()
    drop: Drop | None = None
    """The latest load that no longer listed a large part of the day, as far as that still holds."""

    @property
    def is_doubted(self) -> bool:
        """Whether the last answer was empty and the rows are kept until the next answer confirms it.

        A second empty answer in a row counts as a load: all rows are gone.
        """
        return self.answer is not CarrierAnswer.MANIFESTS and self.shipments > 0

    @classmethod
    def of_all(cls, states: Sequence["DayState"]) -> "DayState | None":
        """Return the state of several carriers' days together, as old as the oldest load; None: there is none."""
        if len(states) <= 1:
            return states[0] if states else None
        return cls(
            states[0].day,
            min((one.answer for one in states), key=list(CarrierAnswer).index),
            max(one.answered_at for one in states),
            min((one.loaded_at for one in states if one.loaded_at), default=None),
            sum(one.shipments for one in states),
            sum(one.gone for one in states),
            tuple(skipped for one in states for skipped in one.skipped),
        )


@dataclass(frozen=True)
class HistoryEntry:
    """One change in a shipment's history, in the carrier's words; `at` is the load (UTC) that first showed it."""

    at: datetime
    kind: "HistoryKind"
    status_id: str | None
    status: str | None
    manifest: str | None


class HistoryKind(StrEnum):
    """What changed about a shipment in a load."""

    LISTED = "listed"
    STATUS = "status"
    MOVED = "moved"
    GONE = "gone"
    LISTED_AGAIN = "listed_again"


def known_spelling(code: str, known: Iterable[str]) -> str | None:
    """Return the known carrier code that differs from this one only in case and blanks.

    None if there is none, or if the code itself is known. Of several spellings the one used first is returned; the
    `known` codes are those of loaded days, the newest first.
    """
    codes = list(known)
    if code in codes:
        return None
    return next((one for one in reversed(codes) if _bare(one) == _bare(code)), None)


def _bare(code: str) -> str:
    return "".join(code.split()).casefold()


@dataclass(frozen=True)
class LoadProgress:
    """How far a load is. `fraction` is None if the carrier does not say how much will come."""

    shipments: int
    fraction: float | None
    note: Text | None = None


LoadDay = Callable[[Day, Cancellation, Callable[[LoadProgress], object]], LoadSummary]
"""Loads a day in a worker, which it blocks. Raises AppError, and LoadCancelledError if it was cancelled."""
