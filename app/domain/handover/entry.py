"""One saved follow-up as it goes from desk to desk."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

State = Mapping[str, str | int]
"""The state of a follow-up by the names of its fields; those that are empty are left out."""


class Case(NamedTuple):
    """What a follow-up is about: the number of a carrier's day (ISO date), or a visit, with the carrier of the desk."""

    carrier: str | None
    date: str | None
    number: str | None
    visit_id: int | None

    @property
    def is_of_shipment(self) -> bool:
        """Whether it is about a shipment."""
        return self.number is not None


@dataclass(frozen=True)
class Entry:
    """One saved follow-up. Times are texts as they are stored, UTC: `2026-11-20T17:00:00.000000Z`.

    Args:
        case: what it is about.
        saved_at: when it was saved.
        saved_by: the user's name.
        decides_at: its time among the follow-ups of its case if that is not `saved_at`.
        desk: the name of the desk where it was saved.
        origin: the identity of the store where it was saved.
        origin_id: its number there, which is not reused within an origin.
        edit: the number there of the edit that saved it; that of several follow-ups is the same.
        state: also fields and codes that this version does not know.
        sets: the fields of the state that it set, also to nothing. `acknowledged_at` stands for all that an
            acknowledgement sets.
    """

    case: Case
    saved_at: str
    saved_by: str
    decides_at: str | None
    desk: str
    origin: str
    origin_id: int
    edit: int
    state: State
    sets: tuple[str, ...]

    @property
    def time(self) -> str:
        """Its time among the follow-ups of its case."""
        return self.decides_at or self.saved_at

    @property
    def order(self) -> tuple[str, str, int]:
        """Where it stands among the follow-ups of its case: the last one decides."""
        return self.time, self.origin, self.origin_id
