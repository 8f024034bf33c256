"""The settings that decide what a site's rows say: kept in the store, so that another machine shows the same."""

from typing import NamedTuple
from zoneinfo import ZoneInfo


class SiteRules(NamedTuple):
    """The settings that decide what rows say.

    Args:
        zone: of the site: its days begin and end by it.
        sender_zone: in which the stamps of notifications are written; None: the site's.
        lag_minutes: for how long after a visit the carrier's status may still differ from it without contradiction.
        far_metres: from how far off a check-in counts as far from its address. Follows the settings, and decides no
            status.
    """

    zone: ZoneInfo
    sender_zone: ZoneInfo | None = None
    lag_minutes: int = 15
    far_metres: int = 100

    @property
    def stamp_zone(self) -> ZoneInfo:
        """The zone in which stamps are read."""
        return self.sender_zone or self.zone


class KeptRules(NamedTuple):
    """The same as the store keeps it: None is what was never decided, or a zone that this system does not know.

    Args:
        zone: name of the site's zone.
        sender_zone: name of the sender's; empty: the site's.
        lag_minutes: as in `SiteRules`.
        far_metres: as in `SiteRules`.
    """

    zone: str | None = None
    sender_zone: str | None = None
    lag_minutes: int | None = None
    far_metres: int | None = None

    @classmethod
    def of(cls, rules: SiteRules) -> "KeptRules":
        """Return what the store keeps of rules."""
        sender = rules.sender_zone.key if rules.sender_zone else ""
        return cls(rules.zone.key, sender, rules.lag_minutes, rules.far_metres)
