"""Decides between the settings and the values saved with the site, for the settings that decide what rows say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.domain.site import KeptRules, SiteRules
from app.domain.texts import Text
from app.facts.site_rules import read_stored_rules
from app.services.app_context import AppContext, zone_of
from app.settings import SettingsFile

DECIDING = ("time_zone", "day_ends_at", "sender_time_zone", "carrier_lag_minutes")
"""The settings that are saved with the site: see `SiteRules`."""

_REFUSED = Text(
    "Error",
    "{where} fixes {name} to “{value}”, but the data of this site is saved with “{kept}”. Remove it there, or change "
    "the site: despacho settings set {name} {value}",
)
"""Its placeholder is not `key`: the window takes a message with `key` for one about that field of the form."""


@dataclass(frozen=True)
class SiteChoice:
    """The settings about the site, set in the file and fixed elsewhere, at one moment; decides with the saved rules.

    The first value of a setting is saved, from wherever it comes. Later only a value in the file changes it; a default
    does not, so a computer that travels keeps its site's zone.

    Args:
        file: the values that `settings.toml` sets, by their keys.
        fixed: those that the environment or an administrator's file fixes.
        fixed_by: what fixes each of these.
        settings: those in force.
    """

    file: Mapping[str, Any]
    fixed: Mapping[str, Any]
    fixed_by: Mapping[str, str]
    settings: Settings

    @classmethod
    def read(cls, file: SettingsFile) -> "SiteChoice":
        """Read the settings.

        Raises:
            SettingsError: they cannot be read.
        """
        return cls(*file.given(), file.fixed(), file.read())

    def __call__(self, kept: KeptRules) -> SiteRules:
        """Return the rules in force.

        Raises:
            SettingsError: what is fixed contradicts the saved rules; or the site's zone is unknown.
        """
        zone = self._decide("time_zone", kept.zone, lambda: zone_of(Settings()).key, is_set=bool)
        sender = self._decide("sender_time_zone", kept.sender_zone, lambda: "", shown=kept.sender_zone or zone)
        lag = self._decide("carrier_lag_minutes", kept.lag_minutes, lambda: self.settings.carrier_lag_minutes)
        ends_at = self._decide("day_ends_at", kept.day_ends_at, lambda: self.settings.day_ends_at)
        return SiteRules(
            ZoneInfo(zone), ZoneInfo(sender) if sender else None, lag, self.settings.far_metres,
            time.fromisoformat(ends_at),
        )  # fmt: skip

    def _decide(
        self,
        key: str,
        kept: Any,  # noqa: ANN401 - a text or a number
        default: Callable[[], Any],
        *,
        is_set: Callable[[object], bool] = lambda value: value is not None,
        shown: Any = None,  # noqa: ANN401 - as above
    ) -> Any:  # noqa: ANN401 - as above
        """Decide one setting; `shown` is the effective value where `kept` is empty."""
        in_file, fixed = self.file.get(key), self.fixed.get(key)
        if fixed is not None:
            if kept is None or fixed == in_file:
                return fixed
            if fixed != (shown or kept):
                where = self.fixed_by[key]
                raise SettingsError(_REFUSED.filled(where=where, value=fixed, kept=shown or kept, name=key))
            return kept
        if is_set(in_file):
            return in_file
        return default() if kept is None else kept


def site_of(place: AppContext) -> SiteRules:
    """Return the rules of a data folder's site; its store may not exist yet.

    Raises:
        SettingsError: as `SiteChoice`.
        StoreError: the store cannot be read.
    """
    return SiteChoice.read(place.settings_file)(read_stored_rules(place.database))


def today_at(place: AppContext) -> date:
    """Return the current date at a data folder's site.

    Raises:
        AppError: as `site_of`.
    """
    return site_of(place).days.day_of(place.now())
