"""Days of a site and stamps of its senders, as the page defines them."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.truth.events import Arrival, Site

FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
PLAUSIBLE = timedelta(seconds=60)
LATE = timedelta(hours=1)
REACH = timedelta(days=30)
"""How far a visit reaches, how far apart messages are one visit's, and listings of a number one parcel's."""
REMEMBERED = timedelta(days=7)
"""How long a set-back of the site's clock is considered."""


def day_start(site: Site, day: date) -> datetime:
    """Words, Listing: "A day begins and ends at `day_ends_at`". Where a clock change skips that time, it moves by
    the gap; where one repeats it, the first of the two counts."""
    return datetime.combine(day, site.day_ends_at, site.zone).astimezone(UTC)


def day_of(site: Site, moment: datetime) -> date:
    """Words, Listing: "a visit's *date* is the day of its T"."""
    day = moment.astimezone(site.zone).date() if FIRST + timedelta(2) < moment < LAST - timedelta(2) else moment.date()
    if FIRST.date() + timedelta(2) < day < LAST.date() - timedelta(2):
        while moment < day_start(site, day):
            day -= timedelta(1)
        while moment >= day_start(site, day + timedelta(1)):
            day += timedelta(1)
    return day


def is_before_day(site: Site, moment: datetime, day: date) -> bool:
    """Listed again: "sent before that day began": a load at the very moment is of the day."""
    return moment < day_start(site, day)


def read_stamp(arrival: Arrival, sender_zone: ZoneInfo) -> datetime:
    """Words, Visit time: "`timestamp`, read in `sender_time_zone` and kept in UTC".

    "A time that a clock change repeats is the reading nearest to the arrival; one that it skips moves forward by the
    gap." Of two readings as near, the earlier one.
    """
    local = parsed(arrival.timestamp).replace(tzinfo=sender_zone)
    readings = []
    for fold in (0, 1):
        offset = local.replace(fold=fold).utcoffset() or timedelta()
        try:
            readings.append(local.replace(tzinfo=UTC) - offset)
        except OverflowError:
            readings.append(FIRST if local.year == 1 else LAST)
    earlier, later = readings
    if later < earlier:  # skipped, not repeated: the offset before the change moves it forward
        return earlier
    return min(earlier, later, key=lambda one: abs(one - arrival.received_at))


def parsed(timestamp: str) -> datetime:
    """Words, Visit time: "Second 60 is the last microsecond of 59"."""
    if timestamp[17:19] == "60":
        return datetime.fromisoformat(timestamp[:17] + "59.999999")
    return datetime.fromisoformat(timestamp)


def visit_time(stamp: datetime, arrival: Arrival) -> datetime:
    """Words, Visit time: "but never later than the arrival"."""
    return min(stamp, arrival.received_at)


def is_off(stamp: datetime, arrival: Arrival) -> bool:
    """Stamps are checked: "Where a visit's stamp lies more than 60 s from its arrival"."""
    return abs(stamp - arrival.received_at) > PLAUSIBLE


def is_late(at: datetime, arrival: Arrival) -> bool:
    """Stamps are checked: "One that arrives more than an hour after its stamp"."""
    return arrival.received_at - at > LATE


SetBack = tuple[datetime, datetime]
"""What the clock showed before, and what behind it."""


def ways_to_move(set_backs: Sequence[SetBack]) -> list[Sequence[SetBack]]:
    """Return each set-back, and if there are several all of them, the latest first."""
    latest_first = sorted(set_backs, key=lambda one: one[1], reverse=True)
    return [*([one] for one in latest_first), *([latest_first] if len(latest_first) > 1 else [])]


def moved_forward(moment: datetime, set_backs: Sequence[SetBack]) -> datetime:
    """Stamps are checked: "loads and arrivals since a set-back of the site's clock within the last week moved
    forward"."""
    for before, after in set_backs:
        if timedelta() <= moment - after <= REMEMBERED:
            moment += before - after
    return moment


WROTE_IN_ANOTHER_ZONE = 20
_QUARTER = timedelta(minutes=15)


def whole_quarters(arrivals: list[tuple[datetime, datetime]]) -> bool:
    """Stamps are checked: "When the last 20 or more fresh notifications lie a whole number of quarter hours (±5
    min, at least one hour) from their arrival". Of pairs of stamp and arrival, in the order of their arrival."""

    def is_whole(stamp: datetime, received: datetime) -> bool:
        distance = abs(received - stamp)
        rest = distance % _QUARTER
        return distance >= LATE - timedelta(minutes=5) and min(rest, _QUARTER - rest) <= timedelta(minutes=5)

    last = arrivals[-WROTE_IN_ANOTHER_ZONE:]
    return len(last) == WROTE_IN_ANOTHER_ZONE and all(is_whole(*one) for one in last)
