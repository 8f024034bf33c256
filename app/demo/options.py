"""What one can ask of the demo carrier's days."""

import math
from dataclasses import dataclass

from app.domain.errors import SettingsError
from app.domain.texts import Text

MOST_SHIPMENTS = 500_000


@dataclass(frozen=True)
class DayOptions:
    """How the demo carrier's days look.

    Args:
        shipments: how many readable shipments a day lists when the server starts, 1 to 500,000.
        per_minute: how many visits of today close in a minute; 0 lets the day stand still.
        seed: another seed, other people and parcels.

    Raises:
        SettingsError: a number is out of its range.
    """

    shipments: int = 400
    per_minute: float = 30
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.shipments <= MOST_SHIPMENTS:
            text = Text("Error", "The demo carrier has 1 to {most} shipments a day, not {asked}.")
            raise SettingsError(text.filled(most=MOST_SHIPMENTS, asked=self.shipments))
        if not (math.isfinite(self.per_minute) and self.per_minute >= 0):
            text = Text("Error", "The visits per minute must be 0 or more, not {asked}.")
            raise SettingsError(text.filled(asked=self.per_minute))
