"""The sender's detected zone, as a name to set and as a sentence."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.domain.board.visit_time import sender_clock
from app.domain.site import SiteRules

SUMMER, WINTER = datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 12, 1, 12, tzinfo=UTC)
Stamps = list[tuple[datetime, datetime]]


def stamped(zone: str, at: datetime) -> Stamps:
    """Return timestamps of a sender in that zone, a minute apart."""
    arrivals = [at + timedelta(minutes=index) for index in range(22)]
    return [(one.astimezone(ZoneInfo(zone)).replace(tzinfo=None), one + timedelta(seconds=1)) for one in arrivals]


def rules(zone: str, sender: str = "") -> SiteRules:
    return SiteRules(ZoneInfo(zone), ZoneInfo(sender) if sender else None)


@pytest.mark.parametrize(
    ("site", "sender", "writes", "at", "zone", "said"),
    [
        ("America/Bogota", "", "UTC", SUMMER, "UTC", "seems to write UTC, and its times are read as America/Bogota."),
        ("Europe/Madrid", "", "UTC", SUMMER, "UTC", "seems to write UTC"),
        ("Europe/Madrid", "", "UTC", WINTER, "UTC", "seems to write UTC"),
        ("America/Bogota", "UTC", "America/Bogota", SUMMER, "America/Bogota", "the site's time, and it is read as UTC"),
        ("America/Bogota", "", "America/Caracas", SUMMER, "Etc/GMT+4", "1 h ahead of America/Bogota"),
        ("America/Bogota", "", "Pacific/Kiritimati", SUMMER, "Etc/GMT-14", "19 h ahead of America/Bogota"),
        ("Asia/Tokyo", "", "Etc/GMT+12", SUMMER, "Etc/GMT+12", "21 h behind Asia/Tokyo"),
        ("UTC", "", "Asia/Kolkata", SUMMER, "", "5 h 30 min ahead of UTC"),
    ],
)
def test_a_zone_is_named_if_the_difference_gives_one(
    site: str, sender: str, writes: str, at: datetime, zone: str, said: str
) -> None:
    found = sender_clock(stamped(writes, at), rules(site, sender))

    assert found is not None
    assert found.zone == zone
    assert said in str(found.finding)
    assert f"settings set sender_time_zone {zone or '…'}" in str(found.with_command)
    if zone:  # once it is set, there is nothing to say
        assert sender_clock(stamped(writes, at), rules(site, zone)) is None


def test_a_sender_in_the_sites_zone_gives_no_finding() -> None:
    assert sender_clock(stamped("America/Bogota", SUMMER), rules("America/Bogota")) is None
    assert sender_clock([], rules("America/Bogota")) is None
