"""Screenshot of the window, for `despacho demo --screenshot`."""

import sys
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QIODevice,
    QObject,
    QTimer,
    Slot,
)

from app.bootstrap.desk import Desk
from app.bootstrap.lazy_services import write_file
from app.domain.errors import OutputError

_PAINTING_MS = 300  # until delayed painting is finished


class Screenshot(QObject):
    """Writes a screenshot of the window once the day is loaded and shown."""

    def __init__(self, desk: Desk, path: Path, *, then_close: bool) -> None:
        super().__init__(desk)
        self._desk = desk
        self._path: Path | None = path
        self._then_close = then_close
        desk.window.current_day.load_ended.connect(self._wait_for_rows)

    @Slot()
    def _wait_for_rows(self) -> None:
        self._desk.window.tabs.page.rows_shown.connect(self._choose_row)

    @Slot()
    def _choose_row(self) -> None:
        page = self._desk.window.tabs.page
        page.rows_shown.disconnect(self._choose_row)
        page.view.selectRow(0)
        QTimer.singleShot(_PAINTING_MS, self.take)

    @Slot()
    def take(self) -> None:
        """Write the screenshot, unless it was already written."""
        if self._path is None:
            return
        path, self._path = self._path, None
        try:
            write_file(path, self._picture)
        except OutputError as error:
            print(self._desk.say(error.user_message), file=sys.stderr)  # noqa: T201 - an option of the command line
            self._desk.exit_code = 2 if error.wrong_path else 6
        if self._then_close:
            self._desk.close()

    def _picture(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._desk.window.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())
