"""Timestamps in the contract's format and in others."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.contract.stamps import is_plain_stamp, plain_date, plain_moment, read_stamp

BOGOTA = ZoneInfo("America/Bogota")
WALL = datetime(2026, 11, 22, 10, 14)  # noqa: DTZ001 - by the sender's clock


@pytest.mark.parametrize(
    ("text", "wall", "offset_hours", "is_plain"),
    [
        ("2026-11-22T10:14:00", WALL, None, True),
        ("2026-11-22T10:14:00.000000", WALL, None, True),
        (" 2026-11-22T10:14:00 ", WALL, None, False),
        ("2026-11-22 10:14:00", WALL, None, False),
        ("2026-11-22T10:14", WALL, None, False),
        ("22/11/2026 10:14:00", WALL, None, False),
        ("22-11-2026, 10:14", WALL, None, False),
        ("2026-11-22T10:14:00Z", WALL, 0, False),
        ("2026-11-22t10:14:00z", WALL, 0, False),
        ("2026-11-22T10:14:00.0000000-05:00", WALL, -5, False),
        ("2026-11-22T10:14:00+0530", WALL, 5.5, False),
        ("2026-11-22T10:14:00-05", WALL, -5, False),
    ],
)
def test_a_stamp_is_read_in_many_formats(text: str, wall: datetime, offset_hours: float | None, is_plain: bool) -> None:
    stamp = read_stamp(text)
    assert stamp is not None
    offset = None if offset_hours is None else timedelta(hours=offset_hours)
    assert (stamp.wall, stamp.offset, is_plain_stamp(text)) == (wall, offset, is_plain)


@pytest.mark.parametrize(
    "text",
    ["", "ayer", "2026-11-22", "2026-11-31T10:00:00", "11/22/2026 10:00:00", "2026-11-22T24:00:00", "10:14:00",
     "2026-W47-7T10:00:00", "20261122T101400", "2026-11-22T10:14:00+99:00", "22.11.2026 10:14:00"],
)  # fmt: skip
def test_a_text_that_is_no_stamp_gives_none(text: str) -> None:
    assert read_stamp(text) is None


def test_a_stamp_with_an_offset_is_a_moment_and_converts_to_a_zone() -> None:
    night = read_stamp("2026-11-23T02:00:00Z")
    assert night is not None
    assert night.moment_utc == datetime(2026, 11, 23, 2, tzinfo=UTC)
    assert night.wall_in(BOGOTA) == datetime(2026, 11, 22, 21)  # noqa: DTZ001 - by that clock
    plain = read_stamp("2026-11-22T21:00:00")
    assert plain is not None
    assert plain.moment_utc is None
    assert plain.wall_in(BOGOTA) == night.wall_in(BOGOTA)


@given(st.datetimes(), st.timedeltas(timedelta(hours=-23, minutes=-59), timedelta(hours=23, minutes=59)))
def test_any_moment_is_read_back_from_iso_text(wall: datetime, offset: timedelta) -> None:
    minutes = timedelta(minutes=offset // timedelta(minutes=1))
    sign, size = ("-", -minutes) if minutes < timedelta(0) else ("+", minutes)
    hours, rest = divmod(size // timedelta(minutes=1), 60)
    stamp = read_stamp(f"{wall.isoformat()}{sign}{hours:02}:{rest:02}")
    assert stamp is not None
    assert (stamp.wall, stamp.offset) == (wall, minutes)
    stamp.wall_in(BOGOTA)  # also on the calendar's first and last day


@given(st.text(max_size=40))
def test_every_text_is_read_or_refused(text: str) -> None:
    read_stamp(text)
    plain_date(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-22", "2026-11-22"),
        ("22/11/2026", "2026-11-22"),
        ("3/4/2026", "2026-04-03"),
        ("2026-11-22T00:00:00", "2026-11-22"),
        ("2026-11-22 23:59:59.123Z", "2026-11-22"),
        ("31/02/2026", None),
        ("mañana", None),
    ],
)
def test_a_date_is_read_in_every_format(text: str, day: str | None) -> None:
    assert plain_date(text) == day


def test_a_moment_without_an_offset_has_the_contracts_shape() -> None:
    assert plain_moment("22/11/2026 08:00") == "2026-11-22T08:00:00"
    assert plain_moment("2026-11-22T08:00:00Z") is None
