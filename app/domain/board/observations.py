"""What loads showed of a listing: which of it is a change."""

from collections.abc import Iterable

from app.domain.board.facts import Observation


def changes(observations: Iterable[Observation]) -> list[Observation]:
    """Return one observation for each state in a row: seen first as the first of them, written as the last.

    Another spelling of the same state is no change.
    """
    found: list[Observation] = []
    for one in observations:
        if found and found[-1].state is one.state:
            found[-1] = found[-1]._replace(status=one.status, is_odd=one.is_odd)
        else:
            found.append(one if found else one._replace(not_yet_at=None))
    return found
