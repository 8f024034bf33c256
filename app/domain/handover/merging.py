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

    Each entry holds a whole state: of it only what the entry set counts, and what none sets. Of an entry that does not
    say what it set, that is where it differs from the one before it of the same desk. Failures that any of the desks
    acknowledged are acknowledged. A call promised later, without knowing of an acknowledgement, stays promised.

    Args:
        entries: of one case, in their order.
    """
    state: dict[str, str | int] = {}
    was_set: set[str] = set()
    before: dict[str, State] = {}
    for entry in entries:
        names = _set_by(entry, before.get(entry.origin, {}))
        inherited = {_PARTS.get(name, name) for name in entry.state} - was_set - names
        for name in names | inherited:
            _take(name, entry, state)
        if "remind_at" in names and "remind_at" in entry.state and "acknowledged_at" not in entry.state:
            _take("acknowledged_at", entry, state)
        was_set |= names
        before[entry.origin] = entry.state
    return state


def says_more(state: State, last: State) -> bool:
    """Whether a merged state says what the last entry of its case does not."""
    fields = (state.keys() | last.keys()) - {"failures"}
    return any(state.get(name) != last.get(name) for name in fields) or bool(_failures(state) - _failures(last))


def _set_by(entry: Entry, before: State) -> set[str]:
    if entry.sets is not None:
        return set(entry.sets)
    changed = (name for name in entry.state.keys() | before.keys() if entry.state.get(name) != before.get(name))
    return {_PARTS.get(name, name) for name in changed}


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
