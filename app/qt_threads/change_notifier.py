"""What other threads have to tell the window, gathered: however much comes, it hears of it once a frame at most."""

from collections.abc import Callable, Iterable
from threading import Lock

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

_FRAME_MS = 33
_REST_MS = 10  # that the window has between two frames, however long one took
_LISTENING_MS = 250  # with each notification the receiver's counts are others, and nobody reads them that fast


class _Beat(QTimer):
    """Does something soon after one asks for it, but not again before an interval in ms is over."""

    def __init__(self, interval: int, act: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent, singleShot=True)
        self._least = interval
        self._since = QElapsedTimer()
        self._act = act
        self.timeout.connect(self._beat)

    @Slot()
    def ask(self) -> None:
        if not self.isActive():
            self.start(max(_REST_MS, self._least - self._since.elapsed()) if self._since.isValid() else _REST_MS)

    @Slot()
    def _beat(self) -> None:
        self._since.start()
        self._act()


class ChangeNotifier(QObject):
    """Gathers hints that rows changed. A hint may be missed: the file is the truth, and whoever re-reads is right."""

    visits_changed = Signal(object, object)
    """Two sets: the ids of the visits that changed, and of the shipments that they belong to.

    Both are empty where a notification came that changed none, such as a quarantined one.
    """
    follow_ups_changed = Signal(object, object)
    """Two such sets of rows of which something was noted here: read them again, it is no news."""
    day_changed = Signal()
    """A day was loaded by somebody else than the button, or another process wrote: read again what is shown."""
    listening_changed = Signal()
    """The receiver started, stopped, failed, counted, or a gap was written: ask how it stands."""
    _told = Signal()
    _listening_told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._visits: set[int] = set()
        self._shipments: set[int] = set()
        self._remarked: tuple[set[int], set[int]] = (set(), set())
        self._has_news = self._has_visits = self._has_day = self._has_listening = False
        self._told.connect(_Beat(_FRAME_MS, self._pass_on, self).ask)
        self._listening_told.connect(_Beat(_LISTENING_MS, self._pass_listening_on, self).ask)

    def tell_visits(self, visits: Iterable[int], shipments: Iterable[int]) -> None:
        """Say that visits changed; from any thread."""
        with self._lock:
            self._visits.update(visits)
            self._shipments.update(shipments)
            self._has_visits = True
            self._wake()

    def tell_follow_ups(self, visits: Iterable[int], shipments: Iterable[int]) -> None:
        """Say that something was noted of these rows; from any thread."""
        with self._lock:
            self._remarked[0].update(visits)
            self._remarked[1].update(shipments)
            self._wake()

    def tell_day(self) -> None:
        """Say that a day changed; from any thread."""
        with self._lock:
            self._has_day = True
            self._wake()

    def tell_listening(self) -> None:
        """Say that something about the receiver changed; from any thread."""
        with self._lock:
            if not self._has_listening:
                self._has_listening = True
                self._listening_told.emit()

    def _wake(self) -> None:
        if not self._has_news:
            self._has_news = True
            self._told.emit()

    def _pass_listening_on(self) -> None:
        with self._lock:
            self._has_listening = False
        self.listening_changed.emit()

    def _pass_on(self) -> None:
        with self._lock:
            visits, shipments, self._visits, self._shipments = self._visits, self._shipments, set(), set()
            remarked, self._remarked = self._remarked, (set(), set())
            has_visits, day = self._has_visits, self._has_day
            self._has_news = self._has_visits = self._has_day = False
        if has_visits:
            self.visits_changed.emit(visits, shipments)
        if any(remarked):
            self.follow_ups_changed.emit(*remarked)
        if day:
            self.day_changed.emit()
