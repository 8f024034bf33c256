"""The alerts of this session, and which of them were not looked at yet."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.reception.alerts import Alert, AlertKind, Together, told_together

MOST = 200
"""How many are kept; the older ones are in the tables anyway."""


class Alerts(QObject):
    """Keeps the latest ones. It is told of some twice now and then, and keeps each once."""

    changed = Signal()
    added = Signal(object)
    """The list of the `Alert`s that are to be told outside the window as well."""
    read = Signal()
    """All were looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: list[Alert] = []
        self._unread = 0

    @property
    def kept(self) -> list[Alert]:
        """All, in the order in which they came to be known: the last ones are the unread ones."""
        return list(self._kept)

    @property
    def unread(self) -> int:
        """How many were not looked at."""
        return self._unread

    def add(self, alerts: Iterable[Alert], *, is_told: bool = False) -> None:
        """Take alerts in, unread. `is_told`: outside the window they were told of before."""
        kept = set(map(_identity, self._kept))
        new = [one for one in alerts if _identity(one) not in kept]
        if not new:
            return
        before = [*self._kept, *new]
        staying = _staying(before)
        read = len(before) - self._unread - len(new)
        self._kept = [before[place] for place in staying]
        self._unread = sum(place >= read for place in staying)
        self.changed.emit()
        if not is_told:
            self.added.emit(new)

    def lines(self) -> list[tuple[Together, bool]]:
        """Return what is told as one, the latest first, each with whether anything of it is unread."""
        unread = {id(one) for one in self._kept[len(self._kept) - self._unread :]}
        return [(group, any(id(one) in unread for one in group)) for group in told_together(self._kept)]

    @Slot()
    def mark_read(self) -> None:
        """Take note that all were looked at."""
        if self._unread:
            self._unread = 0
            self.changed.emit()
        self.read.emit()

    def take_over(self, others: "Alerts") -> None:
        """Take over all that another window told."""
        self._kept, self._unread = others.kept, others.unread
        self.changed.emit()


def _staying(alerts: Sequence[Alert]) -> list[int]:
    """Return the places of those to keep: of too many the oldest go, and bugs before all that tells of the day."""
    by_worth = sorted(range(len(alerts)), key=lambda place: (alerts[place].kind is not AlertKind.BUG, place))
    return sorted(by_worth[max(len(alerts) - MOST, 0) :])


def _identity(alert: Alert) -> tuple[AlertKind, datetime, int, str]:
    """Return what tells one alert from another."""
    return alert.kind, alert.at, alert.notification_id, alert.bug
