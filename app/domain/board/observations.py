"""Changes of a listing's state among the observations of loads."""

from collections.abc import Iterable

from app.domain.board.facts import Observation


def changes(observations: Iterable[Observation]) -> list[Observation]:
    """Return one observation for each run of equal states: the time of the first, the text of the last.

    Another spelling of the same state is no change.
    """
    found: list[Observation] = []
    for one in observations:
        if found and found[-1].state is one.state:
            found[-1] = found[-1]._replace(status=one.status, is_odd=one.is_odd)
        else:
            found.append(one if found else one._replace(not_yet_at=None))
    return found
