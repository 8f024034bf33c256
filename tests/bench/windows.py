"""The real window on a cached day, and the delays of its event loop."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.bootstrap.desk import Desk
from app.bootstrap.process_tuning import collect_in_this_thread, quick_imports, shorten_switch_interval
from app.credentials.credentials import Credentials, SessionVault
from app.domain.access.credentials import SecretName
from app.domain.reception.reception_state import ReceptionState
from app.load_process.client import LoadProcess
from app.logs.process_log import ProcessLog
from app.logs.redaction import Redactor
from app.services.app_context import AppContext
from app.services.receiving.restarted_server import ListenAddress
from app.store.writer import Writer
from tests.bench.days import DAY, KEPT_DAYS

_TICK = 0.002
_WIDTH, _HEIGHT = 1600, 900
"""As the window opens on X11; the offscreen screen would leave it a third of the rows' room to paint."""
_PATIENCE = 60_000


class Watch:
    """Asks to be woken every 2 ms, and notes how much later it was: so long the event loop stood still."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=int(_TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._wake)
        self._last = time.perf_counter()
        self.worst = 0.0

    def _wake(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last - _TICK)
        self._last = now

    @contextmanager
    def over(self) -> Iterator[None]:
        """Watch during a step; `worst` is in seconds."""
        self._last = time.perf_counter()
        self.worst = 0.0
        self._timer.start()
        yield
        self._wake()
        self._timer.stop()


def wait_for(signal: object, act: Callable[[], object]) -> None:
    """Do something and run the event loop until the signal comes.

    Raises:
        TimeoutError: it did not come within a minute.
    """
    loop = QEventLoop()
    signal.connect(loop.quit)  # type: ignore[attr-defined]  # a bound signal
    late = QTimer(singleShot=True, interval=_PATIENCE)
    late.timeout.connect(lambda: loop.exit(1))
    late.start()
    act()
    if loop.exec():
        raise TimeoutError
    QApplication.processEvents()


@contextmanager
def desk_on(folder: Path, token: str = "", **settings: object) -> Iterator[Desk]:
    """Open the window on the day in a data folder of one's own, its rows painted; garbage and turns as in the program.

    Args:
        folder: of `days.own_copy`.
        token: the receiver's, which then listens at a free port.
        settings: more of them.
    """
    credentials = Credentials({}, SessionVault(), SessionVault())
    credentials.write(SecretName.AUTHORIZATION_TOKEN, str(uuid4()))
    credentials.write(SecretName.AUTHORIZATION_USER, "bench")
    if token:
        credentials.write(SecretName.RECEIVER_TOKEN, token)
    place = AppContext(folder, {}, credentials)
    place.settings_file.write({"carrier": DAY.carrier, "retention_days": KEPT_DAYS, **settings})
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    with quick_imports():  # all is imported by now
        pass
    collect_in_this_thread(app)
    shorten_switch_interval()
    with Writer(place.database) as writer:
        loads = LoadProcess(place, "tests.bench.load_process")
        desk = Desk(app, place, writer, loads=loads, is_demo=False, log=ProcessLog(place.folder, Redactor()))
        desk.warm_up()
        try:
            if token:
                desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
            desk.window.resize(_WIDTH, _HEIGHT)
            desk.window.show()
            wait_for(desk.window.tabs.page.rows_shown, lambda: desk.window.navigation.show_day(DAY))
            while token and desk.receiver_supervisor.reception is not ReceptionState.LISTENING:
                app.processEvents()
            yield desk
        finally:
            desk.stop()
