"""One saved follow-up as it goes from desk to desk, and what a case says once two desks wrote about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

State = Mapping[str, str | int]
"""The state of a follow-up by the names of its fields; those that are empty are left out."""
ELSEWHERE = "\nelsewhere\n"
"""What the names of acknowledged failures end with if another desk acknowledged them."""

_TOGETHER = {"acknowledged_at": ("acknowledged_at", "acknowledged_by", "failures")}
"""Fields that are set together, by the one that names them."""
_PARTS = {part: name for name, parts in _TOGETHER.items() for part in parts}


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
class SavedFollowUp:
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


def merged(entries: Sequence[SavedFollowUp]) -> dict[str, str | int]:
    """Return the state of a case by its entries, in their order.

    Each entry holds a whole state: of it only what the entry set counts, and what none sets. Failures that any of the
    desks acknowledged are acknowledged. A call promised later, without knowing of an acknowledgement, stays promised.
    """
    state: dict[str, str | int] = {}
    was_set: set[str] = set()
    for entry in entries:
        names = set(entry.sets)
        inherited = {_PARTS.get(name, name) for name in entry.state} - was_set - names
        for name in names | inherited:
            _take(name, entry, state)
        if "remind_at" in names and "remind_at" in entry.state and "acknowledged_at" not in entry.state:
            _take("acknowledged_at", entry, state)
        was_set |= names
    return state


def says_more(state: State, last: State) -> bool:
    """Whether a merged state says what the last entry of its case does not."""
    fields = (state.keys() | last.keys()) - {"failures"}
    return any(state.get(name) != last.get(name) for name in fields) or bool(_failures(state) - _failures(last))


def _take(name: str, entry: SavedFollowUp, state: dict[str, str | int]) -> None:
    acknowledged = _failures(state) if name == "acknowledged_at" and name in entry.state else set()
    is_elsewhere = str(state.get("failures") or "").endswith(ELSEWHERE)
    for part in _TOGETHER.get(name, (name,)):
        state.pop(part, None)
        if part in entry.state:
            state[part] = entry.state[part]
    if more := acknowledged - _failures(state):
        own = str(state.get("failures") or "\n")
        is_elsewhere |= own.endswith(ELSEWHERE)
        names = sorted(more | _failures(state))
        state["failures"] = "\n".join(("", *names)) + (ELSEWHERE if is_elsewhere else "\n")


def _failures(state: State) -> set[str]:
    return set(str(state.get("failures") or "").removesuffix(ELSEWHERE).split("\n")) - {""}
