"""Whether another process wrote to the store, such as `despacho fetch` or `despacho receive`."""

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QObject, QTimer, Slot

from app.domain.errors import AppError
from app.store.board import data_versions
from app.store.writer import Writer

_EVERY_MS = 2000


class Others(QObject):
    """Asks now and then, and tells of it.

    Args:
        writer: of the store; what this one writes does not change the number that tells.
        on_written: told in the writer's thread that somebody else wrote, or that a new board has more rows.
        on_bug: told of what is no failure of the environment.
        parent: whom it goes with.
    """

    def __init__(
        self,
        writer: Writer,
        on_written: Callable[[], None],
        on_bug: Callable[[BaseException], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._writer, self._on_written, self._on_bug = writer, on_written, on_bug
        self._version: int | None = None
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._look)
        writer.tell_followed(on_written)

    def start(self) -> None:
        """Begin to ask."""
        self._timer.start()

    def stop(self) -> None:
        """Ask no more."""
        self._timer.stop()

    @Slot()
    def _look(self) -> None:
        self._writer.look(data_versions).add_done_callback(self._compare)

    def _compare(self, answer: "Future[int]") -> None:
        error = answer.exception()
        if error is not None:
            if not isinstance(error, AppError):  # what is wrong with the store is said by whoever needs it
                self._on_bug(error)
            return
        before, self._version = self._version, answer.result()
        if before not in (None, self._version):
            self._on_written()
