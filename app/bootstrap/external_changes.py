"""Detects that another process, such as `despacho fetch` or `despacho receive`, wrote to the store."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Slot

from app.board.board_file import data_version
from app.domain.errors import AppError
from app.facts.journal import ChangedRows
from app.store.writer import Writer

_EVERY_MS = 2000


class ExternalChangeMonitor(QObject):
    """Checks the data versions of the store's files periodically.

    `on_written` is called in a thread of the writer, whose own writes do not count, after another process wrote, or
    after a change of more rows than notifications refer to.
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
        self._timer.timeout.connect(self._check)
        writer.on_applied(self._note_followed)

    def start(self) -> None:
        """Start the periodic check."""
        self._timer.start()

    def stop(self) -> None:
        """Stop the periodic check."""
        self._timer.stop()

    def _note_followed(self, kept: ChangedRows) -> None:
        if kept.affects_all_rows:
            self._on_written()

    @Slot()
    def _check(self) -> None:
        for name, look in (("facts", self._writer.read), ("board", self._writer.board.read)):
            look(data_version).add_done_callback(partial(self._compare, name))

    def _compare(self, name: str, answer: "Future[int]") -> None:
        if answer.cancelled():
            return
        error = answer.exception()
        if error is not None:
            if not isinstance(error, AppError):  # a problem of the store is reported where the store is used
                self._on_bug(error)
            return
        before, self._versions[name] = self._versions.get(name), answer.result()
        if before not in (None, self._versions[name]):
            self._on_written()
