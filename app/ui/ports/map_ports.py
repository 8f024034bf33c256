"""What the map reads."""

from typing import Protocol

from app.domain.days import Day
from app.domain.views.report import VisitPlace


class MapRows(Protocol):
    """Reads places; for the query thread."""

    def places(self, day: Day) -> list[VisitPlace]:
        """Return the visits of a day as the map shows them, by driver and time."""
