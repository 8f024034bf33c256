"""The alerts of this session, and which of them are unread."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Signal, Slot

from app.domain.reception.alerts import Alert, AlertGroup, AlertKind, grouped_alerts

MOST = 200
"""How many are kept; what the older ones were about is in the tables."""


class Alerts(QObject):
    """Keeps the latest alerts, each once even if it is added twice."""

    changed = Signal()
    added = Signal(object)
    """The `Alert`s that are to be announced outside the window as well, a list."""
    read = Signal()
    """All were read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: list[Alert] = []
        self._unread = 0

    @property
    def kept(self) -> list[Alert]:
        """All alerts in the order in which they were added; the last ones are unread."""
        return list(self._kept)

    @property
    def unread(self) -> int:
        """How many are unread."""
        return self._unread

    def add(self, alerts: Iterable[Alert], *, is_announced: bool = False) -> None:
        """Add alerts as unread; `is_announced` if they were announced outside the window before."""
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
        if not is_announced:
            self.added.emit(new)

    def lines(self) -> list[tuple[AlertGroup, bool]]:
        """Return the alerts grouped as they are listed, the latest first, each with whether any is unread."""
        unread = {id(one) for one in self._kept[len(self._kept) - self._unread :]}
        return [(group, any(id(one) in unread for one in group)) for group in grouped_alerts(self._kept)]

    @Slot()
    def mark_read(self) -> None:
        """Mark all as read."""
        if self._unread:
            self._unread = 0
            self.changed.emit()
        self.read.emit()

    def take_over(self, others: "Alerts") -> None:
        """Take over the alerts of the window that this one replaces."""
        self._kept, self._unread = others.kept, others.unread
        self.changed.emit()


def _staying(alerts: Sequence[Alert]) -> list[int]:
    """Return the indexes of those to keep: if there are too many, bugs go first, then the oldest."""
    by_worth = sorted(range(len(alerts)), key=lambda place: (alerts[place].kind is not AlertKind.BUG, place))
    return sorted(by_worth[max(len(alerts) - MOST, 0) :])


def _identity(alert: Alert) -> tuple[AlertKind, datetime, int, str, str]:
    """Return the identity of an alert."""
    return alert.kind, alert.at, alert.notification_id, alert.bug, alert.number
