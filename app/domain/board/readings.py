"""Other readings of a number's times: by arrivals, and as if the site's clock had been behind since it was set back."""

from collections.abc import Sequence
from datetime import datetime

from app.domain.board.facts import Listing, SetBack
from app.domain.board.row import Bond, BoundVisit
from app.domain.board.visit_time import is_suspicious


def suspicious_keys(visits: Sequence[BoundVisit]) -> frozenset[str]:
    """Return the keys of the messages whose timestamps lie far from their arrivals."""
    linked = (one for one in visits if one.bond is Bond.LINKED)
    return frozenset(
        one.key for bound in linked for one in bound.visit.messages if is_suspicious(one.moment, one.arrival)
    )


def by_arrival(visits: Sequence[BoundVisit]) -> list[BoundVisit]:
    """Return visits whose messages were sent when they arrived."""
    return [
        bound._replace(
            visit=bound.visit._replace(messages=[one._replace(moment=one.arrival) for one in bound.visit.messages])
        )
        for bound in visits
    ]


def visits_since(visits: Sequence[BoundVisit], set_back: SetBack) -> list[BoundVisit]:
    """Return visits whose arrivals since a set-back are moved forward by it."""
    return [
        bound._replace(
            visit=bound.visit._replace(
                messages=[one._replace(arrival=_forward(one.arrival, set_back)) for one in bound.visit.messages]
            )
        )
        for bound in visits
    ]


def listings_since(listings: Sequence[Listing], set_back: SetBack) -> list[Listing]:
    """Return listings whose loads since a set-back are moved forward by it."""
    return [
        one._replace(
            gone_at=one.gone_at and _forward(one.gone_at, set_back),
            loads=[_forward(at, set_back) for at in one.loads],
            observations=[
                seen._replace(
                    seen_at=_forward(seen.seen_at, set_back),
                    not_yet_at=seen.not_yet_at and _forward(seen.not_yet_at, set_back),
                )
                for seen in one.observations
            ],
            absences=[(_forward(last, set_back), again and _forward(again, set_back)) for last, again in one.absences],
        )
        for one in listings
    ]


def _forward(at: datetime, set_back: SetBack) -> datetime:
    if not set_back.after <= at <= set_back.heeded_until:
        return at
    try:
        return at + (set_back.before - set_back.after)
    except OverflowError:
        return at
