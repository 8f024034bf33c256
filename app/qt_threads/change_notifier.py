"""Collects changes reported by other threads and passes them to the window once a frame at most."""

from collections.abc import Callable, Iterable
from threading import Lock

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

_FRAME_MS = 33
_REST_MS = 10  # shortest time between two frames, so that the window stays responsive
_LISTENING_MS = 250  # the receiver's counts change with every notification; faster updates are not readable


class _RateLimiter(QTimer):
    """Calls a function soon after each request, but at most once per interval (ms)."""

    def __init__(self, interval: int, act: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent, singleShot=True)
        self._least = interval
        self._since = QElapsedTimer()
        self._act = act
        self.timeout.connect(self._run)

    @Slot()
    def request(self) -> None:
        if not self.isActive():
            self.start(max(_REST_MS, self._least - self._since.elapsed()) if self._since.isValid() else _REST_MS)

    @Slot()
    def _run(self) -> None:
        self._since.start()
        self._act()


class ChangeNotifier(QObject):
    """Collects hints that rows changed. A hint is not proof: slots read the store again."""

    visits_changed = Signal(object, object)
    """Two sets: ids of the changed visits, and of the shipments that they belong to.

    Both are empty after a notification that changed no visit, such as a quarantined one.
    """
    follow_ups_changed = Signal(object, object)
    """Two such sets of rows whose follow-up was edited on this desk: read them again without an alert."""
    day_changed = Signal()
    """A day was loaded automatically, or another process wrote to the store: read again what is shown."""
    listening_changed = Signal()
    """The receiver's state or counts, or the gaps, changed: read them again."""
    _rows_reported = Signal()
    _listening_reported = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._visits: set[int] = set()
        self._shipments: set[int] = set()
        self._follow_ups: tuple[set[int], set[int]] = (set(), set())
        self._has_rows = self._has_visits = self._has_day = self._has_listening = False
        self._rows_reported.connect(_RateLimiter(_FRAME_MS, self._emit_rows, self).request)
        self._listening_reported.connect(_RateLimiter(_LISTENING_MS, self._emit_listening, self).request)

    def report_visits(self, visits: Iterable[int], shipments: Iterable[int]) -> None:
        """Report that visits changed; called from any thread."""
        with self._lock:
            self._visits.update(visits)
            self._shipments.update(shipments)
            self._has_visits = True
            self._wake()

    def report_follow_ups(self, visits: Iterable[int], shipments: Iterable[int]) -> None:
        """Report that follow-ups of these rows were edited here; called from any thread."""
        with self._lock:
            self._follow_ups[0].update(visits)
            self._follow_ups[1].update(shipments)
            self._wake()

    def report_day(self) -> None:
        """Report that a day changed; called from any thread."""
        with self._lock:
            self._has_day = True
            self._wake()

    def report_all(self) -> None:
        """Report that anything may have changed; called from any thread."""
        self.report_day()
        self.report_listening()

    def report_listening(self) -> None:
        """Report that the receiver's state, counts or gaps changed; called from any thread."""
        with self._lock:
            if not self._has_listening:
                self._has_listening = True
                self._listening_reported.emit()

    def _wake(self) -> None:
        if not self._has_rows:
            self._has_rows = True
            self._rows_reported.emit()

    def _emit_listening(self) -> None:
        with self._lock:
            self._has_listening = False
        self.listening_changed.emit()

    def _emit_rows(self) -> None:
        with self._lock:
            visits, shipments, self._visits, self._shipments = self._visits, self._shipments, set(), set()
            follow_ups, self._follow_ups = self._follow_ups, (set(), set())
            has_visits, day = self._has_visits, self._has_day
            self._has_rows = self._has_visits = self._has_day = False
        if has_visits:
            self.visits_changed.emit(visits, shipments)
        if any(follow_ups):
            self.follow_ups_changed.emit(*follow_ups)
        if day:
            self.day_changed.emit()
