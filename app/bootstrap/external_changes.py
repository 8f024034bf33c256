"""Notices when another process wrote to the store, such as `despacho fetch` or `despacho receive`."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Slot

from app.board.board_file import data_version
from app.domain.errors import AppError
from app.facts.changed_rows import ChangedRows
from app.store.writer import Writer

_EVERY_MS = 2000


class ExternalChangeMonitor(QObject):
    """Polls the data versions of the files.

    Args:
        writer: of the store; its own writes do not change the data version.
        on_written: called in a thread of the writer's when another process wrote, or when more rows changed than
            notifications are about.
        on_bug: called with an exception that is a bug.
        parent: its owner.
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
        self._versions: dict[str, int] = {}  # of the facts and the board
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._look)
        writer.tell_followed(self._note_followed)

    def start(self) -> None:
        """Start polling."""
        self._timer.start()

    def stop(self) -> None:
        """Stop polling."""
        self._timer.stop()

    def _note_followed(self, kept: ChangedRows) -> None:
        if kept.affects_all_rows:
            self._on_written()

    @Slot()
    def _look(self) -> None:
        for name, look in (("facts", self._writer.look), ("board", self._writer.board.look)):
            look(data_version).add_done_callback(partial(self._compare, name))

    def _compare(self, name: str, answer: "Future[int]") -> None:
        if answer.cancelled():
            return
        error = answer.exception()
        if error is not None:
            if not isinstance(error, AppError):  # readers of the store report its failures
                self._on_bug(error)
            return
        before, self._versions[name] = self._versions.get(name), answer.result()
        if before not in (None, self._versions[name]):
            self._on_written()
