"""The time of a visit, at clock changes and at the ends of the calendar, and the detection of the sender's zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.board.visit_time import arrived_late, is_suspicious, sender_moment, visit_time, zone_evidence

ZONES = [
    *("America/Santiago", "America/Havana", "America/Asuncion", "Europe/Madrid", "America/Bogota", "Asia/Kolkata"),
    *("UTC", "Etc/GMT+5", "Europe/Dublin", "Pacific/Apia", "Australia/Lord_Howe"),
]
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


CHANGES = ["03-25", "03-29", "04-04", "09-05", "10-05", "10-25", "11-01", "11-05"]
"""Days around which clocks change."""


def moments(first: str, last: str = "") -> st.SearchStrategy[datetime]:
    """Return moments between two days, or within three days of one."""
    begin, end = utc(first), utc(last or first)
    around = timedelta(days=0 if last else 3)
    return st.integers(0, int((end - begin + 2 * around).total_seconds())).map(
        lambda seconds: begin - around + timedelta(seconds=seconds)
    )


@pytest.mark.parametrize(
    ("zone", "stamp", "arrival", "moment"),
    [
        ("America/Bogota", "2026-11-24T10:15:00.123456", "2026-11-24T15:15:01", "2026-11-24T15:15:00.123456"),
        ("UTC", "2026-11-24T10:15:00", "2026-11-24T10:15:01", "2026-11-24T10:15:00"),
        ("Asia/Kolkata", "2026-11-24T10:15:00", "2026-11-24T04:45:00", "2026-11-24T04:45:00"),
        # Madrid repeats 02:00 to 03:00 on 2026-10-25: the nearest to the arrival, either side of it
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-25T00:30:01", "2026-10-25T00:30:00"),
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-25T01:30:01", "2026-10-25T01:30:00"),
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-25T01:01:00", "2026-10-25T01:30:00"),
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-25T01:00:00", "2026-10-25T00:30:00"),  # equally near
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-26T09:00:00", "2026-10-25T01:30:00"),
        ("Europe/Madrid", "2026-10-25T02:30:00", "2026-10-24T23:00:00", "2026-10-25T00:30:00"),
        ("Europe/Madrid", "2026-10-25T03:00:00", "2026-10-25T02:00:00", "2026-10-25T02:00:00"),
        ("Europe/Madrid", "2026-10-25T01:59:59", "2026-10-25T02:00:00", "2026-10-24T23:59:59"),
        # and skips 02:00 to 03:00 on 2026-03-29: 02:30 is 03:30
        ("Europe/Madrid", "2026-03-29T02:30:00", "2026-03-29T01:30:01", "2026-03-29T01:30:00"),
        ("Europe/Madrid", "2026-03-29T02:30:00", "2026-03-29T00:30:01", "2026-03-29T01:30:00"),
        ("Europe/Madrid", "2026-03-29T03:30:00", "2026-03-29T01:30:01", "2026-03-29T01:30:00"),
        # Havana repeats 00:00 to 01:00 on 2025-11-02, and skips it on 2026-03-08
        ("America/Havana", "2025-11-02T00:15:00", "2025-11-02T04:15:01", "2025-11-02T04:15:00"),
        ("America/Havana", "2025-11-02T00:15:00", "2025-11-02T05:15:01", "2025-11-02T05:15:00"),
        ("America/Havana", "2026-03-08T00:15:00", "2026-03-08T05:15:01", "2026-03-08T05:15:00"),
        # Santiago repeats 23:00 to 24:00 on 2026-04-04, and skips 00:00 to 01:00 on 2026-09-06
        ("America/Santiago", "2026-04-04T23:30:00", "2026-04-05T02:30:01", "2026-04-05T02:30:00"),
        ("America/Santiago", "2026-04-04T23:30:00", "2026-04-05T03:30:01", "2026-04-05T03:30:00"),
        ("America/Santiago", "2026-09-06T00:30:00", "2026-09-06T04:30:01", "2026-09-06T04:30:00"),
        # the calendar's first and last days
        ("Europe/Madrid", "0001-01-01T00:00:00", "2026-11-24T10:00:00", "0001-01-01T00:14:44"),
        ("Asia/Kolkata", "0001-01-01T00:00:00", "2026-11-24T10:00:00", "0001-01-01T00:00:00"),
        ("Asia/Kolkata", "9999-12-31T23:59:59", "2026-11-24T10:00:00", "9999-12-31T18:29:59"),
        ("America/Bogota", "9999-12-31T23:59:59", "2026-11-24T10:00:00", "9999-12-31T23:59:59.999999"),
    ],
)
def test_a_stamp_is_read_in_the_senders_zone(zone: str, stamp: str, arrival: str, moment: str) -> None:
    read = sender_moment(datetime.fromisoformat(stamp), ZoneInfo(zone), utc(arrival))

    assert read == utc(moment)
    assert read.tzinfo is UTC


@pytest.mark.parametrize("stamp", ["2026-10-25T02:30:00+02:00", "2026-10-24T19:30:00-05:00", "2026-10-25T00:30:00Z"])
def test_a_stamp_with_an_offset_is_read_by_it(stamp: str) -> None:
    read = sender_moment(datetime.fromisoformat(stamp), ZoneInfo("Asia/Kolkata"), NOON)

    assert read == utc("2026-10-25T00:30:00")


@example(meant=utc("2026-10-25T00:59:59"), zone="Europe/Madrid", seconds=0)
@example(meant=utc("2026-10-25T01:00:00"), zone="Europe/Madrid", seconds=30)
@example(meant=utc("2026-04-05T02:30:00"), zone="America/Santiago", seconds=0)
@example(meant=utc("2026-11-01T05:30:00"), zone="America/Havana", seconds=600)
@example(meant=utc("2023-03-26T03:30:00"), zone="America/Asuncion", seconds=0)
@given(
    meant=st.one_of(
        moments("1990-01-01", "2040-01-01"),
        *(moments(f"{year}-{days}") for year in (2010, 2023, 2026) for days in CHANGES),
    ),
    zone=st.sampled_from(ZONES),
    seconds=st.integers(0, 890),
)
def test_a_stamp_is_read_as_the_intended_moment(meant: datetime, zone: str, seconds: int) -> None:
    """Lord Howe repeats half an hour; an arrival within half of that is nearest to the intended reading everywhere."""
    stamp = meant.astimezone(ZoneInfo(zone)).replace(tzinfo=None)

    assert sender_moment(stamp, ZoneInfo(zone), meant + timedelta(seconds=seconds)) == meant


@given(
    stamp=st.datetimes(),
    zone=st.sampled_from(ZONES),
    arrival=moments("2020-01-01", "2040-01-01"),
)
def test_every_stamp_is_read_and_no_visit_is_later_than_its_arrival(
    stamp: datetime, zone: str, arrival: datetime
) -> None:
    moment = sender_moment(stamp.replace(fold=0), ZoneInfo(zone), arrival)

    assert visit_time(moment, arrival) == min(moment, arrival) <= arrival
    assert moment in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)) or _is_reading(
        moment, stamp, ZoneInfo(zone)
    )


def _is_reading(moment: datetime, stamp: datetime, zone: ZoneInfo) -> bool:
    """Return whether the moment shows the stamp on the sender's clock, or the stamp was skipped."""
    try:
        shown = moment.astimezone(zone).replace(tzinfo=None, fold=0)
    except OverflowError:
        return True
    gap = shown - stamp.replace(fold=0)
    before, after = ((moment + timedelta(seconds=s)).astimezone(zone).utcoffset() for s in (-90_000, 90_000))
    assert before is not None
    assert after is not None
    return not gap or gap == after - before


@pytest.mark.parametrize(
    ("moment", "suspicious", "late"),
    [
        ("2026-11-24T12:01:00", False, False),
        ("2026-11-24T12:01:00.000001", True, False),
        ("2026-11-24T11:59:00", False, False),
        ("2026-11-24T11:58:59.999999", True, False),
        ("2026-11-24T11:00:00", True, False),
        ("2026-11-24T10:59:59.999999", True, True),
        ("2099-01-01T00:00:00", True, False),
    ],
)
def test_suspicious_and_late_stamps_are_recognized(moment: str, suspicious: bool, late: bool) -> None:
    assert is_suspicious(utc(moment), NOON) is suspicious
    assert arrived_late(utc(moment), NOON) is late


Pairs = list[tuple[datetime, datetime]]


def received(count: int, ahead: timedelta, *, every: timedelta = timedelta(minutes=1), at: datetime = NOON) -> Pairs:
    """Return notifications of a clock that is ahead, each arriving a second late."""
    arrivals = [at + every * index for index in range(count)]
    return [(arrival + ahead - timedelta(seconds=1), arrival) for arrival in arrivals]


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


@pytest.mark.parametrize(
    "ahead", [hours(5), hours(-2), hours(1), hours(-1), hours(5.5), hours(5.75), hours(-1.25), hours(26), hours(-26)]
)
@pytest.mark.parametrize("count", [20, 21, 25, 400])
def test_a_clock_of_another_zone_is_found(ahead: timedelta, count: int) -> None:
    assert zone_evidence(received(count, ahead)) == ahead


@pytest.mark.parametrize(
    "ahead",
    [hours(0), hours(0.75), hours(-0.75), hours(5) + timedelta(minutes=7), hours(27), hours(-27), hours(24 * 365)],
)
def test_a_difference_that_no_zone_has_gives_no_finding(ahead: timedelta) -> None:
    assert zone_evidence(received(25, ahead)) is None


def test_fewer_than_twenty_prove_nothing() -> None:
    assert zone_evidence([]) is None
    assert zone_evidence(received(19, hours(5))) is None


def test_each_may_be_five_minutes_off() -> None:
    pairs = [
        (moment + timedelta(minutes=5 if i % 2 else -4), at) for i, (moment, at) in enumerate(received(20, hours(5)))
    ]

    assert zone_evidence(pairs) == hours(5)
    assert zone_evidence([*pairs[1:], (pairs[0][0] - timedelta(minutes=2), pairs[0][1])]) is None


@pytest.mark.parametrize("delay", [timedelta(minutes=20), hours(5), hours(30), timedelta(days=700_000)])
def test_a_few_late_notifications_do_not_hide_the_finding(delay: timedelta) -> None:
    pairs = received(25, hours(5))
    pairs[3::5] = [(moment - delay, at) for moment, at in pairs[3::5]]

    assert zone_evidence(pairs) == hours(5)
    assert zone_evidence([(moment - hours(2), at) for moment, at in pairs[:3]] + pairs[3:]) is None  # too many


def test_a_sound_stamp_shows_that_the_others_were_late() -> None:
    late = received(24, hours(-2))

    assert zone_evidence([*late, (NOON, NOON + timedelta(hours=1))]) is None


def test_a_stamp_beyond_every_zone_refutes_nothing() -> None:
    odd = (datetime(2099, 1, 1, tzinfo=UTC), NOON + timedelta(hours=1))

    assert zone_evidence([*received(24, hours(-2)), odd]) == hours(-2)


def test_a_backlog_delivered_at_once_gives_no_finding() -> None:
    stamped = [NOON + timedelta(seconds=20) * index for index in range(25)]
    delivered = [NOON + hours(2) + timedelta(milliseconds=50) * index for index in range(25)]

    assert zone_evidence(list(zip(stamped, delivered, strict=True))) is None
    assert zone_evidence(received(25, hours(-2), every=timedelta(milliseconds=50))) == hours(-2)  # stamped as they come


def test_a_corrected_sender_clock_soon_ends_the_finding() -> None:
    before, after = received(60, hours(5)), received(6, hours(0), at=NOON + timedelta(hours=1))

    assert zone_evidence([*before, *after[:5]]) == hours(5)
    assert zone_evidence([*before, *after]) is None
