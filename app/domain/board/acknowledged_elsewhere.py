"""Whether another desk's acknowledgement is of the failure that this desk shows.

Each desk names a failure by what it saw of it: by a visit's key where it heard the visit, else by the load that showed
it. So other names may mean one failure, or the parcel failed again. In doubt the row stays to be attended to.
"""

from datetime import datetime

_OBSERVED = "carrier@"


def observed_name(seen_at: datetime) -> str:
    """Return the name of a failure that a load showed (UTC)."""
    return f"{_OBSERVED}{seen_at.isoformat()}"


def is_covered(acknowledged: str, acknowledged_at: str, failure: str | None, failed_after: str | None) -> bool:
    """Whether the failure is one of those acknowledged, or the same one under another name for sure.

    Args:
        acknowledged: the names of the failures that the other desk acknowledged, one a line; its last line names none.
        acknowledged_at: when (UTC, as stored).
        failure: the name of this desk's failure; None: the row did not fail.
        failed_after: see `Row`.
    """
    if failure is None:
        return False
    names = acknowledged.split("\n")[1:-2]
    if failure in names:
        return True
    seen = [at for at in map(_seen_at, names) if at is not None]
    visits = [name for name in names if name and not name.startswith(_OBSERVED)]
    own_seen_at = _seen_at(failure)
    if not (seen or visits) or (visits and own_seen_at is None):
        return False  # they knew no failure, or both desks name a visit: another one
    acknowledged_moment = datetime.fromisoformat(acknowledged_at)
    if failed_after is None:
        return own_seen_at is not None and own_seen_at <= acknowledged_moment
    return datetime.fromisoformat(failed_after) <= max(seen, default=acknowledged_moment)


def _seen_at(name: str) -> datetime | None:
    """Return when a load showed the failure of this name; None: it is a visit's, or damaged."""
    if not name.startswith(_OBSERVED):
        return None
    try:
        at = datetime.fromisoformat(name.removeprefix(_OBSERVED))
    except ValueError:
        return None
    return at if at.tzinfo else None
