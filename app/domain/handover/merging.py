"""What a case says once two desks wrote about it without knowing of each other: of each field the later word counts."""

from collections.abc import Sequence

from app.domain.handover.entry import Entry, State

ELSEWHERE = "\nelsewhere\n"
"""What the names of acknowledged failures end with if another desk acknowledged them."""

_TOGETHER = {"acknowledged_at": ("acknowledged_at", "acknowledged_by", "failures")}
"""Fields that are set together, by the one that names them."""
_PARTS = {part: name for name, parts in _TOGETHER.items() for part in parts}


def merged(entries: Sequence[Entry]) -> dict[str, str | int]:
    """Return the state of a case.

    Each entry holds a whole state: of it only what the entry set counts, and what none sets. Failures that any of the
    desks acknowledged are acknowledged. A call promised later, without knowing of an acknowledgement, stays promised.

    Args:
        entries: of one case, in their order.
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


def _take(name: str, entry: Entry, state: dict[str, str | int]) -> None:
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
