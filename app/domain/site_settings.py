"""The settings that decide a site's rows: saved in the store, so that every machine shows the same."""

from dataclasses import dataclass
from datetime import time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.domain.site_days import SiteDays


@dataclass(frozen=True)
class SiteRules:
    """The settings that decide rows.

    Args:
        zone: the site's time zone; its days begin and end in it.
        sender_zone: time zone of the notifications' timestamps; None: the site's.
        lag_minutes: how long after a visit the carrier's status may still differ without being a contradiction.
        day_ends_at: site time at which a day ends and the next one begins.
        far_metres: distance from which a check-in counts as far from its address. It decides no status.
    """

    zone: ZoneInfo
    sender_zone: ZoneInfo | None = None
    lag_minutes: int = 15
    far_metres: int = 100
    day_ends_at: time = time()

    @property
    def days(self) -> SiteDays:
        """When the site's days begin and end."""
        return SiteDays(self.zone, self.day_ends_at)

    @property
    def stamp_zone(self) -> ZoneInfo:
        """The zone in which timestamps are read."""
        return self.sender_zone or self.zone


class KeptRules(NamedTuple):
    """`SiteRules` as saved in the store: None means never decided, or a zone that this system does not know.

    Args:
        zone: name of the site's zone.
        sender_zone: name of the sender's zone; empty: the site's.
        lag_minutes: as in `SiteRules`.
        day_ends_at: as `HH:MM`.
        far_metres: as in `SiteRules`.
    """

    zone: str | None = None
    sender_zone: str | None = None
    lag_minutes: int | None = None
    day_ends_at: str | None = None
    far_metres: int | None = None

    @classmethod
    def of(cls, rules: SiteRules) -> "KeptRules":
        """Return rules in the form in which the store saves them."""
        sender = rules.sender_zone.key if rules.sender_zone else ""
        return cls(rules.zone.key, sender, rules.lag_minutes, f"{rules.day_ends_at:%H:%M}", rules.far_metres)
